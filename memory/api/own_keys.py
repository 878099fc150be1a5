"""The registry of keys as the workspace knows it, and the keys that it adds."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from memory.api.base import ApiView
from memory.api.fields import TextField, WholeField
from memory.api.idempotency import idempotent
from memory.api.inputs import Input
from memory.api.openapi import documented
from memory.errors import NotFoundError
from memory.extraction.keys import Key, all_keys, find_key, lasts_of
from memory.key_changes import MOST_ALIASES, NewKey, remove_key, set_key
from memory.keys import keys_of
from memory.models import ApiKey
from memory.vocabulary import Cardinality, Lasts, Scope

READ, ADMIN = ApiKey.Scope.READ, ApiKey.Scope.ADMIN


class KeyInput(Input):
    cardinality = serializers.ChoiceField(
        Cardinality.choices, help_text="one: a new value takes the old one's place; many: beside it"
    )
    aliases = serializers.ListField(child=TextField(max_length=50), max_length=MOST_ALIASES,
                                    required=False)  # fmt: skip
    scope = serializers.ChoiceField(Scope.choices, required=False)
    importance = WholeField(min_value=1, max_value=10, required=False)
    lasts = serializers.ChoiceField(Lasts.choices, required=False)


class ConfirmQuery(Input):
    confirm = serializers.BooleanField(
        default=False, help_text="The effect on stored memories is known and wanted."
    )


class KeyOutput(serializers.Serializer[Any]):
    """One attribute slot; `own` where the workspace added it."""

    name = serializers.CharField()
    category = serializers.CharField()
    cardinality = serializers.ChoiceField(Cardinality.choices)
    aliases = serializers.ListField(child=serializers.CharField())
    scope = serializers.ChoiceField(Scope.choices)
    importance = serializers.IntegerField()
    lasts = serializers.ChoiceField(Lasts.choices)
    own = serializers.BooleanField(source="is_own")

    def to_representation(self, key: Key) -> dict[str, Any]:
        return {
            "name": key.name,
            "category": key.category,
            "cardinality": key.cardinality.value,
            "aliases": list(key.aliases),
            "scope": key.scope.value,
            "importance": key.importance,
            "lasts": lasts_of(key).value,
            "own": key.is_own,
        }


class KeyListOutput(serializers.Serializer[Any]):
    results = KeyOutput(many=True)


class KeysView(ApiView):
    required_scopes = {"GET": READ}

    @documented(
        "Every key: those for everybody, then the workspace's own",
        operation="keys_list",
        answers={200: KeyListOutput},
        refusals=[],
    )
    def get(self, request: Request) -> Response:
        with keys_of(self.workspace.id):
            return Response(KeyListOutput({"results": all_keys()}).data)


class KeyView(ApiView):
    required_scopes = {"GET": READ, "PUT": ADMIN, "DELETE": ADMIN}

    @documented(
        "One key, by its name or an alias",
        operation="keys_retrieve",
        path="key_name",
        answers={200: KeyOutput},
        refusals=[404],
    )
    def get(self, request: Request, key_name: str) -> Response:
        return Response(self._told(key_name))

    @documented(
        "Add a key of the workspace's own, or change it",
        operation="keys_set",
        path="key_name",
        request=KeyInput,
        query=ConfirmQuery,
        answers={200: KeyOutput},
        refusals=[400, 409],
    )
    @idempotent
    def put(self, request: Request, key_name: str) -> Response:
        """It holds at once. What it does to stored memories is told by a refusal (409,
        `not_confirmed`) before it is done; what would leave somebody with several current values
        of a key that holds one is refused."""
        confirmed = self.query(ConfirmQuery)["confirm"]
        wanted = NewKey(name=key_name, **self.body(KeyInput))
        set_key(self.workspace, wanted, confirmed=confirmed, by=self.actor)
        return Response(self._told(key_name))

    @documented(
        "Take a key of the workspace's own back",
        operation="keys_delete",
        path="key_name",
        query=ConfirmQuery,
        answers={204: None},
        refusals=[404, 409],
    )
    @idempotent
    def delete(self, request: Request, key_name: str) -> Response:
        """Memories keep its name and value as plain words."""
        confirmed = self.query(ConfirmQuery)["confirm"]
        remove_key(self.workspace, key_name, confirmed=confirmed, by=self.actor)
        return Response(status=204)

    def _told(self, name: str) -> dict[str, Any]:
        with keys_of(self.workspace.id):
            key = find_key(name)
        if key is None:
            raise NotFoundError("There is no such key in this workspace.")
        return KeyOutput(key).data
