"""Pairs of statements with labels: what the conflict model is trained and checked on."""

from __future__ import annotations

import gzip
import hashlib
import json
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

LABELS = ("contradiction", "entailment", "neutral")
CONTRADICTION, ENTAILMENT, NEUTRAL = range(3)
# Known only to be no contradiction: the loss then asks for one minus the contradiction probability.
COMPATIBLE = 3
TARGETS = {name: number for number, name in enumerate(LABELS)} | {"compatible": COMPATIBLE}


class BadTrainingData(ValueError):
    """A training file that cannot be used; the message says why, in one sentence."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A stored statement (premise), a newer one (hypothesis), and how they relate.

    ``target`` is an index into ``LABELS``, or ``COMPATIBLE``. ``group`` names what must not be
    split between training and checks (the anchor, or the premise); ``source`` names the data set.
    """

    premise: str
    hypothesis: str
    target: int
    group: str
    source: str


def reversed_pair(pair: Pair) -> Pair:
    """The same two statements the other way round.

    Two statements that cannot both be true contradict each other in either order. Of the others
    only that much is known: reversed, they are still no contradiction.
    """
    target = CONTRADICTION if pair.target == CONTRADICTION else COMPATIBLE
    return Pair(pair.hypothesis, pair.premise, target, pair.group, pair.source)


def lines_of(path: Path) -> Iterator[tuple[int, dict[str, object]]]:
    """Line number and JSON object of every line of a plain or gzipped file."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as handle:
        for number, line in enumerate(handle, start=1):
            try:
                row = json.loads(line)
            except json.JSONDecodeError as error:
                raise BadTrainingData(
                    f"{path.name}, line {number}: not JSON ({error.msg})."
                ) from None
            if not isinstance(row, dict):
                raise BadTrainingData(f"{path.name}, line {number}: an object is expected.")
            yield number, row


def read_pairs(path: Path) -> list[Pair]:
    """Pairs of a file with ``premise``, ``hypothesis``, ``label`` and ``source`` a line."""
    pairs = []
    for number, row in lines_of(path):
        label = row.get("label")
        if label not in TARGETS:
            raise BadTrainingData(
                f"{path.name}, line {number}: the label is {label!r}; it must be one of {', '.join(LABELS)}."
            )
        premise, hypothesis = row.get("premise"), row.get("hypothesis")
        if not (isinstance(premise, str) and isinstance(hypothesis, str)):
            raise BadTrainingData(
                f"{path.name}, line {number}: premise and hypothesis must be text."
            )
        source = str(row.get("source", "pairs"))
        pairs.append(Pair(premise, hypothesis, TARGETS[str(label)], premise, source))
    refuse_one_class(pairs, path.name)
    return pairs


def read_anchors(path: Path, *, source: str = "anchors") -> list[Pair]:
    """Pairs of a file of anchors: a stored statement and its sets of statements a line."""
    pairs = []
    for number, row in lines_of(path):
        stored = row.get("stored")
        if not isinstance(stored, str):
            raise BadTrainingData(f"{path.name}, line {number}: `stored` must be text.")
        for label in LABELS:
            texts = row.get(label, [])
            if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
                raise BadTrainingData(
                    f"{path.name}, line {number}: `{label}` must be a list of texts."
                )
            pairs += [Pair(stored, text, TARGETS[label], stored, source) for text in texts]
    refuse_one_class(pairs, path.name)
    return pairs


def read_languages(path: Path) -> list[Pair]:
    """Pairs of a file with ``language``, ``premise``, ``hypothesis`` and the true ``relation`` a
    line; ``source`` is the language."""
    pairs = []
    for number, row in lines_of(path):
        texts = [row.get(name) for name in ("language", "premise", "hypothesis")]
        if row.get("relation") not in LABELS or not all(isinstance(text, str) for text in texts):
            raise BadTrainingData(
                f"{path.name}, line {number}: language, premise and hypothesis must be text, and "
                f"relation one of {', '.join(LABELS)}."
            )
        language, premise, hypothesis = map(str, texts)
        target = TARGETS[str(row["relation"])]
        pairs.append(Pair(premise, hypothesis, target, premise, language))
    return pairs


def refuse_one_class(pairs: Sequence[Pair], name: str) -> None:
    """Refuse a file from which nothing can be learned."""
    found = {pair.target for pair in pairs}
    if len(found) < 2:
        names = (
            ", ".join(LABELS[target] for target in found if target < len(LABELS))
            or "no label at all"
        )
        raise BadTrainingData(
            f"{name}: it holds {names} only; at least two labels are needed to learn from."
        )


def share_of(group: str, *, seed: int) -> float:
    """A fixed number in [0, 1) for a group: the same on every machine and in every order."""
    digest = hashlib.blake2b(f"{seed}:{group}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") / 2**64


def without_groups(pairs: Iterable[Pair], groups: set[str]) -> list[Pair]:
    """Pairs none of whose two statements is one of ``groups`` (no leak from the checks)."""
    return [pair for pair in pairs if pair.premise not in groups and pair.hypothesis not in groups]


def sample(pairs: Sequence[Pair], count: int, *, seed: int) -> list[Pair]:
    """At most ``count`` pairs, drawn without repetition."""
    return random.Random(seed).sample(list(pairs), min(count, len(pairs)))  # noqa: S311 (no secret)
