"""Decide an import's lines, a batch at a time, wherever it runs: in a worker or in the command.

An import is split into shards, with all lines about one person in the same one: each shard is
worked on by one process at a time, in the order of the file. A batch's texts go through the
models together; then the gate decides claim after claim, as it does with any other. What is done
is a row, so whoever comes next goes on where the last one was killed.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta

from django.db import OperationalError, connection, transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from memory import access, store
from memory.claims import claim_of_statement
from memory.errors import InvalidError, UnavailableError
from memory.gate.ahead import look_ahead
from memory.gate.in_force import profile_of
from memory.gate.verdict import Reason
from memory.imports.lines import new_claim
from memory.inference.models import Ahead
from memory.keys import keys_of
from memory.locks import if_free
from memory.models import Claim, Decision, Import, ImportLine, ImportOutcome, Session, Subject
from memory.store import StaleError
from memory.write_path import decide_claim

logger = logging.getLogger(__name__)
BATCH = 100
"""Lines: enough for the models, and done within seconds, so that chats need not wait."""

MAX_ATTEMPTS = 3
PATIENCE = "2s"
"""How long a person's row may be held by somebody else before their lines are put off."""

Action = Decision.Action
SETTLING = (Action.ADD, Action.REPLACE, Action.SKIP, Action.REVIEW, Action.REJECT)


def decide_some(run: Import, shard: int) -> int:
    """Decide the next lines of a shard; answers how many were settled.

    0 where none waits, where another process is at this shard, or where all that wait are about
    people whose memories somebody else is changing. Raises UnavailableError where a model cannot
    be used: the lines wait.
    """
    with if_free(f"{run.id}/{shard}") as mine, _quick_commits():
        if not mine:
            return 0
        Import.objects.filter(id=run.id).update(worked_at=timezone.now())
        busy: set[str] = set()
        while lines := list(_waiting(run, shard).exclude(subject__in=busy)[:BATCH]):
            known = len(busy)
            _make_claims(run, lines, busy)
            _decide(run, [line for line in lines if line.claim_id], busy)
            settled = _settle(lines)
            if settled or len(busy) == known:
                return settled
    return 0


def finish(run: Import) -> bool:
    """Note that all is done, where it is; answers whether."""
    done = run.read_at is not None and not run.lines.filter(outcome="").exists()
    if done:
        Import.objects.filter(id=run.id, finished_at=None).update(finished_at=timezone.now())
    return done


def waiting_shards(run: Import) -> list[int]:
    """The shards in which lines wait."""
    waiting = run.lines.filter(outcome="").order_by().values_list("shard", flat=True)
    return sorted(waiting.distinct())


def _waiting(run: Import, shard: int) -> QuerySet[ImportLine]:
    return run.lines.filter(shard=shard, outcome="").order_by("position")


@contextmanager
def _quick_commits() -> Iterator[None]:
    """Let this connection not wait for the disk at each commit, nor long for somebody's row.

    A machine that fails loses the last moment's verdicts together with the note that they were
    reached, so these lines are simply decided again.
    """
    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = off")
        cursor.execute(f"SET lock_timeout = '{PATIENCE}'")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET synchronous_commit")
            cursor.execute("RESET lock_timeout")


# From lines to claims ---------------------------------------------------------------------------


def _make_claims(run: Import, lines: Sequence[ImportLine], busy: set[str]) -> None:
    """Turn statements into claims; the line keeps no text. Whose row is held is put off."""
    new = [line for line in lines if line.statement is not None and line.claim_id is None]
    people = Subject.objects.select_related("workspace").in_bulk({line.subject_id for line in new})
    with keys_of(run.workspace_id):
        proposed = [(line, _proposed(run, line, people)) for line in new]
    with transaction.atomic():
        held_people = Subject.objects.select_for_update(skip_locked=True).filter(id__in=people)
        free = {subject.id: subject for subject in held_people.order_by("id")}
        busy |= people.keys() - free.keys()
        held = ImportLine.objects.select_for_update().filter(id__in=[line.id for line in new])
        still = set(held.filter(outcome="").values_list("id", flat=True))
        ready = [
            (line, claim)
            for line, claim in proposed
            if line.id in still and line.subject_id in free
        ]
        _with_sessions(ready)
        for made in Claim.objects.bulk_create([claim for _, claim in ready if claim]):
            if free[made.subject_id].paused_at is not None:  # as with any posted statement
                log = store.Change(free[made.subject_id], store.GATE, timezone.now())
                store.reject(log, made, reason=Reason.PAUSED)
        for line, claim in ready:
            line.claim, line.statement, line.fingerprint = claim, None, ""
        changed = ["claim", "statement", "fingerprint", "outcome", "reason", "problem"]
        ImportLine.objects.bulk_update([line for line, _ in ready], changed)


def _proposed(run: Import, line: ImportLine, people: dict[str, Subject]) -> Claim | None:
    """The line as a claim; None where it turns out to be invalid, which the line then says."""
    subject = people.get(line.subject_id or "")
    if subject is None or line.statement is None:
        return None
    # Without a time of their own, the lines were said in the order of the file.
    said_at = run.created_at - timedelta(microseconds=run.total - line.position)
    try:
        return claim_of_statement(subject, None, new_claim(line.statement, said_at=said_at))
    except InvalidError as error:
        line.outcome, line.reason = ImportOutcome.INVALID, "invalid"
        line.problem = f"{error.field}: {error.message}"[:300]
        return None


def _with_sessions(ready: Iterable[tuple[ImportLine, Claim | None]]) -> None:
    known: dict[tuple[str, str], Session] = {}
    for line, claim in ready:
        name = (line.statement or {}).get("source_session")
        if claim is None or not name:
            continue
        place = (claim.subject_id, name)
        if place not in known:
            known[place] = access.ensure_session(claim.subject, name)
        claim.session = known[place]


# From claims to verdicts ------------------------------------------------------------------------


def _decide(run: Import, lines: Sequence[ImportLine], busy: set[str]) -> None:
    """Let the gate decide the lines' claims in order; who is being changed is put off."""
    claims = Claim.objects.filter(id__in=[line.claim_id for line in lines])
    pending = claims.filter(state=Claim.State.PENDING).exclude(subject__in=busy)
    by_id = pending.in_bulk()
    waiting = [by_id[line.claim_id] for line in lines if line.claim_id in by_id]
    if not waiting:
        return
    floor = profile_of(run.workspace).thresholds.slot_floor
    models = look_ahead(waiting, floor=floor, now=timezone.now())
    for claim in waiting:
        if claim.subject_id in busy:
            continue
        with if_free(claim.subject_id) as free:
            if not free or not _decide_one(claim, models):
                busy.add(claim.subject_id)


def _decide_one(claim: Claim, models: Ahead) -> bool:
    """False where somebody else is changing this person's memories. What fails for another
    reason is tried again with the next batch, and given up after MAX_ATTEMPTS."""
    try:
        decide_claim(claim.id, models)
    except UnavailableError:
        raise
    except StaleError:
        return False
    except Claim.DoesNotExist:
        return True
    except Exception as error:
        if isinstance(error, OperationalError) and "lock timeout" in str(error):
            return False
        # The name only: a database's message may quote the statement.
        logger.error("claim %s was not decided: %s", claim.id, type(error).__name__)
        _count_failure(claim, type(error).__name__)
    return True


def _count_failure(claim: Claim, name: str) -> None:
    pending = Claim.objects.filter(id=claim.id, state=Claim.State.PENDING)
    pending.update(attempts=F("attempts") + 1, last_error=name)
    pending.filter(attempts__gte=MAX_ATTEMPTS).update(state=Claim.State.FAILED)


# From verdicts to the report --------------------------------------------------------------------


def _settle(lines: Sequence[ImportLine]) -> int:
    """Note what became of the lines whose claims are settled; answers how many are."""
    claims = Claim.objects.in_bulk([line.claim_id for line in lines if line.claim_id])
    verdicts = _verdicts(claims)
    settled = []
    for line in lines:
        claim = claims.get(line.claim_id or "")
        if line.outcome:
            pass  # found invalid when it was to become a claim
        elif claim is None and line.statement is None:
            line.outcome, line.reason = ImportOutcome.ERASED, "erased"
        elif claim is not None and claim.state == Claim.State.FAILED:
            line.outcome, line.reason = ImportOutcome.FAILED, "failed"
            line.problem = f"It could not be decided ({claim.last_error}); import it once more."
        elif claim is not None and claim.id in verdicts:
            line.outcome, line.reason = verdicts[claim.id]
        else:
            continue
        settled.append(line)
    ImportLine.objects.bulk_update(settled, ["outcome", "reason", "problem"])
    return len(settled)


def _verdicts(claims: dict[str, Claim]) -> dict[str, tuple[ImportOutcome, str]]:
    """The gate's first verdict on each claim, from the log."""
    log = Decision.objects.filter(claim_ref__in=claims, action__in=SETTLING)
    found: dict[str, tuple[ImportOutcome, str]] = {}
    for ref, action, reason in log.order_by("created_at", "id").values_list(
        "claim_ref", "action", "reason"
    ):
        found.setdefault(ref, (ImportOutcome(action), reason))
    return found
