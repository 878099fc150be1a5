"""What is one statement: a memory in all its wordings, and the claims that it came from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Q
from django.utils import timezone

from memory.forget.traces import statements_in
from memory.gate.verdict import Reason
from memory.models import Claim, Decision, Memory, ReviewItem, Subject
from memory.normalise import normalise

MADE = (Decision.Action.ADD, Decision.Action.REPLACE)


@dataclass(frozen=True, slots=True)
class Same:
    """Memories that state the same, and the claims that made, confirmed or repeat them."""

    memories: list[Memory]
    claims: list[Claim]

    @property
    def sessions(self) -> set[str]:
        """Ids of the sessions in which it was said."""
        said_in = {memory.source_session_id for memory in self.memories}
        said_in |= {claim.session_id for claim in self.claims}
        return {session_id for session_id in said_in if session_id}


def same_statement(subject: Subject, memory: Memory, *, copies: bool) -> Same:
    """The statement that the memory is a wording of. What superseded it, or was superseded by it,
    is another one.

    Its wordings are what people corrected into it or it into. copies: also whatever states the
    same in as many words, alone or as a sentence of its own, as it is stored or as it was said:
    memories, claims that wait for the gate, and requests to forget that may mean it. Without:
    only wordings that are over, as it is, and the claims that led to them.
    """
    own = Memory.objects.filter(subject=subject)
    ids = _corrections({memory.id}, subject)
    if not copies:
        over = Q(deleted_at__isnull=False) | Q(valid_until__lte=timezone.now())
        memories = list(own.filter(over | Q(id=memory.id), id__in=ids))
        led = Claim.objects.filter(subject=subject, id__in=_led_to(memories, subject))
        return Same(memories, list(led))
    claims = list(_claims(subject))
    forms = {one.id: {normalise(one.content), normalise(one.restated)} - {""} for one in claims}
    told = {one.id: _told(one) for one in claims}
    stated = {ref: statements_in(text) for ref, text in own.values_list("id", "content")}
    whole = {ref: normalise(text) for ref, text in own.values_list("id", "content")}
    made = _made_by(subject)
    said: set[str] = set()
    repeat: set[str] = set()
    before = -1
    while before != len(ids) + len(said) + len(repeat):
        before = len(ids) + len(said) + len(repeat)
        said |= {whole[ref] for ref in ids if ref in whole}
        for claim_id, memory_id in made:
            if memory_id in ids:
                said |= forms.get(claim_id, set())
        repeat |= {ref for ref, wordings in told.items() if wordings & said}
        ids |= {memory_id for claim_id, memory_id in made if claim_id in repeat}
        ids |= {ref for ref, statements in stated.items() if statements & said}
        ids = _corrections(ids, subject)
    memories = list(own.filter(id__in=ids))
    refs = repeat | _led_to(memories, subject) | _asked_about(memories, subject)
    return Same(memories, list(Claim.objects.filter(subject=subject, id__in=refs)))


def _claims(subject: Subject) -> Iterable[Claim]:
    claims = Claim.objects.filter(subject=subject).select_related("turn")
    return claims.defer("turn__embedding", "turn__words")


def _told(claim: Claim) -> set[str]:
    """The claim's statement with each of its sentences, and as it was said: that only as a whole,
    for what stands beside it in a message may be another statement."""
    said = ""
    if claim.turn is not None and claim.span_start is not None:
        said = claim.turn.content[claim.span_start : claim.span_end]
    stated = statements_in(claim.content) | statements_in(claim.restated)
    return (stated | {normalise(said)}) - {""}


def _corrections(ids: set[str], subject: Subject) -> set[str]:
    edits = list(
        Decision.objects.filter(subject_ref=subject.id, action=Decision.Action.EDIT).values_list(
            "memory_ref", "target_ref"
        )
    )
    found = set(ids)
    while further := {ref for pair in edits if found & set(pair) for ref in pair} - found:
        found |= further
    return found


def _made_by(subject: Subject) -> list[tuple[str, str]]:
    """Which claim made which memory."""
    log = Decision.objects.filter(subject_ref=subject.id, action__in=MADE).exclude(claim_ref="")
    return list(log.values_list("claim_ref", "memory_ref"))


def _led_to(memories: Iterable[Memory], subject: Subject) -> set[str]:
    """Ids of the claims that made or confirmed the memories."""
    log = Decision.objects.filter(
        subject_ref=subject.id, memory_ref__in=[memory.id for memory in memories]
    )
    return set(log.exclude(claim_ref="").values_list("claim_ref", flat=True))


def _asked_about(memories: Iterable[Memory], subject: Subject) -> set[str]:
    """Ids of the claims of requests to forget that may mean the memories: they name them."""
    ids = [memory.id for memory in memories]
    asked = ReviewItem.objects.filter(subject=subject, reason=Reason.FORGET)
    return set(
        asked.filter(Q(memory__in=ids) | Q(others__in=ids)).values_list("claim_id", flat=True)
    )
