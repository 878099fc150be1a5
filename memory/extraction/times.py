"""Time expressions of everyday speech, as intervals in UTC.

A small grammar: a table of patterns, each with a function that turns its match into an interval
relative to the moment of speaking in the speaker's zone. Days begin at local midnight.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from memory.extraction import calendar_words as words


class TimeKind(StrEnum):
    """What an expression says about the statement it stands in."""

    SINCE = "since"  # began then and goes on: "since 2019", "six years now"
    UNTIL = "until"  # holds until then: "until Friday"
    FOR = "for"  # holds for that long, from now on: "for six weeks"
    FROM = "from"  # begins then: "from June", "starting next week"
    PAST = "past"  # lay then: "last March", "two years ago"
    NOW = "now"  # lies around now: "this week", "today"
    AHEAD = "ahead"  # lies ahead: "next week", "tomorrow", "on Friday"


@dataclass(frozen=True, slots=True, kw_only=True)
class Interval:
    """An expression with what it means. `start` and `end` are aware, in UTC; None is open."""

    kind: TimeKind
    start: datetime | None
    end: datetime | None
    span: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Moment:
    """When and where something was said. look: where "in March" lies, ahead or back."""

    said_at: datetime
    zone: ZoneInfo
    look: words.Look = "ahead"

    @property
    def today(self) -> date:
        return self.said_at.astimezone(self.zone).date()

    def midnight(self, day: date) -> datetime:
        """The first instant of that local day, in UTC."""
        return datetime.combine(day, time.min, tzinfo=self.zone).astimezone(UTC)


EARLIEST, LATEST = date(1900, 1, 1), date(2200, 1, 1)
"""What no memory reaches beyond; the API takes no other times either."""

Reading = tuple[TimeKind, date | None, date | None]


def find_times(
    text: str, *, said_at: datetime, zone: ZoneInfo, look: words.Look = "ahead"
) -> list[Interval]:
    """Every time expression of the text, in order, none overlapping.

    look: where a point lies that comes round again, such as "in March" or "on Friday".
    Raises ValueError where `said_at` is naive.
    """
    if said_at.tzinfo is None:
        raise ValueError("said_at must carry a time zone.")
    moment = Moment(said_at, zone, look)
    found: list[Interval] = []
    for pattern, read in _GRAMMAR:
        for match in pattern.finditer(text):
            if any(match.start() < i.span[1] and i.span[0] < match.end() for i in found):
                continue
            interval = _interval(match, read, moment)
            if interval is not None:
                found.append(interval)
    return sorted(found, key=lambda interval: interval.span)


def without_times(text: str, intervals: list[Interval]) -> str:
    """The text with the expressions cut out and the spaces and commas mended."""
    for interval in sorted(intervals, key=lambda i: i.span, reverse=True):
        start, end = interval.span
        text = text[:start] + " " + text[end:]
    text = re.sub(r"\s+", " ", text)
    text = re.sub(r"(?:\s*,)*\s*,\s*([.!?]|$)", r"\1", text)
    return re.sub(r"\s+([.,!?])", r"\1", text).strip(" ,")


def _interval(
    match: re.Match[str], read: Callable[[re.Match[str], Moment], Reading | None], moment: Moment
) -> Interval | None:
    try:
        reading = read(match, moment)
    except (ValueError, OverflowError):  # "30 February", "since 99999 years"
        return None
    if reading is None:
        return None
    kind, start, end = reading
    if any(day is not None and not EARLIEST <= day < LATEST for day in (start, end)):
        return None  # "vegan for 999 years", "until the year 9999"
    return Interval(
        kind=kind,
        start=moment.said_at.astimezone(UTC)
        if start is None and kind is TimeKind.FOR
        else _at(start, moment),
        end=_at(end, moment),
        span=match.span(),
    )


def _at(day: date | None, moment: Moment) -> datetime | None:
    return None if day is None else moment.midnight(day)


# Readings -------------------------------------------------------------------------------------


def _back(match: re.Match[str], moment: Moment) -> Reading:
    """ "six years now", "for the past two months": began that long ago."""
    return TimeKind.SINCE, words.shift(moment.today, match["n"], match["unit"], -1), None


def _ago(match: re.Match[str], moment: Moment) -> Reading:
    day = words.shift(moment.today, match["n"], match["unit"], -1)
    return TimeKind.PAST, day, day + timedelta(days=1)


def _since(match: re.Match[str], moment: Moment) -> Reading | None:
    days = _point(match["point"], moment, "back")
    return None if days is None else (TimeKind.SINCE, days[0], None)


def _until(match: re.Match[str], moment: Moment) -> Reading | None:
    days = _point(match["point"], moment, "ahead")
    return None if days is None else (TimeKind.UNTIL, None, days[1])


def _until_its_end(match: re.Match[str], moment: Moment) -> Reading | None:
    """ "until the end of the month": of the one in which it is said."""
    days = _point(f"this {match['period']}", moment, "ahead")
    return None if days is None else (TimeKind.UNTIL, None, days[1])


def _from(match: re.Match[str], moment: Moment) -> Reading | None:
    days = _point(match["point"], moment, "ahead")
    if days is None:
        return None
    if days[0] <= moment.today:
        return TimeKind.SINCE, days[0], None
    return TimeKind.FROM, days[0], None


def _duration(match: re.Match[str], moment: Moment) -> Reading:
    """ "for six weeks", "over the next two months": holds from now for that long."""
    end = words.shift(moment.today, match["n"], match["unit"], +1)
    return TimeKind.FOR, None, end


def _within(match: re.Match[str], moment: Moment) -> Reading:
    day = words.shift(moment.today, match["n"], match["unit"], +1)
    return TimeKind.AHEAD, day, day + timedelta(days=1)


def _bare(match: re.Match[str], moment: Moment) -> Reading | None:
    """A point without a preposition that gives its direction."""
    days = _point(match["point"], moment, moment.look)
    if days is None:
        return None
    kind = TimeKind.NOW
    if days[1] <= moment.today:
        kind = TimeKind.PAST
    elif days[0] > moment.today:
        kind = TimeKind.AHEAD
    return kind, days[0], days[1]


def _point(text: str, moment: Moment, look: words.Look) -> words.Days | None:
    """The days that a point such as "last March" or "the 9th" names; None where it names none."""
    for pattern, read in words.POINTS:
        match = pattern.fullmatch(text.strip().lower())
        if match:
            return read(match, moment.today, look)
    return None


# Grammar: longer forms first, since an expression that overlaps a found one is passed over -----


def _compiled() -> Iterator[
    tuple[re.Pattern[str], Callable[[re.Match[str], Moment], Reading | None]]
]:
    count, point, bound = words.COUNT, words.POINT, words.BOUND
    about = r"(?:about |around |roughly |almost |nearly |over |some )?"
    until = r"(?:until|till|til|'til|through|up to)"
    end_of = r"(?:the )?(?:very )?end of "
    for pattern, read in (
        (rf"(?:for )?(?:the )?(?:last|past) {count}(?: now)?", _back),
        (rf"(?:for )?{about}{count} (?:now|already|so far)", _back),
        (rf"since {about}{count} ago", _back),
        (rf"{about}{count} (?:ago|back)", _ago),
        (rf"(?:ever )?since (?:about |around |early |late |mid-?)?(?P<point>{bound})", _since),
        # What holds until May holds until its end, whether that is said or not.
        (rf"{until} (?:{end_of})?(?P<point>{bound})", _until),
        (rf"{until} {end_of}the (?P<period>weekend|week|month|quarter|year)", _until_its_end),
        (
            rf"(?:until|till|til|'til) (?!(?:{bound})\b)[a-z][\w' -]{{2,40}}? (?:on|in|at|by) (?P<point>{bound})",
            _until,
        ),
        (
            rf"(?:from|starting|as of|as from|effective|beginning|with effect from)"
            rf"(?: on)? (?P<point>{point})(?: on(?:wards?)?)?(?! to\b)",
            _from,
        ),
        (rf"(?:over|for|during|in) the next {count}", _duration),
        (rf"for (?:at least |another )?{about}{count}", _duration),
        (rf"in {about}{count}(?:'s? time)?", _within),
        (rf"(?:back in|in|on|at|during|by|before|this coming) (?P<point>{point})", _bare),
        (rf"(?P<point>{words.PLAIN_POINT})", _bare),
    ):
        yield (
            re.compile(
                rf"(?<![\w'-]){pattern}(?![\w-]|,? [03-9]\d{{3}}\b|,? 2[1-9]\d\d\b)", re.IGNORECASE
            ),
            read,
        )


_GRAMMAR = tuple(_compiled())
