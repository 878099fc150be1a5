"""Requests of the API run behind the second wall, and leave no connection behind it."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from django.db import connection

from memory import access
from memory.forget import proof
from memory.forget.scan import scan_for_words
from memory.models import ErasureReceipt, Memory


def role() -> str:
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user, current_setting('palimpsest.workspace', true)")
        user, workspace = cursor.fetchone()
    return f"{user}/{workspace or ''}"


def test_a_view_that_forgot_its_workspace_shows_nothing_of_another(api, remember, carol, alice):
    """Where the first wall is broken on purpose, the second holds."""
    theirs = remember(carol, "Carol collects stamps.")

    def broken(workspace: object, memory_id: str, **_: object) -> Memory:
        return Memory.objects.select_related("subject__workspace").get(id=memory_id)

    with patch.object(access, "memory_of", broken):
        assert api.get(f"memories/{theirs.id}").status_code == 404


def test_after_every_answer_the_connection_is_the_owner_s_again(api, denver):
    before = role()
    with patch("memory.api.memories.memories", side_effect=RuntimeError):
        assert api.get("subjects/alice/memories").status_code == 500
    assert role() == before
    assert api.get("memories/mem_000000000000").status_code == 404
    assert api.get(f"memories/{denver.id}").status_code == 200
    assert role() == before


@pytest.mark.django_db(transaction=True)
def test_an_erasure_is_proven_with_the_owner_s_eyes(api, denver):
    """What the wall hides could not be shown to be gone."""
    owner, seen = role(), []

    def watched(*given: object) -> object:
        seen.append(role())
        return scan_for_words(*given)

    with patch.object(proof, "scan_for_words", watched):
        answer = api.delete(f"memories/{denver.id}?erase=true")
    assert answer.json()["scan"]["clean"]
    assert seen == [owner]
    assert role() == owner
    assert ErasureReceipt.objects.get().signature
