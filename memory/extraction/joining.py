"""A short exclamation and the words that explain it, read as one: "moved in! Flat in Ghent".

Alone, "we moved" says hardly anything and "flat in Ghent" not what of it. The mark between them
becomes a comma, so that every place in the text stays as it is.
"""

from __future__ import annotations

import re

_DEED = (
    r"(?:moved(?: in| out| house| flats?| again)?|relocated|switched(?: [\w-]+)?|swapped(?: [\w-]+)?|changed (?!my mind)[\w-]+|signed|renamed|confirmed|booked|upgraded|downgraded"
    r"|got (?:the|a|another) (?:[\w-]+ )?(?:job|place|flat|house|keys|offer|part|role)|got it|new (?:job|car|phone|flat|house|address|number|laptop))"
)
_EXCLAIMED = re.compile(
    rf"(?:(?<=^)|(?<=[.!?:\n] ))(?:(?:so|ok|okay|and|oh|big one|news|hey|hi)[:,!.]? )*(?:(?:i|we)(?:'ve| have|'re| are|'m| am)? )?(?:finally |just |also |now |moving |have )*{_DEED}"
    r"(?: (?:finally|today|yesterday|at last|again))?(?P<stop>[.!]+) "
    r"(?=(?!(?:i|i'?m|i'?ve|we|it|it's|its|he|she|they|that|this|thats|there|my|our|so|and|but|what|how|why|when|where|who|can|could|do|does|is|are|was|thanks|thx|please|pls|sorry|well|any|need|no|yes|ok|never|now i|the team)\b)[^.!?\n]{3,90}(?:[.!\n]|$))",
    re.IGNORECASE,
)


def joined(text: str) -> str:
    """The text with each such exclamation read on into the next sentence."""
    return _EXCLAIMED.sub(_with_comma, text)


def _with_comma(match: re.Match[str]) -> str:
    start, end = match.start("stop") - match.start(), match.end("stop") - match.start()
    whole = match[0]
    return whole[:start] + "," + " " * (end - start - 1) + whole[end:]
