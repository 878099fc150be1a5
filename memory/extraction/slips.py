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

# "the deposit is 875. no, 840": a figure or a code that is said again, right after a full stop too.
FIGURE = r"[£$€~]?[\w-]*\d(?:[\w:/-]|[.,](?=\d))*"
_SAID_AGAIN = re.compile(
    rf"[\s.,!\u2026-]{{1,6}}(?:no|nope|wait|sorry|oops|argh)\b(?:,? (?:no|wait|sorry|not)){{0,3}}[.,!]{{0,3}}\s+(?:{FIGURE},\s+)?(?:but )?"
    rf"(?:it'?s |it is |make (?:it|that) |i mean(?:t)? |that'?s )?(?P<meant>{FIGURE})",
    re.IGNORECASE,
)
_A_FIGURE = re.compile(rf"(?<![\w.]){FIGURE}")
_ENDS_THERE = re.compile(r"\s*(?:[.,;:!?)\n]|$)|\s+(?:and|but|now|i|we|so)\b", re.IGNORECASE)

# "i love mondays. said nobody ever": what the joke takes back stands in the clause before it.
_UNSAID = re.compile(
    r"[^,;.!?\n]+[.!?\u2026]*\s+(?:said no(?:body|[ -]?one| [\w-]+(?: [\w-]+)?) ever|(?:just|only) (?:kidding|joking)|jk|/s)(?=[\s.!]*(?:$|\n))",
    re.IGNORECASE,
)

FAR = 60
"""In characters, how far before it a figure may stand that is said again."""


def without_slips(text: str) -> str:
    """The text with what its speaker took back blanked out."""
    meant = _UNSAID.sub(lambda joke: re.sub(r"\S", " ", joke[0]), text)
    mended = _mended(meant, _SLIP, ".!?;\n", _ANYTHING)
    return _figures_mended(_mended(mended, _NAME_FOR_NAME, ".!?;,\n", _A_NAME))


def is_of_same_shape(figure: str, other: str) -> bool:
    """Whether one can stand for the other: "875" and "840", "CV2-88120B" and "CV2-88126B"."""
    one, two = _bare(figure), _bare(other)
    if one.isdigit() and two.isdigit():
        return abs(len(one) - len(two)) <= 1
    return _shape(one) == _shape(two)


def _bare(figure: str) -> str:
    """The figure without its unit: "24k" → "24", "£240" → "240"."""
    alone = re.fullmatch(r"[£$€~]?(\d[\d.,:/-]*)[a-z%]{0,3}", figure)
    return alone[1] if alone else figure


def _shape(figure: str) -> str:
    return re.sub(r"[A-Za-z]", "A", re.sub(r"\d", "9", figure))


def _figures_mended(text: str) -> str:
    """The text with each figure blanked out that is said again otherwise.

    Where only the end of a code is said again, its beginning is kept: "AS-8800216. no, 8800261".
    """
    for match in list(_SAID_AGAIN.finditer(text)):
        meant = match["meant"]
        before = list(_A_FIGURE.finditer(text, max(0, match.start() - FAR), match.start()))
        for said in reversed(before):
            begins = _beginning(said[0], meant)
            if begins is None and not is_of_same_shape(said[0], meant):
                continue
            between = text[said.end() : match.start()]
            unit = between.strip()
            is_told = text[match.end() :].lstrip().startswith(unit) if unit else False
            if not (is_told or _ENDS_THERE.match(text, match.end())):
                break  # "room 4. sorry, 20 minutes late" says something else
            begins = begins or ""
            again = match.start("meant") - len(begins)
            if len(meant) == len(said[0]) and unit and not is_told:
                # What was said in between stays, with the figure that is meant before it.
                blank = " " * (match.end() - match.start())
                text = text[: said.start()] + meant + between + blank + text[match.end() :]
            else:
                blank = " " * (again - said.start())
                text = text[: said.start()] + blank + begins + text[match.start("meant") :]
            break
    return text


def _beginning(code: str, ending: str) -> str | None:
    """What stands before the last digits of the code, where `ending` stands for these."""
    whole = re.fullmatch(r"(?P<begins>\w*[A-Za-z]\w*-)(?P<ends>\d+)", code)
    fits = whole and ending.isdigit() and len(whole["ends"]) == len(ending)
    return whole["begins"] if whole and fits else None


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
