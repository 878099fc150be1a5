"""What the cases do: say something, let the clock's tasks run, store many rows at once."""

from __future__ import annotations

from collections.abc import Sequence

from celery import current_app
from django.conf import settings
from django.utils import timezone

from memory.fingerprint import fingerprint
from memory.inference.embeddings import embed
from memory.models import Memory, Subject
from memory.requests.carry_out import act_on
from memory.write_path import NewTurn, Receipt, decide_claim, receive_turns


def hear(subject: Subject, message: str, *, session: str = "s1") -> Receipt:
    """Hear one message, decide on what it states, and carry out what it asks of the memory."""
    subject.refresh_from_db()
    turns = [NewTurn("user", message)]
    receipt = receive_turns(subject, session=session, turns=turns, may_erase=True)
    for claim in receipt.claims:
        decide_claim(claim.id)
    act_on(receipt.requests)
    return receipt


def run_periodic_tasks() -> None:
    """All that beat starts, once, whatever is due."""
    current_app.loader.import_default_modules()
    for entry in settings.CELERY["beat_schedule"].values():
        current_app.tasks[entry["task"]].apply(throw=True)


def store_many(subject: Subject, contents: Sequence[str], *, told_as: Sequence[str]) -> None:
    """Many memories in one statement, past the gate. told_as: for each the wording whose vector it
    gets, so that a thousand that differ in a number cost a model few calls."""
    wordings = sorted(set(told_as))
    vectors = dict(zip(wordings, embed(wordings), strict=True))
    now = timezone.now()
    Memory.objects.bulk_create(
        (
            Memory(
                subject=subject,
                content=content,
                said_at=now,
                fingerprint=fingerprint(subject.id, content),
                embedding=list(vectors[wording].values),
                embedding_model=vectors[wording].model,
            )
            for content, wording in zip(contents, told_as, strict=True)
        ),
        batch_size=500,
    )
