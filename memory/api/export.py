"""Everything that is stored about one subject, as plain values for JSON (portability)."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from rest_framework import serializers

from memory import access
from memory.api.outputs import (
    AccessOutput,
    ClaimOutput,
    DecisionOutput,
    FollowUpOutput,
    MemoryOutput,
    Output,
)
from memory.api.states import with_newer
from memory.api.verdicts import verdicts_of
from memory.models import (
    ChatRequest,
    Claim,
    Episode,
    ImportLine,
    ReviewItem,
    Session,
    Subject,
    Turn,
)

FORMAT = 1


class ExportedTurn(Output):
    class Meta:
        model = Turn
        fields = ["id", "number", "role", "content", "created_at"]


class ExportedSession(Output):
    session = serializers.CharField(source="external_id")
    turns = ExportedTurn(many=True)

    class Meta:
        model = Session
        fields = ["session", "started_at", "turns"]


class ExportedEpisode(Output):
    memory_id = serializers.CharField()

    class Meta:
        model = Episode
        fields = ["memory_id", "date", "mood_at_start", "mood_at_end", "summary", "topics"]


class ExportedQuestion(Output):
    claim_id = serializers.CharField()
    memory_id = serializers.CharField(allow_null=True)

    class Meta:
        model = ReviewItem
        fields = ["id", "claim_id", "memory_id", "reason", "state", "created_at", "closed_at"]


class ExportedRequest(Output):
    """What was asked of the memory itself, and what became of it."""

    turn_id = serializers.CharField()
    memory_ids = serializers.ListField(source="memory_refs", child=serializers.CharField())

    class Meta:
        model = ChatRequest
        fields = ["id", "turn_id", "kind", "about", "state", "outcome", "memory_ids", "created_at"]


class ExportedLine(Output):
    """A statement of an import that waits for its turn; then it is a claim."""

    import_id = serializers.CharField(source="run_id")
    line = serializers.IntegerField(source="number")
    statement = serializers.DictField()

    class Meta:
        model = ImportLine
        fields = ["import_id", "line", "statement"]


class ExportOutput(serializers.Serializer[Any]):
    """`format` rises when the shape changes."""

    format = serializers.IntegerField()
    exported_at = serializers.DateTimeField()
    user_id = serializers.CharField()
    time_zone = serializers.CharField()
    paused_at = serializers.DateTimeField(allow_null=True, help_text="Since when it is paused.")
    created_at = serializers.DateTimeField()
    memories = MemoryOutput(many=True, help_text="All, also ended and hidden ones.")
    episodes = ExportedEpisode(many=True)
    sessions = ExportedSession(many=True)
    claims = ClaimOutput(many=True)
    import_lines = ExportedLine(many=True)
    requests = ExportedRequest(many=True)
    review_items = ExportedQuestion(many=True)
    follow_ups = FollowUpOutput(many=True)
    decisions = DecisionOutput(many=True)
    reads = AccessOutput(many=True, help_text="Who was told what, and when.")


def export_subject(subject: Subject) -> dict[str, Any]:
    """All rows about the subject, oldest first."""
    memories = subject.memories.select_related("subject", "source_session")
    claims = Claim.objects.filter(subject=subject).select_related("subject")
    stated = list(claims.order_by("created_at", "id"))
    whole = {
        "format": FORMAT,
        "exported_at": timezone.now(),
        "user_id": subject.external_id,
        "time_zone": subject.zone,
        "paused_at": subject.paused_at,
        "created_at": subject.created_at,
        "memories": with_newer(memories).order_by("created_at", "id"),
        "episodes": Episode.objects.filter(memory__subject=subject).order_by("date", "pk"),
        "sessions": subject.sessions.prefetch_related("turns").order_by("started_at", "id"),
        "claims": stated,
        "import_lines": subject.import_lines.filter(statement__isnull=False),
        "requests": subject.chat_requests.order_by("created_at", "id"),
        "review_items": subject.review_items.order_by("created_at", "id"),
        "follow_ups": subject.follow_ups.select_related("subject"),
        "decisions": access.decisions_of(subject).order_by("created_at", "id"),
        "reads": access.reads_of(subject).order_by("created_at", "id"),
    }
    context = {"verdicts": verdicts_of(stated)}
    return dict(ExportOutput(whole, context=context).data)
