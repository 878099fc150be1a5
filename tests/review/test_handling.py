"""What operators do with an item besides answering it."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.urls import reverse
from django.utils import timezone

from memory.errors import ConflictError, InvalidError
from memory.models import FollowUp, ReviewItem
from review import handling, queue
from review.actions import Answer, resolve
from review.listings.items import PATIENCE
from review.listings.items import queue as queued
from review.listings.timeline import timeline
from review.models import ItemEvent
from review.policies import Action, actions_for, subject_self
from review.tasks import close_stale_items
from tests.people import ask, everything, make_operator, remember


def address(name, item):
    return reverse(f"review:{name}", kwargs={"item_id": item.id})


def soon(**amount):
    return timezone.now() + timedelta(**amount)


def waits(workspace, **filters):
    return list(queued(workspace, filters))


def events():
    return list(ItemEvent.objects.values_list("kind", "text"))


def test_an_item_is_given_to_somebody_and_found_by_it(ana, ben, decider, harbour, moved):
    handling.assign(moved, decider(ana), to=ben)
    assert waits(harbour, assignee="ben") == [moved]
    assert waits(harbour, assignee="nobody") == []
    handling.assign(moved, decider(ana), to=None)
    assert waits(harbour, assignee="nobody") == [moved]


@pytest.mark.parametrize("who", ["vera", "otto"])
def test_only_those_who_decide_here_can_be_given_it(ana, decider, moved, request, who):
    with pytest.raises(InvalidError, match="may decide here"):
        handling.assign(moved, decider(ana), to=request.getfixturevalue(who))
    assert events() == []


def test_what_is_put_off_comes_back_by_itself(ana, decider, harbour, moved):
    with time_machine.travel(timezone.now(), tick=False) as clock:
        handling.snooze(moved, decider(ana), until=soon(days=2))
        assert waits(harbour) == []
        assert waits(harbour, state="snoozed") == [moved]
        clock.shift(timedelta(days=2))
        assert waits(harbour) == [moved]


@pytest.mark.parametrize("days", [0, -1, 400])
def test_a_moment_that_cannot_be_meant(ana, decider, moved, days):
    with pytest.raises(InvalidError, match="within a year"):
        handling.snooze(moved, decider(ana), until=soon(days=days))
    assert events() == []


def test_an_administrator_decides_what_is_handed_up(ana, ada, decider, mira, moved):
    handling.escalate(moved, decider(ana), text="Her doctor said otherwise.")
    moved.refresh_from_db()
    now = timezone.now()
    assert actions_for(moved, decider(ana), now) == []
    assert actions_for(moved, decider(ada), now)
    assert actions_for(moved, subject_self(mira), now)
    before = everything()
    with pytest.raises(ConflictError, match="administrator"):
        resolve(moved, Answer(action=Action.REPLACE), decider(ana))
    assert everything() == before
    resolve(moved, Answer(action=Action.REPLACE), decider(ada))


def test_nothing_is_handed_up_where_nobody_is_above(ana, decider, moved):
    with pytest.raises(ConflictError, match="no administrator"):
        handling.escalate(moved, decider(ana), text="Why not.")
    assert events() == []


def test_the_person_is_asked_by_the_chatbot_and_their_answer_ends_it(
    ana, decider, harbour, mira, moved
):
    handling.ask_person(moved, decider(ana))
    asked = FollowUp.objects.due(mira.today).get(subject=mira)
    assert asked.question == "Which is right now: Lives in Denver, or Lives in Austin?"
    assert waits(harbour) == []
    assert waits(harbour, state="asked") == [moved]
    resolve(moved, Answer(action=Action.REPLACE), subject_self(mira))
    asked.refresh_from_db()
    assert asked.status == FollowUp.Status.DONE
    assert waits(harbour, state="asked") == []


def test_a_person_who_does_not_answer_is_not_waited_for_forever(ana, decider, harbour, moved):
    with time_machine.travel(timezone.now(), tick=False) as clock:
        handling.ask_person(moved, decider(ana))
        clock.shift(PATIENCE)
        assert waits(harbour) == [moved]


def test_nobody_is_asked_twice(ana, decider, moved):
    handling.ask_person(moved, decider(ana))
    with pytest.raises(ConflictError, match="asked already"):
        handling.ask_person(moved, decider(ana))
    assert FollowUp.objects.count() == 1


def test_the_question_to_the_person_goes_with_what_it_quotes(ana, decider, moved):
    handling.ask_person(moved, decider(ana))
    moved.claim.delete()
    assert not FollowUp.objects.exists()


@pytest.mark.parametrize("step", ["snooze", "ask_person"])
def test_what_was_set_aside_is_taken_up_again(ana, decider, harbour, moved, step):
    details = {"until": soon(days=1)} if step == "snooze" else {}
    getattr(handling, step)(moved, decider(ana), **details)
    handling.wake(moved, decider(ana))
    assert waits(harbour) == [moved]


def test_taking_over_needs_a_reason_and_leaves_it(ana, ben, decider, moved):
    queue.open_item(moved, ana)
    with pytest.raises(InvalidError, match="why you take it over"):
        handling.take_over(moved, decider(ben), text=" ")
    assert handling.take_over(moved, decider(ben), text="Ana is at lunch.").leased_by == ben
    event = ItemEvent.objects.get()
    assert (event.kind, event.user, event.about) == ("taken_over", ben, ana)


@pytest.mark.parametrize("step", ["assign", "snooze", "wake", "escalate", "ask_person"])
def test_what_is_settled_is_not_organised(ana, ada, decider, moved, step):
    resolve(moved, Answer(action=Action.REJECT), decider(ana))
    details = {
        "assign": {"to": ana},
        "snooze": {"until": soon(days=1)},
        "escalate": {"text": "Why."},
    }
    with pytest.raises(ConflictError, match="settled"):
        getattr(handling, step)(moved, decider(ana), **details.get(step, {}))
    assert events() == []


@pytest.mark.parametrize(
    ("name", "sent"),
    [
        ("note", {"note": "Hm."}),
        ("assign", {"to": "ana"}),
        ("snooze", {"until": "2030-01-01"}),
        ("wake", {}),
        ("escalate", {"text": "Why."}),
        ("ask_person", {}),
        ("take_over", {"text": "Why."}),
    ],
)
def test_viewers_and_strangers_change_nothing(vera, otto, ada, browser_of, moved, name, sent):
    assert browser_of(vera).post(address(name, moved), sent).status_code == 403
    assert browser_of(otto).post(address(name, moved), sent).status_code == 404
    assert events() == []


def test_a_note_is_left_and_nothing_is_decided(ana, browser_of, moved):
    page = browser_of(ana).post(address("note", moved), {"note": "Ask her."}, follow=True)
    assert "Ask her." in page.content.decode()
    assert ReviewItem.objects.get(id=moved.id).state == ReviewItem.State.OPEN


def test_putting_off_opens_the_next_one(ana, browser_of, noor, moved):
    other = ask(noor, "Has a cat.", remember(noor, "Has a dog."))
    day = timezone.localdate() + timedelta(days=1)
    response = browser_of(ana).post(address("snooze", moved), {"until": day.isoformat()})
    assert response.headers["Location"] == address("item", other)


@pytest.mark.parametrize("day", ["", "yesterday", "2001-01-01", "0001-01-01", "9999-12-31"])
def test_a_day_that_is_none_is_refused_on_the_page(ana, browser_of, moved, day):
    response = browser_of(ana).post(address("snooze", moved), {"until": day})
    assert response.status_code == 422
    assert ReviewItem.objects.get(id=moved.id).snoozed_until is None


def test_a_name_that_is_none_is_refused_on_the_page(ana, browser_of, moved):
    response = browser_of(ana).post(address("assign", moved), {"to": "nobody-here"})
    assert response.status_code == 422
    assert "Nobody of this name" in response.content.decode()


def test_the_next_item_is_never_one_for_an_administrator(
    ana, ada, browser_of, decider, noor, moved
):
    other = ask(noor, "Has a cat.", remember(noor, "Has a dog."))
    handling.escalate(other, decider(ana), text="Unsure.")
    answer = browser_of(ana).post(address("reject", moved), {})
    assert answer.headers["Location"] == "/review/"


def test_the_timeline_tells_everything_in_order(ana, ben, decider, denver, moved):
    handling.note(moved, decider(ana), text="Ask her.")
    handling.assign(moved, decider(ana), to=ben)
    resolve(moved, Answer(action=Action.REJECT, note="Holiday."), decider(ben))
    told = [
        (each.who, each.what, each.quote) for each in timeline(moved, list(moved.resolutions.all()))
    ]
    assert told[0][1].startswith("Waits for a person")
    assert told[1:] == [
        ("ana", "wrote a note", "Ask her."),
        ("ana", "gave it to ben", ""),
        ("ben", "answered: keep the old one", "Holiday."),
    ]


def test_a_question_that_closed_is_asked_again_with_its_history(
    mira, denver, moved, django_capture_on_commit_callbacks
):
    from memory import store
    from memory.amend import delete_memory
    from memory.gate.verdict import Outcome, Reason, Verdict
    from memory.models import Decision
    from review.changes import undo_decision

    delete_memory(denver, store.SYSTEM)
    assert close_stale_items() == 1
    undo_decision(mira, Decision.objects.get(action="delete"), store.SYSTEM)
    moved.claim.refresh_from_db()
    verdict = Verdict(outcome=Outcome.REVIEW, reason=Reason.EVENT, target=denver.id)
    with store.change(mira.id, store.GATE) as c:
        again = store.queue(c, moved.claim, verdict, evidence={})
    assert again == moved
    assert again.version == 3
    told = [each.what for each in timeline(again, [])]
    assert told[1:] == ["closed by itself", "asked again"]


def test_another_statement_is_another_question(mira, denver, moved):
    from memory import store
    from memory.amend import delete_memory

    delete_memory(denver, store.SYSTEM)
    close_stale_items()
    other = ask(mira, "Lives in Boston.", denver)
    assert other != moved


def test_operators_of_one_workspace_are_offered(harbour, ana, ben, ada, vera, otto):
    make_operator("zoe", harbour, "reviewer")
    names = [each.username for each in handling.reviewers(harbour.id)]
    assert names == ["ada", "ana", "ben", "zoe"]
