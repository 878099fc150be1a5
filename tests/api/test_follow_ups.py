"""GET and POST subjects/{id}/follow-ups, and PATCH follow-ups/{id}"""

from __future__ import annotations

from datetime import date

import pytest

from memory.models import FollowUp


@pytest.fixture
def exam(alice):
    return FollowUp.objects.create(
        subject=alice, question="How was the exam?", due_date=date(2026, 5, 1)
    )


def test_follow_ups_come_the_soonest_first(api, alice, bob, exam):
    FollowUp.objects.create(subject=alice, question="And the move?", due_date=date(2026, 4, 1))
    FollowUp.objects.create(subject=bob, question="Fit again?", due_date=date(2026, 3, 1))
    answer = api.get("subjects/alice/follow-ups").json()
    assert [row["question"] for row in answer["results"]] == ["And the move?", "How was the exam?"]


def test_follow_ups_can_be_asked_for_by_status(api, alice, exam):
    assert api.get("subjects/alice/follow-ups?status=done").json()["total"] == 0
    assert api.get("subjects/alice/follow-ups?status=pending").json()["total"] == 1


def test_a_status_is_changed(api, exam):
    answer = api.patch(f"follow-ups/{exam.id}", {"status": "asked"})
    assert (answer.status_code, answer.json()["status"]) == (200, "asked")
    exam.refresh_from_db()
    assert exam.status == "asked"


def test_the_context_marks_what_it_hands_out_as_asked(api, exam):
    today = exam.subject.today.isoformat()
    assert "How was the exam?" in api.post("subjects/alice/context", {}).json()["text"]
    [row] = api.get("subjects/alice/follow-ups?status=asked").json()["results"]
    assert (row["id"], row["asked_on"]) == (exam.id, today)
    assert "exam" not in api.post("subjects/alice/context", {}).json()["text"]


def test_an_asked_one_is_not_offered_again_today_and_one_set_back_is(api, exam):
    api.patch(f"follow-ups/{exam.id}", {"status": "asked"})
    assert "exam" not in api.post("subjects/alice/context", {}).json()["text"]
    assert api.patch(f"follow-ups/{exam.id}", {"status": "pending"}).json()["asked_on"] is None
    assert "exam" in api.post("subjects/alice/context", {}).json()["text"]


@pytest.mark.parametrize("status", ["done", "dismissed"])
def test_what_is_settled_is_never_offered(api, exam, status):
    api.patch(f"follow-ups/{exam.id}", {"status": status})
    assert "exam" not in api.post("subjects/alice/context", {}).json()["text"]


def test_a_deleted_memory_takes_its_question_from_the_list(api, exam, denver):
    FollowUp.objects.update(memory=denver)
    api.delete(f"memories/{denver.id}")
    assert api.get("subjects/alice/follow-ups").json()["total"] == 0
    api.post(f"memories/{denver.id}/undo")
    assert api.get("subjects/alice/follow-ups").json()["total"] == 1


@pytest.mark.parametrize("sent", [{"status": "later"}, {}, {"status": None}, {"status": ["done"]}])
def test_a_wrong_status_writes_nothing(api, exam, nothing_written, sent):
    with nothing_written():
        answer = api.patch(f"follow-ups/{exam.id}", sent)
    assert answer.status_code == 400
    assert answer.json()["error"]["field"] == "status"


NEW = {"question": "How was the exam?", "due_date": "2026-05-01"}


def test_a_follow_up_is_made(api, alice, denver):
    answer = api.post("subjects/alice/follow-ups", NEW | {"memory_id": denver.id})
    assert answer.status_code == 201
    made = FollowUp.objects.get()
    assert answer.json()["id"] == made.id
    assert (made.subject, made.memory, made.status) == (alice, denver, "pending")
    assert (made.question, made.due_date) == ("How was the exam?", date(2026, 5, 1))


def test_a_follow_up_needs_no_memory(api, alice):
    assert api.post("subjects/alice/follow-ups", NEW).json()["memory_id"] is None
    assert api.post("subjects/alice/follow-ups", NEW | {"memory_id": None}).status_code == 201


def test_a_follow_up_that_is_due_is_told(api, alice):
    api.post("subjects/alice/follow-ups", NEW)
    told = api.post("subjects/alice/context", {}).json()["text"]
    assert "“How was the exam?” (due 1 May 2026)" in told


def test_a_follow_up_sent_twice_is_made_once(api, alice):
    first, again = (
        api.post("subjects/alice/follow-ups", NEW, Idempotency_Key="k1") for _ in range(2)
    )
    assert first.json() == again.json()
    assert FollowUp.objects.count() == 1


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("question", ""),
        ("question", 7),
        ("question", "a" * 501),
        ("due_date", "soon"),
        ("due_date", "2026-02-30"),
        ("due_date", "2026-05-01T09:00:00Z"),
        ("due_date", "0001-01-01"),
        ("due_date", 20260501),
        ("due_date", None),
        ("memory_id", "mem_000000000000"),
        ("memory_id", "\u2603"),
        ("status", "done"),
    ],
)
def test_a_wrong_follow_up_is_refused(api, alice, nothing_written, field, value):
    with nothing_written():
        answer = api.post("subjects/alice/follow-ups", NEW | {field: value})
    assert answer.status_code == 400
    assert answer.json()["error"]["field"] == field


def test_another_subject_s_memory_is_refused(api, bob, denver, nothing_written):
    with nothing_written():
        answer = api.post("subjects/bob/follow-ups", NEW | {"memory_id": denver.id})
    assert answer.json()["error"]["message"] == "This subject has no such memory."
