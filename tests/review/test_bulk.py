"""One thing done to many items: looked at first, then item by item."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from memory import store
from memory.errors import ConflictError, InvalidError
from memory.forget.erase import erase_memory, erase_subject
from memory.models import Memory, ReviewItem, Subject
from review import bulk, tasks
from review.actions import Answer, resolve
from review.listings.bulk import bulk_page
from review.listings.items import queue as queued
from review.models import BulkLine, BulkRun, ItemEvent
from review.policies import Action
from tests.people import ask, everything, remember

Outcome = BulkLine.Outcome


@pytest.fixture
def three(harbour):
    """Three people, each with a question."""
    return [question(harbour, number) for number in range(3)]


def question(workspace, number):
    person = Subject.objects.create(workspace=workspace, external_id=f"person-{number}")
    return ask(person, f"Has {number} cats.", remember(person, f"Has {number} dogs."))


def prepared(workspace, who, **fields):
    fields = {"deed": Action.REJECT, **fields}
    return bulk.prepare(workspace, who, queued(workspace, {}), **fields)


def carried_out(run, **typed):
    bulk.confirm(run, **typed)
    bulk.work(run.id)
    run.refresh_from_db()
    return bulk_page(run)


def test_looking_changes_nothing(ana, decider, harbour, three):
    before = everything()
    page = bulk_page(prepared(harbour, decider(ana)))
    assert (page.waiting, page.skipped) == (3, 0)
    assert everything() == before


def test_each_item_gets_its_own_answer(ana, decider, harbour, three):
    page = carried_out(prepared(harbour, decider(ana)))
    assert (page.done, page.skipped, page.run.state) == (3, 0, "done")
    for item in three:
        item.refresh_from_db()
        assert (item.state, item.closed_reason) == ("resolved", "reject")
        assert item.resolutions.get().user == ana


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda item: Memory.objects.filter(id=item.memory_id).update(importance=9), "changed"),
        (
            lambda item: Memory.objects.filter(id=item.memory_id).update(deleted_at=timezone.now()),
            "no longer current",
        ),
        (lambda item: ReviewItem.objects.filter(id=item.id).update(version=7), "answered or"),
        (lambda item: ReviewItem.objects.filter(id=item.id).update(state="closed"), "by itself"),
    ],
)
def test_what_changed_since_the_look_is_skipped_and_listed(
    ana, decider, harbour, three, change, why
):
    run = prepared(harbour, decider(ana))
    change(three[1])
    page = carried_out(run)
    assert (page.done, page.skipped) == (2, 1)
    assert why in page.reasons[0][0]
    assert page.examples[0].item == three[1]


def test_what_cannot_be_done_is_told_before(ana, ben, decider, harbour, three):
    from review import queue

    queue.open_item(three[0], ben)
    page = bulk_page(prepared(harbour, decider(ana)))
    assert (page.waiting, page.skipped) == (2, 1)
    assert "ben is looking" in page.reasons[0][0]


def test_an_answer_that_does_not_fit_is_told_before(ana, decider, harbour, noor, three):
    ask(noor, "May own a boat.", None)
    page = bulk_page(prepared(harbour, decider(ana), deed=Action.REPLACE))
    assert (page.waiting, page.skipped) == (3, 1)


def test_many_need_their_number_typed(ana, decider, harbour, three, monkeypatch):
    monkeypatch.setattr(bulk, "TYPED_ABOVE", 2)
    run = prepared(harbour, decider(ana))
    for typed in ("", "2", "all"):
        with pytest.raises(InvalidError, match="Type 3"):
            bulk.confirm(run, typed=typed)
    assert carried_out(run, typed=" 3 ").done == 3


def test_a_run_starts_once(ana, decider, harbour, three):
    run = prepared(harbour, decider(ana))
    carried_out(run)
    with pytest.raises(ConflictError, match="started already"):
        bulk.confirm(run)


def test_a_worker_that_stopped_is_followed_by_another(ana, decider, harbour, three):
    run = prepared(harbour, decider(ana))
    bulk.confirm(run)
    BulkRun.objects.update(worked_until=timezone.now() + bulk.TURN)
    bulk.work(run.id)
    assert bulk_page(run).done == 0
    assert bulk.left_behind() == []
    BulkRun.objects.update(worked_until=timezone.now() - timedelta(seconds=1))
    assert bulk.left_behind() == [run.id]
    tasks.work_on_bulk(run.id)
    assert bulk_page(run).done == 3


def test_a_run_that_nobody_started_is_not_worked_on(ana, decider, harbour, three):
    run = prepared(harbour, decider(ana))
    bulk.work(run.id)
    assert bulk_page(run).waiting == 3


def test_whoever_lost_their_role_does_nothing_more(ana, decider, harbour, three):
    run = prepared(harbour, decider(ana))
    bulk.confirm(run)
    ana.memberships.all().delete()
    before = everything()
    bulk.work(run.id)
    assert bulk_page(run).reasons == [("You have no role in this workspace any more.", 3)]
    assert everything() == before


def test_nothing_selected_and_too_much(ana, decider, harbour, three, monkeypatch):
    with pytest.raises(InvalidError, match="at least one"):
        bulk.prepare(harbour, decider(ana), ReviewItem.objects.none(), deed=Action.REJECT)
    monkeypatch.setattr(bulk, "MOST", 2)
    with pytest.raises(InvalidError, match="narrow the view"):
        prepared(harbour, decider(ana))
    assert not BulkRun.objects.exists()


def test_the_answers_are_taken_back_together_but_not_those_given_since(
    ana, ben, decider, harbour, three
):
    from review.changes import undo_answer

    run = prepared(harbour, decider(ana), deed=Action.REPLACE)
    carried_out(run)
    three[0].refresh_from_db()
    undo_answer(three[0], decider(ben).actor)
    resolve(three[0], Answer(action=Action.KEEP_BOTH), decider(ben))
    page = carried_out(bulk.take_back(run, decider(ana)))
    assert page.done == 2
    assert queued(harbour, {}).count() == 2
    assert ReviewItem.objects.get(id=three[0].id).closed_reason == "keep_both"


@pytest.mark.parametrize(
    ("sent", "found"),
    [
        ({"deed": "assign", "to": "ben"}, {"assignee": "ben"}),
        ({"deed": "snooze", "until": "2026-12-20"}, {"state": "snoozed"}),
        ({"deed": "escalate", "text": "Unsure."}, {"state": "escalated"}),
        ({"deed": "reject"}, {"state": "resolved"}),
    ],
)
def test_from_the_queue_to_the_result(ana, ben, ada, browser_of, harbour, three, sent, found):
    import time_machine

    browser = browser_of(ana)
    with time_machine.travel("2026-12-03T12:00:00Z", tick=False):
        sent = {**sent, "item": [three[0].id, three[2].id]}
        run = browser.post(reverse("review:bulk"), sent)
        page = browser.get(run.headers["Location"]).content.decode()
        assert "<strong>2</strong> questions would be changed" in page
        done = browser.post(f"{run.headers['Location']}confirm/", follow=True)
        assert "<strong>2</strong> of 2 done" in done.content.decode()
        assert set(queued(harbour, found)) == {three[0], three[2]}


def test_all_that_fit_the_view(ana, browser_of, harbour, three):
    address = reverse("review:bulk") + "?subject=person-1"
    browser_of(ana).post(address, {"deed": "reject", "everything": "on"})
    assert [line.item for line in BulkLine.objects.all()] == [three[1]]


@pytest.mark.parametrize(
    "sent",
    [
        {"deed": "erase"},
        {"deed": "snooze"},
        {"deed": "escalate"},
        {"deed": "assign", "to": "nobody-here"},
        {"deed": "reject", "item": []},
    ],
)
def test_what_is_not_said_whole_is_refused(ana, browser_of, three, sent):
    sent = {"item": [three[0].id], **sent}
    assert browser_of(ana).post(reverse("review:bulk"), sent).status_code == 422
    assert not BulkRun.objects.exists()


def test_nobody_reaches_the_run_or_the_items_of_others(
    ana, ben, vera, otto, browser_of, decider, harbour, three
):
    run = prepared(harbour, decider(ana))
    before = everything()
    for who in (ben, otto):
        assert browser_of(who).get(reverse("review:bulk_run", args=[run.id])).status_code == 404
        confirm = reverse("review:bulk_confirm", args=[run.id])
        assert browser_of(who).post(confirm).status_code == 404
    sent = {"deed": "reject", "item": [three[0].id]}
    assert browser_of(vera).post(reverse("review:bulk"), sent).status_code == 403
    assert browser_of(otto).post(reverse("review:bulk"), sent).status_code == 422
    assert everything() == before


WHY = "Has 1 dogs. Or so they say."


def test_why_is_gone_with_the_run_or_with_what_it_is_about(ana, ada, decider, harbour, three):
    """The reason is free text: it is masked, emptied with its person, and not kept when done."""
    runs = [prepared(harbour, decider(ana), deed="escalate", note=WHY) for _ in range(2)]
    erase_memory(three[1].memory, store.SYSTEM)
    runs[0].refresh_from_db()
    assert "dogs" not in runs[0].note and "so they say" in runs[0].note
    erase_subject(three[0].subject, store.SYSTEM)
    runs[0].refresh_from_db()
    assert runs[0].note == ""
    BulkRun.objects.filter(id=runs[1].id).update(note="Unsure.")
    page = carried_out(runs[1])
    assert (page.done, page.run.note) == (1, ""), page.reasons
    assert ItemEvent.objects.get(kind="escalated").text == "Unsure."


def test_a_run_keeps_no_words_of_the_view_it_came_from(ana, browser_of, harbour, three):
    address = reverse("review:bulk") + "?text=cats&subject=person-1&sort=newest"
    browser_of(ana).post(address, {"deed": "reject", "everything": "on"})
    assert BulkRun.objects.get().view == "sort=newest"
