"""Make words unreadable in the turns they were said in."""

from __future__ import annotations

from collections.abc import Iterable

from memory.models import ChatRequest, Claim, Turn

MASK = "\N{MEDIUM SHADE}"


def mask_in_turns(claims: Iterable[Claim | ChatRequest], *, also: str | None = None) -> int:
    """Mask what the claims were read from; answers how many turns changed.

    Where a claim knows its span, only the span is masked, else the whole turn. A mask is as long
    as what it hides, so that the spans of other claims stay right. also: id of a further turn
    that is masked wholly where no claim says which part.
    """
    spans: dict[str, list[tuple[int, int] | None]] = {}
    for claim in claims:
        if claim.turn_id:
            known = claim.span_start is not None and claim.span_end is not None
            span = (claim.span_start or 0, claim.span_end or 0) if known else None
            spans.setdefault(claim.turn_id, []).append(span)
    if also:
        spans.setdefault(also, [None])
    for turn in Turn.objects.filter(id__in=spans):
        for span in spans[turn.id]:
            start, end = span or (0, len(turn.content))
            hidden = MASK * len(turn.content[start:end])
            turn.content = f"{turn.content[:start]}{hidden}{turn.content[end:]}"
        turn.embedding, turn.embedding_model = None, ""
        turn.save(update_fields=["content", "embedding", "embedding_model"])
    return len(spans)
