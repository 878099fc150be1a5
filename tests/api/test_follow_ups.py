"""GET subjects/{id}/follow-ups and PATCH follow-ups/{id}"""

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


@pytest.mark.parametrize("sent", [{"status": "later"}, {}, {"status": None}, {"status": ["done"]}])
def test_a_wrong_status_writes_nothing(api, exam, nothing_written, sent):
    with nothing_written():
        answer = api.patch(f"follow-ups/{exam.id}", sent)
    assert answer.status_code == 400
    assert answer.json()["error"]["field"] == "status"
