"""What the pages of a workspace's settings send, checked. The functions behind check again."""

from __future__ import annotations

from dataclasses import fields
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone

from memory.configure import WantedPolicy
from memory.forget.lapse import KINDS, LONGEST
from memory.gate.policy import BANDS, Thresholds
from memory.key_changes import LONGEST_NAME, NewKey
from memory.models import ApiKey, Membership
from memory.vocabulary import Cardinality, EventPolicy, Lasts, PolicyMode, Scope
from review.invitations import MOST_DAYS, USUAL_DAYS
from review.listings.settings import THRESHOLDS

_FROM_0_TO_1 = "Write a number from 0 to 1, such as 0.91."
NUMBER = {
    "invalid": _FROM_0_TO_1,
    "min_value": _FROM_0_TO_1,
    "max_value": _FROM_0_TO_1,
    "required": "Write a number.",
}


class PolicyForm(forms.Form):
    """How careful the gate is."""

    policy = forms.ChoiceField(choices=PolicyMode.choices)
    events = forms.ChoiceField(choices=EventPolicy.choices)
    high_stakes_review = forms.BooleanField(required=False)
    learn_from_assistant = forms.BooleanField(required=False)

    def wanted(self) -> WantedPolicy:
        return WantedPolicy(**self.cleaned_data)


class ThresholdsForm(forms.Form):
    """A number for each threshold of the gate."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for threshold in fields(Thresholds):
            self.fields[threshold.name] = forms.FloatField(
                min_value=0, max_value=1, error_messages=NUMBER
            )

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        for low, high in BANDS:
            if low in given and high in given and given[low] > given[high]:
                label = THRESHOLDS[high][0]
                self.add_error(low, f"Not above “{label}”, which is {given[high]:g}.")
        return given


class KeyForm(forms.Form):
    """A key of the workspace's own. confirmed: its effect on stored memories was told."""

    name = forms.CharField(
        max_length=LONGEST_NAME, error_messages={"required": "Name the key, such as boat_name."}
    )
    cardinality = forms.ChoiceField(choices=Cardinality.choices)
    aliases = forms.CharField(max_length=2_000, required=False)
    scope = forms.ChoiceField(choices=Scope.choices, initial=Scope.FACT)
    importance = forms.IntegerField(min_value=1, max_value=10, initial=5)
    lasts = forms.ChoiceField(choices=Lasts.choices, initial=Lasts.YEARS)
    confirmed = forms.BooleanField(required=False)

    def wanted(self) -> NewKey:
        given = self.cleaned_data
        lines = given["aliases"].replace(",", "\n").splitlines()
        return NewKey(
            name=given["name"],
            cardinality=given["cardinality"],
            aliases=[line.strip() for line in lines if line.strip()],
            scope=given["scope"],
            importance=given["importance"],
            lasts=given["lasts"],
        )


class NamedKeyForm(forms.Form):
    """A key that is to be taken back."""

    name = forms.CharField(max_length=LONGEST_NAME)
    confirmed = forms.BooleanField(required=False)


class KeepingForm(forms.Form):
    """For how many days each kind is kept; empty for no limit. sure: that something goes soon."""

    sure = forms.BooleanField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for kind in KINDS:
            self.fields[kind] = forms.IntegerField(
                required=False,
                min_value=1,
                max_value=LONGEST,
                error_messages={"invalid": "Write a whole number of days, or nothing."},
            )

    def days(self) -> dict[str, int | None]:
        return {kind: self.cleaned_data[kind] for kind in KINDS}


class ApiKeyForm(forms.Form):
    """A new key for a chatbot."""

    name = forms.CharField(
        max_length=100, error_messages={"required": "Name what the key is for, such as “website”."}
    )
    scopes = forms.MultipleChoiceField(
        choices=ApiKey.Scope.choices, error_messages={"required": "Tick what the key may do."}
    )
    days = forms.IntegerField(required=False, min_value=1, max_value=3_650)

    def expires_at(self) -> datetime | None:
        days = self.cleaned_data["days"]
        return timezone.now() + timedelta(days=days) if days else None


class RotationForm(forms.Form):
    """How long an old key still works beside its successor."""

    hours = forms.IntegerField(
        min_value=0,
        max_value=720,
        error_messages={"invalid": "Write whole hours.", "required": "Write whole hours."},
    )


class RoleForm(forms.Form):
    """What a member may do."""

    role = forms.ChoiceField(choices=Membership.Role.choices)


class InvitationForm(RoleForm):
    """For whom a link is, and how long it works."""

    days = forms.IntegerField(min_value=1, max_value=MOST_DAYS, initial=USUAL_DAYS)


class NewcomerForm(forms.Form):
    """The name and password that an invited person chooses."""

    username = forms.CharField(max_length=150, error_messages={"required": "Choose a name."})
    password = forms.CharField(
        max_length=200, strip=False, error_messages={"required": "Choose a password."}
    )
