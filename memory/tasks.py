"""Celery tasks. Each says "look at row N"; a lost or doubled one does no harm."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from typing import Any

from celery import Task, shared_task
from django.db.models import F, Model, Q, QuerySet
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError

from memory.beginnings import propose_begun
from memory.errors import NotFoundError, UnavailableError
from memory.models import ChatRequest, Claim, ErasureRequest
from memory.store import StaleError

logger = logging.getLogger(__name__)

MAX_ATTEMPTS = 8
LOST_AFTER = timedelta(seconds=30)
BATCH = 500
WAITS_FOR_RESUME = Q(turn__isnull=False, subject__paused_at__isnull=False)
"""What was said before its person paused the memory, see `Claim.waits_for_resume`."""


def tell_workers(task: Task[Any, Any], rows: Iterable[Sequence[object]], **options: Any) -> None:
    """Enqueue the task once for each row, named by the task's arguments.

    options: those of `apply_async`. A broker that is down loses nothing: the rows are the work,
    and a sweep tells of them again.
    """
    try:
        for row in rows:
            task.apply_async(tuple(row), retry=False, **options)
    except BrokerError:
        logger.warning("the broker does not answer; %s waits for the sweep", task.name)


def _attempt(pending: QuerySet[Model], work: Callable[[], object], row: str) -> None:
    """Work on a row, unless it is pending no more, and count the try.

    What heals by itself (a model that is away, memories that keep changing) costs no try: the
    row stays pending. Anything else does, and the sweep gives up after MAX_ATTEMPTS, visibly.
    """
    if not pending.update(attempts=F("attempts") + 1):
        return
    try:
        work()
    except (UnavailableError, StaleError) as error:
        logger.warning("%s waits: %s", row, error.code)
        pending.update(attempts=F("attempts") - 1, last_error=error.message[:200])
    except Exception as error:
        # The name only: a database's message may quote what was said.
        logger.error("%s was not done: %s", row, type(error).__name__)
        pending.update(last_error=type(error).__name__)


# Claims.


def nudge(claim_ids: Sequence[str]) -> None:
    """Tell the workers of these claims."""
    tell_workers(decide_claim, ([claim_id] for claim_id in claim_ids))


@shared_task
def decide_claim(claim_id: str) -> None:
    """Run the gate on one claim, unless somebody has."""
    from memory import write_path

    pending = Claim.objects.filter(id=claim_id, state=Claim.State.PENDING)
    pending = pending.exclude(WAITS_FOR_RESUME)
    _attempt(pending, lambda: write_path.decide_claim(claim_id), f"claim {claim_id}")


@shared_task
def sweep_claims() -> None:
    """Nudge the workers again about claims that are still pending; safe to run twice."""
    lost = Claim.objects.filter(
        state=Claim.State.PENDING, created_at__lt=timezone.now() - LOST_AFTER
    ).exclude(WAITS_FOR_RESUME)
    lost.filter(attempts__gte=MAX_ATTEMPTS).update(state=Claim.State.FAILED)
    nudge(list(lost.order_by("created_at").values_list("id", flat=True)[:BATCH]))


# What people asked of their memory.


@shared_task
def carry_out_request(request_id: str) -> None:
    """Carry out one request, unless somebody has."""
    from memory.requests.carry_out import carry_out

    pending = ChatRequest.objects.filter(id=request_id, state=ChatRequest.State.PENDING)
    _attempt(pending, lambda: carry_out(request_id), f"request {request_id}")


@shared_task
def sweep_beginnings() -> None:
    """Ask the gate about what was planned and has begun; safe to run twice."""
    nudge(propose_begun(timezone.now()))


@shared_task
def sweep_requests() -> None:
    """Carry out what people asked of their memory where that was not done at once."""
    lost = ChatRequest.objects.filter(
        state=ChatRequest.State.PENDING, created_at__lt=timezone.now() - LOST_AFTER
    )
    given_up = lost.filter(attempts__gte=MAX_ATTEMPTS)
    given_up.update(state=ChatRequest.State.FAILED, about="", person="")
    for request_id in list(lost.values_list("id", flat=True)[:BATCH]):
        carry_out_request(request_id)


# Turns, and the sessions that they stand in.


def nudge_readers(session_ids: Sequence[str]) -> None:
    """Tell the workers of sessions with turns to be read."""
    tell_workers(read_turns, ([session_id] for session_id in session_ids))


@shared_task
def read_turns(session_id: str) -> None:
    """Read the unread turns of a session, unless somebody does."""
    from memory import unread

    try:
        unread.read_unread(session_id)
    except Exception as error:
        # The name only: the message may quote what was said.
        logger.error("session %s was not read: %s", session_id, type(error).__name__)
        unread.failed(session_id, type(error).__name__)


@shared_task
def sweep_unread() -> None:
    """Nudge the readers about sessions that are due: they paused, or a nudge was lost."""
    from memory import unread

    nudge_readers(unread.due_sessions(timezone.now()))


def nudge_embedders(session_ids: Sequence[str]) -> None:
    """Tell the workers of sessions with turns to be embedded."""
    tell_workers(embed_session, ([session_id] for session_id in session_ids))


@shared_task
def embed_session(session_id: str) -> None:
    """Give the turns of a session their vectors, unless somebody has."""
    from memory import turn_vectors

    try:
        turn_vectors.embed_turns(session_id)
    except UnavailableError as error:
        logger.warning("session %s waits for its vectors: %s", session_id, error.code)


@shared_task
def sweep_turns() -> None:
    """Nudge the workers about turns that still have no vector; safe to run twice."""
    from memory import turn_vectors

    nudge_embedders(turn_vectors.lost_sessions(timezone.now()))


@shared_task
def prune_turns() -> None:
    """Remove raw turns beyond their age and count; safe to run twice."""
    from memory.forget import prune

    logger.info("%d turns pruned", prune.prune_turns(timezone.now()))


@shared_task
def sweep_sessions() -> None:
    """Nudge the workers about sessions that have ended without a summary; safe to run twice."""
    from memory.sessions import summing_up

    ended = summing_up.ended_sessions(timezone.now())
    tell_workers(sum_up_session, ([session_id] for session_id in ended))


@shared_task
def sum_up_session(session_id: str) -> None:
    """Write the summary of a session that has ended, unless somebody has."""
    from memory.sessions import summing_up

    try:
        summing_up.sum_up(session_id)
    except (UnavailableError, StaleError) as error:
        logger.warning("session %s waits for its summary: %s", session_id, error.code)
    except Exception as error:
        # The name only: a database's message may quote what was said.
        logger.error("session %s was not summed up: %s", session_id, type(error).__name__)


# What must be forgotten.


@shared_task
def clear_logins() -> None:
    """Remove logins and visits whose time is over; safe to run twice."""
    from memory.login_sessions import SessionStore

    SessionStore.clear_expired()


@shared_task
def sweep_erasures() -> None:
    """Carry out the erasures whose process ended before it could, and finish their receipts; safe
    to run twice. An erasure is never given up."""
    from memory.forget import erase, proof

    lost = ErasureRequest.objects.filter(created_at__lt=timezone.now() - LOST_AFTER)
    for request in list(lost[:BATCH]):
        try:
            erase.carry_out(request)
        except NotFoundError:
            continue  # somebody else did it
        except Exception as error:
            # The name only: a database's message may quote what is to be erased.
            name = type(error).__name__
            logger.error("erasure %s is still to be done: %s", request.id, name)
            tries = ErasureRequest.objects.filter(id=request.id)
            tries.update(attempts=F("attempts") + 1, last_error=name)
    proof.prove_lost(timezone.now())


@shared_task
def keep_ledger() -> None:
    """Write into the ledger what a process that was killed did not, and remove what no backup can
    bring back any more; safe to run twice."""
    from memory.backup import closings
    from memory.forget import ledger

    now = timezone.now()
    noted = ledger.catch_up() + closings.catch_up()
    logger.info("ledger: %d noted, %d let go", noted, ledger.let_go(now) + closings.let_go(now))


@shared_task
def forget_lapsed() -> None:
    """Remove for good what was deleted a week ago, and what its workspace keeps no longer; safe
    to run twice."""
    from memory.forget import lapse

    now = timezone.now()
    gone = [*lapse.purge_deleted(now), *lapse.remove_what_is_old(now)]
    logger.info("memories of %d people lapsed", len({receipt.subject_ref for receipt in gone}))


@shared_task
def vacuum_erased() -> None:
    """Give up the space in which erased rows stood; safe to run twice."""
    from memory.forget import proof

    logger.info("%d tables vacuumed", len(proof.vacuum(timezone.now())))
