"""Make words unreadable in the turns they were said in, and wherever they were repeated."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

import pgtrigger

from memory.forget.register import PERSONAL, model_of, rows_of
from memory.models import ChatRequest, Claim, Subject, Turn

MASK = "\N{MEDIUM SHADE}"


def mask_in_turns(claims: Iterable[Claim | ChatRequest], *, also: Iterable[str] = ()) -> int:
    """Mask what the claims were read from; answers how many turns changed.

    Where a claim knows its span, only the span is masked, else the whole turn. A mask is as long
    as what it hides, so that the spans of other claims stay right. also: ids of further turns
    that are masked wholly where no claim says which part.
    """
    spans: dict[str, list[tuple[int, int] | None]] = {}
    for claim in claims:
        if claim.turn_id:
            known = claim.span_start is not None and claim.span_end is not None
            span = (claim.span_start or 0, claim.span_end or 0) if known else None
            spans.setdefault(claim.turn_id, []).append(span)
    for turn_id in also:
        spans.setdefault(turn_id, [None])
    for turn in Turn.objects.filter(id__in=spans):
        for span in spans[turn.id]:
            start, end = span or (0, len(turn.content))
            hidden = MASK * len(turn.content[start:end])
            turn.content = f"{turn.content[:start]}{hidden}{turn.content[end:]}"
        turn.embedding, turn.embedding_model = None, ""
        turn.save(update_fields=["content", "embedding", "embedding_model"])
    return len(spans)


def mask_repeated(subject: Subject, wordings: Iterable[str]) -> Counter[str]:
    """Mask the wordings in all that was ever written about the subject around statements: other
    turns, the chatbot's echo, notes. Answers how many rows changed, by table.

    A vector of such a row goes too: it was made of the words. The rows are gone through once.
    """
    said = [re.compile(re.escape(wording), re.IGNORECASE) for wording in wordings]
    counts: Counter[str] = Counter()
    for label, place in PERSONAL.items():
        if not (said and place.texts):
            continue
        rows = rows_of(label, subject.id)
        without_vectors = {name: empty for pair in place.vectors for name, empty in _emptied(pair)}
        for pk, *texts in rows.values_list("pk", *place.texts):
            hidden = [masked(text, said) for text in texts]
            if hidden != texts:
                changed = dict(zip(place.texts, hidden, strict=True))
                with _unprotected(label):
                    rows.filter(pk=pk).update(**changed, **without_vectors)
                counts[label] += 1
    return counts


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


def masked(text: str, said: Iterable[re.Pattern[str]]) -> str:
    """The text with each of the wordings masked at its length."""
    for wording in said:
        text = wording.sub(lambda found: MASK * len(found[0]), text)
    return text


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
