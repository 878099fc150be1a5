"""A slip that is mended in the same breath: "Radiohead, no wait, Portishead".

What was said by mistake is blanked out, so that only the mended words are read and every place in
the text stays as it is. Where the mended words do not show what they replace, nothing is changed.
"""

from __future__ import annotations

import re

from memory.extraction.plain import LONGEST_STATEMENT

# Words that take back what came before them, whatever follows.
_TAKES_BACK = (
    r"(?:oh |ah |er |uh |um |oops )?(?:no,? wait|wait,? no|no,? sorry|sorry,? no|scratch that|strike that"
    r"|no,? i (?:mean|meant)|or rather|no,? actually|correction|make that|i meant|sorry,? i mean|i mean|sorry|wait,? actually)"
)
_SLIP = re.compile(
    rf"(?P<mends>\s*(?:,|\.{{2,3}}|…|\s[-\u2013]+|\u2014)\s*(?:{_TAKES_BACK})(?:,|:|\.{{2,3}}|…|\s-)?\s+)"
    r"(?P<meant>[^,.!?;\n]+(?:\.(?=\w)[^,.!?;\n]+)*)",
    re.IGNORECASE,
)
# "i live in Graz, actually Linz": "actually" takes back only where a name stands for a name.
_NAME_FOR_NAME = re.compile(
    r"(?<=[\w'-])(?P<mends>, actually )"
    r"(?P<meant>(?-i:[A-Z])[\w'-]+)(?=[.!]*\s*$)",
    re.MULTILINE,
)
_ANYTHING = re.compile(r"\S")
_A_NAME = re.compile(r"\b[A-Z][\w'-]+$")
_A_SENTENCE = re.compile(r"(?:i|i'\w+|im|ive|my|our|we|it|it's|its|that's|the)\b", re.IGNORECASE)
_PREPOSITION = re.compile(r"(?:in|at|on|to|from|for|with|by|as)\b", re.IGNORECASE)
_CAPITALS = re.compile(r"(?:\b[A-Z0-9][\w'&.:-]*\s*)+$")
_ANCHOR = re.compile(
    r".*\b(?:is|are|am|i'm|im|in|at|to|from|for|on|with|as|by|called|named|an?|prefer|like|love|hate|drink|eat|play|use|drive|speak|have)\s+",
    re.IGNORECASE,
)

LONGEST_MENDED = 4
"""In words. What is longer is not a value in another value's place."""


def without_slips(text: str) -> str:
    """The text with what its speaker took back blanked out."""
    return _mended(_mended(text, _SLIP, ".!?;\n", _ANYTHING), _NAME_FOR_NAME, ".!?;,\n", _A_NAME)


def _mended(text: str, slip: re.Pattern[str], stops: str, fits: re.Pattern[str]) -> str:
    """The text with each slip blanked out that ends in what `fits`.

    The mending words are looked for first and the slip before them: the other way round, every
    word of a text could begin a slip, and a long text would be read once for each.
    """
    written, done = "", 0
    for match in slip.finditer(text):
        start = max(done, match.start() - LONGEST_STATEMENT)
        start = max(start, *(text.rfind(stop, start, match.start()) + 1 for stop in stops))
        said, mends, meant = text[start : match.start()], match["mends"], match["meant"]
        keeps = _length_kept(said, meant) if fits.search(said) else None
        if keeps is not None:
            blank = " " * (len(said) - keeps + len(mends))
            written += text[done : start + keeps] + blank + meant
            done = match.end()
    return written + text[done:]


def _length_kept(said: str, meant: str) -> int | None:
    """How much of `said` stands before what `meant` replaces; None where that is not clear."""
    if _A_SENTENCE.match(meant):
        return max(said.rfind(","), said.rfind(" and "), 0)
    if len(meant.split()) > LONGEST_MENDED:
        return None
    preposition = _PREPOSITION.match(meant)
    if preposition:
        same = list(re.finditer(rf"\b{preposition[0]}\b", said, re.IGNORECASE))
        return same[-1].start() if same else None
    capitals = _CAPITALS.search(said)
    if capitals and capitals.start() and (meant[0].isupper() or meant[0].isdigit()):
        return capitals.start()
    anchor = _ANCHOR.match(said)
    if anchor and len(said[anchor.end() :].split()) <= LONGEST_MENDED:
        return anchor.end()
    return said.rstrip().rfind(" ") + 1 if len(meant.split()) == 1 else None
