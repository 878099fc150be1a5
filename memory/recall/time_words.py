"""The time that a question is about: "last spring", "in May", "two weeks ago". Pure."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from memory.extraction.calendar_words import (
    COUNT,
    PLAIN_POINT,
    POINT,
    POINTS,
    SEASONS,
    UNITS,
    Days,
    add_months,
    shift,
)

_NAMED = re.compile(
    rf"\b(?:(?:in|on|during|over|around|throughout|of|from|back in|early|late|mid) (?P<preposed>{POINT})"
    rf"|(?P<plain>{PLAIN_POINT}))\b"
)
_AGO = re.compile(rf"\b{COUNT} ago\b")
_SEASON_OF_YEAR = re.compile(
    rf"\b(?P<season>{'|'.join(SEASONS)})(?: of)? (?P<year>(?:19|20)\d\d)\b"
)
# A month without a year is the last one in a question about the past, and the next one here.
_AHEAD = re.compile(
    r"\b(?:will|shall|should|could|would|can|may i|going to|gonna|plan|planning|next|upcoming|book)\b"
)


def asked_span(query: str, now: datetime, zone: ZoneInfo) -> tuple[datetime, datetime] | None:
    """The time that the query asks about, its end excluded; None where it names none.

    zone: where the person lives, whose days are meant.
    """
    days = asked_days(query, now.astimezone(zone).date())
    if days is None:
        return None
    first, after = (datetime.combine(day, time(), tzinfo=zone) for day in days)
    return first, after


def asked_days(query: str, today: date) -> Days | None:
    """The days that a question about the past names, as the first one and the first one after.

    None where it names none, or where they have not begun before today: "tonight" and "next week"
    are no memories. today: where the person lives.
    """
    days = _named(query.lower(), today)
    if days is None or days[0] >= today:
        return None
    return days[0], min(days[1], today + timedelta(days=1))


def _named(said: str, today: date) -> Days | None:
    if season := _SEASON_OF_YEAR.search(said):
        first = date(int(season["year"]), SEASONS[season["season"]], 1)
        return first, add_months(first, 3)
    if ago := _AGO.search(said):
        return _around(ago, today)
    for match in _NAMED.finditer(said):
        if match["preposed"] and _AHEAD.search(said):
            continue
        days = _read(match["plain"] or match["preposed"], today)
        if days is not None:
            return days
    return None


def _read(words: str, today: date) -> Days | None:
    for form, read in POINTS:
        match = form.fullmatch(words)
        if match is not None:
            try:
                return read(match, today, "back")
            except (ValueError, OverflowError):
                return None
    return None


def _around(match: re.Match[str], today: date) -> Days | None:
    """ "Three months ago" is that month with the one before and after, "two days ago" a day."""
    try:
        day = shift(today, match["n"], match["unit"], -1)
    except (ValueError, OverflowError):
        return None
    match UNITS[match["unit"]]:
        case "day":
            return day, day + timedelta(days=1)
        case "week" | "fortnight":
            return day - timedelta(days=4), day + timedelta(days=5)
        case "month":
            first = day.replace(day=1)
            return add_months(first, -1), add_months(first, 2)
        case _:
            return add_months(day, -6), add_months(day, 6)
