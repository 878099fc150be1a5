"""POST subjects/{id}/links, GET subjects/{id}/export, DELETE subjects/{id}"""

from __future__ import annotations

import json
from io import BytesIO
from zipfile import ZipFile

import pytest

from memory import write_path
from memory.api.receipts import WORDS, in_words
from memory.forget.receipt import is_genuine
from memory.links import make_link, read_link
from memory.models import ErasureReceipt, Memory, ReviewItem, Subject
from memory.write_path import NewClaim
from review.models import Resolution


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


def test_an_export_is_the_person_s_own_download(api, alice, denver, client):
    (claim,) = write_path.receive_claims(alice, [NewClaim(content="Alice moved to Austin.")])
    item = ReviewItem.objects.create(subject=alice, claim=claim, memory=denver, reason="event")
    Resolution.objects.create(
        item=item, actor="subject", action="reject", note="Only a visit.", decisions=[]
    )
    client.get(make_link(alice), follow=True)
    packed = ZipFile(BytesIO(client.get("/me/download/").content))
    downloaded = json.loads(packed.read("memories.json"))
    exported = api.get("subjects/alice/export").json()
    assert [answer["note"] for answer in exported["answers"]] == ["Only a visit."]
    assert exported | {"exported_at": ""} == downloaded | {"exported_at": ""}


def test_erasing_a_subject_leaves_a_receipt_and_nothing_else_of_theirs(api, denver, bob, remember):
    kept = remember(bob, "Bob plays chess.")
    answer = api.delete("subjects/alice")
    assert answer.status_code == 200
    assert answer.json()["id"] == ErasureReceipt.objects.get().id
    assert answer.json()["extent"] == "subject"
    assert answer.json()["counts"] == {"claims": 1, "memories": 1, "subjects": 1}
    assert list(Memory.objects.all()) == [kept]
    assert not Subject.objects.filter(external_id="alice").exists()
    assert api.get("subjects/alice/memories").status_code == 404


def test_every_table_that_hangs_on_a_subject_has_a_word():
    """What an erasure removes and the receipt therefore counts."""
    seen, left = set(), [Subject]
    while left:
        model = left.pop()
        if model not in seen:
            seen.add(model)
            left += [
                relation.related_model
                for relation in model._meta.get_fields(include_hidden=True)
                if relation.auto_created and (relation.one_to_many or relation.one_to_one)
            ]
    assert {model._meta.label for model in seen} <= set(WORDS)


def test_a_row_without_a_word_is_counted_all_the_same():
    assert in_words({"memory.Turn": 2, "memory.Later": 1}) == {"turns": 2, "other_rows": 1}


def test_a_receipt_is_signed_as_it_is_answered_and_proves_itself(api, denver, transactional_db):
    receipt = api.delete(f"memories/{denver.id}?erase=true").json()

    assert is_genuine(receipt)
    assert receipt["scan"]["clean"]
    assert not is_genuine({**receipt, "counts": {}})


def test_a_session_is_erased_by_the_chatbot_s_own_id(api, alice, nothing_written):
    api.post(
        "subjects/alice/turns", {"session": "s/1", "role": "user", "content": "I live in Pau."}
    )
    api.post("subjects/alice/turns", {"session": "s2", "role": "user", "content": "I have a cat."})

    with nothing_written():
        assert api.delete("subjects/alice/sessions/s3").status_code == 404
    answer = api.delete("subjects/alice/sessions/s2")

    assert (answer.status_code, answer.json()["extent"]) == (200, "session")
    assert alice.sessions.get().external_id == "s/1"


def test_what_was_erased_can_be_let_in_again(api, alice, remember):
    api.delete(f"memories/{remember(alice, 'Alice plays the tuba.').id}?erase=true")
    claim = {"content": "Alice plays the tuba."}
    refused = api.post("subjects/alice/claims?wait=true", claim).json()
    assert not Memory.objects.exists(), refused

    lifted = api.post("subjects/alice/tombstones/lift", {"statement": "alice plays the tuba"})
    assert lifted.json() == {"lifted": 1}

    api.post("subjects/alice/claims?wait=true", claim)
    assert Memory.objects.get().content == "Alice plays the tuba."
