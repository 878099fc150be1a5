"""What became of a request, as a sentence that the chatbot can pass on. It quotes nothing."""

from __future__ import annotations

from collections.abc import Sequence

from memory.models import ChatRequest, Memory
from memory.requests.kinds import Kind, Outcome

_SENTENCES = {
    Outcome.FORGOTTEN: "Forgotten: it is not used any more. It can be brought back.",
    Outcome.ERASED: "Erased for good. What is left is a receipt without content.",
    Outcome.QUEUED: "Not forgotten yet: more than one memory may be meant, or it is not certain "
    "which. A person is asked.",
    Outcome.NOT_FOUND: "Nothing that is remembered fits this.",
    Outcome.CONFIRM: "Nothing is erased yet: the person has to confirm it on their own page, "
    "which shows what would go. POST links makes a link to it.",
    Outcome.RECALLED: "This is what is remembered.",
    Outcome.MOVED: "Understood: it is remembered about somebody else now. It can be taken back.",
    Outcome.UNCLEAR: "Nothing is changed: it is not clear what was meant. Ask whether it was about "
    "somebody else.",
    Outcome.NOT_KEPT: "Nothing of this message is kept.",
    Outcome.STOPPED: "From now on nothing is kept.",
    Outcome.RESUMED: "What is said is remembered again.",
}
_OF_KIND = {
    (Kind.PAUSE, Outcome.STOPPED): "The memory is paused: nothing is kept until the person asks "
    "for it again.",
    (Kind.OFF_SESSION, Outcome.STOPPED): "Nothing of this conversation is kept from here on, "
    "until the person asks for it again or the conversation ends.",
    (Kind.FORGET_LAST, Outcome.FORGOTTEN): "Forgotten: what was said last is not used any more.",
    (Kind.FORGET_LAST, Outcome.NOT_KEPT): "What was said last is removed, words and all.",
    (Kind.DENY, Outcome.FORGOTTEN): "Corrected: it is not used any more. It can be brought back.",
}
_NOT_ERASED = (
    "Hidden: it is not used any more. It is not erased, since that asks for a key with the scope "
    "erase; the person can erase it on their own page."
)
_NOTHING_KNOWN = "Nothing is remembered about this."
_WITH_MEMORIES = (Outcome.RECALLED, Outcome.QUEUED, Outcome.MOVED, Outcome.UNCLEAR)
_LATER = "Not done yet: a part that is needed does not answer. It is done as soon as it does."
_FAILED = "This could not be done. The person can do it on their own page."


def sentence_of(row: ChatRequest) -> str:
    """The sentence for a request as it stands now."""
    if row.state == ChatRequest.State.PENDING:
        return _LATER
    if row.state == ChatRequest.State.FAILED:
        return _FAILED
    kind, outcome = Kind(row.kind), Outcome(row.outcome)
    if outcome is Outcome.FORGOTTEN and row.final and kind is Kind.FORGET:
        return _NOT_ERASED
    if outcome is Outcome.RECALLED and not row.memory_refs:
        return _NOTHING_KNOWN
    return _OF_KIND.get((kind, outcome)) or _SENTENCES[outcome]


def told_actions(rows: Sequence[ChatRequest]) -> list[ChatRequest]:
    """The requests that the chatbot is told of: what turned out to be none is not worth a word."""
    return [row for row in rows if row.outcome != Outcome.DROPPED]


def shown_memories(rows: Sequence[ChatRequest]) -> dict[str, Memory]:
    """The memories that these requests are answered with, by id. Costs one query."""
    answered = [row for row in rows if row.outcome in _WITH_MEMORIES]
    refs = {ref for row in answered for ref in row.memory_refs}
    subjects = {row.subject_id for row in answered}
    found = Memory.objects.visible().filter(id__in=refs, subject__in=subjects)
    return found.select_related("subject", "source_session", "superseded_by").in_bulk()
