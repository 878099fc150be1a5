"""POST subjects/{id}/links, GET subjects/{id}/export, DELETE subjects/{id}"""

from __future__ import annotations

import pytest

from memory.links import read_link
from memory.models import ErasureReceipt, Memory, Subject


def test_a_link_opens_the_subject_s_page(api, alice):
    answer = api.post("subjects/alice/links", {"expires_in_seconds": 600})
    assert answer.status_code == 201
    assert read_link(answer.json()["url"].rsplit("/", 1)[1]) == alice


def test_a_link_lasts_a_day_if_not_told(api, alice):
    assert "expires_at" in api.post("subjects/alice/links", {}).json()


@pytest.mark.parametrize("seconds", [59, 7 * 86_400 + 1, True, "600", 60.5, None])
def test_a_link_lasts_a_minute_to_a_week(api, alice, seconds):
    answer = api.post("subjects/alice/links", {"expires_in_seconds": seconds})
    assert answer.status_code == 400
    assert answer.json()["error"]["field"] == "expires_in_seconds"


def test_there_is_no_link_for_somebody_unknown(api, nothing_written):
    with nothing_written():
        assert api.post("subjects/nobody/links", {}).status_code == 404


def test_an_export_holds_everything_about_the_subject_and_nobody_else(
    api, alice, bob, remember, austin
):
    remember(bob, "Bob plays chess.")
    api.post("subjects/alice/turns", {"session": "s1", "role": "user", "content": "I have a cat."})
    api.delete(f"memories/{austin.id}")
    whole = api.get("subjects/alice/export")
    body = whole.json()
    assert (body["format"], body["user_id"]) == (1, "alice")
    assert [memory["state"] for memory in body["memories"]] == ["expired", "deleted"]
    assert body["sessions"][0]["turns"][0]["content"] == "I have a cat."
    assert len(body["claims"]) == 3
    assert len(body["decisions"]) == 3
    assert "Bob" not in whole.content.decode()
    assert "embedding" not in body["memories"][0]


def test_erasing_a_subject_leaves_a_receipt_and_nothing_else_of_theirs(api, denver, bob, remember):
    kept = remember(bob, "Bob plays chess.")
    answer = api.delete("subjects/alice")
    assert answer.status_code == 200
    assert answer.json()["id"] == ErasureReceipt.objects.get().id
    assert answer.json()["extent"] == "subject"
    assert list(Memory.objects.all()) == [kept]
    assert not Subject.objects.filter(external_id="alice").exists()
    assert api.get("subjects/alice/memories").status_code == 404
