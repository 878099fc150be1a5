"""The people that tests are about, and quick ways to give them memories and questions.

Harbour's chatbot talks with Mira and Noor; Ana and Ben review there, Ada administers, Vera only
looks. Otto is an operator of Orchard, whose chatbot talks with Olga. `pytest_plugins` or an
import in a conftest brings the fixtures in.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from memory import store
from memory.gate.verdict import Outcome, Reason, Verdict
from memory.inference.embeddings import embed
from memory.inference.fakes import use_fakes
from memory.models import (
    Claim,
    Decision,
    Membership,
    Memory,
    ReviewItem,
    Session,
    Subject,
    Turn,
    Workspace,
)

Role = Membership.Role
LONG_AGO = datetime(2026, 3, 1, 9, 30, tzinfo=UTC)


def make_operator(name: str, workspace: Workspace, role: Role) -> User:
    """A person with a role, and without a password: hashing one is slow on purpose."""
    user = User.objects.create_user(name)
    Membership.objects.create(user=user, workspace=workspace, role=role)
    return user


def make_claim(subject: Subject, content: str, *, said: str = "", **fields: Any) -> Claim:
    """A claim that waits for the gate, read from a turn where `said` gives the message."""
    turn = say(subject, said) if said else None
    span = (said.find(content), said.find(content) + len(content)) if content in said else None
    return Claim.objects.create(
        subject=subject,
        content=content,
        session=turn.session if turn else None,
        turn=turn,
        span_start=span[0] if span else None,
        span_end=span[1] if span else None,
        said_at=fields.pop("said_at", timezone.now()),
        **fields,
    )


def say(subject: Subject, content: str, role: str = "user") -> Turn:
    """One more turn in the subject's only session."""
    session, _ = Session.objects.get_or_create(subject=subject, external_id="chat")
    number = session.turns.count() + 1
    return Turn.objects.create(
        session=session, number=number, role=role, content=content, created_at=timezone.now()
    )


def remember(subject: Subject, content: str, *, said: str = "", **fields: Any) -> Memory:
    """Store a statement as the gate does, without asking it."""
    fields.setdefault("said_at", LONG_AGO)
    claim = make_claim(subject, content, said=said, **fields)
    with use_fakes():
        (vector,) = embed([content])
    with store.change(subject.id, store.GATE) as c:
        return store.add(c, claim, vector)


def scores(*memories: Memory) -> dict[str, object]:
    """Evidence as the write path stores it."""
    score = {"contradiction": 0.97, "entailment": 0.01, "neutral": 0.02}
    return {
        "candidates": [
            {"id": m.id, "similarity": 0.71, "forward": score, "backward": score} for m in memories
        ],
        "models": {"embedding": "all-MiniLM-L6-v2", "nli": "fake", "revision": "1"},
        "thresholds": {"floor": 0.6, "contradiction": 0.95, "near_contradiction": 0.7},
    }


def ask(
    subject: Subject,
    content: str,
    memory: Memory | None,
    *,
    others: tuple[Memory, ...] = (),
    reason: Reason = Reason.EVENT,
    decided: bool = False,
    **fields: Any,
) -> ReviewItem:
    """A question in the queue, as the gate leaves it."""
    claim = make_claim(subject, content, **fields)
    verdict = Verdict(
        outcome=Outcome.REVIEW,
        reason=reason,
        target=memory.id if memory else "",
        others=tuple(other.id for other in others),
    )
    known = [m for m in (memory, *others) if m is not None]
    with store.change(subject.id, store.GATE) as c:
        if decided:
            Claim.objects.filter(id=claim.id).update(state=Claim.State.DECIDED)
        return store.queue(c, claim, verdict, evidence=scores(*known), decided=decided)


@dataclass(frozen=True)
class Snapshot:
    """All that a refused step must leave as it was."""

    rows: tuple[object, ...]


def everything() -> Snapshot:
    """The state of every memory, claim, item and decision, to compare before and after."""
    from review.models import Resolution

    return Snapshot(
        (
            *Memory.objects.order_by("id").values_list(
                "id", "content", "valid_until", "deleted_at"
            ),
            *Claim.objects.order_by("id").values_list("id", "state"),
            *ReviewItem.objects.order_by("id").values_list("id", "state", "closed_reason"),
            *Decision.objects.order_by("id").values_list("id", flat=True),
            *Resolution.objects.order_by("id").values_list("id", flat=True),
        )
    )


@pytest.fixture
def harbour(db: None) -> Workspace:
    return Workspace.objects.create(name="Harbour", slug="harbour")


@pytest.fixture
def orchard(db: None) -> Workspace:
    return Workspace.objects.create(name="Orchard", slug="orchard")


@pytest.fixture
def ana(harbour: Workspace) -> User:
    return make_operator("ana", harbour, Role.REVIEWER)


@pytest.fixture
def ben(harbour: Workspace) -> User:
    return make_operator("ben", harbour, Role.REVIEWER)


@pytest.fixture
def ada(harbour: Workspace) -> User:
    return make_operator("ada", harbour, Role.ADMIN)


@pytest.fixture
def vera(harbour: Workspace) -> User:
    return make_operator("vera", harbour, Role.VIEWER)


@pytest.fixture
def otto(orchard: Workspace) -> User:
    return make_operator("otto", orchard, Role.ADMIN)


@pytest.fixture
def mira(harbour: Workspace) -> Subject:
    return Subject.objects.create(workspace=harbour, external_id="mira")


@pytest.fixture
def noor(harbour: Workspace) -> Subject:
    return Subject.objects.create(workspace=harbour, external_id="noor")


@pytest.fixture
def olga(orchard: Workspace) -> Subject:
    return Subject.objects.create(workspace=orchard, external_id="olga")


@pytest.fixture
def denver(mira: Subject) -> Memory:
    """What is stored about Mira: a keyed fact."""
    return remember(
        mira,
        "Lives in Denver.",
        said="By the way: Lives in Denver.",
        key="city",
        value="Denver",
    )


@pytest.fixture
def moved(mira: Subject, denver: Memory) -> ReviewItem:
    """The question that Mira's move left in the queue."""
    say(mira, "How was your month?", role="assistant")
    return ask(
        mira,
        "Moved to Austin last month.",
        denver,
        said="Busy! Moved to Austin last month. Still unpacking.",
        restated="Lives in Austin.",
        change="event",
        key="city",
        value="Austin",
    )


def ago(**amount: int) -> datetime:
    """A moment before now: `ago(days=3)`."""
    return timezone.now() - timedelta(**amount)
