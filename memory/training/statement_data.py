"""Labelled chat messages: what the statement model is trained and checked on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from memory.inference.statement_labels import HEADS, ImportanceBand, LifetimeBand, Message
from memory.training.pairs import BadTrainingData, lines_of
from memory.vocabulary import SELF

UNKNOWN = -1
"""The target of a head about which an example says nothing."""

# Every sixth line is kept aside. These lines are among those that the rules of extraction were not
# written for either (bench/extraction.py keeps every third aside), so the figures of rules and
# model on them can be compared.
ASIDE_EVERY, ASIDE_AT = 6, 2

LIFETIMES = {
    "hours": LifetimeBand.DAYS,
    "days": LifetimeBand.DAYS,
    "weeks": LifetimeBand.WEEKS,
    "months": LifetimeBand.MONTHS,
    "years": LifetimeBand.YEARS,
    "always": LifetimeBand.YEARS,
}


@dataclass(frozen=True, slots=True)
class Labelled:
    """A message with the place of the right word of each head, in the order of HEADS.

    restated: the message's claims as plain sentences, each with its own places.
    """

    message: Message
    places: tuple[int, ...]
    restated: tuple[tuple[str, tuple[int, ...]], ...] = ()

    @property
    def is_kept(self) -> bool:
        """True where the message holds something for long-term memory."""
        return self.places[0] == 1


NOTHING = (0, *(UNKNOWN for _ in list(HEADS)[1:]))
"""The places of a message that holds nothing worth keeping."""


def read_labelled(path: Path) -> list[Labelled]:
    """The messages of a JSON-lines file with `before`, `text` and `claims` a line, in order.

    Raises BadTrainingData, with the number of the line, where one is not a labelled message.
    """
    return [_labelled(row, f"{path.name}, line {number}") for number, row in lines_of(path)]


def split_by_line(rows: Sequence[Labelled]) -> tuple[list[Labelled], list[Labelled]]:
    """The messages to train on, and those kept aside."""
    train = [row for at, row in enumerate(rows) if at % ASIDE_EVERY != ASIDE_AT]
    return train, list(rows[ASIDE_AT::ASIDE_EVERY])


def refuse_one_sided(rows: Iterable[Labelled], name: str) -> None:
    """Raise BadTrainingData where some head sees fewer than two of its words."""
    rows = list(rows)
    for at, (head, words) in enumerate(HEADS.items()):
        seen = {row.places[at] for row in rows} - {UNKNOWN}
        if len(seen) < 2:
            only = ", ".join(str(list(words)[place].value) for place in seen) or "nothing"
            raise BadTrainingData(
                f"{name}: of {head} it holds {only} only; at least two labels are needed to learn from."
            )


def _labelled(row: Mapping[str, object], where: str) -> Labelled:
    text, before, claims = row.get("text"), row.get("before"), row.get("claims")
    if not isinstance(text, str) or not isinstance(before, str | None):
        raise BadTrainingData(f"{where}: `text` must be text, and `before` text or null.")
    if not isinstance(claims, list) or not all(isinstance(claim, dict) for claim in claims):
        raise BadTrainingData(f"{where}: `claims` must be a list of objects.")
    places = [places_of(claim, where) for claim in claims]
    restated = tuple(
        (str(claim.get("restated", "")), own) for claim, own in zip(claims, places, strict=True)
    )
    return Labelled(Message(text, before), places[0] if places else NOTHING, restated)


def places_of(claim: Mapping[str, object], where: str) -> tuple[int, ...]:
    """The place of each head's word for one labelled claim.

    Raises BadTrainingData, with the place in the file, where a label is not a word of its head.
    """
    importance, lasts = claim.get("importance"), claim.get("lasts")
    if not isinstance(importance, int) or not 1 <= importance <= 10:
        raise BadTrainingData(f"{where}: importance is {importance!r}; it must be from 1 to 10.")
    if lasts not in LIFETIMES:
        raise BadTrainingData(
            f"{where}: lasts is {lasts!r}; it must be one of {', '.join(LIFETIMES)}."
        )
    said = {
        **{head: claim.get(head) for head in ("type", "scope", "modality", "change")},
        "keep": "keep",
        "about": "self" if claim.get("beneficiary") == SELF else "other",
        "importance": ImportanceBand.of(importance).value,
        "lifetime": LIFETIMES[str(lasts)].value,
    }
    return tuple(_place(head, said[head], where) for head in HEADS)


def _place(head: str, word: object, where: str) -> int:
    words = HEADS[head].values
    if word not in words:
        raise BadTrainingData(
            f"{where}: {head} is {word!r}; it must be one of {', '.join(map(str, words))}."
        )
    return words.index(word)
