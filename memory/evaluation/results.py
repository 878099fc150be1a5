"""What an evaluation found: counts, in total and by kind, the kept-aside part apart. Pure."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from memory.evaluation.case_files import PARTS, Part

Plain = dict[str, object]


@dataclass(slots=True)
class Results:
    """What was counted.

    noun: the group that every case belongs to ("cases"). figures: each figure's name with the
    group of cases that its share is taken of. by: what a kind is called.
    """

    noun: str
    figures: Mapping[str, str]
    by: str = "kind"
    totals: dict[Part, Counter[str]] = field(default_factory=dict)
    kinds: dict[Part, dict[str, Counter[str]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for part in PARTS:
            self.totals[part], self.kinds[part] = Counter(), {}

    def add(self, part: Part, kinds: Iterable[str], counted: Iterable[str]) -> None:
        """Count a case: the names of the groups that it belongs to and of the figures that it
        counts towards, each as often as it is named. A case of several kinds counts in each."""
        counts = Counter(counted)
        self.totals[part].update(counts)
        for kind in set(kinds):
            self.kinds[part].setdefault(kind, Counter()).update(counts)

    def as_dict(self) -> Plain:
        """All counts and shares as plain values for JSON."""
        return {
            part.name.lower(): {
                self.noun: self.totals[part][self.noun],
                "totals": self._shares(self.totals[part]),
                f"by_{self.by}": {
                    kind: self._shares(counts) for kind, counts in sorted(self.kinds[part].items())
                },
            }
            for part in PARTS
        }

    def _shares(self, counts: Counter[str]) -> Plain:
        return {
            figure: {
                "count": counts[figure],
                "of": counts[group],
                "share": share(counts, figure, group),
            }
            for figure, group in self.figures.items()
        }


def share(counts: Counter[str], figure: str, group: str) -> float | None:
    """A figure as a share of its group; None of an empty one."""
    return round(counts[figure] / counts[group], 4) if counts[group] else None


def tables(results: Results) -> Iterator[str]:
    """The totals, one line a figure, then for each part one line a kind."""
    yield from totals_table(results)
    for part in PARTS:
        if results.kinds[part]:
            yield ""
            yield from kinds_table(results, part)


def totals_table(results: Results) -> Iterator[str]:
    """One line a figure: count, of how many, share; the parts side by side."""
    heads = [f"{part} ({results.totals[part][results.noun]} {results.noun})" for part in PARTS]
    yield f"{'':18}" + "".join(f"{head:>28}" for head in heads)
    for figure, group in results.figures.items():
        cells = (_cell(results.totals[part], figure, group) for part in PARTS)
        yield f"{figure:18}" + "".join(f"{cell:>28}" for cell in cells)


def _cell(counts: Counter[str], figure: str, group: str) -> str:
    part = share(counts, figure, group)
    percent = f"{part:8.1%}" if part is not None else f"{'-':>8}"
    return f"{counts[figure]:4} of {counts[group]:4} {percent}"


def kinds_table(results: Results, part: Part) -> Iterator[str]:
    """One line a kind: the count of every figure, of how many; nothing where there are none."""
    widths = {figure: max(len(figure), 7) for figure in results.figures}
    yield f"{part}, by {results.by:12}".ljust(26) + "  ".join(
        f"{figure:>{width}}" for figure, width in widths.items()
    )
    for kind, counts in sorted(results.kinds[part].items()):
        cells = (
            f"{counts[figure]}/{counts[group]}" if counts[group] else ""
            for figure, group in results.figures.items()
        )
        row = "  ".join(
            f"{cell:>{width}}" for cell, width in zip(cells, widths.values(), strict=True)
        )
        yield f"{kind[:24]:26}{row}".rstrip()


def side_by_side(columns: Mapping[str, Results]) -> Iterator[str]:
    """For each part one line a figure and one column of shares for each of several results."""
    any_of = next(iter(columns.values()))
    width = max(len(name) for name in columns) + 3
    for place, part in enumerate(PARTS):
        if place:
            yield ""
        title = f"{part} ({any_of.totals[part][any_of.noun]})"
        yield f"{title:18}" + "".join(f"{name:>{width}}" for name in columns)
        for figure, group in any_of.figures.items():
            parts = (share(results.totals[part], figure, group) for results in columns.values())
            cells = (f"{one:.1%}" if one is not None else "-" for one in parts)
            yield f"{figure:18}" + "".join(f"{cell:>{width}}" for cell in cells)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What an evaluation found: the lines to print, the same for programs, and what was wrong."""

    lines: Sequence[str]
    plain: Plain
    faults: Sequence[str] = ()

    def printed(self, *, as_json: bool = False, faults: int = 0) -> str:
        """The text to print, with that many faults beneath."""
        shown = list(self.faults[:faults])
        if as_json:
            return json.dumps({**self.plain, **({"faults": shown} if shown else {})}, indent=2)
        more = len(self.faults) - len(shown)
        rest = [f"… and {more} more."] if shown and more else []
        return "\n".join([*self.lines, *(f"\n{fault}" for fault in shown), *rest])
