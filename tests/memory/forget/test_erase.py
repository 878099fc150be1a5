"""What is erased is gone from every table, and is not learned again."""

from __future__ import annotations

from itertools import permutations

import pytest
from django.apps import apps

from memory import store
from memory.amend import edit_memory
from memory.errors import NotFoundError
from memory.forget.erase import erase_memory, erase_subject
from memory.forget.mask import MASK
from memory.inference.fakes import use_fakes
from memory.models import Claim, ErasureReceipt, Memory, ReviewItem, Subject, Turn
from memory.write_path import NewClaim, NewTurn, decide_claim, receive_claims, receive_turns
from tests.memory.conftest import conflict, current, tell, verdict_on

CANARY = "Alma's bakery opens at seven."


def traces(word: str) -> list[str]:
    """Tables of ours in which any column of any row holds the word."""
    return [
        model._meta.label
        for model in apps.get_models(include_auto_created=True)
        if model._meta.app_label in {"memory", "review"}
        and any(word in str(row) for row in model.objects.values())
    ]


def test_an_erased_memory_leaves_no_word_behind(alma, fakes):
    tell(alma, CANARY)
    tell(alma, "Alma plays the tuba.")
    assert traces("bakery")

    erase_memory(Memory.objects.get(content=CANARY), store.SYSTEM)

    assert traces("bakery") == []
    assert current(alma) == {"Alma plays the tuba."}


def test_an_erased_statement_is_not_learned_again(alma, fakes):
    tell(alma, CANARY)
    erase_memory(Memory.objects.get(), store.SYSTEM)

    again = tell(alma, CANARY)

    assert current(alma) == set()
    assert verdict_on(again).reason == "erased_before"


def test_the_words_are_cut_out_of_their_turn(alma, fakes):
    turn = "hello! i live in Pau. what is the weather?"
    receipt = receive_turns(alma, session="s1", turns=[NewTurn("user", turn)])
    for claim in receipt.claims:
        decide_claim(claim.id)

    erase_memory(Memory.objects.get(), store.SYSTEM)

    content = Turn.objects.get().content
    assert "Pau" not in content
    assert MASK in content
    assert len(content) == len(turn)
    assert traces("Pau") == []


@pytest.mark.parametrize("order", list(permutations(range(3))), ids=str)
def test_erasing_all_memories_of_one_turn_leaves_none_of_them_in_any_order(alma, fakes, order):
    said = "i live in Pau. i'm allergic to walnuts. my name is Zarathustra."
    receipt = receive_turns(alma, session="s1", turns=[NewTurn("user", said)])
    assert len(receipt.claims) == 3
    for claim in receipt.claims:
        decide_claim(claim.id)
    memories = list(Memory.objects.order_by("created_at"))

    for place in order:
        erase_memory(memories[place], store.SYSTEM)

    for word in ("Pau", "walnut", "Zarathustra", "ustra", "alnut"):
        assert traces(word) == []


def test_the_wordings_of_one_statement_are_erased_together(alma, fakes):
    tell(alma, CANARY)
    version = edit_memory(Memory.objects.get(), {"content": f"{CANARY[:-1]} sharp."}, store.SYSTEM)

    erase_memory(version, store.SYSTEM)

    assert traces("bakery") == []


def test_a_statement_that_still_waits_is_erased_with_what_it_repeats(alma, fakes):
    tell(alma, CANARY)
    [waiting] = receive_claims(alma, [NewClaim(content=CANARY)])

    erase_memory(Memory.objects.get(), store.SYSTEM)

    assert not Claim.objects.filter(id=waiting.id).exists()
    assert traces("bakery") == []


def test_a_memory_is_erased_once(alma, fakes):
    tell(alma, CANARY)
    memory = Memory.objects.get()
    erase_memory(memory, store.SYSTEM)

    with pytest.raises(NotFoundError):
        erase_memory(memory, store.SYSTEM)

    assert ErasureReceipt.objects.count() == 1


def test_erasing_in_the_middle_of_a_chain_closes_it(alma):
    with use_fakes(conflict(("seven", "nine"), ("nine", "ten"))):
        for hour in ("seven", "nine", "ten"):
            tell(alma, f"Alma's bakery opens at {hour}.")
        erase_memory(Memory.objects.get(content__contains="nine"), store.SYSTEM)

    newest = Memory.objects.get(content__contains="ten")
    assert newest.supersedes.content == CANARY
    assert current(alma) == {"Alma's bakery opens at ten."}


def test_a_question_about_an_erased_memory_is_decided_afresh(alma):
    with use_fakes(conflict(("seven", "nine"))):
        tell(alma, CANARY)
        waiting = tell(alma, "Alma's bakery opens at nine.", source="assistant")
        erase_memory(Memory.objects.get(), store.SYSTEM)
        waiting.refresh_from_db()
        assert waiting.state == Claim.State.PENDING
        decide_claim(waiting.id)

    assert not ReviewItem.objects.exists()
    assert current(alma) == {"Alma's bakery opens at nine."}


def test_a_person_is_erased_once(alma, fakes):
    erase_subject(alma, store.SYSTEM)

    with pytest.raises(NotFoundError):
        erase_subject(alma, store.SYSTEM)

    assert ErasureReceipt.objects.count() == 1


def test_an_erased_person_leaves_only_log_and_receipt(alma, bruno, fakes):
    for subject in (alma, bruno):
        tell(subject, CANARY)

    receipt = erase_subject(alma, store.SYSTEM)

    assert not Subject.objects.filter(id=alma.id).exists()
    assert current(bruno) == {CANARY}
    assert receipt.counts["memory.Memory"] == 1
    assert ErasureReceipt.objects.get().subject_ref == alma.id
    assert "person-1" not in str(ErasureReceipt.objects.values().get())


def test_what_stands_beside_it_in_one_quotation_is_another_statement(alma, fakes):
    said = "My name is Zarathustra. I live in Pau."
    turn = receive_turns(alma, session="s1", turns=[NewTurn("assistant", said)]).turns[0]
    for content in ("Alma lives in Pau.", "Alma is called Zarathustra."):
        [claim] = receive_claims(alma, [NewClaim(content=content)])
        # As an LLM quotes it: both sentences for either statement.
        Claim.objects.filter(id=claim.id).update(turn=turn.id, span_start=0, span_end=len(said))
        decide_claim(claim.id)

    erase_memory(Memory.objects.get(content__contains="Pau"), store.SYSTEM)

    assert current(alma) == {"Alma is called Zarathustra."}
    assert traces("Pau") == []


def test_two_answers_in_the_same_words_are_two_statements(alma, fakes):
    [turn] = receive_turns(alma, session="s1", turns=[NewTurn("assistant", "yes yes")]).turns
    for place, content in enumerate(("Alma is vegan.", "Alma owns a boat.")):
        [claim] = receive_claims(alma, [NewClaim(content=content)])
        Claim.objects.filter(id=claim.id).update(
            turn=turn.id, span_start=4 * place, span_end=4 * place + 3
        )
        decide_claim(claim.id)

    erase_memory(Memory.objects.get(content="Alma is vegan."), store.SYSTEM)

    assert current(alma) == {"Alma owns a boat."}
