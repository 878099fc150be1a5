"""The kinds of things that a person can have not kept, in the words of their own page."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WORDS: dict[str, str | Promise] = {
    "health": _("your health"),
    "religion": _("your religion or belief"),
    "sex_life": _("your love life"),
    "politics": _("your political views"),
    "union": _("membership in a union"),
    "person": _("who you are and where you live"),
    "family": _("your family and people around you"),
    "work": _("your work"),
    "account": _("your account and plan"),
    "device": _("your devices"),
    "software": _("the software that you use"),
    "travel": _("your travels"),
    "taste": _("what you like"),
    "answer": _("how you want answers"),
}
"""By category, as they follow "This is about …"."""


def words_of(kind: str) -> str:
    """The kind in plain words."""
    return str(WORDS.get(kind, kind.replace("_", " ")))
