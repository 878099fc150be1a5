"""Whether a request to forget is taken back in the same breath: "forget my number … no, keep it". Pure."""

from __future__ import annotations

import re

_WITHDRAWN = re.compile(
    r"\b(?:never ?mind|nvm)\b(?! (?:the|that|this|about|my|why|how|what|if|who|where)\b)"
    r"|\b(?:actually|no|wait|hmm|oh|but|sorry|please|on second thoughts?)\b[\s,.!…-]*(?:keep|leave) (?:it|them|that|this|everything|all of it)"
    r"(?: in| there| stored| as it is| after all| then| please| for now| anyway)*(?=[\s.!?…]*$|[.!?,;])"
    r"|\b(?:keep|leave) (?:it|them|that) after all\b"
    r"|\b(?:do not|don'?t) (?:actually |really )?(?:delete|remove|erase|wipe) (?:it|them|that|this|anything)\b"
    r"|\bcancel that(?: request)?\b"
    r"|\bon second thoughts?,? (?:no|don'?t|do not|leave it|keep it)\b|\bi take (?:that|it) back\b",
    re.IGNORECASE,
)


def is_withdrawn(after: str) -> bool:
    """Whether the words that follow a request take it back. "Never mind the rest" and "keep it
    that way" do not."""
    return bool(_WITHDRAWN.search(after))
