"""What is answered: shapes only. A memory's embedding is never among it."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from memory.api.receipts import CountsField
from memory.api.states import MemoryState, newer, state_of
from memory.forget.receipt import document
from memory.gate.reasons import sentence
from memory.models import (
    AccessRecord,
    ChatRequest,
    Claim,
    Decision,
    ErasureReceipt,
    FollowUp,
    Memory,
    Turn,
)
from memory.requests.answers import sentence_of


class Output(serializers.ModelSerializer[Any]):
    """A row as it is told; everything in it is read-only."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        fields = super().get_fields()
        for field in fields.values():
            field.read_only = True
        return fields


class PageOutput(serializers.Serializer[Any]):
    """One page of a list."""

    total = serializers.IntegerField()
    next = serializers.URLField(allow_null=True, help_text="The next page, if there is one.")


class MemoryOutput(Output):
    user_id = serializers.CharField(
        source="subject.external_id", help_text="The chatbot's own id of the subject."
    )
    source_session = serializers.SlugRelatedField[Any](
        slug_field="external_id",
        read_only=True,
        allow_null=True,
        help_text="The chatbot's own id of the session it was said in.",
    )
    superseded_by = serializers.SerializerMethodField(help_text="The memory that took its place.")
    state = serializers.SerializerMethodField()

    class Meta:
        model = Memory
        fields = [
            "id",
            "user_id",
            "type",
            "scope",
            "beneficiary",
            "category",
            "key",
            "value",
            "content",
            "source",
            "source_session",
            "source_turn",
            "created_at",
            "valid_from",
            "valid_until",
            "importance",
            "confidence",
            "supersedes",
            "superseded_by",
            "state",
            "last_accessed",
            "access_count",
        ]

    def get_superseded_by(self, memory: Memory) -> str | None:
        found = newer(memory)
        return found.id if found else None

    @extend_schema_field(serializers.ChoiceField(MemoryState.choices))
    def get_state(self, memory: Memory) -> str:
        return state_of(memory).value


class MemoryPageOutput(PageOutput):
    results = MemoryOutput(many=True)


class DecisionOutput(Output):
    """One entry of the decision log: ids and numbers, no texts."""

    sentence = serializers.SerializerMethodField(help_text="The reason in words.")
    claim_id = serializers.CharField(source="claim_ref")
    memory_id = serializers.CharField(source="memory_ref")
    target_id = serializers.CharField(source="target_ref")

    class Meta:
        model = Decision
        fields = [
            "id",
            "created_at",
            "actor",
            "actor_ref",
            "action",
            "reason",
            "sentence",
            "claim_id",
            "memory_id",
            "target_id",
            "undoes",
            "evidence",
        ]

    def get_sentence(self, decision: Decision) -> str:
        return sentence(decision.reason)


class AccessOutput(Output):
    memory_ids = serializers.ListField(source="memory_refs", child=serializers.CharField())

    class Meta:
        model = AccessRecord
        fields = ["id", "reader", "reader_ref", "act", "memory_ids", "created_at"]


class AccessPageOutput(PageOutput):
    results = AccessOutput(many=True)


class HistoryOutput(serializers.Serializer[Any]):
    memories = MemoryOutput(many=True, help_text="The chain, oldest first.")
    decisions = DecisionOutput(many=True, help_text="What was decided on them, newest first.")


class UndoOutput(serializers.Serializer[Any]):
    decision = DecisionOutput()
    memories = MemoryOutput(many=True, help_text="What it changed, as it stands now.")


class VerdictOutput(serializers.Serializer[Any]):
    outcome = serializers.ChoiceField(Decision.Action.choices)
    reason = serializers.CharField(help_text="For programs.")
    sentence = serializers.CharField(help_text="The reason in words.")
    memory_id = serializers.CharField(help_text="The memory that was made or confirmed.")
    superseded_id = serializers.CharField(help_text="The memory whose place it took.")
    review_item_id = serializers.CharField(help_text="The open question about it.")


class ClaimOutput(Output):
    """A claim and what became of it; `verdict` is null while it is pending."""

    user_id = serializers.CharField(source="subject.external_id")
    turn_id = serializers.CharField(allow_null=True)
    verdict = serializers.SerializerMethodField()

    class Meta:
        model = Claim
        fields = ["id", "user_id", "turn_id", "content", "state", "created_at", "verdict"]

    @extend_schema_field(VerdictOutput(allow_null=True))
    def get_verdict(self, claim: Claim) -> dict[str, Any] | None:
        found = self.context["verdicts"].get(claim.id)
        return VerdictOutput(found).data if found else None


class NothingOutput(serializers.Serializer[Any]):
    reason = serializers.CharField(help_text="For programs.")
    sentence = serializers.CharField(help_text="The reason in words.")


class TurnOutput(Output):
    withheld = serializers.BooleanField(help_text="Its words are not kept, at the person's wish.")
    nothing = serializers.SerializerMethodField(
        help_text="Why nothing of the turn is stored; null where it gave claims or is still read."
    )

    class Meta:
        model = Turn
        fields = ["id", "number", "role", "created_at", "withheld", "nothing"]

    @extend_schema_field(NothingOutput(allow_null=True))
    def get_nothing(self, turn: Turn) -> dict[str, Any] | None:
        reason = self.context["nothing"].get(turn.id)
        return {"reason": reason, "sentence": sentence(reason)} if reason else None


class ActionOutput(Output):
    """What a person asked of the memory itself, and what became of it."""

    turn_id = serializers.CharField()
    sentence = serializers.SerializerMethodField(help_text="The outcome in words, without content.")
    memory_ids = serializers.ListField(
        source="memory_refs",
        child=serializers.CharField(),
        help_text="The memories it was about; undo takes a change of one of them back.",
    )
    memories = serializers.SerializerMethodField(
        help_text="Those of them that can be read, for recalled, queued, moved and unclear; "
        "empty for a key without the scope read."
    )
    review_item_id = serializers.CharField(
        source="review_item_ref", help_text="The question that waits for a person; else empty."
    )
    receipt_ids = serializers.ListField(
        source="receipt_refs", child=serializers.CharField(), help_text="Of what was erased."
    )

    class Meta:
        model = ChatRequest
        fields = [
            "id",
            "turn_id",
            "kind",
            "state",
            "outcome",
            "sentence",
            "memory_ids",
            "memories",
            "review_item_id",
            "receipt_ids",
            "created_at",
        ]

    def get_sentence(self, row: ChatRequest) -> str:
        return sentence_of(row)

    @extend_schema_field(MemoryOutput(many=True))
    def get_memories(self, row: ChatRequest) -> Any:
        found = [self.context["memories"].get(ref) for ref in row.memory_refs]
        return MemoryOutput([memory for memory in found if memory], many=True).data


class AcceptedOutput(serializers.Serializer[Any]):
    """What was written; with `?wait=true` also what was decided."""

    turns = TurnOutput(many=True)
    claims = ClaimOutput(many=True)
    actions = ActionOutput(
        many=True, help_text="What was asked of the memory itself. It is done before the answer."
    )
    message = serializers.CharField(
        help_text="Why not all is decided yet, although asked to wait; else empty."
    )


class TurnOutcomeOutput(serializers.Serializer[Any]):
    """One turn and what became of it."""

    turn = TurnOutput()
    claims = ClaimOutput(many=True)
    actions = ActionOutput(many=True)


class LinkOutput(serializers.Serializer[Any]):
    url = serializers.URLField(help_text="Opens the subject's own page.")
    expires_at = serializers.DateTimeField()


class LiftedOutput(serializers.Serializer[Any]):
    lifted = serializers.IntegerField(help_text="Erased statements that may be learned again.")


class ScanOutput(serializers.Serializer[Any]):
    """How what was erased was looked for after it was gone. `found`: rows by table and column."""

    by = serializers.ChoiceField(choices=["words", "fingerprints", "person"])
    clean = serializers.BooleanField()
    places = serializers.IntegerField(help_text="Columns and files that were gone through.")
    found = serializers.DictField(child=serializers.IntegerField())
    at = serializers.CharField()


class ReceiptOutput(Output):
    """What was erased: counts per table, what a search found afterwards, and no content.

    `signature` is over all the rest; `manage.py verify_erasure` checks it.
    """

    counts = CountsField()
    scan = ScanOutput(allow_null=True)

    class Meta:
        model = ErasureReceipt
        fields = [
            "id",
            "extent",
            "subject_ref",
            "actor",
            "counts",
            "scan",
            "backups_until",
            "created_at",
            "signature",
        ]

    def to_representation(self, instance: ErasureReceipt) -> dict[str, Any]:
        """Exactly what was signed."""
        return document(instance)


class FollowUpOutput(Output):
    user_id = serializers.CharField(source="subject.external_id")
    memory_id = serializers.CharField(allow_null=True)

    class Meta:
        model = FollowUp
        fields = [
            "id",
            "user_id",
            "memory_id",
            "question",
            "due_date",
            "status",
            "asked_on",
            "created_at",
        ]


class FollowUpPageOutput(PageOutput):
    results = FollowUpOutput(many=True)


class FaultOutput(serializers.Serializer[Any]):
    field = serializers.CharField()
    message = serializers.CharField()


class RefusalOutput(serializers.Serializer[Any]):
    code = serializers.CharField(help_text="For programs.")
    message = serializers.CharField(help_text="A sentence that says what to do.")
    field = serializers.CharField(required=False, help_text="The first field at fault.")
    fields = FaultOutput(many=True, required=False)  # type: ignore[assignment]  # a name in the JSON


class ErrorOutput(serializers.Serializer[Any]):
    """The one shape of every refusal."""

    error = RefusalOutput()
