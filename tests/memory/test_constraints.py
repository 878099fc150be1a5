"""What the database itself refuses, whoever writes."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from memory.models import Decision, Memory


def make(subject, **fields) -> Memory:
    given = {
        "subject": subject,
        "content": "Alma lives in Pau.",
        "said_at": timezone.now(),
        "fingerprint": "0" * 64,
        "embedding": [1.0] + [0.0] * 383,
        "embedding_model": "test",
    }
    return Memory.objects.create(**{**given, **fields})


def refuses(action) -> bool:
    before = Memory.objects.count()
    with pytest.raises(DatabaseError), transaction.atomic():
        action()
    return Memory.objects.count() == before


@pytest.mark.parametrize(
    "fields",
    [
        {"importance": 0},
        {"importance": 11},
        {"confidence": -0.1},
        {"confidence": 1.1},
        {"type": "nonsense"},
        {"scope": "nonsense"},
        {"source": "nonsense"},
        {"single_valued": True, "key": ""},
        {"embedding": [1.0, 0.0]},
    ],
    ids=str,
)
def test_a_memory_out_of_range_is_refused(alma, fields):
    assert refuses(lambda: make(alma, **fields))


def test_a_memory_cannot_end_before_it_begins(alma):
    now = timezone.now()
    assert refuses(lambda: make(alma, valid_from=now, valid_until=now - timedelta(seconds=1)))


def test_two_memories_cannot_supersede_one(alma):
    old = make(alma)
    make(alma, supersedes=old)
    assert refuses(lambda: make(alma, supersedes=old))


def test_a_memory_cannot_supersede_itself(alma):
    memory = make(alma)
    assert refuses(lambda: Memory.objects.filter(id=memory.id).update(supersedes=memory.id))


def test_a_single_valued_key_has_one_current_memory_a_beneficiary(alma, bruno):
    slot = {"key": "city", "single_valued": True}
    make(alma, **slot)
    assert refuses(lambda: make(alma, **slot))

    make(alma, **slot, beneficiary="sister")
    make(bruno, **slot)
    make(alma, **slot, valid_until=timezone.now())


def test_a_decision_is_taken_back_once(alma):
    given = {"workspace": alma.workspace, "subject_ref": alma.id, "actor": "system"}
    Decision.objects.create(**given, action="undo", reason="undone", undoes="dec_1")

    with pytest.raises(DatabaseError), transaction.atomic():
        Decision.objects.create(**given, action="undo", reason="undone", undoes="dec_1")


def test_decisions_can_be_neither_changed_nor_deleted(alma):
    decision = Decision.objects.create(
        workspace=alma.workspace, subject_ref=alma.id, actor="gate", action="add", reason="new"
    )
    for action in (
        lambda: Decision.objects.filter(id=decision.id).update(reason="other"),
        lambda: Decision.objects.filter(id=decision.id).delete(),
    ):
        assert refuses(action)
    assert Decision.objects.get().reason == "new"
