"""A workspace's memories out of one installation and into another, over the API."""

from __future__ import annotations

import json
from unittest.mock import patch

import pytest

from memory.api import whole
from memory.forget.erase import erase_subject
from memory.models import AccessRecord, Import, ImportLine, Memory, Subject
from memory.portable.document import DIFFERENT
from memory.store import SYSTEM
from tests.api.conftest import Api

ADMIN = "admin"


@pytest.fixture
def full(alice, bob, austin, remember):
    """Acme with two people; Denver stands beneath Austin."""
    remember(bob, "Bob plays the tuba.")
    return alice.workspace


def exported(api: Api, query: str = "") -> str:
    answer = api.get(f"export{query}")
    assert answer.status_code == 200
    return b"".join(answer).decode()


def alike(told: str) -> object:
    """What has to be the same in an export of what was imported."""

    def strip(value):
        if isinstance(value, dict):
            return {k: strip(v) for k, v in value.items() if k not in DIFFERENT}
        return [strip(one) for one in value] if isinstance(value, list) else value

    return strip(json.loads(told))


def send(api: Api, text: str, query: str = "?verbatim=true"):
    return api.client.post(
        f"/api/v1/imports{query}",
        text,
        content_type="application/json",
        headers={"Authorization": f"Bearer {api.secret}"},
    )


def test_all_of_a_workspace_goes_round_verbatim(full, key, globex):
    told = exported(key(ADMIN))
    assert told.endswith("\n]}\n")
    assert [json.loads(line.rstrip(","))["external_id"] for line in told.splitlines()[1:-1]] == [
        "alice", "bob",
    ]  # fmt: skip
    there = key(ADMIN, workspace=globex)

    answer = send(there, told)

    assert answer.status_code == 201
    taken = answer.json()
    assert (taken["subjects"], taken["memories"], taken["left_out"]) == (2, 3, {})
    assert set(taken["ids"]) >= set(
        Memory.objects.filter(subject__workspace=full).values_list("id", flat=True)
    )
    assert alike(exported(there)) == alike(told)
    assert alike(exported(key(ADMIN))) == alike(told), "the first is as it was"


def test_one_person_alone(full, key):
    told = json.loads(exported(key(ADMIN), "?subject=bob"))
    assert [one["external_id"] for one in told["subjects"]] == ["bob"]
    assert key(ADMIN).get("export?subject=nobody").status_code == 404


def test_everybody_s_access_log_tells_of_it(full, key, alice, bob):
    exported(key(ADMIN))
    noted = AccessRecord.objects.filter(act="export")
    assert set(noted.values_list("subject_ref", flat=True)) == {alice.id, bob.id}
    exported(key(ADMIN), "?subject=bob")
    assert noted.filter(subject_ref=alice.id).count() == 1


@pytest.mark.django_db(transaction=True)
def test_who_is_erased_while_it_is_sent_is_left_out(full, key, bob):
    answer = key(ADMIN).get("export")
    parts = iter(answer)
    sent = [next(parts), next(parts)]
    erase_subject(bob, SYSTEM)
    whole_file = b"".join([*sent, *parts]).decode()

    assert [one["external_id"] for one in json.loads(whole_file)["subjects"]] == ["alice"]


def test_a_file_of_many_people_goes_through_the_gate_as_a_job(acme, key):
    lines = [{"subject": "dora", "content": "Dora lives in Oslo."}, {"content": "Likes tea."}]
    text = "\n".join(json.dumps(line) for line in lines)
    api = key(ADMIN, "read")

    answer = send(api, text, "?subject=emil")

    assert answer.status_code == 202
    run = answer.json()["id"]
    assert api.get(f"imports/{run}").json()["total"] == 2
    assert [one["id"] for one in api.get("imports").json()["results"]] == [run]
    assert set(ImportLine.objects.values_list("subject__external_id", flat=True)) == {
        "dora",
        "emil",
    }
    assert send(api, text, "?subject=emil").json()["id"] == run, "sent again, it is the same"


def test_an_export_goes_through_the_gate_with_every_conflict_queued(full, key, globex):
    answer = send(key(ADMIN, workspace=globex), exported(key(ADMIN)), "")

    assert answer.status_code == 202
    run = Import.objects.get(id=answer.json()["id"])
    assert run.triage
    assert set(run.lines.values_list("subject__workspace", flat=True)) == {globex.id}
    said = {line.statement["content"] for line in run.lines.all()}
    assert said == {"Alice lives in Austin.", "Bob plays the tuba."}


@pytest.mark.parametrize(
    ("text", "query", "says"),
    [
        ("{}", "?verbatim=true", "format"),
        ("", "?verbatim=true", "JSON"),
        ("[]", "", "no statement"),
        ("[]", "?verbatim=true&triage=true", "no triage"),
        ("[]", "?verbatim=true&subject=a", "no subject"),
        ("[]", "?verbatim=perhaps", ""),
    ],
)
def test_what_cannot_be_taken_is_told_and_changes_nothing(
    full, key, nothing_written, text, query, says
):
    api = key(ADMIN)
    with nothing_written():
        answer = send(api, text, query)
    assert answer.status_code == 400
    assert says in answer.json()["error"]["message"]
    assert not Import.objects.exists()


def test_people_who_are_known_here_are_refused_as_a_whole(full, key, nothing_written):
    api = key(ADMIN)
    told = exported(api)
    with nothing_written():
        answer = send(api, told)
    assert answer.status_code == 409
    assert answer.json()["error"]["message"].startswith("2 of these people have memories")


def test_more_than_one_request_can_take_is_sent_in_several(full, key, globex, nothing_written):
    told, there = exported(key(ADMIN)), key(ADMIN, workspace=globex)
    with patch.object(whole, "MOST_AT_ONCE", 2):
        with nothing_written():
            answer = send(there, told)
        assert answer.status_code == 400
        assert "send the people in several" in answer.json()["error"]["message"]
        head, *people, end = told.splitlines()
        for person in people:
            assert send(there, "\n".join([head, person.rstrip(","), end])).status_code == 201
    assert alike(exported(there)) == alike(told)


def test_what_was_erased_does_not_come_back_with_an_export_from_before(full, key, alice, bob):
    api = key("erase", ADMIN)
    told = exported(api, "?subject=alice")
    memory = Memory.objects.get(content="Alice lives in Austin.")
    assert api.delete(f"memories/{memory.id}?erase=true").status_code == 200
    Memory.objects.filter(subject=alice).delete()
    alice.sessions.all().delete()

    answer = send(api, told)

    assert answer.json()["left_out"] == {"erased_before": 1}
    assert set(alice.memories.values_list("content", flat=True)) == {"Alice lives in Denver."}
    assert Subject.objects.filter(external_id="alice").count() == 1
