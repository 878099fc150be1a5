"""The search finds what is left, wherever it is; the receipt says so, and cannot be changed."""

from __future__ import annotations

import json
from datetime import date, timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from memory import store
from memory.forget import proof
from memory.forget.erase import erase_memory, erase_subject
from memory.forget.receipt import document, is_genuine
from memory.forget.register import PERSONAL
from memory.forget.scan import scan_for_words
from memory.forget.traces import Traces
from memory.models import (
    Claim,
    ErasureReceipt,
    FollowUp,
    IdempotencyRecord,
    Memory,
    Session,
    Turn,
)
from memory.write_path import NewTurn, receive_turns
from tests.memory.conftest import tell

CANARY = "Alma's bakery opens at seven."


@pytest.fixture
def told(alma, fakes) -> Memory:
    tell(alma, CANARY)
    return Memory.objects.get()


@pytest.fixture
def erased(told, django_capture_on_commit_callbacks) -> ErasureReceipt:
    with django_capture_on_commit_callbacks(execute=True):
        return erase_memory(told, store.SYSTEM)


def verify(*arguments: str) -> str:
    out = StringIO()
    call_command("verify_erasure", *arguments, stdout=out)
    return out.getvalue()


def test_a_receipt_says_what_when_at_whose_request_and_that_nothing_was_found(erased):
    erased.refresh_from_db()

    said = document(erased)
    assert said["counts"]["memories"] == 1
    assert said["actor"] == "system"
    assert (said["scan"]["by"], said["scan"]["clean"], said["scan"]["found"]) == ("words", True, {})
    assert said["scan"]["places"] > 40
    assert date.fromisoformat(said["backups_until"]) > erased.created_at.date()
    assert "bakery" not in json.dumps(said)
    assert is_genuine(said)


@pytest.mark.parametrize(
    "change", [{"counts": {}}, {"actor": "subject"}, {"signature": "x"}, {"a": 1}]
)
def test_a_receipt_that_was_changed_is_not_genuine(erased, change):
    assert not is_genuine({**document(erased), **change})


def test_an_installation_with_another_key_did_not_write_it(erased, settings):
    settings.SECRET_KEY = "another"
    assert not is_genuine(document(erased))
    settings.SECRET_KEY_FALLBACKS = []


def traces_of(memory: Memory) -> Traces:
    traces = Traces()
    traces.note(memory, Claim.objects.filter(subject=memory.subject))
    return traces


def turn(alma, content: str, **fields: object) -> Turn:
    session, _ = Session.objects.get_or_create(subject=alma, external_id="s")
    return Turn.objects.create(
        session=session, number=session.turns.count() + 1, role="user", content=content,
        created_at=timezone.now(), **fields,
    )  # fmt: skip


def left_in_a_turn(alma, memory):
    turn(alma, f"you know: {CANARY.upper()} right?")


def left_as_a_vector(alma, memory):
    turn(alma, "hello", embedding=memory.embedding, embedding_model=memory.embedding_model)


def left_in_a_question(alma, memory):
    FollowUp.objects.create(subject=alma, question=f"Is it so? {CANARY}", due_date=date(2030, 1, 1))


def left_in_a_kept_answer(alma, memory):
    IdempotencyRecord.objects.create(
        workspace=alma.workspace,
        subject_ref=alma.id,
        key="k",
        request_hash="",
        body={"a": [CANARY]},
    )


def left_as_a_claim(alma, memory):
    Claim.objects.create(subject=alma, content=f"Well. {CANARY}", said_at=timezone.now())


@pytest.mark.parametrize(
    ("leave", "place"),
    [
        (left_in_a_turn, "memory.Turn.content"),
        (left_as_a_vector, "memory.Turn.embedding"),
        (left_in_a_question, "memory.FollowUp.question"),
        (left_in_a_kept_answer, "memory.IdempotencyRecord.body"),
        (left_as_a_claim, "memory.Claim.content"),
    ],
)
def test_what_is_left_is_found_where_it_is(alma, told, leave, place):
    traces = traces_of(told)
    Memory.objects.all().delete()
    Claim.objects.all().delete()
    assert not scan_for_words(alma.id, traces).found

    leave(alma, told)

    assert set(scan_for_words(alma.id, traces).found) == {place}


def test_what_is_left_in_a_file_is_found(alma, told, settings, tmp_path):
    settings.DATA = tmp_path
    (tmp_path / "logs").mkdir()
    log = tmp_path / "logs" / "web.log"
    log.write_bytes(b"x" * (1 << 20))
    traces = traces_of(told)
    assert not [place for place in scan_for_words(alma.id, traces).found if "file" in place]

    with log.open("rb+") as file:  # across the border of two pieces
        file.seek((1 << 20) - 7)
        file.write(CANARY.encode())

    assert scan_for_words(alma.id, traces).found["file logs/web.log"] == 1


def test_somebody_else_may_have_said_the_same(
    alma, bruno, told, django_capture_on_commit_callbacks
):
    tell(bruno, CANARY)

    with django_capture_on_commit_callbacks(execute=True):
        receipt = erase_memory(told, store.SYSTEM)

    assert receipt.scan["clean"]
    assert Memory.objects.get().subject == bruno


def test_what_was_said_again_elsewhere_is_masked_and_the_rest_of_it_stays(
    alma, told, django_capture_on_commit_callbacks
):
    receive_turns(alma, session="s2", turns=[
        NewTurn("assistant", "As you said, alma's bakery opens at seven, so hurry."),
    ])  # fmt: skip
    FollowUp.objects.create(subject=alma, question=f"Really? {CANARY}", due_date=date(2030, 1, 1))

    with django_capture_on_commit_callbacks(execute=True):
        receipt = erase_memory(told, store.SYSTEM)

    content = Turn.objects.get().content
    assert content.startswith("As you said, ")
    assert content.endswith(", so hurry.")
    assert "bakery" not in content
    assert not FollowUp.objects.exists()
    assert receipt.scan["clean"]


def test_a_receipt_whose_process_was_killed_before_the_search_is_finished_later(told):
    receipt = erase_memory(told, store.SYSTEM)  # what is done on commit never comes
    ErasureReceipt.objects.update(created_at=timezone.now() - timedelta(minutes=5))

    assert proof.prove_lost(timezone.now()) == 1
    assert proof.prove_lost(timezone.now()) == 0

    receipt.refresh_from_db()
    assert (receipt.scan["by"], receipt.scan["clean"]) == ("fingerprints", True)
    assert is_genuine(document(receipt))


def test_the_keyed_hashes_alone_find_the_statement_again(alma, told):
    receipt = erase_memory(told, store.SYSTEM)
    turn(alma, f"by the way. {CANARY} bye!")

    assert dict(proof.scan_again(receipt).found) == {"memory.Turn.content": 1}


def test_a_person_s_receipt_counts_any_row_that_is_left(
    alma, told, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        receipt = erase_subject(alma, store.SYSTEM)

    assert receipt.scan["clean"]
    IdempotencyRecord.objects.create(
        workspace=alma.workspace, subject_ref=receipt.subject_ref, key="k", request_hash=""
    )
    assert dict(proof.scan_again(receipt).found) == {"memory.IdempotencyRecord": 1}


def test_the_command_proves_a_receipt_by_its_id_or_its_file(erased, tmp_path):
    path = tmp_path / "receipt.json"
    path.write_text(json.dumps(document(erased)))

    for receipt in (erased.id, str(path)):
        said = verify(receipt)
        assert "genuine" in said
        assert ": 0 found" in said
        assert "kept until" in said


def test_the_command_refuses_a_receipt_that_was_changed(erased, tmp_path):
    path = tmp_path / "receipt.json"
    path.write_text(json.dumps({**document(erased), "counts": {"memories": 2}}))

    with pytest.raises(CommandError, match="not proven"):
        verify(str(path))


def test_the_command_finds_words_that_came_back(alma, erased, tmp_path):
    path = tmp_path / "words.txt"
    path.write_text(f"{CANARY}\n")
    assert "the words given: 0 found" in verify(erased.id, "--words", str(path))

    turn(alma, f"so {CANARY}")

    with pytest.raises(CommandError, match="not proven"):
        verify(erased.id, "--words", str(path))


@pytest.mark.parametrize("name", ["era_000000000000", "nothing.json"])
def test_the_command_says_what_it_needs(db, name):
    with pytest.raises(CommandError, match="receipt"):
        verify(name)


@pytest.mark.django_db(transaction=True)
def test_the_space_of_erased_rows_is_given_back(fakes, workspace):
    from memory.models import Subject

    alma = Subject.objects.create(workspace=workspace, external_id="person-1")
    tell(alma, CANARY)
    receipt = erase_memory(Memory.objects.get(), store.SYSTEM)

    assert "memory_memory" in proof.vacuum(timezone.now())

    receipt.refresh_from_db()
    assert receipt.vacuumed_at
    assert proof.vacuum(timezone.now()) == []


def test_the_search_goes_through_every_place_of_the_register(alma):
    findings = scan_for_words(alma.id, Traces())
    columns = sum(len(p.columns) + len(p.vectors) + len(p.words) for p in PERSONAL.values())
    assert findings.places >= columns
