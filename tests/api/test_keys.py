"""API keys: made, shown once, used, replaced, revoked; and the command that makes one."""

from __future__ import annotations

from datetime import timedelta
from io import StringIO
from unittest.mock import patch

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError
from django.utils import timezone

from memory.api_keys import create_key, revoke, rotate
from memory.errors import InvalidError
from memory.models import ApiKey
from tests.api.conftest import Api


def answers(secret):
    return Api(secret).get("subjects/alice/memories").status_code


def test_the_secret_is_long_random_and_not_kept(acme):
    key, secret = create_key(acme, name="bot", scopes=["read"])
    _, other = create_key(acme, name="bot", scopes=["read"])
    assert secret.startswith("plm_")
    assert len(secret) >= 4 + 43
    assert secret != other
    kept = [str(value) for value in ApiKey.objects.filter(id=key.id).values_list()[0]]
    assert secret not in kept
    assert key.prefix == secret[:12]


@pytest.mark.parametrize("scopes", [[], ["everything"], ["read", "fly"]])
def test_a_key_needs_scopes_that_exist(acme, scopes):
    with pytest.raises(InvalidError):
        create_key(acme, name="bot", scopes=scopes)
    assert not ApiKey.objects.exists()


@pytest.mark.parametrize(
    ("header", "code"),
    [
        ("Bearer plm_nobody", "unknown_key"),
        ("Bearer ", "bad_key"),
        ("Bearer", "bad_key"),
        ("Basic YTpi", "bad_key"),
        ("Bearer \u00e9\u00e9", "unknown_key"),
    ],
)
def test_what_is_no_key_is_refused_with_a_sentence(alice, header, code):
    answer = Api().get("subjects/alice/memories", Authorization=header)
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, code)
    assert "Bearer plm_…" in answer.json()["error"]["message"]


def test_a_method_without_a_scope_of_its_own_is_refused(key, alice):
    with patch("memory.api.memories.MemoriesView.required_scopes", {}):
        assert key("read").get("subjects/alice/memories").status_code == 403


def test_a_rotated_key_works_beside_its_successor_for_a_while(acme, alice):
    key, old = create_key(acme, name="bot", scopes=["read"])
    fresh, new = rotate(key, overlap=timedelta(hours=1))
    assert fresh.scopes == key.scopes
    assert (answers(old), answers(new)) == (200, 200)
    ApiKey.objects.filter(id=key.id).update(expires_at=timezone.now())
    assert (answers(old), answers(new)) == (401, 200)


def test_rotating_never_lengthens_a_key_s_life(acme):
    soon = timezone.now() + timedelta(minutes=1)
    key, _ = create_key(acme, name="bot", scopes=["read"], expires_at=soon)
    rotate(key)
    assert key.expires_at == soon


def test_a_revoked_key_is_over_at_once(acme, alice):
    key, secret = create_key(acme, name="bot", scopes=["read"])
    revoke(key)
    assert answers(secret) == 401


def test_its_use_is_noted_at_most_once_a_minute(acme, alice):
    key, secret = create_key(acme, name="bot", scopes=["read"])
    answers(secret)
    key.refresh_from_db()
    first = key.last_used_at
    assert first is not None
    answers(secret)
    key.refresh_from_db()
    assert key.last_used_at == first
    ApiKey.objects.update(last_used_at=first - timedelta(minutes=2))
    answers(secret)
    key.refresh_from_db()
    assert key.last_used_at > first


def test_a_use_that_cannot_be_noted_is_not_in_the_way(acme, alice):
    _, secret = create_key(acme, name="bot", scopes=["read"])
    with patch("django.db.models.query.QuerySet.update", side_effect=DatabaseError):
        assert answers(secret) == 200


def made(*arguments, **options):
    out, told = StringIO(), StringIO()
    call_command("create_api_key", *arguments, stdout=out, stderr=told, **options)
    return out.getvalue().strip()


def test_the_command_prints_a_secret_that_works(acme, alice):
    secret = made("acme", name="shop", scopes="read, review")
    key = ApiKey.objects.get()
    assert (key.name, key.scopes, key.expires_at) == ("shop", ["read", "review"], None)
    assert answers(secret) == 200


def test_the_command_gives_reading_and_writing_if_not_told(acme):
    made("acme", days=30)
    key = ApiKey.objects.get()
    assert key.scopes == ["read", "write"]
    assert timedelta(days=29) < key.expires_at - timezone.now() <= timedelta(days=30)


@pytest.mark.parametrize(("slug", "scopes"), [("nowhere", "read"), ("acme", "fly")])
def test_the_command_says_what_it_cannot_do(acme, slug, scopes):
    with pytest.raises(CommandError):
        made(slug, scopes=scopes)
    assert not ApiKey.objects.exists()
