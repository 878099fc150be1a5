"""What pages send, checked."""

from __future__ import annotations

from django import forms

from memory.claims import MAX_CHARACTERS
from memory.gate.verdict import Reason
from memory.models import ReviewItem
from memory.vocabulary import MemoryType, Scope

REASONS = {
    Reason.EVENT: "told as an event",
    Reason.NEAR_MISS: "may contradict",
    Reason.ONE_DIRECTION: "seen from one side",
    Reason.TOO_CLOSE: "more than one match",
    Reason.HIGH_STAKES: "high stakes",
    Reason.LOWER_SOURCE: "lower source",
    Reason.POLICY: "workspace policy",
    Reason.COPIES: "copies left",
    Reason.IMPLIED: "asked for repeatedly",
    Reason.CONSENT: "needs consent",
    Reason.FORGET: "asked to forget",
}
"""Why items wait, in two or three words; `gate.reasons` has the sentences."""

QUESTIONS = {
    Reason.EVENT: "Has this changed?",
    Reason.NEAR_MISS: "Does the new one make the stored one untrue?",
    Reason.ONE_DIRECTION: "Does the new one make the stored one untrue?",
    Reason.TOO_CLOSE: "Which of these has changed?",
    Reason.HIGH_STAKES: "May the new one take an important one's place?",
    Reason.LOWER_SOURCE: "Which of the two is to be believed?",
    Reason.POLICY: "Which of the two holds?",
    Reason.COPIES: "Do these still hold?",
    Reason.IMPLIED: "Should this hold for every answer?",
    Reason.CONSENT: "May this be remembered?",
    Reason.FORGET: "Which of these is to be forgotten?",
}
"""What an item asks, in few words."""

TYPES: dict[str, str] = {
    MemoryType.SEMANTIC: "true now",
    MemoryType.EPISODIC: "happened",
    MemoryType.PROCEDURAL: "how to answer",
}
"""What a memory's type means, in plain words."""

SORTS = {
    "urgent": ("-priority", "created_at", "id"),
    "newest": ("-created_at", "-id"),
    "oldest": ("created_at", "id"),
}


class QueueFilters(forms.Form):
    """Filters of the queue; every one is optional, and the address of the page is the view."""

    state = forms.ChoiceField(choices=ReviewItem.State.choices, required=False)
    reason = forms.ChoiceField(choices=list(REASONS.items()), required=False)
    type = forms.ChoiceField(choices=list(TYPES.items()), required=False)
    scope = forms.ChoiceField(choices=Scope.choices, required=False)
    subject = forms.CharField(max_length=200, required=False)
    text = forms.CharField(max_length=200, required=False)
    sort = forms.ChoiceField(choices=[(name, name) for name in SORTS], required=False)


class AnswerForm(forms.Form):
    """An answer to a review item, with what was shown when it was given."""

    memory = forms.CharField(max_length=16, required=False)
    shown = forms.CharField(max_length=20, required=False)
    content = forms.CharField(max_length=MAX_CHARACTERS, required=False)
    note = forms.CharField(max_length=2_000, required=False)


class WordingForm(forms.Form):
    """A memory in a person's own words."""

    content = forms.CharField(
        max_length=MAX_CHARACTERS,
        error_messages={"required": "Write the sentence as it should be remembered."},
    )
    shown = forms.CharField(max_length=20, required=False)


class ErasureForm(forms.Form):
    """The last question before something is gone for good."""

    sure = forms.BooleanField(
        error_messages={"required": "Tick the box: erasing cannot be undone."}
    )


class SearchForm(forms.Form):
    """The search field of the people's list and of one person's memories."""

    text = forms.CharField(max_length=200, required=False)
    history = forms.BooleanField(required=False)
