"""Fields that take exactly what they say: no number for a text, no time without its zone."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from memory.api.parsing import external_id
from memory.claims import MAX_CHARACTERS, check_statement
from memory.errors import InvalidError

EARLIEST = datetime(1900, 1, 1, tzinfo=UTC)
LATEST = datetime(2200, 1, 1, tzinfo=UTC)


class TextField(serializers.CharField):
    """A text as it stands; NUL bytes and broken characters are refused by the base class."""

    default_error_messages = {"blank": "Write something: this may not be empty."}

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class StatementField(TextField):
    """What somebody says: up to 8,000 characters, not blank."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=MAX_CHARACTERS, **options)


class FactField(StatementField):
    """A statement to be remembered, so one with words in it."""

    def to_internal_value(self, data: Any) -> str:
        text = super().to_internal_value(data)
        try:
            check_statement(text, field="")
        except InvalidError as error:
            raise serializers.ValidationError(error.message) from error
        return text


class ExternalIdField(TextField):
    """The chatbot's own id of something."""

    def __init__(self, **options: Any) -> None:
        super().__init__(trim_whitespace=False, **options)

    def to_internal_value(self, data: Any) -> str:
        try:
            return external_id(super().to_internal_value(data), field="")
        except InvalidError as error:
            raise serializers.ValidationError(error.message) from error


class KeyField(TextField):
    """An attribute slot by its name or alias; one that the registry lacks stays as it is."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=100, **options)


class MomentField(serializers.DateTimeField):
    """A moment with its zone, from 1900 to 2199, such as 2026-03-14T09:30:00Z."""

    default_error_messages = {
        "naive": "Give the time zone too, such as 2026-03-14T09:30:00Z.",
        "range": "The time must lie between the years 1900 and 2199.",
    }

    def to_internal_value(self, value: Any) -> datetime:
        moment: datetime = super().to_internal_value(value)
        if not EARLIEST <= moment < LATEST:
            self.fail("range")
        return moment

    def enforce_timezone(self, value: datetime) -> datetime:
        # Called by the base class, which would take a naive time as one of the server's zone.
        if timezone.is_naive(value):
            self.fail("naive")
        aware: datetime = super().enforce_timezone(value)
        return aware


class DayField(serializers.DateField):
    """A day, from 1900 to 2199, such as 2026-03-14."""

    default_error_messages = {"range": "The day must lie between the years 1900 and 2199."}

    def to_internal_value(self, value: Any) -> date:
        day: date = super().to_internal_value(value)
        if not EARLIEST.date() <= day < LATEST.date():
            self.fail("range")
        return day


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string", "format": "date-time"},
            {"type": "string", "format": "date"},
        ]
    }
)
class MomentOrDayField(MomentField):
    """A moment with its zone, or a day of the subject's: from its beginning, or until its end."""

    def to_internal_value(self, value: Any) -> date:  # type: ignore[override]  # or a day
        if isinstance(value, str) and len(value) == len("2026-03-14"):
            day: date = DayField().run_validation(value)
            return day
        return super().to_internal_value(value)


class FractionField(serializers.FloatField):
    """A number from 0 to 1; text is refused, "nan" above all."""

    def __init__(self, **options: Any) -> None:
        super().__init__(min_value=0.0, max_value=1.0, **options)

    def to_internal_value(self, data: Any) -> float:
        if isinstance(data, bool) or not isinstance(data, int | float):
            self.fail("invalid")
        return float(super().to_internal_value(data))


class WholeField(serializers.IntegerField):
    """A whole number; true, 1.0 and "1" are none in JSON."""

    def to_internal_value(self, data: Any) -> int:
        if type(data) is not int:
            self.fail("invalid")
        return int(super().to_internal_value(data))
