"""The counts of an erasure's receipt, as the API tells them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rest_framework import serializers

from memory.forget.counting import WORDS as WORDS
from memory.forget.counting import in_words as in_words


class CountsField(serializers.DictField):
    """How many rows of each kind were erased."""

    child = serializers.IntegerField()

    def to_representation(self, value: Mapping[str, int]) -> dict[str, Any]:
        return super().to_representation(in_words(value))
