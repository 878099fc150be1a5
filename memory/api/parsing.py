"""From what is sent to what is meant, or a refusal that names the field."""

from __future__ import annotations

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import JSONParser
from rest_framework.serializers import BaseSerializer

from memory.errors import InvalidError
from memory.external_ids import external_id as external_id


class ObjectParser(JSONParser):
    """JSON whose outermost value is an object."""

    def parse(
        self,
        stream: IO[Any],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Raises ParseError for what is no JSON, InvalidError for a list, text or number."""
        try:
            data = super().parse(stream, media_type, parser_context)
        except RecursionError as error:
            raise ParseError("it is nested too deeply") from error
        if not isinstance(data, dict):
            raise InvalidError('The body must be a JSON object, such as {"content": "…"}.')
        return data


def checked(shape: type[BaseSerializer[Any]], data: Any) -> dict[str, Any]:
    """The data in that shape, with its defaults. Raises ValidationError."""
    serializer = shape(data=data)
    serializer.is_valid(raise_exception=True)
    values: dict[str, Any] = serializer.validated_data
    return values


def public_id(text: str) -> str:
    """An id of ours as it stands in an address; what cannot be one finds no row."""
    return text if text.isascii() and text.isprintable() else ""
