"""When two statements count as the same words. Pure."""

from __future__ import annotations

import re
import unicodedata

_NOISE = re.compile(r"[^\w%€$£+#/.,:'-]+")


def normalise(text: str) -> str:
    """The statement without differences of case, width, spacing and closing punctuation.

    Numbers keep their signs and separators: "1.5" and "15" stay apart.
    """
    words = _NOISE.sub(" ", unicodedata.normalize("NFKC", text).casefold())
    return " ".join(word.strip(".,:'-") for word in words.split()).strip()
