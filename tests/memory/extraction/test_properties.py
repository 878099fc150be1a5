"""What holds for every message, whatever somebody types."""

from __future__ import annotations

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from hypothesis import given, settings
from hypothesis import strategies as st

from memory.extraction.rules import MAX_CLAIMS, extract

SAID_AT = datetime(2026, 3, 2, 9, tzinfo=UTC)

# Letters alone seldom say anything: words that the rules look for, and whole statements, come
# between them.
WORDS = st.sampled_from(
    ["I", "I'm", "my", "wife", "live in", "Denver", "moved to", "not", "allergic to", "peanuts",
     "and", "but", "since", "2 March", "forget", "please", "?", ".", ",", "\n", "“", "”", "`", "—",
     "İ", "ß", "e\u0301", "👩‍👩‍👧", "\u200f", "\ufeff"]
)  # fmt: skip
STATEMENTS = st.sampled_from(
    ["I live in Denver.", "my wife is allergic to peanuts", "I moved to Austin last month,",
     "don't call me before 9", "I used to smoke but I quit", "Please answer in German!"]
)  # fmt: skip
MESSAGES = (
    st.lists(WORDS | STATEMENTS | st.text(max_size=20), max_size=30).map(" ".join) | st.text()
)


@settings(deadline=None, max_examples=300)
@given(text=MESSAGES, previous=st.none() | MESSAGES)
def test_no_message_is_too_odd(text: str, previous: str | None) -> None:
    claims = extract(text, previous=previous, said_at=SAID_AT, zone=ZoneInfo("Europe/Zurich"))
    assert len(claims) <= MAX_CLAIMS
    for claim in claims:
        assert claim.content.strip()
        assert claim.span is not None
        start, end = claim.span
        assert 0 <= start < end <= len(text)
