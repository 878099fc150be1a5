"""What was said before, quoted from the raw turns with its date."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db import connection
from django.db.models import Prefetch, QuerySet

from memory.forget.mask import MASK
from memory.intake_notes import NOT_KEPT
from memory.models import ChatRequest, Claim, Memory, Turn
from memory.recall.block import ContextBlock, Line, Section
from memory.recall.history import looks_back
from memory.recall.quoting import quoted
from memory.recall.request import ContextRequest, readable
from memory.recall.revised import FORGETTING, TAKEN_BACK
from memory.recall.tokens import count_tokens
from memory.recall.turn_search import QUOTED, Found, search_turns
from memory.vocabulary import Scope

SHARE = 0.6
"""Of the budget, what quoted turns may take of the tokens that are left to them."""

LONGEST = 300
"""Characters of a turn that are quoted; of one beside it, a third."""

LIKELY = 0.5
"""How likely a turn states a constraint or an instruction, from which it is quoted whatever is
asked."""

MOST_LIKELY = 4
"""Such turns in one context."""

HEARD = 0.6
"""Share of a turn's characters from which what was read in it stands for all that it says."""

WITH_NEIGHBOURS = 2
"""Of the turns that are clearly what was asked for, so many are told with what was said around."""

_TAKEN_BACK = """
SELECT turn.id
FROM memory_chatrequest AS asked JOIN memory_turn AS wish ON wish.id = asked.turn_id
JOIN memory_turn AS turn ON turn.created_at <= wish.created_at
    AND turn.embedding_model = wish.embedding_model
WHERE asked.subject_id = %s AND asked.kind = ANY(%s) AND wish.created_at <= %s AND turn.id = ANY(%s)
    AND turn.embedding <=> wish.embedding <= %s
"""

TITLE = "Said before (quoted; may have changed since)"


@dataclass(frozen=True, slots=True)
class Quote:
    """A turn to be told, and whether only since it stands beside one that was found."""

    turn: Turn
    beside: bool = False


def recollection(request: ContextRequest) -> Section:
    """The turns that the query is about, with their dates, the newest first, and the clearest ones
    with the turn before and after.

    What sounds like a constraint or an instruction and did not become one is among them whatever is
    asked. A quote tells nothing as true: what was replaced since says so, and stands below what is newer.
    """
    rows = _searched(request)
    quotes = list(_quotes(request, rows))
    spoken = _within(_allowed(request, quotes), _tokens_for(request))
    over, holds = _no_longer_so(request, spoken)
    if request.span is None and not looks_back(request.query):
        spoken = [q for q in spoken if q.turn.id in holds or q.turn.id not in over]
    newest_first = sorted(spoken, key=lambda q: (q.turn.created_at, q.turn.number), reverse=True)
    lines = tuple(_line(request, quote, over.get(quote.turn.id, ())) for quote in newest_first)
    return Section(name="recollection", title=TITLE, lines=lines)


def _tokens_for(request: ContextRequest) -> int:
    """This section comes last, and takes what the others left."""
    so_far = ContextBlock(sections=request.sections, budget=request.budget).tokens
    left = request.budget - so_far - count_tokens(f"## {TITLE}")
    return min(left, int(SHARE * request.budget))


def _searched(request: ContextRequest) -> QuerySet[Turn]:
    """The subject's turns that may be quoted: neither those that are told anyway, nor notes in the
    place of words, nor requests to the memory itself, nor what a deleted memory came from."""
    turns = Turn.objects.filter(
        session__subject=request.subject, created_at__lte=request.now, withheld=False
    )
    taken_back = Memory.objects.filter(subject=request.subject, deleted_at__isnull=False)
    asked = ChatRequest.objects.filter(subject=request.subject)
    return (
        turns.exclude(id__in=request.turns)
        .exclude(id__in=taken_back.exclude(source_turn=None).values("source_turn"))
        .exclude(id__in=asked.values("turn"))
    )


def _quotes(request: ContextRequest, rows: QuerySet[Turn]) -> Iterator[Quote]:
    """What to quote, the most important first."""
    yield from (Quote(turn) for turn in _unheard(rows))
    if request.vector is None:
        return
    found = search_turns(rows, request.query, request.vector, span=request.span)
    clear = [one for one in found if one.is_clear][:WITH_NEIGHBOURS]
    for one in clear:
        yield Quote(one.turn)
        yield from (Quote(turn, beside=True) for turn in one.beside)
    yield from (Quote(one.turn) for one in found if _is_worth_quoting(one))


def _is_worth_quoting(one: Found) -> bool:
    """The person's own words; the chatbot's only where they are clearly what was asked for."""
    return one.is_related if one.turn.role == Turn.Role.USER else one.is_clear


def _unheard(rows: QuerySet[Turn]) -> list[Turn]:
    """The person's turns that sound like a constraint or an instruction of which little was read."""
    likely = rows.filter(standing_likelihood__gte=LIKELY, role=Turn.Role.USER).only(*QUOTED)
    read = Prefetch("claims", Claim.objects.only("turn", "scope", "span_start", "span_end"))
    newest = likely.prefetch_related(read).order_by("-created_at", "id")
    return [turn for turn in newest[: 2 * MOST_LIKELY] if not _is_heard(turn)][:MOST_LIKELY]


def _is_heard(turn: Turn) -> bool:
    """Whether most of it was read as what is told on every turn; the memory is told in its place."""
    read = sum(
        (claim.span_end or len(turn.content)) - (claim.span_start or 0)
        for claim in turn.claims.all()
        if claim.scope in (Scope.CONSTRAINT, Scope.INSTRUCTION)
    )
    return read >= HEARD * len(turn.content)


def _allowed(request: ContextRequest, quotes: list[Quote]) -> list[Quote]:
    """Without what the person asked to forget, as far as the turns themselves tell: it may never
    have become a memory that could be deleted."""
    ids = [quote.turn.id for quote in quotes]
    if not ids:
        return quotes
    with connection.cursor() as cursor:
        values = (request.subject.id, FORGETTING, request.now, ids, 1.0 - TAKEN_BACK)
        cursor.execute(_TAKEN_BACK, values)
        gone = {one for (one,) in cursor.fetchall()}
    return [quote for quote in quotes if quote.turn.id not in gone]


def _within(quotes: Iterable[Quote], tokens: int) -> list[Quote]:
    """Each turn once, as many of them as fit; one that does not fit makes room for shorter ones.
    Of which words were erased or not kept, nothing is quoted."""
    chosen: dict[str, Quote] = {}
    for quote in quotes:
        if MASK in quote.turn.content or quote.turn.content == NOT_KEPT:
            continue
        cost = count_tokens(_words(quote)) + 12  # its date and marks
        if quote.turn.id not in chosen and cost <= tokens:
            chosen[quote.turn.id] = quote
            tokens -= cost
    return list(chosen.values())


def _words(quote: Quote) -> str:
    longest = LONGEST // 3 if quote.beside else LONGEST
    text = quote.turn.content
    return text if len(text) <= longest else f"{text[:longest]}…"


def _no_longer_so(
    request: ContextRequest, quotes: Iterable[Quote]
) -> tuple[dict[str, tuple[str, ...]], set[str]]:
    """By turn, what was read from it and holds no more; and the turns of which something does."""
    ids = [quote.turn.id for quote in quotes]
    read = Memory.objects.visible().filter(source_turn__in=ids) if ids else Memory.objects.none()
    notes: dict[str, tuple[str, ...]] = {}
    holds: set[str] = set()
    for memory in read.only("source_turn", "valid_until", "content").order_by("said_at", "id"):
        turn = str(memory.source_turn_id)
        if memory.valid_until is None or memory.valid_until > request.now:
            holds.add(turn)
        else:
            notes[turn] = (*notes.get(turn, ()), f"no longer so: {quoted(memory.content)}")
    return notes, holds


def _line(request: ContextRequest, quote: Quote, notes: tuple[str, ...]) -> Line:
    turn = quote.turn
    who = "user" if turn.role == Turn.Role.USER else "assistant"
    day = readable(request.local(turn.created_at))
    return Line(lead=f"{day}, {who}", text=_words(quote), notes=notes, turn=turn.id)
