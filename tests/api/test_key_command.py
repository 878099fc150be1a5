"""manage.py api_key"""

from __future__ import annotations

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from memory.api_keys import create_key
from memory.models import ApiKey
from tests.api.conftest import Api


def said(*arguments):
    out, told = StringIO(), StringIO()
    call_command("api_key", *arguments, stdout=out, stderr=told)
    return out.getvalue().strip(), told.getvalue().strip()


@pytest.fixture
def shop(acme):
    """A key and its secret."""
    return create_key(acme, name="shop", scopes=["read", "write"])


def opens(secret):
    return Api(secret).get("subjects/alice/memories").status_code


def test_the_list_shows_what_tells_keys_apart_and_no_secret(shop, globex):
    key, secret = shop
    create_key(globex, name="other", scopes=["read"])
    listed, _ = said("list")
    assert [line.split()[2] for line in listed.splitlines()] == ["globex", "acme"]
    assert all(words in listed for words in (key.id, key.prefix, "read,write", "used never"))
    assert secret not in listed
    (line,) = said("list", "--workspace", "acme")[0].splitlines()
    assert key.id in line


def test_an_empty_list_says_how_to_make_one(db):
    assert said("list")[0] == "There is no key yet: `manage.py create_api_key` makes one."


def test_a_rotated_key_works_beside_its_successor(shop, alice):
    key, secret = shop
    fresh, told = said("rotate", key.id, "--overlap-hours", "2")
    assert (opens(secret), opens(fresh)) == (200, 200)
    key.refresh_from_db()
    assert timedelta(hours=1) < key.expires_at - timezone.now() <= timedelta(hours=2)
    successor = ApiKey.objects.exclude(id=key.id).get()
    assert (successor.name, successor.scopes) == ("shop", ["read", "write"])
    assert successor.id in told


def test_without_overlap_the_old_key_ends_at_once(shop, alice):
    key, secret = shop
    fresh, _ = said("rotate", key.id, "--overlap-hours", "0")
    assert (opens(secret), opens(fresh)) == (401, 200)


def test_a_revoked_key_opens_nothing(shop, alice):
    key, secret = shop
    assert said("revoke", key.id)[0] == f"{key.id} (shop) opens nothing any more."
    assert opens(secret) == 401
    assert "revoked 2" in said("list")[0]


def test_a_dead_key_has_no_successor(shop):
    key, _ = shop
    said("revoke", key.id)
    with pytest.raises(CommandError, match="is revoked"):
        said("rotate", key.id)
    assert ApiKey.objects.count() == 1


@pytest.mark.parametrize(
    "arguments",
    [("revoke", "key_000000000000"), ("rotate", "key_000000000000")],
)
def test_an_unknown_key_is_one_sentence(shop, arguments):
    with pytest.raises(CommandError, match="no such key"):
        said(*arguments)


def test_a_negative_overlap_changes_nothing(shop):
    key, _ = shop
    with pytest.raises(CommandError, match="0 or more"):
        said("rotate", key.id, "--overlap-hours=-1")
    assert ApiKey.objects.count() == 1
