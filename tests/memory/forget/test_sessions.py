"""A conversation is erased as a whole, and the person can let themselves say it again."""

from __future__ import annotations

import pytest

from memory import store, tasks
from memory.errors import NotFoundError
from memory.forget import erase, removal
from memory.forget.erase import erase_memory, erase_session, erase_subject
from memory.forget.tombstones import lift
from memory.models import ErasureReceipt, ErasureRequest, Memory, Session, Subject, Tombstone
from memory.write_path import NewTurn, decide_claim, receive_turns
from tests.memory.conftest import current, tell, verdict_on
from tests.memory.forget.test_erase import traces


def say(subject, content: str, session: str = "s1") -> None:
    receipt = receive_turns(subject, session=session, turns=[NewTurn("user", content)])
    for claim in receipt.claims:
        decide_claim(claim.id)


@pytest.fixture
def talk(alma, fakes) -> Session:
    say(alma, "i live in Pau. the weather is odd today")
    say(alma, "i'm allergic to walnuts", session="s2")
    return Session.objects.get(external_id="s1")


def test_a_conversation_goes_with_what_was_learned_in_it_and_nothing_else(
    alma, talk, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        receipt = erase_session(talk, store.SYSTEM)

    assert traces("Pau") == []
    assert traces("weather") == []
    assert len(current(alma)) == 1
    assert Session.objects.get().external_id == "s2"
    assert (receipt.extent, receipt.scan["clean"]) == ("session", True)


def test_what_was_learned_in_it_is_not_learned_again(alma, talk):
    erase_session(talk, store.SYSTEM)
    say(alma, "i live in Pau", session="s3")

    assert not Memory.objects.filter(content__contains="Pau").exists()


def test_a_conversation_is_erased_once(talk):
    erase_session(talk, store.SYSTEM)
    with pytest.raises(NotFoundError):
        erase_session(talk, store.SYSTEM)

    assert ErasureReceipt.objects.count() == 1
    assert not ErasureRequest.objects.exists()


def test_the_person_can_let_one_statement_or_all_be_learned_again(alma, fakes):
    for content in ("Alma plays the tuba.", "Alma plays the harp."):
        tell(alma, content)
        erase_memory(Memory.objects.get(), store.SYSTEM)

    assert lift(alma, store.SYSTEM, statement="alma plays the TUBA") == 1
    tell(alma, "Alma plays the tuba.")
    refused = tell(alma, "Alma plays the harp.")
    assert current(alma) == {"Alma plays the tuba."}
    assert verdict_on(refused).reason == "erased_before"

    assert lift(alma, store.SYSTEM) >= 1
    tell(alma, "Alma plays the harp.")
    assert len(current(alma)) == 2


def test_lifting_is_a_person_s_own(alma, bruno, fakes):
    tell(alma, "Alma plays the tuba.")
    erase_memory(Memory.objects.get(), store.SYSTEM)

    assert lift(bruno, store.SYSTEM) == 0
    assert Tombstone.objects.filter(subject=alma).exists()


# What was asked for is done even where the process ends.


def left_behind(monkeypatch, ask) -> ErasureRequest:
    """A request whose process came no further than to write it down."""
    monkeypatch.setattr(erase, "carry_out", lambda request: request)
    request = ask()
    monkeypatch.undo()
    ErasureRequest.objects.update(created_at="2026-01-01T00:00:00Z")
    return request


def test_the_sweep_does_what_was_asked_for_once(alma, talk, monkeypatch):
    memory = Memory.objects.get(content__contains="allergic")
    left_behind(monkeypatch, lambda: erase_memory(memory, store.SYSTEM))
    left_behind(monkeypatch, lambda: erase_session(talk, store.SYSTEM))

    tasks.sweep_erasures()
    tasks.sweep_erasures()

    assert not Memory.objects.exists()
    assert not ErasureRequest.objects.exists()
    assert ErasureReceipt.objects.count() == 2


def test_a_person_s_erasure_takes_what_is_still_asked_for_along(alma, talk, monkeypatch):
    left_behind(monkeypatch, lambda: erase_session(talk, store.SYSTEM))
    left_behind(monkeypatch, lambda: erase_subject(alma, store.SYSTEM))

    erase_subject(alma, store.SYSTEM)
    tasks.sweep_erasures()

    assert not Subject.objects.exists()
    assert not ErasureRequest.objects.exists()
    assert ErasureReceipt.objects.count() == 1


def test_an_erasure_that_fails_changes_nothing_and_is_tried_again(alma, talk, monkeypatch):
    left_behind(monkeypatch, lambda: erase_session(talk, store.SYSTEM))

    def breaks(*_: object) -> None:
        raise RuntimeError("i live in Pau")

    with monkeypatch.context() as broken:
        broken.setattr(removal, "mask_repeated", breaks)
        tasks.sweep_erasures()

    request = ErasureRequest.objects.get()
    assert (request.attempts, request.last_error) == (1, "RuntimeError")
    assert Memory.objects.filter(content__contains="Pau").exists()

    tasks.sweep_erasures()
    assert traces("Pau") == []
