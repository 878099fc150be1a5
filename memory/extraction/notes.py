"""Terse notes, as statements: "new plate KV-ET 88E" says "my plate is KV-ET 88E".

A note names a thing that has one value, and the value; it has no verb. Without a colon between the
two only such things count as are known to have one, since "new iPhone 15" gives an iPhone no value.
"""

from __future__ import annotations

import re

_THINGS = (
    r"(?:address|postcode|zip(?: code)?|e-?mail|phone|mobile|number|extension|plate|registration|reg|policy|account|reference"
    r"|order|code|name|surname|title|role|team|manager|boss|line manager|landlord|landlady|tenant|doctor|gp|dentist|therapist"
    r"|date|deadline|time|venue|room|desk|seat|flight|train|gate|platform|locker|slot|server|branch|domain|handle|username|contact)"
)
_AMOUNTS = (
    r"(?:revenue|turnover|mrr|arr|rent|salary|mortgage|headcount|weight|height|dose|mileage|ferritin|cholesterol"
    r"|blood pressure|hba1c|vitamin d|ph|shoe size|ring size|resting heart rate)"
)
_OWN = r"(?:and |so |also )?(?:(?:my|our) )?"
_BEFORE = r"(?:[a-z][\w-]* ){0,2}?"
_FROM = r"(?P<from> (?:from|as of|starting|since) [\w ]{3,20}?)?"
_AMOUNT = (
    r"[£$€]?\d[\d.,:/]*(?: ?(?:k|m|%|kg|lbs?|cm|mg|mcg|ml|km|miles?|euros?|pounds?|dollars?|people|°c?))?"
    r"(?:,? ?(?:a|an|per|/) ?(?:hour|day|week|month|year))?"
)
_CODE = r"(?=(?:\S+ ){0,2}\S*(?-i:[A-Z]|\d))[\w'/.+@#-]+(?: [\w'/.+@#-]+){0,4}"
_NEW = re.compile(
    rf"{_OWN}new (?P<thing>{_BEFORE}(?:{_THINGS}|{_AMOUNTS})){_FROM}(?: ?[:=] ?| is (?:now )?| )(?!{_THINGS}\b)(?P<value>{_CODE})",
    re.IGNORECASE,
)
_LABELLED = re.compile(
    rf"(?:and |so |also )?(?:(?:my|our) new|my|our|new) (?P<thing>(?!new\b){_BEFORE}(?:{_THINGS}|{_AMOUNTS})){_FROM} ?[:=] ?(?P<value>\S.{{0,60}})",
    re.IGNORECASE,
)
_CONTACT = re.compile(
    r"(?:please |so |and |now |just )*(?:use|try|call(?: me)?(?: on)?|ring(?: me)?(?: on)?|text(?: me)?(?: on)?|(?:you can )?reach me (?:on|at)|write(?: to)? me (?:on|at)|e-?mail me (?:on|at))"
    r" (?:(?P<phone>\+?\d[\d ()/-]{6,17}\d)|(?P<email>[\w.+-]+@[\w-]+(?:\.[\w-]+)+))(?: instead| now| from now on| please)*",
    re.IGNORECASE,
)
_AMOUNT_OF = re.compile(
    rf"{_OWN}(?P<thing>{_BEFORE}{_AMOUNTS})(?: (?:now|currently|up to|down to|at))? (?P<value>{_AMOUNT})(?P<from>(?: now)?)",
    re.IGNORECASE,
)


def statement_of_note(clause: str) -> str:
    """What the note says in the first person; "" where the clause is no such note."""
    for form in (_NEW, _LABELLED, _AMOUNT_OF):
        note = form.fullmatch(clause.strip(" .!"))
        if note is not None:
            return f"my {note['thing'].lower()} is {note['value']}{note['from'] or ''}"
    contact = _CONTACT.fullmatch(clause.strip(" .!"))
    if contact is None:
        return ""
    phone, email = contact["phone"], contact["email"]
    return f"my phone number is {phone}" if phone else f"my email is {email}"
