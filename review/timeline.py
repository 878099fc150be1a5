"""A person's memory along time: when each statement held, and what took its place. Pure.

A track is a chain: its memories are bars from left to right, each a step below the one that it
superseded. Everything is in units of the picture, `WIDTH` wide.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from memory.models import Memory
from review.listings.chains import Version
from review.times import day

WIDTH = 1000.0
STEP = 8
"""How far a newer memory stands below the one that it superseded."""
THIN = 4.0
"""The least width of a bar: a memory that held for an hour is still seen."""
LABELS = 5
SHORTEST = timedelta(days=30)
"""How far back the picture goes at least."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scale:
    """The time that is shown. begin < end; what lies outside is cut off at the edge."""

    begin: datetime
    end: datetime

    def at(self, moment: datetime) -> float:
        """Where the moment lies, from 0 to WIDTH."""
        share = (moment - self.begin) / (self.end - self.begin)
        return round(min(max(share, 0.0), 1.0) * WIDTH, 1)

    @property
    def labels(self) -> list[str]:
        """Dates at even distances, from the beginning to the end."""
        apart = (self.end - self.begin) / (LABELS - 1)
        return [day(self.begin + at * apart, self.end) for at in range(LABELS)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """When one memory held. kind: `current`, `ended` or `later`."""

    memory: Memory
    x: float
    y: int
    width: float
    kind: str
    said: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Track:
    """A chain with its bars, the oldest first. newest: what the row is named after."""

    newest: Memory
    bars: Sequence[Bar]
    height: int

    @property
    def said(self) -> str:
        """The whole track in words."""
        return "; ".join(bar.said for bar in self.bars)


def begun_at(memory: Memory) -> datetime:
    """Since when it holds: as told, else since it was said."""
    return memory.valid_from or memory.said_at


def scale_of(versions: Iterable[Version], now: datetime, *, days: int | None = None) -> Scale:
    """From the first beginning, or `days` ago, to now; further where something lies ahead, but
    never so far that the past is squeezed into less than three quarters. What begins later still
    stands at the edge."""
    memories = [m for version in versions for m in (version.memory, *version.older)]
    first = min((begun_at(m) for m in memories), default=now)
    begin = max(first, now - timedelta(days=days)) if days else first
    begin = min(begin, now - SHORTEST)
    ahead = [moment for m in memories for moment in (m.valid_from, m.valid_until) if moment]
    end = min(max([now, *ahead]), now + (now - begin) / 3)
    return Scale(begin=begin, end=end)


def tracks(versions: Iterable[Version], scale: Scale, now: datetime) -> list[Track]:
    """The chains of which a part lies in the time that is shown, in the order of `versions`."""
    drawn = [_track(version, scale, now) for version in versions]
    return [track for track in drawn if track.bars]


def _track(version: Version, scale: Scale, now: datetime) -> Track:
    chain = [*reversed(version.older), version.memory]
    shown = [m for m in chain if _ended_at(m, scale) >= scale.begin]
    return Track(
        newest=version.memory,
        bars=[_bar(m, place, scale, now) for place, m in enumerate(shown)],
        height=STEP * max(len(shown), 1) + 4,
    )


def _ended_at(memory: Memory, scale: Scale) -> datetime:
    return memory.valid_until or scale.end


def _bar(memory: Memory, place: int, scale: Scale, now: datetime) -> Bar:
    begun, ended = begun_at(memory), _ended_at(memory, scale)
    x = min(scale.at(begun), WIDTH - THIN)
    width = max(scale.at(ended) - x, THIN)
    return Bar(
        memory=memory,
        x=x,
        y=place * STEP + 2,
        width=round(width, 1),
        kind=_kind(memory, begun, now),
        said=_in_words(memory, begun, now),
    )


def _kind(memory: Memory, begun: datetime, now: datetime) -> str:
    if memory.valid_until is not None and memory.valid_until <= now:
        return "ended"
    return "later" if begun > now else "current"


def _in_words(memory: Memory, begun: datetime, now: datetime) -> str:
    if memory.valid_until is None:
        lead = "from" if begun > now else "since"
        return f"{memory.content} {lead} {day(begun, now)}"
    return f"{memory.content} {day(begun, now)} to {day(memory.valid_until, now)}"
