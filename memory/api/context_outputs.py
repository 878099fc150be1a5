"""The context as it is answered: its sections, their lines, and what stands behind each line."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers


class ContextLineOutput(serializers.Serializer[Any]):
    """One line, and what stands behind it."""

    text = serializers.CharField(
        help_text="What people said, as it is stored; quote it before it goes into a prompt."
    )
    lead = serializers.CharField(required=False, help_text="Who says it: “User”.")
    notes = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="“since 3 Oct 2025”, “for “team””."
    )
    memory = serializers.CharField(required=False)
    turn = serializers.CharField(required=False)
    follow_up = serializers.CharField(required=False)
    review_item = serializers.CharField(required=False)
    doubt = serializers.CharField(required=False, help_text="“may have changed: …”")
    conflict = serializers.CharField(
        required=False, help_text="The constraint that it does not agree with."
    )


class DroppedLineOutput(ContextLineOutput):
    section = serializers.CharField(help_text="Where it would stand.")


class ContextSectionOutput(serializers.Serializer[Any]):
    name = serializers.CharField()
    title = serializers.CharField()
    lines = ContextLineOutput(many=True)


class ContextOutput(serializers.Serializer[Any]):
    """What the chatbot should know for its next turn."""

    text = serializers.CharField(help_text="The whole as one text for the system prompt.")
    tokens = serializers.IntegerField()
    tokenizer = serializers.CharField()
    budget = serializers.IntegerField()
    references = serializers.DictField(
        child=serializers.CharField(), help_text="The numbers in the text and their memories."
    )
    sections = ContextSectionOutput(many=True)
    dropped = DroppedLineOutput(many=True, help_text="What did not fit.")
    warnings = serializers.ListField(child=serializers.CharField())
