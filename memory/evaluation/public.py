"""Run cases drawn from public issue threads through the real write path."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import nullcontext
from dataclasses import replace
from datetime import timedelta

from django.utils import timezone

from memory import access, store
from memory.consent.choices import set_for_subject
from memory.consent.rules import Mode
from memory.consent.special import Special
from memory.errors import InvalidError
from memory.evaluation.cases import CaseDecision
from memory.evaluation.gate import STORED_BEFORE, store_as_is, what_became
from memory.evaluation.public_cases import PublicCase, Stated, Told, read_statement
from memory.evaluation.saying import decide_all, say
from memory.evaluation.scratch import clock_at, scratch_workspace
from memory.extraction.engine import chosen_engine
from memory.extraction.keys import find_key
from memory.extraction.refuse import refuse
from memory.models import Claim, Memory, Subject, Workspace
from memory.write_path import NewClaim, NewTurn, read_now, receive_claims

JUST_BEFORE = timedelta(minutes=1)
MOST_TIMES = 20
"""What the twentieth repetition does, the six-hundredth does as well."""


def run_public(cases: Iterable[PublicCase]) -> Iterator[CaseDecision]:
    """What the write path makes of each case; nothing of it stays in the database."""
    with scratch_workspace() as workspace:
        for case in cases:
            now = case.told.now
            with clock_at(now) if now else nullcontext():
                yield _run(workspace, case)


def _run(workspace: Workspace, public: PublicCase) -> CaseDecision:
    case, told = public.case, public.told
    subject = access.ensure_subject(workspace, case.id)
    if told.asks_for_consent:
        set_for_subject(subject, {str(special): Mode.ASK for special in Special})
    if told.name:
        store_as_is(subject, [NewClaim(content=f"User's name is {told.name}.")])
    stored = _store(subject, [read_statement(words) for words in case.existing], told)
    times = range(min(told.repeat, MOST_TIMES))
    claims = [claim for _ in times for claim in _tell(subject, case.incoming, told)]
    decide_all(claims)
    decision = what_became(case.id, claims, stored)
    if not claims and refuse(case.incoming) is not None:
        return replace(decision, outcome="reject", reason="refused before anything was claimed")
    return decision


def _store(subject: Subject, statements: list[Stated], told: Told) -> list[Memory]:
    """What the case stores; one that has ended is history at once."""
    before = timezone.now() - STORED_BEFORE
    memories = store_as_is(
        subject,
        [_as_claim(one, told, said_at=one.said_at or before) for one in statements],
    )
    for memory, stated in zip(memories, statements, strict=True):
        if stated.ended and stated.valid_until is None:
            with store.change(subject.id, store.SYSTEM, now=timezone.now() - JUST_BEFORE) as change:
                store.retire(change, memory, reason="superseded")
    return memories


def _as_claim(stated: Stated, told: Told, **fields: object) -> NewClaim:
    key = find_key(stated.key) if stated.key else None
    given = {
        "content": stated.content,
        "type": told.type,
        "scope": told.scope,
        "valid_from": stated.valid_from,
        "valid_until": stated.valid_until,
        "said_at": stated.said_at,
        "key": key.name if key else None,
        "value": stated.value if key else None,
    }
    return NewClaim(**{**given, **fields})  # type: ignore[arg-type]  # each is what its field takes


def _tell(subject: Subject, words: str, told: Told) -> list[Claim]:
    """The new statement, through the door that the case names."""
    if told.is_message:
        turn = NewTurn(told.role, words, told.said_at)
        return read_now(say(subject, "evaluation", turn, chosen_engine())).claims
    stated = read_statement(words)
    try:
        return receive_claims(subject, [_as_claim(stated, told, source=told.source)])
    except InvalidError:
        return []  # what no memory can hold is refused at the door, and nothing is stored
