"""Carry out what a person asked of the memory: one short function for each kind of request.

`carry_out` lets the gate decide first on what was said before, then looks for what is meant (the
models run outside any transaction), then takes the person's row and does everything in one
change, with the request settled in it. Whoever asks is the subject itself.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

from django.utils import timezone

from memory import store, write_path
from memory.errors import NotFoundError, UnavailableError
from memory.forget.erase import erase_memory
from memory.forget.mask import mask_in_turns
from memory.gate.verdict import Reason
from memory.intake_notes import OFF_THE_RECORD
from memory.models import ChatRequest, Claim, Decision, Memory, Turn
from memory.requests.about_another import say_of_another
from memory.requests.asking import ask_which
from memory.requests.candidates import about_topic, told
from memory.requests.kinds import Kind, Outcome
from memory.requests.settling import actor_of, is_mine, look_for_what, settle, settle_alone
from memory.requests.undoing import drop_waiting, hide, take_back, take_back_claim
from memory.store import Change
from memory.unread import read_all

logger = logging.getLogger(__name__)

TRIES = 5
MOST = 50
"""Memories in the answer to a question about the memory."""

FORGOTTEN = "asked_in_chat"
NEVER_SAID = "never_said"


def carry_out(request_id: str) -> ChatRequest:
    """Do what the request asks, once; answers the row as it is then.

    Raises UnavailableError where a model cannot be used or another worker has the session, and
    StaleError where the memories kept changing: the request stays pending.
    """
    row = _load(request_id)
    for attempt in range(1, TRIES + 1):
        if row.state != ChatRequest.State.PENDING:
            break
        _decide_what_was_said_before(row)
        try:
            _STEPS[Kind(row.kind)](row)
            break
        except store.StaleError:
            if attempt == TRIES:
                raise
            row = _load(request_id)
    logger.info("request %s: %s, %s", row.id, row.kind, row.outcome or row.state)
    return row


def act_on(requests: Sequence[ChatRequest]) -> tuple[list[ChatRequest], str]:
    """Carry out these requests now, for somebody who waits for the answer.

    Answers them as they are then, and a sentence where one has to wait for a worker.
    """
    done: list[ChatRequest] = []
    message = ""
    for row in requests:
        try:
            done.append(row if row.state != ChatRequest.State.PENDING else carry_out(row.id))
        except ChatRequest.DoesNotExist:
            continue  # the person was erased meanwhile
        except (UnavailableError, store.StaleError) as error:
            message = f"Stored, and done later: {error.message}"
            done.append(row)
    return done, message


def _load(request_id: str) -> ChatRequest:
    rows = ChatRequest.objects.select_related("subject__workspace", "session", "turn")
    return rows.get(id=request_id)


def _decide_what_was_said_before(row: ChatRequest) -> None:
    """What this session said before is stored, or refused, before anything is forgotten of it."""
    if Turn.objects.filter(session=row.session, unread=True, number__lt=row.turn.number).exists():
        read_all(row.session_id)
        left = Turn.objects.filter(session=row.session, unread=True, number__lt=row.turn.number)
        if left.exists() and row.subject.paused_at is None:
            raise UnavailableError("A worker reads this session just now.")
    waiting = Claim.objects.filter(
        session=row.session, state=Claim.State.PENDING, said_at__lte=row.turn.created_at
    )
    for claim_id in waiting.order_by("said_at", "created_at").values_list("id", flat=True):
        write_path.decide_claim(claim_id)


# The requests. Each settles its row in the change that does it.


def _forget(row: ChatRequest) -> None:
    """One clear match goes at once; several, or a doubtful one, wait for a person."""
    look = look_for_what(row)
    clear, doubtful = look.clear(), look.doubtful()
    one_or_all = len(clear) == 1 or (row.everything and bool(clear) and not _erases(row))
    with store.change(row.subject_id, actor_of(row), version=look.version) as c:
        if not is_mine(row):
            return
        if not clear and not doubtful:
            settle(row, Outcome.NOT_FOUND if row.sure else Outcome.DROPPED)
        elif not one_or_all or not row.sure:
            _queue(c, row, [*clear, *doubtful])
        elif _erases(row):
            _erase(c, row, clear[0])
        else:
            for memory in clear:
                hide(c, memory, reason=FORGOTTEN)
            settle(row, Outcome.FORGOTTEN, [memory.id for memory in clear])


def _erases(row: ChatRequest) -> bool:
    return row.final and row.may_erase


def _queue(c: Change, row: ChatRequest, candidates: list[Memory]) -> None:
    item = ask_which(c, row, candidates)
    settle(row, Outcome.QUEUED, [memory.id for memory in candidates], item=item)


def _erase(c: Change, row: ChatRequest, memory: Memory) -> None:
    """For good: with what it superseded, which states the same slot, and the words that asked."""
    ids, receipts = [memory.id], []
    older = memory.supersedes
    while older is not None:
        ids.append(older.id)
        older = older.supersedes
    for ref in ids:
        found = Memory.objects.filter(subject=c.subject, id=ref).first()
        if found is None:
            continue  # another wording of one that is erased already
        drop_waiting(c, found, reason=Reason.OFF_RECORD)
        try:
            receipts.append(erase_memory(found, c.actor).id)
        except NotFoundError:
            continue
    if row.span_start is not None:
        mask_in_turns([row])
    settle(row, Outcome.ERASED, [memory.id], receipts=receipts)


def _forget_all(row: ChatRequest) -> None:
    """Everything about a person goes only where they have seen what it is and confirm it."""
    settle_alone(row, Outcome.CONFIRM)


def _forget_last(row: ChatRequest) -> None:
    """What the message before gave is hidden; where it was to be off the record, nothing of it
    stays, nor of the reply to it."""
    with store.change(row.subject_id, actor_of(row)) as c:
        if not is_mine(row):
            return
        said = _turns_before(row)
        if not said:
            settle(row, Outcome.NOT_FOUND)
            return
        reason = Reason.OFF_RECORD if row.final else FORGOTTEN
        memories = _take_back_claims(c, said[0], reason=reason)
        if row.final:
            for memory in memories:
                erase_memory(memory, c.actor)
            _withhold(said)
        else:
            Turn.objects.filter(id__in=[turn.id for turn in said]).update(unread=False)
        outcome = Outcome.NOT_KEPT if row.final else Outcome.FORGOTTEN
        settle(row, outcome, [memory.id for memory in memories])


def _turns_before(row: ChatRequest) -> list[Turn]:
    """The user's message before the request, with the replies to it; [] where there is none."""
    earlier = row.session.turns.filter(number__lt=row.turn.number)
    last = earlier.filter(role=Turn.Role.USER).order_by("-number").first()
    return list(earlier.filter(number__gte=last.number).order_by("number")) if last else []


def _take_back_claims(c: Change, turn: Turn, *, reason: str) -> list[Memory]:
    """Reject what was read from the turn and hide what it made; answers the memories."""
    memories: list[Memory] = []
    for claim in Claim.objects.filter(turn=turn):
        if claim.state in (Claim.State.PENDING, Claim.State.WAITING, Claim.State.FAILED):
            take_back_claim(c, claim, reason=reason)
            continue
        made = Decision.objects.filter(
            claim_ref=claim.id, action__in=[Decision.Action.ADD, Decision.Action.REPLACE]
        )
        for memory in Memory.objects.visible().filter(id__in=made.values("memory_ref")):
            take_back(c, memory, reason=reason)
            memories.append(memory)
    return memories


def _withhold(turns: Sequence[Turn]) -> None:
    """Put a note in the place of the words, also in what was read from them."""
    ids = [turn.id for turn in turns]
    Turn.objects.filter(id__in=ids).update(
        content=OFF_THE_RECORD, withheld=True, unread=False, embedding=None, embedding_model=""
    )
    Claim.objects.filter(turn__in=ids).update(
        content="", restated="", key="", value="", span_start=None, span_end=None
    )


def _deny(row: ChatRequest) -> None:
    """What was never said goes, and what it had replaced holds again."""
    look = look_for_what(row)
    clear, doubtful = look.clear(), look.doubtful()
    with store.change(row.subject_id, actor_of(row), version=look.version) as c:
        if not is_mine(row):
            return
        if not clear and not doubtful:
            settle(row, Outcome.DROPPED)
        elif len(clear) == 1:
            take_back(c, clear[0], reason=NEVER_SAID)
            settle(row, Outcome.FORGOTTEN, [clear[0].id])
        else:
            _queue(c, row, [*clear, *doubtful])


def _recall(row: ChatRequest) -> None:
    """Answer with what is remembered, the most important first."""
    now, until = timezone.now(), row.turn.created_at
    if row.about:
        found = about_topic(row.subject, row.about, said_until=until, now=now)
        ids = [*found.found.clear, *found.found.doubtful][:MOST]
    else:
        rows = told(row.subject, said_until=until, now=now).order_by("-importance", "-created_at")
        ids = list(rows.values_list("id", flat=True)[:MOST])
    settle_alone(row, Outcome.RECALLED, ids)


_STEPS: dict[Kind, Callable[[ChatRequest], None]] = {
    Kind.FORGET: _forget,
    Kind.FORGET_ALL: _forget_all,
    Kind.FORGET_LAST: _forget_last,
    Kind.DENY: _deny,
    Kind.RECALL: _recall,
    Kind.ABOUT_ANOTHER: say_of_another,
}
