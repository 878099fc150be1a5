"""Make words unreadable in the turns they were said in, and wherever they were repeated."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager

import pgtrigger

from memory.forget.gone import Gone
from memory.forget.register import PERSONAL, model_of, rows_of
from memory.models import ChatRequest, Claim, Subject, Turn

MASK = "\N{MEDIUM SHADE}"

Span = tuple[int, int] | None
"""Characters of a turn, the last exclusive; None for all of them."""


def mask_in_turns(claims: Iterable[Claim | ChatRequest], *, also: Iterable[str] = ()) -> int:
    """Mask what the claims were read from; answers how many turns changed.

    Where a claim knows its span, only the span is masked, else the whole turn. also: ids of
    further turns that are masked wholly where no claim says which part.
    """
    return mask_spans(spans_in_turns(claims, also=also))


def spans_in_turns(
    claims: Iterable[Claim | ChatRequest], *, also: Iterable[str] = ()
) -> dict[str, list[Span]]:
    """By turn: which characters `mask_in_turns` would mask; None for all of them."""
    spans: dict[str, list[Span]] = {}
    for claim in claims:
        if claim.turn_id:
            known = claim.span_start is not None and claim.span_end is not None
            span = (claim.span_start or 0, claim.span_end or 0) if known else None
            spans.setdefault(claim.turn_id, []).append(span)
    for turn_id in also:
        spans.setdefault(turn_id, [None])
    return spans


def mask_spans(spans: Mapping[str, Sequence[Span]], gone: Gone | None = None) -> int:
    """Mask the characters in the turns; answers how many turns changed. A mask is as long as what
    it hides, so that the spans of other claims stay right. gone: is told of each place."""
    for turn in Turn.objects.filter(id__in=spans):
        for span in spans[turn.id]:
            start, end = span or (0, len(turn.content))
            hidden = MASK * len(turn.content[start:end])
            turn.content = f"{turn.content[:start]}{hidden}{turn.content[end:]}"
            if gone is not None:
                gone.places.add(("memory.Turn", turn.id, "content", start, end))
        turn.embedding, turn.embedding_model = None, ""
        turn.save(update_fields=["content", "embedding", "embedding_model"])
    return len(spans)


def mask_repeated(
    subject: Subject, wordings: Iterable[str], gone: Gone | None = None
) -> Counter[str]:
    """Mask the wordings in all that was ever written about the subject around statements: other
    turns, the chatbot's echo, notes. Answers how many rows changed, by table.

    A vector of such a row goes too: it was made of the words. The rows are gone through once.
    gone: is told of each place.
    """
    said = [re.compile(re.escape(wording), re.IGNORECASE) for wording in wordings]
    counts: Counter[str] = Counter()
    for label, place in PERSONAL.items():
        if not (said and place.texts):
            continue
        rows = rows_of(label, subject.id)
        for pk, *texts in rows.values_list("pk", *place.texts):
            hidden: dict[str, str] = {}
            for column, text in zip(place.texts, texts, strict=True):
                spans = _found(text, said)
                if spans:
                    hidden[column] = masked(text, spans)
                if gone is not None:
                    gone.places |= {(label, str(pk), column, *span) for span in spans}
            if hidden:
                write_masked(label, subject.id, pk, hidden)
                counts[label] += 1
    return counts


def write_masked(label: str, subject_id: str, pk: object, columns: Mapping[str, str]) -> None:
    """Put masked texts into a row of the subject's, and take the vectors that were made of them."""
    place = PERSONAL[label]
    without_vectors = {name: empty for pair in place.vectors for name, empty in _emptied(pair)}
    with _unprotected(label):
        rows_of(label, subject_id).filter(pk=pk).update(**columns, **without_vectors)


def empty_shared(subject: Subject) -> Counter[str]:
    """Empty the texts of rows that are about this person and others, and stay when the person
    goes: nobody knows whom the words are about. Answers how many, by table."""
    counts: Counter[str] = Counter()
    for label, place in PERSONAL.items():
        if place.shared:
            about = model_of(label)._default_manager.filter(**{place.shared: subject.id})
            rows = about.exclude(**dict.fromkeys(place.texts, ""))
            counts[label] += rows.update(**dict.fromkeys(place.texts, ""))
    return +counts


def masked(text: str, spans: Iterable[tuple[int, int]]) -> str:
    """The text with each of the spans masked at its length."""
    for start, end in spans:
        text = f"{text[:start]}{MASK * len(text[start:end])}{text[end:]}"
    return text


def _found(text: str, said: Iterable[re.Pattern[str]]) -> list[tuple[int, int]]:
    """Where the wordings stand in the text. What one of them covers is not looked at again."""
    spans = []
    for wording in said:
        found = [match.span() for match in wording.finditer(text)]
        text = masked(text, found)
        spans += found
    return spans


def _emptied(pair: tuple[str, str]) -> tuple[tuple[str, None], tuple[str, str]]:
    vector, model = pair
    return (vector, None), (model, "")


@contextmanager
def _unprotected(label: str) -> Iterator[None]:
    """Only an erasure may touch what a trigger keeps from ever being changed: a person's note."""
    triggers = [f"{label}:{one.name}" for one in getattr(model_of(label)._meta, "triggers", [])]
    if not triggers:
        yield
        return
    with pgtrigger.ignore(*triggers):
        yield
