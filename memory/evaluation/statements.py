"""How well messages are labelled by each way of labelling them: its figures, and its faults.

Keep is measured on every message, all else on those that hold something to keep, whatever was
said of keeping. Where a message holds several claims, its first one counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from memory.errors import InvalidError
from memory.evaluation.case_files import Part
from memory.evaluation.results import Plain, Report
from memory.evaluation.statement_ways import Places, by_model, by_rules, together
from memory.inference.statement_files import WEIGHTS
from memory.inference.statement_labels import HEADS
from memory.training.statement_data import ASIDE_AT, ASIDE_EVERY, Labelled, read_labelled

# The heads of two words are measured by the F1 of the second word, the others by the mean of all.
POSITIVE = {"keep": 1, "about": 1}


@dataclass(frozen=True, slots=True)
class Figure:
    """One head's figures: F1 of the positive word or macro-F1, and the share of right answers."""

    head: str
    f1: float
    accuracy: float
    messages: int

    @property
    def name(self) -> str:
        """What the F1 is of."""
        positive = POSITIVE.get(self.head)
        if positive is None:
            return f"{self.head} macro-F1"
        return f"{self.head} F1 ({list(HEADS[self.head])[positive].value})"


def statements_report(
    file: Path, *, kept_aside: bool = False, unseen: bool = False, folder: Path | None = None
) -> Report:
    """The figures of a file of labelled messages.

    kept_aside: only of the lines that training leaves out. unseen: of all lines together, and no
    faults are shown, since nothing was built on this file. folder: the model's, where it is not
    the shipped one. Raises BadTrainingData, InvalidError, UnavailableError or OSError where the
    file or the model cannot be used.
    """
    rows = read_labelled(file)
    if not rows:
        raise InvalidError(f"{file} holds no labelled message.")
    parts = _parts(len(rows), kept_aside=kept_aside, unseen=unseen)
    messages = [row.message for row in rows]
    rules, heads = by_rules(messages), by_model(messages, folder=folder or WEIGHTS)
    ways = {"rules": rules, "heads": heads, "together": together(rules, heads)}
    lines: list[str] = []
    plain: Plain = {}
    for part, members in parts.items():
        own = [rows[at] for at in members]
        said = {
            name: {head: places[members] for head, places in way.items()}
            for name, way in ways.items()
        }
        columns = {name: figures(own, places) for name, places in said.items()}
        kinds = kept_rightly(own, said)
        lines += [*([""] if lines else []), f"{part} ({len(own)} messages)"]
        lines += [*table(columns), "", *kinds_table(kinds)]
        plain[part.name.lower()] = _plain(columns, kinds)
    return Report(
        lines=lines, plain=plain, faults=[] if kept_aside or unseen else _shown(rows, heads)
    )


def _parts(count: int, *, kept_aside: bool, unseen: bool) -> dict[Part, list[int]]:
    """The places of the lines of each part."""
    if unseen:
        return {Part.UNSEEN: list(range(count))}
    aside = [at for at in range(count) if _is_aside(at)]
    trained = [at for at in range(count) if not _is_aside(at)]
    return (
        {Part.KEPT_ASIDE: aside} if kept_aside else {Part.BUILT_ON: trained, Part.KEPT_ASIDE: aside}
    )


def _is_aside(at: int) -> bool:
    """Whether training leaves the line out, counted from 0."""
    return at % ASIDE_EVERY == ASIDE_AT


def _shown(rows: Sequence[Labelled], said: Places) -> list[str]:
    """The faults of lines that neither training nor the rules of extraction keep aside."""
    open_ones = [at for at in range(len(rows)) if Part.of_line(at + 1) is Part.BUILT_ON]
    places = {head: found[open_ones] for head, found in said.items()}
    return list(faults([rows[at] for at in open_ones], places))


def _plain(columns: Mapping[str, Sequence[Figure]], kinds: Mapping[str, Kind]) -> Plain:
    figures_by_way = {name: [asdict(one) for one in found] for name, found in columns.items()}
    return {**figures_by_way, "by_kind": {name: asdict(kind) for name, kind in kinds.items()}}


@dataclass(frozen=True, slots=True)
class Kind:
    """How many messages there are of a kind, and how many of them each way of labelling keeps or
    drops rightly."""

    messages: int
    right: Mapping[str, int]


def kept_rightly(rows: Sequence[Labelled], ways: Mapping[str, Places]) -> dict[str, Kind]:
    """For the scope of what each message holds, or "nothing to keep"."""
    keep, scopes = list(HEADS).index("keep"), list(HEADS).index("scope")
    members: dict[str, list[int]] = {}
    for at, row in enumerate(rows):
        scope = row.places[scopes] if row.is_kept else -1
        name = list(HEADS["scope"])[scope].value if scope >= 0 else "nothing to keep"
        members.setdefault(name, []).append(at)
    return {
        name: Kind(
            len(places),
            {
                way: sum(int(said["keep"][at]) == rows[at].places[keep] for at in places)
                for way, said in ways.items()
            },
        )
        for name, places in sorted(members.items())
    }


def kinds_table(kinds: Mapping[str, Kind]) -> Iterator[str]:
    """One line a kind: the share that each way of labelling keeps or drops rightly."""
    ways = next(iter(kinds.values())).right if kinds else ()
    yield f"{'kept or dropped rightly':22}{'messages':>8}" + "".join(f"{way:>20}" for way in ways)
    for name, kind in kinds.items():
        shares = "".join(f"{right / kind.messages:>20.3f}" for right in kind.right.values())
        yield f"{name:22}{kind.messages:>9}{shares}"


def figures(rows: Sequence[Labelled], said: Places) -> list[Figure]:
    """The figures of every head."""
    right = np.array([row.places for row in rows], dtype=np.int64).reshape(len(rows), len(HEADS))
    return [
        _figure(head, right[known, at], said[head][known])
        for at, head in enumerate(HEADS)
        for known in [right[:, at] >= 0]
    ]


def _figure(head: str, right: NDArray[np.int64], said: NDArray[np.int64]) -> Figure:
    if head in POSITIVE:
        score = f1(right, said, POSITIVE[head])
    else:
        # A word that the labels never use has no F1.
        score = float(np.mean([f1(right, said, int(word)) for word in np.unique(right)] or [0.0]))
    accuracy = float((right == said).mean()) if len(right) else 0.0
    return Figure(head, score, accuracy, len(right))


def f1(right: NDArray[np.int64], said: NDArray[np.int64], word: int) -> float:
    """Harmonic mean of precision and recall of one word; 0 where it is neither said nor right."""
    hits = int(((right == word) & (said == word)).sum())
    return 2 * hits / max(1, int((right == word).sum()) + int((said == word).sum()))


def table(columns: Mapping[str, Sequence[Figure]]) -> list[str]:
    """One line a head, one column of F1 and accuracy for each way of labelling."""
    lines = [f"{'':22}{'messages':>9}" + "".join(f"{name:>20}" for name in columns)]
    for row in zip(*columns.values(), strict=True):
        scores = "".join(f"{one.f1:>11.3f} ({one.accuracy:.3f})" for one in row)
        lines.append(f"{row[0].name:22}{row[0].messages:>9}{scores}")
    return lines


def faults(rows: Sequence[Labelled], said: Places) -> Iterator[str]:
    """One line for each message of which something important is said wrongly."""
    for at, row in enumerate(rows):
        wrong = [
            f"{head} {words.values[said[head][at]]} (right: {words.values[place]})"
            for (head, words), place in zip(HEADS.items(), row.places, strict=True)
            if place >= 0 and said[head][at] != place and head not in ("importance", "lifetime")
        ]
        if wrong and (said["keep"][at] == 1 or row.is_kept):
            yield f"{row.message.text}\n    {'; '.join(wrong)}"
