"""Charts as shapes that a template draws, with the numbers as a table behind them. Pure.

A chart is drawn in units of its own, `WIDTH` wide; the page scales it. Colours belong to the
template: a shape knows only which series it is of.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta

WIDTH, HEIGHT = 360.0, 130.0
"""Of the plot, in the picture's own units."""
ROW = 30.0
"""The height of a lying bar with its label."""
LABELS = 6
"""Labels that find a place beneath a plot."""
MISSING = "–"  # noqa: RUF001 (a dash for "none")

Written = Callable[[float], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Series:
    """One value for each label; None where there is none."""

    name: str
    values: Sequence[float | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """A rectangle. `series` counts from 1; `title` says what it stands for."""

    x: float
    y: float
    width: float
    height: float
    series: int
    title: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Dot:
    """A value of a line."""

    x: float
    y: float
    series: int
    title: str


@dataclass(frozen=True, slots=True)
class Path:
    """A line through neighbouring values, as the points of a polyline."""

    points: str
    series: int


@dataclass(frozen=True, slots=True)
class Tick:
    """A label and its place on an axis."""

    at: float
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the table."""

    label: str
    cells: Sequence[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Chart:
    """A drawn chart.

    names: of the series, in order. across: labels below the plot; up: labels at its side;
    beside: labels of lying bars, each above its bar.
    """

    names: Sequence[str]
    rows: Sequence[Row]
    height: float
    bars: Sequence[Bar] = ()
    paths: Sequence[Path] = ()
    dots: Sequence[Dot] = ()
    across: Sequence[Tick] = ()
    up: Sequence[Tick] = ()
    beside: Sequence[Tick] = ()
    width: float = WIDTH

    @property
    def is_empty(self) -> bool:
        """Whether there is nothing to draw."""
        return not (self.bars or self.dots)


def whole(value: float) -> str:
    """A count: 1,204."""
    return f"{value:,.0f}" if value == round(value) else f"{value:,.1f}"


def share(value: float) -> str:
    """A share from 0 to 1 as a percentage; a small one is not rounded away."""
    percentage = value * 100
    return f"{percentage:.1f} %" if 0 < percentage < 10 else f"{percentage:.0f} %"


def duration(hours: float) -> str:
    """A time in hours, in the unit that people would use."""
    minutes = timedelta(hours=hours) / timedelta(minutes=1)
    if minutes < 1:
        return "0 min" if minutes == 0 else "under 1 min"
    if minutes < 90:
        return f"{minutes:.0f} min"
    return f"{hours:.1f} h" if hours < 48 else f"{hours / 24:.1f} days"


def stacked(labels: Sequence[str], series: Sequence[Series], *, written: Written = whole) -> Chart:
    """Standing bars, one for each label, with the series on top of each other."""
    top = nice_top(max(_sums(labels, series), default=0.0))
    step = WIDTH / max(len(labels), 1)
    bars: list[Bar] = []
    for at, label in enumerate(labels):
        below = 0.0
        for number, one in enumerate(series, 1):
            value = one.values[at]
            if not value:
                continue
            below += value
            bars.append(
                Bar(
                    x=_rounded(at * step + step * 0.1),
                    y=_rounded(HEIGHT - below / top * HEIGHT),
                    width=_rounded(step * 0.8),
                    height=_rounded(value / top * HEIGHT),
                    series=number,
                    title=f"{label}, {one.name}: {written(value)}",
                )
            )
    return Chart(
        names=[one.name for one in series],
        rows=_table(labels, series, written),
        height=HEIGHT,
        bars=bars,
        across=_across(labels, step),
        up=_up(top, written),
    )


def lines(labels: Sequence[str], series: Sequence[Series], *, written: Written = whole) -> Chart:
    """A line for each series; it is broken where a value is missing."""
    known = [value for one in series for value in one.values if value is not None]
    top = nice_top(max(known, default=0.0))
    step = WIDTH / max(len(labels), 1)
    paths: list[Path] = []
    dots: list[Dot] = []
    for number, one in enumerate(series, 1):
        run: list[str] = []
        for at, value in enumerate([*one.values, None]):
            if value is None:
                paths += [Path(" ".join(run), number)] if len(run) > 1 else []
                run = []
                continue
            x, y = _rounded((at + 0.5) * step), _rounded(HEIGHT - value / top * HEIGHT)
            run.append(f"{x},{y}")
            title = f"{labels[at]}, {one.name}: {written(value)}"
            dots.append(Dot(x=x, y=y, series=number, title=title))
    return Chart(
        names=[one.name for one in series],
        rows=_table(labels, series, written),
        height=HEIGHT,
        paths=paths,
        dots=dots,
        across=_across(labels, step),
        up=_up(top, written),
    )


def lying(
    labels: Sequence[str],
    series: Sequence[Series],
    *,
    written: Written = whole,
    top: float | None = None,
    notes: Sequence[str] = (),
) -> Chart:
    """Lying bars, one for each label, with the series beside each other.

    top: what the whole width stands for, the longest bar if None. notes: a remark to each label.
    """
    whole_width = top or max(_sums(labels, series), default=0.0) or 1.0
    bars: list[Bar] = []
    for at, label in enumerate(labels):
        left = 0.0
        for number, one in enumerate(series, 1):
            value = one.values[at]
            if not value:
                continue
            width = value / whole_width * WIDTH
            bars.append(
                Bar(
                    x=_rounded(left),
                    y=at * ROW + 15,
                    width=_rounded(width),
                    height=10,
                    series=number,
                    title=f"{label}, {one.name}: {written(value)}",
                )
            )
            left += width
    remarks = [f" · {note}" for note in notes] or [""] * len(labels)
    return Chart(
        names=[one.name for one in series],
        rows=_table(labels, series, written),
        height=len(labels) * ROW,
        bars=bars,
        beside=[
            Tick(at * ROW + 11, label + remark)
            for at, (label, remark) in enumerate(zip(labels, remarks, strict=True))
        ],
    )


def nice_top(value: float) -> float:
    """The lowest of 1, 2, 4 or 5 times a power of ten that is not below the value; 1 for none."""
    if value <= 0:
        return 1.0
    power: float = 10.0 ** math.floor(math.log10(value))
    return next(step * power for step in (1, 2, 4, 5, 10) if step * power >= value * (1 - 1e-9))


def _sums(labels: Sequence[str], series: Sequence[Series]) -> list[float]:
    return [sum(one.values[at] or 0.0 for one in series) for at in range(len(labels))]


def _table(labels: Sequence[str], series: Sequence[Series], written: Written) -> list[Row]:
    return [
        Row(
            label,
            [MISSING if value is None else written(value) for value in _values(series, at)],
        )
        for at, label in enumerate(labels)
    ]


def _values(series: Sequence[Series], at: int) -> list[float | None]:
    return [one.values[at] for one in series]


def _across(labels: Sequence[str], step: float) -> list[Tick]:
    """Some of the labels at even distances, the last one always: it is the newest."""
    every = math.ceil(len(labels) / LABELS) if labels else 1
    first = (len(labels) - 1) % every
    shown = range(first, len(labels), every)
    return [Tick(_rounded((at + 0.5) * step), labels[at]) for at in shown]


def _up(top: float, written: Written) -> list[Tick]:
    """The middle and the top of the scale; a count has no half where the top is one."""
    marks = (top,) if top == 1 and written is whole else (top / 2, top)
    return [Tick(_rounded(HEIGHT - mark / top * HEIGHT), written(mark)) for mark in marks]


def _rounded(value: float) -> float:
    return round(value, 1)
