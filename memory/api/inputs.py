"""What may be sent: shapes only, no create or update."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from memory.api.fields import (
    DayField,
    ExternalIdField,
    FactField,
    FractionField,
    KeyField,
    MomentField,
    MomentOrDayField,
    StatementField,
    TextField,
    WholeField,
)
from memory.api.parsing import checked
from memory.claims import NewClaim
from memory.intake import NewTurn
from memory.models import FollowUp, Turn
from memory.vocabulary import MemoryType, Scope, Source

MAX_BATCH = 100
DEFAULT_SESSION = "default"


class Input(serializers.Serializer[Any]):
    """A shape that refuses what it does not know: a misspelt field would be lost silently."""

    def get_fields(self) -> dict[str, Any]:
        """As they are declared; where one is a choice, a refusal names what there is to choose
        from instead of quoting what was sent."""
        fields: dict[str, Any] = super().get_fields()
        for field in fields.values():
            if isinstance(field, serializers.ChoiceField):
                words = ", ".join(str(choice) for choice in field.choices)
                field.error_messages["invalid_choice"] = f"Write one of {words}."
        return fields

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping) and (
            unknown := [name for name in data if name not in self.fields]
        ):
            known = ", ".join(self.fields)
            raise serializers.ValidationError(
                {name: [f"There is no such field here; known are {known}."] for name in unknown}
            )
        return super().to_internal_value(data)


class TurnInput(Input):
    role = serializers.ChoiceField(Turn.Role.choices)
    content = StatementField()
    created_at = MomentField(required=False)


class OneTurnInput(TurnInput):
    session = ExternalIdField(default=DEFAULT_SESSION)


class TurnsInput(Input):
    session = ExternalIdField(default=DEFAULT_SESSION)
    turns = serializers.ListField(child=TurnInput(), min_length=1, max_length=MAX_BATCH)


class StatementInput(Input):
    """The attributes of a statement that a caller may give; what is left out is read from it."""

    type = serializers.ChoiceField(MemoryType.choices, required=False)
    scope = serializers.ChoiceField(Scope.choices, required=False)
    beneficiary = TextField(max_length=100, required=False)
    category = TextField(max_length=50, required=False, allow_blank=True)
    key = KeyField(required=False, allow_blank=True)
    value = TextField(max_length=500, required=False, allow_blank=True)
    valid_from = MomentOrDayField(required=False)
    valid_until = MomentOrDayField(required=False)
    importance = WholeField(min_value=1, max_value=10, required=False)
    confidence = FractionField(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        start, end = attrs.get("valid_from"), attrs.get("valid_until")
        # A day and a moment are compared where the subject's zone is known.
        if start and end and type(start) is type(end) and end < start:
            raise serializers.ValidationError(
                {"valid_until": ["This must not lie before valid_from."]}
            )
        return attrs


class ClaimInput(StatementInput):
    content = FactField()
    source = serializers.ChoiceField(  # type: ignore[assignment]  # a name in the JSON
        Source.choices, default=Source.USER
    )
    said_at = MomentField(required=False)


class OneClaimInput(ClaimInput):
    session = ExternalIdField(required=False)


class ClaimsInput(Input):
    session = ExternalIdField(required=False)
    claims = serializers.ListField(child=ClaimInput(), min_length=1, max_length=MAX_BATCH)


class MemoryInput(StatementInput):
    """What may be corrected in a memory; null in a time takes it away."""

    content = FactField(required=False)
    valid_from = MomentOrDayField(required=False, allow_null=True)
    valid_until = MomentOrDayField(required=False, allow_null=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if not attrs:
            raise serializers.ValidationError("Name at least one field to change.")
        return super().validate(attrs)


class ContextInput(Input):
    query = StatementField(
        allow_blank=True, default="", help_text="The user's message; empty for no recall."
    )
    budget_tokens = WholeField(min_value=100, max_value=8_000, default=500)
    session = ExternalIdField(required=False)
    as_of = MomentField(required=False, allow_null=True)


class LinkInput(Input):
    expires_in_seconds = WholeField(min_value=60, max_value=7 * 86_400, default=86_400)


class LiftInput(Input):
    statement = TextField(
        max_length=8_000,
        required=False,
        default="",
        allow_blank=True,
        help_text="The statement that may be learned again; all erased ones where it is left out.",
    )


class UndoInput(Input):
    keep_both = serializers.BooleanField(
        default=False,
        help_text="Of a replacement, take back only the link: the older memory holds again, and "
        "the newer one stays.",
    )


class NewFollowUpInput(Input):
    question = TextField(max_length=500)
    due_date = DayField(help_text="In the subject's own days.")
    memory_id = TextField(
        max_length=16, required=False, allow_null=True, help_text="The memory it is about."
    )


class FollowUpInput(Input):
    status = serializers.ChoiceField(FollowUp.Status.choices)


class WaitQuery(Input):
    wait = serializers.BooleanField(default=False, help_text="Decide now, and answer the verdicts.")


class EraseQuery(Input):
    erase = serializers.BooleanField(
        default=False, help_text="Remove it for good; asks for the scope erase."
    )


def read_turns(data: Mapping[str, Any]) -> tuple[str, list[NewTurn]]:
    """The session and its turns, from either form. Raises ValidationError."""
    session, turns = _one_or_many(data, many=TurnsInput, one=OneTurnInput, name="turns")
    return session or DEFAULT_SESSION, [NewTurn(**turn) for turn in turns]


def read_claims(data: Mapping[str, Any]) -> tuple[str, list[NewClaim]]:
    """The session, empty for none, and the claims, from either form. Raises ValidationError."""
    session, claims = _one_or_many(data, many=ClaimsInput, one=OneClaimInput, name="claims")
    return session, [NewClaim(**claim) for claim in claims]


def _one_or_many(
    data: Mapping[str, Any], *, many: type[Input], one: type[Input], name: str
) -> tuple[str, list[dict[str, Any]]]:
    if name in data:
        values = checked(many, data)
        return values.get("session", ""), values[name]
    values = checked(one, data)
    return values.pop("session", ""), [values]
