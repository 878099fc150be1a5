"""What was said before, quoted from the raw turns with its date."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache

from django.db.models import CharField, OuterRef, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce, Length

from memory.forget.mask import MASK
from memory.intake_notes import NOT_KEPT
from memory.models import ChatRequest, Claim, Memory, Turn
from memory.recall.block import ContextBlock, Line, Section
from memory.recall.history import looks_back
from memory.recall.quoting import quoted
from memory.recall.request import ContextRequest, readable
from memory.recall.revised import TAKEN_BACK, wishes
from memory.recall.statements import NOW, SUBJECT, Given, compiled
from memory.recall.tokens import count_tokens
from memory.recall.turn_search import Found, Said, search_turns, searchable
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
WITH wish AS MATERIALIZED ({wishes})
SELECT turn.id
FROM wish JOIN memory_turn AS turn
    ON turn.created_at <= wish.said_at AND turn.embedding_model = wish.model
WHERE turn.id = ANY(%(ids)s) AND turn.embedding <=> wish.vector <= %(distance)s
"""

TITLE = "Said before (quoted; may have changed since)"


@dataclass(frozen=True, slots=True)
class Quote:
    """A turn to be told, and whether only since it stands beside one that was found."""

    turn: Said
    beside: bool = False


def recollection(request: ContextRequest) -> Section:
    """The turns that the query is about, with their dates, the newest first, and the clearest ones
    with the turn before and after.

    What sounds like a constraint or an instruction and did not become one is among them whatever is
    asked. A quote tells nothing as true: what was replaced since says so, and stands below what is newer.
    """
    quotes = list(_quotes(request))
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


def _quotable() -> QuerySet[Turn]:
    """The subject's turns that may be quoted: neither those that are told anyway, nor notes in the
    place of words, nor requests to the memory itself, nor what a deleted memory came from."""
    turns = Turn.objects.filter(session__subject=SUBJECT, created_at__lte=NOW, withheld=False)
    taken_back = Memory.objects.filter(subject=SUBJECT, deleted_at__isnull=False)
    asked = ChatRequest.objects.filter(subject=SUBJECT)
    return (
        turns.exclude(id__any_of=Given("turns", CharField()))
        .exclude(id__in=taken_back.exclude(source_turn=None).values("source_turn"))
        .exclude(id__in=asked.values("turn"))
    )


@cache
def _searched() -> str:
    return searchable(_quotable())


def _quotes(request: ContextRequest) -> Iterator[Quote]:
    """What to quote, the most important first."""
    yield from map(Quote, _unheard(request))
    if request.vector is None:
        return
    given = {**request.given, "turns": request.turns}
    found = search_turns(_searched(), request.query, request.vector, span=request.span, **given)
    clear = [one for one in found if one.is_clear][:WITH_NEIGHBOURS]
    for one in clear:
        yield Quote(one.turn)
        yield from (Quote(turn, beside=True) for turn in one.beside)
    yield from (Quote(one.turn) for one in found if _is_worth_quoting(one))


def _is_worth_quoting(one: Found) -> bool:
    """The person's own words; the chatbot's only where they are clearly what was asked for."""
    return one.is_related if one.turn.role == Turn.Role.USER else one.is_clear


def _unheard(request: ContextRequest) -> list[Said]:
    """The person's turns that sound like a constraint or an instruction of which little was read;
    of the others the memory is told in their place."""
    rows = request.fetch(_likely(), turns=request.turns)
    likely = [(Said(*turn), read) for *turn, read in rows]
    return [turn for turn, read in likely if read < HEARD * len(turn.content)][:MOST_LIKELY]


@cache
def _likely() -> str:
    """The newest such turns, each with how many of its characters were read as what is told on
    every turn."""
    standing = (Scope.CONSTRAINT, Scope.INSTRUCTION)
    claims = Claim.objects.filter(turn=OuterRef("pk"), scope__in=standing).order_by()
    part = Coalesce("span_end", Length(OuterRef("content"))) - Coalesce("span_start", 0)
    read = Subquery(claims.values("turn").annotate(read=Sum(part)).values("read"))
    rows = _quotable().filter(standing_likelihood__gte=LIKELY, role=Turn.Role.USER)
    told = rows.values_list(*Said._fields, Coalesce(read, 0))
    return compiled(told.order_by("-created_at", "id")[: 2 * MOST_LIKELY])


def _allowed(request: ContextRequest, quotes: list[Quote]) -> list[Quote]:
    """Without what the person asked to forget, as far as the turns themselves tell: it may never
    have become a memory that could be deleted."""
    ids = [quote.turn.id for quote in quotes]
    if not ids:
        return quotes
    sql = _TAKEN_BACK.format(wishes=wishes())
    rows = request.fetch(sql, ids=ids, distance=1.0 - TAKEN_BACK)
    gone = {one for (one,) in rows}
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
    notes: dict[str, tuple[str, ...]] = {}
    holds: set[str] = set()
    for turn, valid_until, content in request.fetch(_read(), ids=ids) if ids else ():
        if valid_until is None or valid_until > request.now:
            holds.add(turn)
        else:
            notes[turn] = (*notes.get(turn, ()), f"no longer so: {quoted(content)}")
    return notes, holds


@cache
def _read() -> str:
    rows = Memory.objects.visible().filter(source_turn__id__any_of=Given("ids", CharField()))
    return compiled(
        rows.order_by("said_at", "id").values_list("source_turn", "valid_until", "content")
    )


def _line(request: ContextRequest, quote: Quote, notes: tuple[str, ...]) -> Line:
    turn = quote.turn
    who = "user" if turn.role == Turn.Role.USER else "assistant"
    day = readable(request.local(turn.created_at))
    return Line(lead=f"{day}, {who}", text=_words(quote), notes=notes, turn=turn.id)
