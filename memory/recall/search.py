from __future__ import annotations

from pgvector.django import CosineDistance

from memory.models import Memory, ReviewItem
from memory.recall.block import Section
from memory.recall.request import ContextRequest

TOP = 10
# Cosine of all-MiniLM-L6-v2 between a question and a statement: unrelated pairs rarely reach
# RELATED; below CLEAR the recent turns are worth more than what was recalled.
RELATED = 0.25
CLEAR = 0.40


def recall(request: ContextRequest) -> Section:
    """Facts and episodes most related to the query, by exact scan over the subject's rows.

    Nothing where nothing is related. What already stands in the block is not told twice.
    """
    found: list[Memory] = []
    if request.vector is not None:
        near = (
            request.memories.filter(embedding_model=request.vector.model)
            .exclude(id__in=request.shown)
            .annotate(distance=CosineDistance("embedding", request.vector.values))
            .filter(distance__lte=1.0 - RELATED)
            .order_by("distance", "id")[:TOP]
        )
        found = list(near)
        # The annotation is named in the query above.
        request.weak = not found or found[0].distance > 1.0 - CLEAR  # type: ignore[attr-defined]
    request.doubts |= _doubts_of_summaries(request)
    lines = tuple(request.line(memory, dated=True) for memory in found)
    return Section(name="recall", title="Related to this", lines=lines)


def _doubts_of_summaries(request: ContextRequest) -> dict[str, ReviewItem]:
    """The questions about what was said in a session are about its summary as well, which tells
    it again. One query where questions are open, none otherwise."""
    if not request.doubts:
        return {}
    tells = request.memories.filter(
        episode__isnull=False, source_session__memory__in=list(request.doubts)
    )
    pairs = tells.values_list("id", "source_session__memory")
    return {summary: request.doubts[told] for summary, told in pairs if told in request.doubts}
