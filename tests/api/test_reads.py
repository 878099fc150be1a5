"""GET subjects/{id}/reads: what every reading call leaves in the access log."""

from __future__ import annotations

import pytest

from memory.models import AccessRecord


def reads(api, person="alice") -> list[tuple[str, list[str]]]:
    found = api.get(f"subjects/{person}/reads").json()["results"]
    return [(each["act"], each["memory_ids"]) for each in found]


@pytest.mark.parametrize(
    ("call", "act"),
    [
        (lambda api, memory: api.post("subjects/alice/context", {"query": "home"}), "context"),
        (lambda api, memory: api.get("subjects/alice/memories"), "list"),
        (lambda api, memory: api.get(f"memories/{memory.id}"), "read"),
        (lambda api, memory: api.get(f"memories/{memory.id}/history"), "read"),
    ],
)
def test_a_reading_call_is_logged_with_the_ids_it_told(api, denver, call, act):
    assert call(api, denver).status_code == 200
    assert reads(api) == [(act, [denver.id])]


def test_asking_the_bot_what_it_knows_is_logged(api, denver):
    turn = {"session": "s", "role": "user", "content": "What do you know about me?"}
    answer = api.post("subjects/alice/turns", turn)
    assert answer.json()["actions"][0]["outcome"] == "recalled"
    assert ("recall", [denver.id]) in reads(api)


def test_an_export_is_logged_and_holds_the_log(api, denver):
    api.get(f"memories/{denver.id}")
    exported = api.get("subjects/alice/export").json()
    assert [each["act"] for each in exported["reads"]] == ["read"]
    assert [act for act, _ in reads(api)] == ["export", "read"]


def test_the_log_says_which_key_and_holds_no_words(api, denver):
    api.get(f"memories/{denver.id}")
    record = AccessRecord.objects.get()
    assert (record.reader, record.reader_ref[:4]) == ("api_key", "key_")
    assert "Denver" not in str(AccessRecord.objects.values().get())


@pytest.fixture
def stranger(key, globex):
    return key("read", workspace=globex)


def test_a_refused_call_is_not_logged(api, stranger, denver):
    assert stranger.get(f"memories/{denver.id}").status_code == 404
    assert not AccessRecord.objects.exists()


def test_another_person_s_and_another_workspace_s_reads_are_hidden(api, stranger, bob, denver):
    api.get(f"memories/{denver.id}")
    assert reads(api) != []
    assert reads(api, "bob") == []
    assert stranger.get("subjects/alice/reads").status_code == 404
