"""The counts of an erasure's receipt, in the words of the API instead of the code's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

WORDS = {
    "memory.ChatRequest": "requests",
    "memory.Claim": "claims",
    "memory.Claim_shown_by": "claim_turns",
    "memory.ConsentRule": "consent_rules",
    "memory.Episode": "episodes",
    "memory.Extraction": "extractions",
    "memory.FollowUp": "follow_ups",
    "memory.IdempotencyRecord": "kept_answers",
    "memory.Import": "imports",
    "memory.ImportLine": "import_lines",
    "memory.Memory": "memories",
    "memory.ReviewItem": "review_items",
    "memory.ReviewItem_others": "review_item_memories",
    "memory.Session": "sessions",
    "memory.Subject": "subjects",
    "memory.Tombstone": "tombstones",
    "memory.Turn": "turns",
    "review.BulkLine": "bulk_lines",
    "review.BulkRun": "bulk_runs",
    "review.ItemEvent": "item_events",
    "review.Resolution": "answers",
}


def in_words(counts: Mapping[str, int]) -> dict[str, int]:
    """The same counts by plain names; what has none here is still counted, as another row."""
    plain: Counter[str] = Counter()
    for model, count in counts.items():
        plain[WORDS.get(model, "other_rows")] += count
    return dict(sorted(plain.items()))
