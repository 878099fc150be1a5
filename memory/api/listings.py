"""Lists: which memories, and which page of them."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param

from memory import access
from memory.api.fields import KeyField, MomentField, TextField
from memory.api.inputs import Input
from memory.api.states import MemoryState, in_state, with_newer
from memory.extraction.keys import name_of
from memory.keys import keys_of
from memory.models import FollowUp, Memory, Subject
from memory.vocabulary import MemoryType, Scope

ALL = "all"


class PageQuery(Input):
    limit = serializers.IntegerField(min_value=1, max_value=200, default=50)
    offset = serializers.IntegerField(min_value=0, max_value=1_000_000, default=0)


class MemoryQuery(PageQuery):
    state = serializers.ChoiceField(
        [*MemoryState.choices, (ALL, "all that are not deleted")], default=MemoryState.CURRENT
    )
    type = serializers.ChoiceField(MemoryType.choices, required=False)
    scope = serializers.ChoiceField(Scope.choices, required=False)
    key = KeyField(required=False, help_text="An attribute slot, such as city.")
    beneficiary = TextField(max_length=100, required=False)
    text = TextField(max_length=200, required=False, help_text="Words in the statement.")
    since = MomentField(required=False, help_text="Stored at this moment or later.")


class FollowUpQuery(PageQuery):
    status = serializers.ChoiceField(FollowUp.Status.choices, required=False)


def memories(subject: Subject, wanted: dict[str, Any]) -> QuerySet[Memory]:
    """The subject's memories that a MemoryQuery asks for, newest first."""
    state = wanted["state"]
    hidden = subject.memories.order_by("-created_at", "-id")
    rows = hidden if state == MemoryState.DELETED else access.memories_of(subject)
    if state != ALL:
        rows = in_state(rows, MemoryState(state), timezone.now())
    same = {
        name: wanted[name] for name in ("type", "scope", "beneficiary", "key") if name in wanted
    }
    if "key" in same:
        with keys_of(subject.workspace_id):
            same["key"] = name_of(same["key"])
    rows = rows.filter(**same)
    if text := wanted.get("text"):
        rows = rows.filter(content__icontains=text)
    if since := wanted.get("since"):
        rows = rows.filter(created_at__gte=since)
    return with_newer(rows)


def page(
    rows: QuerySet[Any],
    shape: type[serializers.BaseSerializer[Any]],
    request: Request,
    query: dict[str, Any],
    context: dict[str, Any] | None = None,
) -> dict[str, Any]:
    """One page in its shape, with the total and the next page's address, if there is one."""
    total, end = rows.count(), query["offset"] + query["limit"]
    following = replace_query_param(request.build_absolute_uri(), "offset", str(end))
    return {
        "total": total,
        "next": following if end < total else None,
        "results": shape(rows[query["offset"] : end], many=True, context=context or {}).data,
    }
