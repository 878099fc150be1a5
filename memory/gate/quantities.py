"""Numbers with units, times of day and days of the year, told as another statement tells them.

"39 °F" beside "4 °C" is the same value and "900 seconds" beside "30 minutes" another one. A
language model cannot reckon, so one statement is told in the units of the other before the two are
compared: `aligned("The fridge is kept at 39 °F.", "The fridge is kept at 4 °C.")` gives the second
sentence. Pure; conversion is by Pint.
"""

from __future__ import annotations

import re
from calendar import month_name
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from memory.extraction.calendar_words import MONTHS

if TYPE_CHECKING:
    from pint import UnitRegistry


_SMALL = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
    "sixteen seventeen eighteen nineteen"
).split()
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
NUMBER_WORDS = {word: number for number, word in enumerate(_SMALL)} | {
    word: 10 * tens for tens, word in enumerate(_TENS, start=2)
}

# What people write for a unit, and Pint's name for it. One word may stand for two units.
UNITS: dict[str, tuple[str, ...]] = {
    written: tuple(units.split("/"))
    for units, words in {
        "second": "second seconds sec secs",
        "minute": "minute minutes min mins",
        "hour": "hour hours hr hrs",
        "day": "day days",
        "week": "week weeks",
        "month": "month months",
        "year": "year years",
        "degC": "°c celsius centigrade",
        "degF": "°f fahrenheit",
        "kilogram": "kg kgs kilo kilos kilogram kilograms",
        "gram": "g gram grams",
        "pound/GBP": "pound pounds",
        "pound": "lb lbs",
        "ounce": "oz ounce ounces",
        "stone": "stone stones",
        "meter": "m metre metres meter meters",
        "centimeter": "cm centimetre centimetres centimeter centimeters",
        "millimeter": "mm",
        "kilometer": "km kms kilometre kilometres kilometer kilometers",
        "mile": "mile miles",
        "foot": "ft foot feet",
        "inch": "inch inches",
        "kilometer_per_hour": "km/h kph",
        "mile_per_hour": "mph",
        "liter": "l litre litres liter liters",
        "milliliter": "ml",
        "gigabyte": "gb",
        "megabyte": "mb",
        "terabyte": "tb",
    }.items()
    for written in words.split()
}
_CURRENCIES = {"$": "USD", "£": "GBP", "€": "EUR"}
_PERIODS = ("day", "week", "month", "year")
_THOUSANDS = {"k": 1_000.0, "m": 1_000_000.0}

_UNIT = "|".join(sorted(map(re.escape, UNITS), key=len, reverse=True))
_NUMBER = (
    rf"(?P<digits>\d{{1,3}}(?:,\d{{3}})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    rf"|(?P<tens>{'|'.join(_TENS)})(?:[ -](?P<ones>{'|'.join(_SMALL[1:10])}))?"
    rf"|(?P<small>{'|'.join(_SMALL)})"
)
# "5 ft 11", "5'11\"", "10 st 4": so many of the first unit, and so many parts of it. "1st 4" is none.
_TWOFOLD = {"f": ("foot", " ft", 12.0), "s": ("stone", " st", 14.0)}
_AMOUNT = re.compile(
    r"(?<![\w.,:/])(?P<large>\d{1,2})(?:(?P<two> ?(?:ft|foot|feet)| st| ?stone) ?|['\u2032\u2019] ?)(?P<rest>\d|1[0-3])"
    r"(?: ?(?:inches|inch|ins|in|pounds|pound|lbs|lb)\b|[\"\u2033\u201d])?(?![\w:/°']|[.,]\d)"
    rf"|(?<![\w.,:/])(?P<currency>[$£€])(?P<money>\d[\d,]*(?:\.\d+)?)(?P<times>[km])?\b"
    rf"(?: (?:an?|per|each|every) (?P<period>{'|'.join(_PERIODS)})\b)?"
    rf"|(?<![\w.,:/])(?:{_NUMBER})[ -]?(?P<unit>{_UNIT})(?![\w/°])",
    re.IGNORECASE,
)

_HOURS = "|".join(_SMALL[1:13])
_CLOCK = re.compile(
    rf"(?P<part>half past|quarter past|quarter to) (?P<word>{_HOURS}|\d{{1,2}})(?: ?(?P<half1>[ap])\.?m\b)?"
    rf"|(?<![\d:.,/-])(?P<hour>\d{{1,2}}):(?P<minute>\d\d)(?![\d:])(?: ?(?P<half2>[ap])\.?m\b)?"
    rf"|(?<![\d:.,/-])(?P<whole>\d{{1,2}}) ?(?P<half3>[ap])\.?m\b"
    r"|\b(?P<named>noon|midday|midnight)\b",
    re.IGNORECASE,
)

_ORDINALS = {
    word: number
    for number, word in enumerate(
        (
            "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth "
            "thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth twentieth"
        ).split(),
        start=1,
    )
}
_MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
_DAY = rf"\d{{1,2}}(?:st|nd|rd|th)?|{'|'.join(_ORDINALS)}"
_DATE = re.compile(
    rf"\b(?:the )?(?P<day1>{_DAY})(?: of)? (?P<month1>{_MONTH})\b"
    rf"|\b(?P<month2>{_MONTH}) (?:the )?(?P<day2>{_DAY})\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Told:
    """A value at [start, end) of a text. `value` is comparable within its kind only."""

    start: int
    end: int
    words: str
    value: Any


def aligned(new: str, stored: str) -> str:
    """`new` with its amounts, times of day and days told as `stored` tells its own.

    A value changes its words only where each text has one of its kind (one mass, one time of day),
    since otherwise nobody can say which belong together. An equal value takes the stored words,
    within what these were rounded to; another one is told in the stored unit.
    """
    for find, tell in ((_dates, _as_date), (_clock_times, _as_clock), (_amounts, _as_amount)):
        new = _told_alike(new, stored, find, tell)
    return new


def _told_alike(
    new: str,
    stored: str,
    find: Callable[[str], list[Told]],
    tell: Callable[[Told, Told], str | None],
) -> str:
    """Replace what has exactly one partner; `tell` gives its words, or None for no partner."""
    ours, theirs = find(new), find(stored)
    for told in reversed(ours):
        partners = [(tell(told, other), other) for other in theirs]
        fitting = [(words, other) for words, other in partners if words is not None]
        if len(fitting) != 1:
            continue
        words, partner = fitting[0]
        rivals = [one for one in ours if one is not told and tell(one, partner) is not None]
        if not rivals:
            new = new[: told.start] + str(words) + new[told.end :]
    return new


def _number(match: re.Match[str]) -> float:
    if match["digits"]:
        return float(match["digits"].replace(",", ""))
    if match["tens"]:
        ones = NUMBER_WORDS[match["ones"].lower()] if match["ones"] else 0
        return float(NUMBER_WORDS[match["tens"].lower()] + ones)
    return float(NUMBER_WORDS[match["small"].lower()])


@cache
def _registry() -> UnitRegistry[Any]:
    """Pint's units, with currencies as dimensions of their own; loaded at the first use."""
    from pint import UnitRegistry

    units: UnitRegistry[Any] = UnitRegistry(autoconvert_offset_to_baseunit=True)
    for currency in _CURRENCIES.values():
        units.define(f"{currency} = [{currency}]")
    return units


@dataclass(frozen=True, slots=True)
class _Amount:
    """A number and the units that it may be in, as Pint names them."""

    number: float
    units: tuple[str, ...]
    unit_words: str
    before: str


def _amounts(text: str) -> list[Told]:
    return [
        Told(match.start(), match.end(), match[0], _amount(match))
        for match in _AMOUNT.finditer(text)
    ]


def _amount(match: re.Match[str]) -> _Amount:
    if match["large"]:
        unit, words, parts = _TWOFOLD[(match["two"] or "f").strip()[0].lower()]
        return _Amount(int(match["large"]) + int(match["rest"]) / parts, (unit,), words, "")
    if match["currency"]:
        number = float(match["money"].replace(",", "")) * _THOUSANDS.get(
            (match["times"] or "").lower(), 1.0
        )
        unit = _CURRENCIES[match["currency"]]
        unit += f" / {match['period'].lower()}" if match["period"] else ""
        words = match[0][match.end("money") - match.start() :]
        if match["times"]:
            words = words[1:]
        return _Amount(number, (unit,), words, match["currency"])
    words = match[0][match.start("unit") - match.start() :]
    gap = match[0][: match.start("unit") - match.start()]
    blank = gap[-1] if gap[-1] in " -" else ""
    return _Amount(_number(match), UNITS[match["unit"].lower()], blank + words, "")


def _as_amount(new: Told, stored: Told) -> str | None:
    """The new amount in the stored one's unit; None where the units do not fit."""
    ours, theirs = new.value, stored.value
    units = _registry()
    for own in ours.units:
        for other in theirs.units:
            if not units.Unit(own).is_compatible_with(other):
                continue
            if own == other:
                return stored.words if ours.number == theirs.number else new.words
            converted = units.Quantity(ours.number, own).to(other).magnitude
            back = units.Quantity(theirs.number, other).to(own).magnitude
            # Equal within the last digit that either of them was told with.
            same = _rounded_alike(converted, theirs.number) or _rounded_alike(back, ours.number)
            return stored.words if same else _written(converted, theirs)
    return None


def _rounded_alike(value: float, told: float) -> bool:
    digits = len(f"{told:f}".rstrip("0").partition(".")[2])
    return abs(value - told) <= 0.5 * 10.0**-digits


def _written(number: float, like: _Amount) -> str:
    text = f"{number:,.0f}" if abs(number) >= 100 else f"{number:.3g}"
    return f"{like.before}{text}{like.unit_words}"


def _clock_times(text: str) -> list[Told]:
    found = ((match, _clock(match)) for match in _CLOCK.finditer(text))
    return [Told(m.start(), m.end(), m[0], value) for m, value in found if value is not None]


def _clock(match: re.Match[str]) -> tuple[int, bool] | None:
    """Minutes since midnight, and whether they may mean the other half of the day too."""
    if match["named"]:
        return (0 if match["named"].lower() == "midnight" else 720), False
    half = (match["half1"] or match["half2"] or match["half3"] or "").lower()
    if match["part"]:
        word = match["word"].lower()
        hour = int(word) if word.isdigit() else NUMBER_WORDS[word]
        minute = {"half past": 30, "quarter past": 15, "quarter to": -15}[match["part"].lower()]
    else:
        hour, minute = int(match["hour"] or match["whole"]), int(match["minute"] or 0)
    if hour > 24 or minute > 59 or (half and not 1 <= hour <= 12):
        return None
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    return (hour * 60 + minute) % 1440, not half and bool(match["part"])


def _as_clock(new: Told, stored: Told) -> str | None:
    (ours, either), (theirs, also) = new.value, stored.value
    same = ours == theirs or ((either or also) and (ours - theirs) % 720 == 0)
    if same:
        return stored.words
    if re.fullmatch(r"\d\d:\d\d", stored.words) and not either:
        return f"{ours // 60:02d}:{ours % 60:02d}"
    return new.words


def _dates(text: str) -> list[Told]:
    return [
        Told(match.start(), match.end(), match[0], _date(match)) for match in _DATE.finditer(text)
    ]


def _date(match: re.Match[str]) -> tuple[int, int]:
    """Month and day."""
    day = (match["day1"] or match["day2"]).lower()
    number = _ORDINALS.get(day) or int(re.sub(r"\D", "", day))
    return MONTHS[(match["month1"] or match["month2"]).lower()], number


def _as_date(new: Told, stored: Told) -> str | None:
    if new.value == stored.value:
        return stored.words
    month = month_name[new.value[0]]
    if re.match(r"\d{1,2} ", stored.words):
        return f"{new.value[1]} {month}"
    return new.words
