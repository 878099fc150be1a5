"""Storage gating: a turn with nothing durable stores nothing, and the decision log says why."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from memory.change import Change
from memory.extraction.heard import is_play, is_question, is_request, own_words
from memory.extraction.person import without_filler
from memory.extraction.plain import plain_text
from memory.extraction.refuse import RefusalCode, refuse
from memory.extraction.sentences import split_sentences
from memory.gate.verdict import Reason
from memory.models import Decision, Turn
from memory.requests.kinds import Request
from memory.requests.recognise import without_requests

_REFUSED = {RefusalCode.OFF_RECORD: Reason.OFF_RECORD, RefusalCode.ORDER: Reason.ORDER}


def why_nothing(text: str, requests: Sequence[Request] = ()) -> Reason:
    """Why a message gives nothing to remember: what all of it is. Pure."""
    refusal = refuse(text)
    if refusal is not None:
        return _REFUSED.get(refusal.code, Reason.SECRET)
    rest = split_sentences(plain_text(without_requests(text, requests)))
    if requests and not rest:
        return Reason.REQUEST
    if _has_words(text) and not _has_words(own_words(plain_text(text))):
        return Reason.NOT_MEANT
    said = [(without_filler(one.text), one.is_question) for one in rest]
    kinds: tuple[tuple[Reason, Callable[[str, bool], bool]], ...] = (
        (Reason.NOT_MEANT, lambda words, asks: is_play(words)),
        (Reason.QUESTION, lambda words, asks: asks or is_question(words)),
        (Reason.TASK, lambda words, asks: is_request(words)),
    )
    for reason, fits in kinds:
        if said and all(fits(words, asks) for words, asks in said):
            return reason
    return Reason.NOTHING_DURABLE


def _has_words(text: str) -> bool:
    return any(character.isalnum() for character in text)


def note_nothing(c: Change, turn: Turn, reason: Reason) -> Decision:
    """Write into the log why nothing of the turn is stored: ids and the reason, no words."""
    return c.record(
        Decision.Action.SKIP, reason, turn_ref=turn.id, evidence={"session": turn.session_id}
    )
