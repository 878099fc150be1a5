"""Every change can be taken back, and a refusal changes nothing."""

from __future__ import annotations

import pytest

from memory import store
from memory.errors import ConflictError
from memory.inference.embeddings import embed
from memory.inference.fakes import use_fakes
from memory.models import Memory, ReviewItem
from memory.undo import last_undoable, undo
from tests.memory.conftest import conflict, current, tell, verdict_on

OLD, NEW = "Alma's bakery opens at seven.", "Alma's bakery opens at nine."


@pytest.fixture(autouse=True)
def judged():
    with use_fakes(conflict(("seven", "nine"))):
        yield


def take_back(memory: Memory) -> None:
    decision = last_undoable(memory)
    with store.change(memory.subject_id, store.SYSTEM) as change:
        undo(change, decision)


def test_undoing_a_replacement_brings_the_old_one_back(alma):
    tell(alma, OLD)
    tell(alma, NEW)

    take_back(Memory.objects.get(content=NEW))

    assert current(alma) == {OLD}
    assert Memory.objects.get(content=OLD).valid_until is None


def test_what_was_undone_is_not_done_again_by_the_same_statement(alma):
    tell(alma, OLD)
    tell(alma, NEW)
    operator = store.Actor("operator", "1")
    with store.change(alma.id, operator) as change:
        undo(change, last_undoable(Memory.objects.get(content=NEW)))

    again = tell(alma, NEW)

    assert current(alma) == {OLD}
    assert verdict_on(again).reason == "decided_before"
    assert Memory.objects.get(content=OLD).confirmations == 0


def test_a_rejection_that_was_taken_back_settles_nothing(alma):
    tell(alma, OLD)
    claim = tell(alma, NEW, source="assistant")
    operator = store.Actor("operator", "1")
    with store.change(alma.id, operator) as change:
        rejection = store.reject(change, claim, reason="test", target=Memory.objects.get())
    again = {"content": NEW, "source": "assistant"}
    assert verdict_on(tell(alma, **again)).reason == "decided_before"

    with store.change(alma.id, operator) as change:
        undo(change, rejection)

    assert verdict_on(tell(alma, **again)).reason == "lower_source"


def test_what_was_refused_of_the_bot_is_heard_of_the_user(alma):
    tell(alma, OLD)
    claim = tell(alma, NEW, source="inferred")
    with store.change(alma.id, store.Actor("operator", "1")) as change:
        store.reject(change, claim, reason="test", target=Memory.objects.get())

    assert verdict_on(tell(alma, NEW)).reason == "contradicted"


def test_undoing_an_edit_refuses_no_statement(alma):
    tell(alma, OLD)
    [vector] = embed([NEW])
    operator = store.Actor("operator", "1")
    with store.change(alma.id, operator) as change:
        version = store.edit(change, Memory.objects.get(), {"content": NEW}, vector)
    with store.change(alma.id, operator) as change:
        undo(change, last_undoable(version))

    assert verdict_on(tell(alma, NEW)).reason == "contradicted"


def test_what_was_taken_back_is_not_restored_beside_what_came_back(alma):
    tell(alma, OLD)
    [vector] = embed([NEW])
    old = Memory.objects.get()
    with store.change(alma.id, store.SYSTEM) as change:
        version = store.edit(change, old, {"content": NEW}, vector)
    with store.change(alma.id, store.SYSTEM) as change:
        store.delete(change, version)
    take_back(old)  # the edit
    assert current(alma) == {OLD}

    with pytest.raises(ConflictError):
        take_back(Memory.objects.get(id=version.id))

    assert current(alma) == {OLD}


def test_what_was_decided_together_is_undone_together(alma):
    for statement in (OLD, "Alma plays the tuba."):
        tell(alma, statement)
    with store.change(alma.id, store.SYSTEM) as change:
        for memory in Memory.objects.all():
            store.delete(change, memory)

    take_back(Memory.objects.get(content=OLD))

    assert current(alma) == {OLD, "Alma plays the tuba."}


def test_undoing_a_replacement_closes_the_question_about_its_copies(alma):
    with use_fakes():
        for statement in (OLD, OLD[:-1] + " sharp."):
            tell(alma, statement)
    tell(alma, NEW)
    assert ReviewItem.objects.get(reason="copies").state == "open"

    take_back(Memory.objects.get(content=NEW))

    assert ReviewItem.objects.get(reason="copies").state == "closed"


def test_undoing_an_addition_hides_it(alma):
    tell(alma, OLD)

    take_back(Memory.objects.get())

    assert current(alma) == set()


def test_undoing_a_deletion_restores_it(alma):
    tell(alma, OLD)
    with store.change(alma.id, store.SYSTEM) as change:
        store.delete(change, Memory.objects.get())
    assert current(alma) == set()

    take_back(Memory.objects.get())

    assert current(alma) == {OLD}


def test_undoing_an_edit_restores_the_wording(alma):
    tell(alma, OLD)
    [vector] = embed(["Alma's bakery opens at eight."])
    with store.change(alma.id, store.SYSTEM) as change:
        changes = {"content": "Alma's bakery opens at eight."}
        version = store.edit(change, Memory.objects.get(), changes, vector)
    assert current(alma) == {"Alma's bakery opens at eight."}

    take_back(version)

    assert current(alma) == {OLD}


def test_an_open_question_follows_an_edit_and_its_undo(alma):
    tell(alma, OLD)
    tell(alma, NEW, source="assistant")
    old = Memory.objects.get(content=OLD)
    [vector] = embed([OLD])
    with store.change(alma.id, store.SYSTEM) as change:
        version = store.edit(change, old, {"content": "Alma's own bakery opens at seven."}, vector)

    item = ReviewItem.objects.get()
    assert (item.state, item.memory) == ("open", version)

    take_back(version)
    item.refresh_from_db()
    assert (item.state, item.memory) == ("open", old)


def test_undoing_an_expiry_lets_it_hold_again(alma):
    tell(alma, OLD)
    with store.change(alma.id, store.SYSTEM) as change:
        store.retire(change, Memory.objects.get(), reason="test")
    assert current(alma) == set()

    take_back(Memory.objects.get())

    assert current(alma) == {OLD}


def test_a_step_in_the_middle_of_a_chain_cannot_be_undone(alma):
    for statement in (OLD, NEW, OLD):
        tell(alma, statement)
    middle = Memory.objects.get(content=NEW)
    made = verdict_on_making(middle)

    with pytest.raises(ConflictError), store.change(alma.id, store.SYSTEM) as change:
        undo(change, made)

    assert current(alma) == {OLD}
    middle.refresh_from_db()
    assert middle.deleted_at is None


def test_a_decision_is_undone_once(alma):
    tell(alma, OLD)
    decision = last_undoable(Memory.objects.get())
    with store.change(alma.id, store.SYSTEM) as change:
        undo(change, decision)

    with pytest.raises(ConflictError), store.change(alma.id, store.SYSTEM) as change:
        undo(change, decision)


def test_a_slot_that_was_taken_meanwhile_is_not_taken_back(alma):
    tell(alma, "Alma lives in Pau.", key="city", value="Pau")
    old = Memory.objects.get()
    with store.change(alma.id, store.SYSTEM) as change:
        store.delete(change, old)
    tell(alma, "Alma lives in Pisa.", key="city", value="Pisa")

    with pytest.raises(ConflictError):
        take_back(old)

    assert current(alma) == {"Alma lives in Pisa."}


def verdict_on_making(memory: Memory):
    from memory.models import Decision

    return Decision.objects.get(memory_ref=memory.id, action="replace")
