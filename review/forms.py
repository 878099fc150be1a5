"""What pages send, checked."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from memory.claims import MAX_CHARACTERS
from memory.consent.rules import Mode
from memory.errors import InvalidError
from memory.external_ids import MAX_ID, external_id
from memory.gate.verdict import Reason
from memory.vocabulary import MemoryType, Scope
from review.actions import Answer
from review.bulk import DEEDS
from review.policies import Action

REASONS = {
    Reason.EVENT: "told as an event",
    Reason.NEAR_MISS: "may contradict",
    Reason.ONE_DIRECTION: "seen from one side",
    Reason.TOO_CLOSE: "more than one match",
    Reason.SEVERAL: "says several things",
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
    Reason.SEVERAL: "Which of these have changed?",
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
    "urgent": ("-urgency", "created_at", "id"),
    "due": (F("due_at").asc(nulls_last=True), "id"),
    "newest": ("-created_at", "-id"),
    "oldest": ("created_at", "id"),
}

STATES = {
    "": "waiting now",
    "snoozed": "put off",
    "asked": "the person is asked",
    "escalated": "handed up",
    "open": "all open",
    "resolved": "answered",
    "closed": "closed by itself",
}
AGES = {
    "overdue": "overdue",
    "day": "came today",
    "week": "older than a week",
    "month": "older than a month",
}
LEVELS = {"1": "P1", "2": "P2", "3": "P3", "4": "P4"}


DAYS = [MinValueValidator(date(2000, 1, 1)), MaxValueValidator(date(2199, 12, 31))]
"""Days that people mean; others cannot be told in every zone."""


class QueueFilters(forms.Form):
    """Filters of the queue; every one is optional, and the address of the page is the view."""

    state = forms.ChoiceField(choices=list(STATES.items()), required=False)
    reason = forms.ChoiceField(choices=list(REASONS.items()), required=False)
    type = forms.ChoiceField(choices=list(TYPES.items()), required=False)
    scope = forms.ChoiceField(choices=Scope.choices, required=False)
    age = forms.ChoiceField(choices=list(AGES.items()), required=False)
    priority = forms.ChoiceField(choices=list(LEVELS.items()), required=False)
    assignee = forms.CharField(max_length=150, required=False)
    key = forms.CharField(max_length=100, required=False)
    subject = forms.CharField(max_length=200, required=False)
    text = forms.CharField(max_length=200, required=False)
    sort = forms.ChoiceField(choices=[(name, name) for name in SORTS], required=False)


class AnswerForm(forms.Form):
    """An answer to a review item, with what was shown when it was given."""

    memory = forms.CharField(max_length=16, required=False)
    shown = forms.CharField(max_length=20, required=False)
    seen = forms.CharField(max_length=200, required=False)
    version = forms.IntegerField(required=False)
    content = forms.CharField(max_length=MAX_CHARACTERS, required=False)
    note = forms.CharField(max_length=2_000, required=False)
    until = forms.DateField(required=False, validators=DAYS)
    beneficiary = forms.CharField(max_length=100, required=False)

    def answer(self, action: Action) -> Answer:
        """The answer that was given."""
        given = {name: value for name, value in self.cleaned_data.items() if name != "seen"}
        return Answer(action=action, **given)


class NoteForm(forms.Form):
    """A note for colleagues, or the reason for a step."""

    text = forms.CharField(max_length=2_000, required=False)


class SnoozeForm(NoteForm):
    """Until which day an item is put off; it is back when that day begins."""

    until = forms.DateField(error_messages={"required": "Name a day to come."}, validators=DAYS)


class AssignForm(forms.Form):
    """To whom an item is given; an empty name is nobody in particular."""

    to = forms.CharField(max_length=150, required=False)


class NewsForm(forms.Form):
    """Since when a list is shown."""

    since = forms.DateTimeField()


class BulkForm(forms.Form):
    """What is to be done to many items. to, until, text: for the deeds that need them."""

    deed = forms.ChoiceField(choices=list(DEEDS.items()))
    everything = forms.BooleanField(required=False)
    to = forms.CharField(max_length=150, required=False)
    until = forms.DateField(required=False, validators=DAYS)
    text = forms.CharField(max_length=2_000, required=False)

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if given.get("deed") == "snooze" and not given.get("until"):
            self.add_error("until", "Name a day to come.")
        if given.get("deed") == "escalate" and not given.get("text"):
            self.add_error("text", "Say in a few words why an administrator should decide.")
        return given


IN_TURNS = "*"
"""In the place of a name: all who may decide, in turns."""


class ViewForm(forms.Form):
    """The name under which filters are kept. gives: to whom what fits is given, if to anybody: a
    user's name, or `IN_TURNS`, which is none."""

    name = forms.CharField(
        max_length=40, error_messages={"required": "Give the view a name, up to 40 characters."}
    )
    shared = forms.BooleanField(required=False)
    gives = forms.CharField(max_length=150, required=False)


class WordingForm(forms.Form):
    """A memory in a person's own words."""

    content = forms.CharField(
        max_length=MAX_CHARACTERS,
        error_messages={"required": _("Write the sentence as it should be remembered.")},
    )
    shown = forms.CharField(max_length=20, required=False)


class ErasureForm(forms.Form):
    """The last question before something is gone for good."""

    sure = forms.BooleanField(
        error_messages={"required": _("Tick the box: erasing cannot be undone.")}
    )


class KindForm(forms.Form):
    """Whether what is kept of a kind goes as well; and a mark of what was shown."""

    delete = forms.BooleanField(required=False)
    seen = forms.CharField(max_length=20)


class KindAgainForm(forms.Form):
    """How a kind stood before it was switched off, and what was deleted with it."""

    before = forms.ChoiceField(choices=[(mode, mode) for mode in Mode], required=False)
    decision = forms.CharField(max_length=16, required=False)


class LiftForm(forms.Form):
    """What may be learned again: one statement in as many words, or everything that was erased."""

    statement = forms.CharField(max_length=MAX_CHARACTERS, required=False)
    everything = forms.BooleanField(required=False)

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        statement = given.get("statement", "").strip()
        if given.get("everything"):
            statement = ""
        elif not statement:
            told = _("Write the statement as it was told, or choose all of it.")
            self.add_error("statement", told)
        return {**given, "statement": statement}


class SearchForm(forms.Form):
    """The search field of the people's list and of one person's memories."""

    text = forms.CharField(max_length=200, required=False)
    history = forms.BooleanField(required=False)


class PersonForm(forms.Form):
    """A person by the chatbot's own id, for the playground."""

    person = forms.CharField(
        max_length=MAX_ID, error_messages={"required": "Write the person's id."}
    )

    def clean_person(self) -> str:
        try:
            return external_id(self.cleaned_data["person"], field="person")
        except InvalidError as error:
            raise forms.ValidationError(error.message) from error


class MessageForm(forms.Form):
    """A message as somebody types it to the chatbot."""

    text = forms.CharField(
        max_length=MAX_CHARACTERS, error_messages={"required": "Write a message."}
    )
