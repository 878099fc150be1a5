"""Statements of the form "User's <noun> is <value>", where the noun is the name of a key.

Only nouns whose every sensible value has a shape that can be told are taken: "User's employer is
Globex" fills a slot, "User's employer is difficult" does not.
"""

from __future__ import annotations

import re

from memory.extraction.keys import Key, find_key
from memory.extraction.plausible import is_plausible

_POSSESSED = re.compile(
    r"^(?:(?:User|The (?:user|customer|client|account|subscription))'s|my|our|her|his|their) "
    r"(?:current |new |main |present |default )?(?P<noun>[a-z][\w -]*?)"
    r" (?:is|are) (?:now |currently |actually )?(?:called |named |set to |with )?(?P<value>[^,;]+?)"
    r"(?: (?:now|these days|at the moment|currently))?[.!]*$",
    re.IGNORECASE,
)
_PROPER = r"(?:the )?(?:[A-Z][\w'&.-]*)(?: (?:[A-Z&][\w'&.-]*|of|and|de|van|von))*"
_DEVICE = r"(?:an? |the )?(?:\w+ )?(?:[A-Z][\w-]*|i[A-Z]\w+)(?: [\w.+-]+){0,4}"
_NUMBER = r"(?:about |around )?[£$€]?[+(]?\d[\w .,/:+()%-]*"
_EMAIL = r"[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[A-Za-z]{1,}"
_PHONE = r"[+(]?\d(?:[ ()/.-]*\d){5,14}"
_DATE = r"(?:on )?(?:the )?(?:\d[\w ./-]*|[A-Za-z]{3,9} (?:the )?\d[\w, ]*)"
_PHRASE = r"(?!(?:in|on|at|not|very|too|so|really|being|due|of|for|from|about|under|over|still|almost)\b)[\w][\w '&/@+.:-]{0,60}"

# Words that name something else when spoken than when a chatbot names a field.
_SPOKEN = {
    "phone": "phone model",
    "mobile": "phone model",
    "computer": "laptop",
    "gp": "doctor",
    "number": "phone number",
}

_SHAPES: tuple[tuple[str, str], ...] = (
    (
        _PROPER,
        "name first_name surname preferred_name city country hometown birthplace native_language university employer manager doctor dentist"
        " account_owner office_city bank mobile_network broadband_provider energy_supplier home_insurer home_airport departure_station partner_name"
        " mother_name father_name emergency_contact favourite_team favourite_player favourite_band issue_tracker browser editor",
    ),
    (_DEVICE, "phone_model laptop tablet"),
    (_NUMBER, "weight height shoe_size seats age loyalty_number account_number resting_heart_rate salary"),
    (_EMAIL, "email"),
    (_PHONE, "phone_number"),
    (_DATE, "birthday renewal_date passport_expiry"),
    (
        _PHRASE,
        "job_title blood_type time_zone pronouns address billing_address shipping_address billing_currency plan preferred_contact"
        " favourite_colour favourite_food favourite_film favourite_book usual_drink payment_method billing_cycle clothing_size",
    ),
)  # fmt: skip
# The value of a key that a workspace added, of which nothing else is known.
_JUDGED = (
    r"(?:good|great|bad|nice|fine|ok|okay|terrible|awful|horrible|lovely|wonderful|amazing|difficult|hard|easy|broken|lost|dead|gone|late|early|busy|free"
    r"|expensive|cheap|boring|important|wrong|right|ready|here|there|mine|yours|hers|unknown|different|same|better|worse|enough|everything|nothing|something)"
)
_PLAIN_WORDS = (
    rf"(?!{_JUDGED}\b|\w+(?:ing|ed)\b|(?:in|on|at|not|no|very|too|so|quite|rather|really|being|due|of|for|from|about|under|over|still|almost|never|always)\b)"
    r"[a-z][\w'-]*(?: (?!\w+ing\b)[a-z0-9][\w'-]*)?"
)
_OWN_SHAPE = re.compile("|".join((_PROPER, _DEVICE, _NUMBER, _EMAIL, _DATE, _PLAIN_WORDS)))
_SHAPE_OF = {
    name: re.compile(rf"(?:{shape})") for shape, names in _SHAPES for name in names.split()
}


def possession_of(statement: str) -> tuple[Key, str] | None:
    """The key and value of "User's shoe size is 43", or None where either is uncertain."""
    match = _POSSESSED.match(statement.strip())
    if match is None:
        return None
    noun = match["noun"]
    for name in dict.fromkeys((_SPOKEN.get(noun.lower(), noun), noun)):
        key = find_key(name)
        shape = _shape_of(key) if key else None
        if key and shape and shape.fullmatch(match["value"]):
            value = re.sub(r"^(?:an?|the|on) ", "", match["value"], flags=re.IGNORECASE)
            return (key, value) if is_plausible(key.name, value) else None
    return None


def _shape_of(key: Key) -> re.Pattern[str] | None:
    return _OWN_SHAPE if key.is_own else _SHAPE_OF.get(key.name)


# "my email: ana@example.org", "phone: 030 1234567".
_NOTE = re.compile(
    r"^(?:my )?(?P<noun>e-?mail(?: address)?|phone(?: number)?|mobile(?: number)?|telephone): *(?=[\w+(][^ ]*[@\d])",
    re.IGNORECASE,
)


def note_in_full(text: str) -> str:
    """ "my email: ana@example.org" → "my email is ana@example.org"; other text as it is."""
    return _NOTE.sub(r"my \g<noun> is ", text)
