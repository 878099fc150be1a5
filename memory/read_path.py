"""The read path, a step a line: query -> what the chatbot should know -> context block."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.utils import timezone

from memory import access
from memory.claims import MAX_CHARACTERS
from memory.errors import InvalidError
from memory.inference.embeddings import embed
from memory.models import Memory, Subject
from memory.recall.block import ContextBlock, Section, fit
from memory.recall.constraints import constraints
from memory.recall.follow_ups import follow_ups
from memory.recall.history import history
from memory.recall.instructions import instructions
from memory.recall.open_questions import open_questions
from memory.recall.profile import profile
from memory.recall.questions import questions_of
from memory.recall.recent_turns import recent_turns
from memory.recall.recollection import recollection
from memory.recall.request import ContextRequest
from memory.recall.revised import mark_revised
from memory.recall.search import recall
from memory.recall.time_words import asked_span
from memory.recall.upcoming import upcoming

BUDGETS = range(100, 8_001)
PAUSED = "The person has paused their memory: nothing is told of them until they resume."

STEPS: tuple[Callable[[ContextRequest], Section], ...] = (
    constraints,
    instructions,
    profile,
    follow_ups,
    upcoming,
    recall,
    history,
    recent_turns,
    open_questions,
    recollection,
)


def build_context(
    subject: Subject,
    *,
    query: str,
    budget: int = 500,
    session: str = "",
    as_of: datetime | None = None,
) -> ContextBlock:
    """What the chatbot should know for its next turn, in at most `budget` tokens.

    query: the user's message; empty for a context without recall. session: the chatbot's own id
    of the conversation, for its recent turns; a new one has none. as_of: a past moment, for the memory as it was
    believed then. Of somebody who paused their memory nothing is told, and a warning says so.
    Raises InvalidError, UnavailableError.
    """
    now = timezone.now()
    _check(query, budget, as_of, now)
    if subject.paused_at is not None:
        return fit([], budget=budget, warnings=[PAUSED], past=as_of is not None)
    request = ContextRequest(
        subject=subject,
        query=query,
        vector=embed([query])[0] if _has_words(query) else None,
        now=as_of or now,
        past=as_of is not None,
        span=asked_span(query, as_of or now, subject.zone_info),
        budget=budget,
        session=session,
        questions=[] if as_of else questions_of(subject),
    )
    for step in STEPS:
        request.sections.append(step(request))
    mark_revised(request)
    remarks = _remarks(request)
    return fit(request.sections, budget=budget, warnings=remarks, past=request.past)


def _check(query: str, budget: int, as_of: datetime | None, now: datetime) -> None:
    if len(query) > MAX_CHARACTERS:
        raise InvalidError(f"A query may have {MAX_CHARACTERS:,} characters.", field="query")
    if budget not in BUDGETS:
        raise InvalidError(
            f"The budget must be {BUDGETS.start} to {BUDGETS.stop - 1} tokens.",
            field="budget_tokens",
        )
    if as_of is not None and as_of > now:
        raise InvalidError("as_of must lie in the past.", field="as_of")


def _has_words(query: str) -> bool:
    """Whether there is something to search for; the model finds something in anything."""
    return any(character.isalnum() for character in query)


def _remarks(request: ContextRequest) -> list[str]:
    """What the chatbot should know of its own request, where the context is shorter for it."""
    remarks = []
    if request.query.strip() and not _has_words(request.query):
        remarks.append("The query has no words, so nothing was searched for.")
    if request.session and not _is_known(request):
        remarks.append("There is no session with this id yet, so there are no recent turns.")
    if request.past and not _remembered_anything(request):
        remarks.append("Nothing was remembered yet at the moment that as_of names.")
    return remarks


def _remembered_anything(request: ContextRequest) -> bool:
    made = Memory.objects.filter(subject=request.subject, created_at__lte=request.now)
    return made.exists()


def _is_known(request: ContextRequest) -> bool:
    """Whether there is such a session; costs a query only where nothing was said in it."""
    if any(section.name == "recent_turns" and section.lines for section in request.sections):
        return True
    return access.session_of(request.subject, request.session) is not None
