"""Leases: who has which item open."""

from __future__ import annotations

import time_machine
from django.utils import timezone

from review import queue
from review.listings.items import queue as queued
from review.models import Resolution
from review.policies import actions_for, is_leased_to_other
from tests.people import ask, remember


def test_opening_an_item_leases_it(ana, ben, decider, moved):
    item = queue.open_item(moved, ana)
    now = timezone.now()
    assert item.leased_by == ana
    assert is_leased_to_other(item, decider(ben), now)
    assert not is_leased_to_other(item, decider(ana), now)


def test_an_item_in_other_hands_stays_there(ana, ben, moved):
    queue.open_item(moved, ana)
    assert queue.open_item(moved, ben).leased_by == ana


def test_a_lease_ends_by_itself(ana, ben, moved):
    with time_machine.travel(timezone.now(), tick=False) as clock:
        queue.open_item(moved, ana)
        clock.shift(queue.LEASE)
        assert queue.open_item(moved, ben).leased_by == ben


def test_a_heartbeat_renews_the_lease(ana, ben, moved):
    with time_machine.travel(timezone.now(), tick=False) as clock:
        queue.open_item(moved, ana)
        clock.shift(queue.LEASE / 2)
        queue.open_item(moved, ana)
        clock.shift(queue.LEASE / 2)
        assert queue.open_item(moved, ben).leased_by == ana


def test_an_answered_item_is_leased_to_nobody(ana, decider, moved):
    from review.actions import Answer, resolve

    resolve(moved, Answer(action=Resolution.Action.REJECT), decider(ana))
    assert queue.open_item(moved, ana).leased_by is None


def test_the_next_item_is_one_that_nobody_has(ana, ben, harbour, noor, moved):
    other = ask(noor, "Has a cat.", remember(noor, "Has a dog."))
    queue.open_item(moved, ben)
    assert queue.next_item(queued(harbour, {}), ana) == other


def test_the_next_item_is_the_most_urgent(ana, harbour, noor, moved):
    allergy = remember(noor, "Is allergic to nuts.", importance=9, scope="constraint")
    urgent = ask(noor, "Eats nuts.", allergy)
    assert queue.next_item(queued(harbour, {}), ana) == urgent


def test_no_item_of_another_workspace_is_next(otto, orchard, moved):
    assert queue.next_item(queued(orchard, {}), otto) is None


def test_a_viewer_has_no_actions(vera, decider, moved):
    assert actions_for(moved, decider(vera), timezone.now()) == []


def test_buttons_vanish_while_somebody_else_looks(ana, ben, decider, moved):
    queue.open_item(moved, ana)
    moved.refresh_from_db()
    assert actions_for(moved, decider(ben), timezone.now()) == []
    assert actions_for(moved, decider(ana), timezone.now())
