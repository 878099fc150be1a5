"""The words for numbers, units, months and days, and the points in time they make."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Callable
from datetime import date, timedelta
from typing import Literal

Days = tuple[date, date]  # the first day and the first day after
Look = Literal["ahead", "back"]  # where to look for a point that comes round again
ReadPoint = Callable[[re.Match[str], date, Look], Days | None]

NUMBERS = {
    "a couple of": 2, "couple of": 2, "a few": 3, "few": 3, "several": 4, "a": 1, "an": 1,
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "fifteen": 15, "eighteen": 18, "twenty": 20,
}  # fmt: skip
UNITS = {
    "day": "day", "days": "day", "night": "day", "nights": "day", "week": "week", "weeks": "week",
    "wk": "week", "wks": "week", "fortnight": "fortnight", "fortnights": "fortnight",
    "month": "month", "months": "month", "mths": "month", "year": "year", "years": "year",
    "yr": "year", "yrs": "year", "decade": "decade", "decades": "decade",
}  # fmt: skip
MONTHS = {
    name: number
    for number, names in enumerate(
        (
            "january jan", "february feb", "march mar", "april apr", "may", "june jun", "july jul",
            "august aug", "september sept sep", "october oct", "november nov", "december dec",
        ),
        start=1,
    )
    for name in names.split()
}  # fmt: skip
WEEKDAYS = {
    name: number
    for number, names in enumerate(
        ("monday mon", "tuesday tues tue", "wednesday wed weds", "thursday thurs thur thu",
         "friday fri", "saturday sat", "sunday sun")
    )
    for name in names.split()
}  # fmt: skip
_GONE = ("last", "this past")
SEASONS = {"spring": 3, "summer": 6, "autumn": 9, "fall": 9, "winter": 12}


def _any(table: dict[str, int] | dict[str, str]) -> str:
    return "|".join(sorted(table, key=len, reverse=True))


_MONTH = rf"(?P<month>{_any(MONTHS)})"
_WEEKDAY = rf"(?P<weekday>{_any(WEEKDAYS)})"
_DAY = r"(?P<day>[0-3]?\d)(?:st|nd|rd|th)?"
_YEAR = r"(?P<year>(?:19|20)\d\d)"
_WHICH = r"(?P<which>last|this|next|this coming|this past|the coming)"

COUNT = rf"(?P<n>{_any(NUMBERS)}|\d{{1,3}}) (?P<unit>{_any(UNITS)})"


def shift(day: date, number: str, unit: str, sign: int) -> date:
    """The day that many units later (`sign` +1) or earlier (-1).

    Raises ValueError or OverflowError where the calendar does not reach that far.
    """
    count = sign * (int(number) if number.isdigit() else NUMBERS[number.lower()])
    match UNITS[unit.lower()]:
        case "day":
            return day + timedelta(days=count)
        case "week":
            return day + timedelta(weeks=count)
        case "fortnight":
            return day + timedelta(weeks=2 * count)
        case "month":
            return add_months(day, count)
        case "year":
            return add_months(day, 12 * count)
        case _:
            return add_months(day, 120 * count)


def add_months(day: date, count: int) -> date:
    """That many months later; the last of the month where the day does not exist there."""
    years, month = divmod(day.month - 1 + count, 12)
    year = day.year + years
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


def _one(day: date) -> Days:
    return day, day + timedelta(days=1)


def _month_of(year: int, month: int) -> Days:
    first = date(year, month, 1)
    return first, add_months(first, 1)


def _nearest_year(month: int, today: date, look: Look) -> int:
    """The year in which that month comes next, or came last; this month counts as both."""
    if look == "ahead":
        return today.year + (month < today.month)
    return today.year - (month > today.month)


def _read_relative_day(match: re.Match[str], today: date, _look: Look) -> Days:
    for words, offset in _RELATIVE_DAYS:
        if match[0].startswith(words):
            return _one(today + timedelta(days=offset))
    return _one(today)


_RELATIVE_DAYS = (
    ("the day after tomorrow", 2),
    ("the day before yesterday", -2),
    ("tomorrow", 1),
    ("yesterday", -1),
    ("last night", -1),
)


def _read_weekday(match: re.Match[str], today: date, look: Look) -> Days:
    which = match.groupdict().get("which") or ""
    ahead = (WEEKDAYS[match["weekday"]] - today.weekday()) % 7
    if which in _GONE or (look == "back" and which != "next"):
        return _one(today + timedelta(days=(ahead or 7) - 7 if ahead else -7))
    days = ahead or 7
    if which == "next" and days < 7 - today.weekday():
        days += 7  # "next Friday", said on a Monday, is not this week's
    return _one(today + timedelta(days=days))


def _read_period(match: re.Match[str], today: date, _look: Look) -> Days:
    """ "last week", "this month", "next year"."""
    step = {"last": -1, "this past": -1, "next": 1}.get(match["which"], 0)
    match match["period"]:
        case "week":
            monday = today - timedelta(days=today.weekday()) + timedelta(weeks=step)
            return monday, monday + timedelta(weeks=1)
        case "weekend":
            saturday = today + timedelta(days=5 - today.weekday()) + timedelta(weeks=step)
            return saturday, saturday + timedelta(days=2)
        case "month":
            first = add_months(today.replace(day=1), step)
            return first, add_months(first, 1)
        case "quarter":
            first = add_months(date(today.year, 3 * ((today.month - 1) // 3) + 1, 1), 3 * step)
            return first, add_months(first, 3)
        case _:
            year = today.year + step
            return date(year, 1, 1), date(year + 1, 1, 1)


def _read_season(match: re.Match[str], today: date, look: Look) -> Days:
    which, month = match.groupdict().get("which") or "", SEASONS[match["season"]]
    year = _nearest_year(month, today, "back" if which in _GONE else look)
    if which == "next" and year == today.year and month == today.month:
        year += 1
    if which in _GONE and add_months(date(year, month, 1), 3) > today:
        year -= 1
    first = date(year, month, 1)
    return first, add_months(first, 3)


def _read_month(match: re.Match[str], today: date, look: Look) -> Days:
    groups, month = match.groupdict(), MONTHS[match["month"]]
    which = groups.get("which") or ""
    if groups.get("year"):
        return _month_of(int(match["year"]), month)
    if which:
        look = "back" if which in _GONE else "ahead"
    year = _nearest_year(month, today, look)
    if month == today.month:
        year += {"last": -1, "next": 1}.get(which, 0)
    return _month_of(year, month)


def _read_date(match: re.Match[str], today: date, look: Look) -> Days:
    groups, month, day = match.groupdict(), MONTHS[match["month"]], int(match["day"])
    if groups.get("year"):
        return _one(date(int(match["year"]), month, day))
    this_year = date(today.year, month, day)
    if look == "ahead" and this_year < today:
        return _one(date(today.year + 1, month, day))
    if look == "back" and this_year > today:
        return _one(date(today.year - 1, month, day))
    return _one(this_year)


def _read_day_of_month(match: re.Match[str], today: date, look: Look) -> Days:
    day = int(match["day"])
    first = today.replace(day=1)
    if look == "ahead" and day < today.day:
        first = add_months(first, 1)
    elif look == "back" and day > today.day:
        first = add_months(first, -1)
    return _one(first.replace(day=day))


def _read_year(match: re.Match[str], _today: date, _look: Look) -> Days:
    year = int(match["year"])
    return date(year, 1, 1), date(year + 1, 1, 1)


def _read_iso(match: re.Match[str], _today: date, _look: Look) -> Days:
    return _one(date.fromisoformat(match[0]))


def _read_holiday(match: re.Match[str], today: date, look: Look) -> Days:
    name = match["holiday"]
    days = [_holiday(name, year) for year in (today.year - 1, today.year, today.year + 1)]
    if look == "ahead":
        return _one(next(day for day in days if day >= today))
    return _one(next(day for day in reversed(days) if day <= today))


def _holiday(name: str, year: int) -> date:
    """That year's day; the new year's eve of a year is its last."""
    if name.startswith("easter"):
        return easter(year)
    month, day = next(found for words, found in _HOLIDAYS.items() if name.startswith(words))
    return date(year, month, day)


_HOLIDAYS = {
    "christmas eve": (12, 24), "christmas": (12, 25), "xmas": (12, 25), "boxing day": (12, 26), "new year's eve": (12, 31),
    "new years eve": (12, 31), "new year": (1, 1), "the new year": (1, 1), "valentine": (2, 14), "halloween": (10, 31),
}  # fmt: skip
_HOLIDAY = r"(?P<holiday>christmas(?: eve| day)?|xmas|boxing day|(?:the )?new year(?:'?s(?: eve| day)?)?|valentine'?s(?: day)?|halloween|easter(?: sunday)?)"


def easter(year: int) -> date:
    """The Sunday of Easter in the Gregorian calendar, by the method of Butcher."""
    century, rest = divmod(year, 100)
    golden = year % 19
    epact = (19 * golden + century - century // 4 - (8 * century + 13) // 25 + 15) % 30
    weekday = (32 + 2 * (century % 4) + 2 * (rest // 4) - epact - rest % 4) % 7
    late = (golden + 11 * epact + 22 * weekday) // 451
    month, day = divmod(epact + weekday - 7 * late + 114, 31)
    return date(year, month, day + 1)


# Forms that name a time wherever they stand …
_PLAIN: tuple[tuple[str, ReadPoint], ...] = (
    (r"\d{4}-\d\d-\d\d", _read_iso),
    (rf"(?:the )?{_DAY}(?: of)? {_MONTH}(?:,? {_YEAR})?", _read_date),
    (rf"{_MONTH} (?:the )?{_DAY}(?:,? {_YEAR})?", _read_date),
    (rf"{_WHICH} (?P<period>weekend|week|month|quarter|year)", _read_period),
    (rf"{_WHICH} (?P<season>{_any(SEASONS)})", _read_season),
    (rf"{_WHICH} {_WEEKDAY}(?: (?:night|evening|morning|afternoon))?", _read_weekday),
    (rf"{_WHICH} {_MONTH}", _read_month),
    (
        r"today|tonight|this morning|this afternoon|this evening|yesterday(?: morning| evening)?|"
        r"last night|the day after tomorrow|the day before yesterday|"
        r"tomorrow(?: morning| evening| night)?",
        _read_relative_day,
    ),
    (rf"{_MONTH},? {_YEAR}", _read_month),
)
# … and forms that are also other words ("may", "sat", "2019") and need a preposition.
_PREPOSED: tuple[tuple[str, ReadPoint], ...] = (
    (_MONTH, _read_month),
    (rf"(?:the )?(?P<season>{_any(SEASONS)})", _read_season),
    (rf"{_WEEKDAY}(?: (?:night|evening|morning|afternoon))?", _read_weekday),
    (r"the (?P<day>[0-3]?\d)(?:st|nd|rd|th)", _read_day_of_month),
    (_YEAR, _read_year),
)
# … and days that are meant as a bound only: "till Easter" ends something, "at Easter" is every year's.
_BOUNDS: tuple[tuple[str, ReadPoint], ...] = ((_HOLIDAY, _read_holiday),)
_FORMS = _PLAIN + _PREPOSED + _BOUNDS
POINTS = tuple((re.compile(form), read) for form, read in _FORMS)


def _unnamed(forms: tuple[tuple[str, ReadPoint], ...]) -> str:
    return "|".join(re.sub(r"\?P<\w+>", "?:", form) for form, _ in forms)


PLAIN_POINT = _unnamed(_PLAIN)
POINT = _unnamed(_PLAIN + _PREPOSED)
BOUND = _unnamed(_FORMS)
