"""Answers to review items: what each of them changes."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.db.utils import InternalError, ProgrammingError
from django.utils import timezone

from memory.digest import digest
from memory.gate.verdict import Reason
from memory.models import Claim, Decision, Memory, ReviewItem
from review.actions import Answer, resolve
from review.models import Resolution
from review.policies import Action, subject_self
from tests.people import ask, remember


def current(subject):
    memories = Memory.objects.current(timezone.now()).filter(subject=subject)
    return sorted(memories.values_list("content", flat=True))


def test_taking_the_new_one_supersedes_the_stored_one(ana, decider, mira, denver, moved):
    resolve(moved, Answer(action=Action.REPLACE, shown=digest(denver)), decider(ana))
    assert current(mira) == ["Lives in Austin."]
    austin = Memory.objects.get(content="Lives in Austin.")
    assert austin.supersedes == denver
    assert (austin.key, austin.value) == ("city", "Austin")


def test_an_answer_closes_the_item_and_the_claim(ana, decider, moved):
    done = resolve(moved, Answer(action=Action.REPLACE, note="Sure."), decider(ana))
    moved.refresh_from_db()
    assert (moved.state, moved.closed_reason) == (ReviewItem.State.RESOLVED, "replace")
    assert moved.closed_at is not None
    assert moved.claim.state == Claim.State.DECIDED
    assert (done.user, done.actor, done.note) == (ana, "operator", "Sure.")


def test_an_answer_names_what_it_decided(ana, decider, denver, moved):
    done = resolve(moved, Answer(action=Action.REPLACE), decider(ana))
    decision = Decision.objects.get(id=done.decisions[0])
    assert len(done.decisions) == 1
    assert (decision.action, decision.actor, decision.actor_ref) == (
        "replace",
        "operator",
        str(ana.pk),
    )
    assert decision.target_ref == denver.id


def test_keeping_both_adds_the_new_one(ana, decider, mira, moved):
    resolve(moved, Answer(action=Action.KEEP_BOTH), decider(ana))
    assert current(mira) == ["Lives in Austin.", "Lives in Denver."]


def test_editing_stores_the_operators_words_and_their_value(ana, decider, mira, denver, moved):
    resolve(moved, Answer(action=Action.EDIT, content="Lives in Round Rock."), decider(ana))
    assert current(mira) == ["Lives in Round Rock."]
    stored = Memory.objects.get(content="Lives in Round Rock.")
    assert (stored.supersedes, stored.value) == (denver, "Round Rock")
    assert Claim.objects.get(id=moved.claim_id).value == "Austin"


def test_editing_where_nothing_is_stored_adds(ana, decider, noor):
    item = ask(noor, "May own a boat.", None, reason=Reason.NEAR_MISS)
    resolve(item, Answer(action=Action.EDIT, content="Owns a boat."), decider(ana))
    assert current(noor) == ["Owns a boat."]


def test_keeping_the_old_one_remembers_that_it_was_kept(ana, decider, mira, denver, moved):
    done = resolve(moved, Answer(action=Action.REJECT), decider(ana))
    assert current(mira) == ["Lives in Denver."]
    decision = Decision.objects.get(id=done.decisions[0])
    assert (decision.action, decision.target_ref) == ("reject", denver.id)
    assert decision.fingerprint


def test_neither_deletes_the_stored_one_and_stores_nothing(ana, decider, mira, denver, moved):
    done = resolve(moved, Answer(action=Action.DELETE), decider(ana))
    denver.refresh_from_db()
    assert denver.deleted_at is not None
    assert current(mira) == []
    assert len(done.decisions) == 2


def test_the_old_one_can_end_with_nothing_in_its_place(ana, decider, mira, denver, moved):
    resolve(moved, Answer(action=Action.RETIRE), decider(ana))
    denver.refresh_from_db()
    assert current(mira) == []
    assert (denver.deleted_at, denver.valid_until is None) == (None, False)
    assert Claim.objects.get(id=moved.claim_id).state == Claim.State.DECIDED


def test_what_is_no_conflict_is_stored_beside_and_logged_as_such(ana, decider, mira, moved):
    done = resolve(moved, Answer(action=Action.NO_CONFLICT), decider(ana))
    assert current(mira) == ["Lives in Austin.", "Lives in Denver."]
    assert Decision.objects.get(id=done.decisions[0]).reason == "no_conflict"


def test_both_are_kept_within_limits(ana, decider, mira, moved):
    until = timezone.now() + timedelta(days=30)
    answer = Answer(action=Action.KEEP_BOTH, until=until, beneficiary=" her  mother ")
    resolve(moved, answer, decider(ana))
    austin = Memory.objects.get(content="Lives in Austin.")
    assert (austin.valid_until, austin.beneficiary) == (until, "her mother")
    assert not austin.single_valued
    claim = Claim.objects.get(id=moved.claim_id)
    assert (claim.valid_until, claim.beneficiary) == (None, "self")


def copies_of(mira):
    first, second = (remember(mira, text) for text in ("Home: Denver.", "Denver is home."))
    item = ask(
        mira, "Lives in Austin.", first, others=(second,), reason=Reason.COPIES, decided=True
    )
    return item, first, second


def test_copies_are_retired_together(ana, decider, mira):
    item, first, second = copies_of(mira)
    done = resolve(item, Answer(action=Action.RETIRE), decider(ana))
    assert current(mira) == []
    assert Memory.objects.visible().filter(id__in=[first.id, second.id]).count() == 2
    assert len(done.decisions) == 2


def test_copies_can_be_kept_without_refusing_the_claim(ana, decider, mira):
    item, _, _ = copies_of(mira)
    resolve(item, Answer(action=Action.REJECT), decider(ana))
    assert current(mira) == ["Denver is home.", "Home: Denver."]
    assert Decision.objects.get(reason="copies_kept").fingerprint == ""


def test_of_several_in_question_the_chosen_one_is_replaced(ana, decider, mira):
    red, blue = remember(mira, "Has a red car."), remember(mira, "Has a blue car.")
    item = ask(mira, "Has a green car.", red, others=(blue,), reason=Reason.TOO_CLOSE)
    answer = Answer(action=Action.REPLACE, memory=blue.id, shown=digest(blue))
    resolve(item, answer, decider(ana))
    assert current(mira) == ["Has a green car.", "Has a red car."]


def test_the_subject_itself_can_answer(mira, moved):
    done = resolve(moved, Answer(action=Action.REPLACE), subject_self(mira))
    assert (done.user, done.actor) == (None, "subject")
    assert current(mira) == ["Lives in Austin."]


def test_the_same_click_twice_is_one_decision(ana, decider, moved):
    first = resolve(moved, Answer(action=Action.REPLACE), decider(ana))
    again = resolve(moved, Answer(action=Action.REPLACE), decider(ana))
    assert again == first
    assert Decision.objects.filter(action="replace").count() == 1


def test_an_answer_is_never_changed(ana, decider, moved):
    done = resolve(moved, Answer(action=Action.REJECT), decider(ana))
    with pytest.raises((InternalError, ProgrammingError)), transaction.atomic():
        Resolution.objects.filter(id=done.id).update(note="other")


def test_models_run_before_the_lock(ana, decider, moved, monkeypatch):
    from review import actions

    depth = len(connection.savepoint_ids)
    seen = []
    embed = actions.embed

    def watch(texts):
        seen.append(len(connection.savepoint_ids))
        return embed(texts)

    monkeypatch.setattr(actions, "embed", watch)
    resolve(moved, Answer(action=Action.REPLACE), decider(ana))
    assert seen == [depth]
