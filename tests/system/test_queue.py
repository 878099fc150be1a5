"""What people decide: once, on what is there, with a record, and not undone by the machine."""

from __future__ import annotations

import pytest
from django.db import IntegrityError, connection, transaction

from memory import store
from memory.errors import ConflictError
from memory.inference.embeddings import embed
from memory.inference.fakes import use_fakes
from memory.models import Decision, Membership, Memory
from review import policies
from review.actions import Answer, resolve
from review.changes import reword
from review.policies import Action
from tests.memory.conftest import conflict, current, tell, verdict_on
from tests.people import ask, make_claim, make_operator, remember

pytestmark = pytest.mark.django_db


@pytest.fixture
def kim(acme):
    """Kim, who decides at Acme."""
    user = make_operator("kim", acme, Membership.Role.REVIEWER)
    return policies.operator(Membership.objects.select_related("user").get(user=user))


@pytest.mark.case("rev-002")
def test_of_two_proposals_about_one_memory_the_second_finds_it_taken(case, fakes, alice, kim):
    office = remember(alice, case.existing[0].removeprefix("M: "))
    first, second = (ask(alice, f"Office closes at {hour}:00.", office) for hour in (17, 19))
    resolve(first, Answer(action=Action.REPLACE), kim)
    with pytest.raises(ConflictError, match="closed by itself"):
        resolve(second, Answer(action=Action.REPLACE), kim)
    assert Memory.objects.filter(supersedes=office).count() == 1
    assert current(alice) == {"Office closes at 17:00."}
    second.refresh_from_db()
    assert (second.state, second.claim.state) == ("closed", "pending"), "the gate looks again"


@pytest.mark.case("rev-004")
def test_what_a_person_rejected_is_not_done_again_by_the_machine(case, fakes, alice, kim):
    slot = {"key": "city"}
    split = remember(alice, "User lives in Split.", **slot, value="Split")
    zadar = {"content": case.incoming.partition(" (")[0], **slot, "value": "Zadar"}
    asked = ask(alice, zadar["content"], split, **slot, value="Zadar")
    resolve(asked, Answer(action=Action.REJECT), kim)
    claim = tell(alice, **zadar)
    assert verdict_on(claim).action in case.outcomes
    assert current(alice) == {"User lives in Split."}


@pytest.mark.case("rev-006")
def test_a_double_click_is_one_decision(case, fakes, alice, kim):
    held = ask(alice, "User keeps bees.", None)
    first = resolve(held, Answer(action=Action.KEEP_BOTH), kim)
    log = list(Decision.objects.values_list("id", flat=True))
    assert resolve(held, Answer(action=Action.KEEP_BOTH), kim) == first
    assert list(Decision.objects.values_list("id", flat=True)) == log
    assert Decision.objects.filter(actor="operator").count() == 1


@pytest.mark.case("rev-008")
def test_nothing_is_superseded_by_what_does_not_exist(case, fakes, alice, kim, api):
    rice = remember(alice, case.existing[0].removeprefix("M: "))
    asked = ask(alice, "User likes noodles.", rice)
    with pytest.raises(ConflictError, match="not one of those in question"):
        resolve(asked, Answer(action=Action.REPLACE, memory="mem_000000000999"), kim)
    pointer = {"supersedes": "mem_000000000999"}
    assert api.patch(f"memories/{rice.id}", pointer).status_code == 400
    assert api.post("subjects/alice/claims", {"content": "x", **pointer}).status_code == 400
    with pytest.raises(IntegrityError), transaction.atomic():
        Memory.objects.filter(id=rice.id).update(supersedes="mem_000000000999")
        connection.check_constraints()
    assert current(alice) == {rice.content}


@pytest.mark.case("rev-010")
def test_a_replacement_is_recorded_with_its_rule_and_both_ids(case, fakes, alice):
    tell(alice, case.existing[0])
    before = Memory.objects.get()
    verdict = verdict_on(tell(alice, case.incoming))
    assert verdict.action == "replace"
    assert verdict.reason == "keyed", "a slot of one value needs no score"
    assert verdict.target_ref == before.id
    assert Memory.objects.get(id=verdict.memory_ref).supersedes == before


def test_one_by_contradiction_with_its_score_and_threshold_too(alice):
    with use_fakes(conflict(("seven", "nine"))):
        tell(alice, "User's bakery opens at seven.")
        before = Memory.objects.get()
        verdict = verdict_on(tell(alice, "User's bakery opens at nine."))
    assert (verdict.action, verdict.reason) == ("replace", "contradicted")
    [scored] = verdict.evidence["candidates"]
    assert scored["id"] == verdict.target_ref == before.id
    assert scored["forward"]["contradiction"] > verdict.evidence["thresholds"]["contradiction"]
    assert scored["similarity"] > verdict.evidence["thresholds"]["floor"]
    assert verdict.evidence["models"]["nli"]


@pytest.mark.case("rev-012")
def test_an_edit_by_hand_says_who_changed_what(case, fakes, alice, kim):
    opera = remember(alice, case.existing[0])
    operetta = reword(opera, "User likes operetta.", kim.actor)
    edit = Decision.objects.get(action="edit")
    assert (edit.actor, edit.actor_ref) == ("operator", str(kim.user.pk))
    assert (edit.target_ref, edit.memory_ref) == (opera.id, operetta.id)
    assert current(alice) == {"User likes operetta."}


@pytest.mark.case("stale-023")
def test_two_facts_that_were_taken_for_versions_can_be_parted(case, fakes, alice, api, told):
    older, newer = (content.split(": ", 1)[1].partition(" (")[0] for content in case.existing)
    a = remember(alice, older)
    claim = make_claim(alice, newer)
    with store.change(alice.id, store.GATE) as c:
        b = store.supersede(c, claim, a, embed([newer])[0], reason="contradicted")
    assert current(alice) == {newer}

    assert api.post(f"memories/{b.id}/undo", {"keep_both": True}).status_code == 200

    assert current(alice) == {older, newer}
    assert all(content in told(alice, "invoices and reminders") for content in (older, newer))
    assert not Memory.objects.exclude(supersedes=None).exists()
    assert api.post(f"memories/{b.id}/undo", {"keep_both": True}).status_code == 409
    assert api.delete(f"memories/{b.id}").status_code == 204
    assert current(alice) == {older}
    assert api.post(f"memories/{b.id}/undo", {}).status_code == 200
    assert current(alice) == {older, newer}
