"""What the API takes and gives for review items: shapes only."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from memory.api.fields import MomentOrDayField, StatementField, TextField
from memory.api.inputs import Input
from memory.api.listings import PageQuery
from memory.api.outputs import MemoryOutput, Output, PageOutput
from memory.digest import digest
from memory.gate.reasons import sentence
from memory.models import Claim, ReviewItem
from review.forms import REASONS, SORTS
from review.models import Resolution
from review.policies import actions_for


class ReviewItemQuery(PageQuery):
    state = serializers.ChoiceField(ReviewItem.State.choices, default=ReviewItem.State.OPEN)
    reason = serializers.ChoiceField(list(REASONS.items()), required=False)
    subject = TextField(
        max_length=200, required=False, help_text="The chatbot's own id of the subject."
    )
    text = TextField(max_length=200, required=False, help_text="Words in either statement.")
    sort = serializers.ChoiceField(list(SORTS), default="urgent")


class AnswerInput(Input):
    action = serializers.ChoiceField(Resolution.Action.choices)
    content = StatementField(required=False, help_text="The wording to store, for `edit`.")
    memory = TextField(
        max_length=16,
        required=False,
        help_text="Which of the memories in question, where there are several.",
    )
    shown = TextField(
        max_length=20,
        required=False,
        help_text="The item's `shown`, so that a memory that changed since is not decided on.",
    )
    version = serializers.IntegerField(
        required=False,
        min_value=1,
        help_text="The item's `version`, so that a question asked anew is not decided on unseen.",
    )
    until = MomentOrDayField(
        required=False,
        help_text="For `keep_both`: the new one holds until then, or to the end of that day.",
    )
    beneficiary = TextField(
        max_length=100, required=False, help_text="For `keep_both`: whom the new one is about."
    )
    note = TextField(max_length=2_000, required=False)


class ReviewClaimOutput(Output):
    shown_by = serializers.PrimaryKeyRelatedField[Any](
        many=True,
        read_only=True,
        help_text="For what nobody said outright: the turns that it is concluded from.",
    )

    class Meta:
        model = Claim
        fields = [
            "id", "content", "restated", "type", "scope", "beneficiary", "key", "value",
            "source", "modality", "change", "importance", "confidence", "said_at", "turn",
            "shown_by",
        ]  # fmt: skip


class ResolutionOutput(Output):
    """An answer to a review item; its decisions are in the decision log."""

    class Meta:
        model = Resolution
        fields = ["id", "item", "actor", "action", "note", "decisions", "created_at"]


class ReviewItemOutput(Output):
    user_id = serializers.CharField(
        source="subject.external_id", help_text="The chatbot's own id of the subject."
    )
    sentence = serializers.SerializerMethodField(help_text="The reason in words.")
    claim = ReviewClaimOutput()
    memory = MemoryOutput(allow_null=True, help_text="The stored memory in question.")
    others = MemoryOutput(many=True, help_text="Further memories in question.")
    actions = serializers.SerializerMethodField(help_text="What may be answered now.")
    shown = serializers.SerializerMethodField(help_text="Send it back with the answer.")
    resolutions = ResolutionOutput(many=True)

    class Meta:
        model = ReviewItem
        fields = [
            "id", "user_id", "reason", "sentence", "suggestion", "priority", "state",
            "closed_reason", "claim", "memory", "others", "evidence", "actions", "shown",
            "version", "leased_until", "snoozed_until", "escalated_at", "asked_at", "created_at",
            "closed_at", "resolutions",
        ]  # fmt: skip

    def get_sentence(self, item: ReviewItem) -> str:
        return sentence(item.reason)

    @extend_schema_field(
        serializers.ListField(child=serializers.ChoiceField(Resolution.Action.choices))
    )
    def get_actions(self, item: ReviewItem) -> list[str]:
        return list(actions_for(item, self.context["decider"], self.context["now"]))

    def get_shown(self, item: ReviewItem) -> str:
        return digest(item.memory)


class ReviewItemPageOutput(PageOutput):
    results = ReviewItemOutput(many=True)
