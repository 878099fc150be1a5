"""A figure, a code or a word of an earlier message that is said again otherwise: the earlier
statement anew.

"soil is clay, ph 6.1" and later "sorry i said 6.1, its 6.7" say that the soil is clay, ph 6.7. A
code that differs in a few characters from one said before mends it as well ("CV2-88126B, a six").
"sorry typo, i meant Linz" and "*Linz" mend the message just before, "not Bosch, i mean Boss" the last
that says "Bosch".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from memory.extraction.answers import answer_as_statement
from memory.extraction.attributes import slot_of
from memory.extraction.calendar_words import MONTHS, WEEKDAYS
from memory.extraction.heard import is_question, is_request, own_words
from memory.extraction.person import third_person, without_filler
from memory.extraction.plain import is_too_long, plain_text
from memory.extraction.sentences import split_sentences
from memory.extraction.slips import FIGURE, is_of_same_shape, without_slips

SHORTEST_CODE = 5
"""In characters. In what is shorter, two characters are all that tells two codes apart."""

MOST_DIFFERENT = 3
"""Characters in which a code may differ from the one that it mends."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """An earlier message of the conversation; is_users: the subject said it, else the bot."""

    text: str
    is_users: bool


_FIGURE = rf"(?<![\w.])(?:{FIGURE})"
_I_SAID = re.compile(
    rf"\b(?:i|we) (?:said|wrote|typed|told you) (?P<old>{_FIGURE})|(?P<old2>{_FIGURE}) (?:i|we) (?:said|wrote|typed)\b",
    re.IGNORECASE,
)
_MEANT = re.compile(
    rf"\b(?:it'?s|it is|its|meant|should (?:be|read|say)|make (?:it|that)|actually|really|correct(?: one)? is|but) (?:now |actually |really )?(?P<new>{_FIGURE})",
    re.IGNORECASE,
)
_A_FIGURE = re.compile(_FIGURE)
_ASKED_ABOUT = re.compile(
    rf"\byour (?P<noun>[a-z][\w ]{{1,30}}?) (?:is|still|now) (?:still |now )?(?P<old>{_FIGURE})\?\s*$",
    re.IGNORECASE,
)


def mended_statement(sentence: str, earlier: Sequence[Spoken], *, opens: bool = True) -> str | None:
    """The earlier statement as the sentence mends it, in the words in which it was said; None
    where the sentence mends none. earlier: the conversation so far, the oldest first. opens: the
    message begins with it; after other statements, "no, 8" mends one of these."""
    if is_question(sentence) or is_request(sentence):
        return None
    told = _I_SAID.search(sentence)
    if told is not None:
        old = told["old"] or told["old2"]
        meant = _MEANT.search(sentence, told.end())
        fits = meant is not None and is_of_same_shape(old, meant["new"])
        return _said_anew(old, meant["new"], earlier) if meant and fits else None
    worded = _word_anew(sentence, earlier) or _figure_anew(sentence, earlier) if opens else None
    if worded is not None:
        return worded
    code = next((one[0] for one in _A_FIGURE.finditer(sentence) if _is_code(one[0])), "")
    return (_asked_anew(code, earlier) or _code_anew(code, earlier)) if code else None


def _is_code(figure: str) -> bool:
    """True for "CV2-88126B"; "iphone14", after "iphone13", is another phone."""
    named = _NAME_AND_NUMBER.fullmatch(figure)
    return len(figure) >= SHORTEST_CODE and bool(re.search(r"[A-Za-z]", figure)) and not named


_NAME_AND_NUMBER = re.compile(r"[A-Za-z]?[a-z]{2,}[A-Z]?[a-z]*-?\d[\d.]{0,5}[a-z]?")


def _asked_anew(code: str, earlier: Sequence[Spoken]) -> str | None:
    """ "Your meter is 0L-55129?", answered with another code: "my meter is OL-55192"."""
    asked = _ASKED_ABOUT.search(earlier[-1].text) if earlier and not earlier[-1].is_users else None
    if asked is None or asked["old"] == code or len(asked["old"]) != len(code):
        return None
    return f"my {asked['noun'].lower()} is {code}"


def _code_anew(code: str, earlier: Sequence[Spoken]) -> str | None:
    for statement in _statements(earlier):
        for found in _A_FIGURE.finditer(statement):
            if _mends(code, found[0]):
                return statement[: found.start()] + code + statement[found.end() :]
    return None


def _mends(code: str, old: str) -> bool:
    if len(code) != len(old) or not is_of_same_shape(code, old) or code == old:
        return False
    different = sum(one != two for one, two in zip(code, old, strict=True))
    return different <= MOST_DIFFERENT and code[0] == old[0]


def _said_anew(old: str, new: str, earlier: Sequence[Spoken]) -> str | None:
    for statement in _statements(earlier):
        place = re.search(rf"(?<![\w.]){re.escape(old)}(?!\w|[\w.]*\d)", statement, re.IGNORECASE)
        if place is not None:
            return statement[: place.start()] + new + statement[place.end() :]
    return None


_OOPS = r"(?:(?:(?:sorry|oops|whoops|argh|ugh|damn|ah|oh|er|erm|hmm|no|nope|wait|hang on|actually|typo|my bad|correction|autocorrect|scratch that)\b(?: for the typo)?[\s,.!:-]*)*)"
_ONLY_OOPS = re.compile(_OOPS, re.IGNORECASE)


def is_only_oops(text: str) -> bool:
    """True for "oops", "sorry, typo" and for nothing at all."""
    return _ONLY_OOPS.fullmatch(text.strip()) is not None


_WORDS = r"[\w'&-]+(?: [\w'&-]+){0,2}?"
_MEND = re.compile(
    rf"{_OOPS}(?:not (?:in |at |on |from )?(?P<old>{_WORDS})(?:,| but|:| -) ?(?:i mean(?:t)? |it'?s |its |it is |but |actually )*(?:in |at |on |from )?(?:an? |the )?(?P<new>{_WORDS})"
    rf"|i mean(?:t)?(?: to (?:say|write|type))? (?:in |at |on |from )?(?:an? |the )?(?P<new2>{_WORDS})(?:,? not (?:in |at |on |from )?(?P<old2>{_WORDS}))?|\*(?P<new3>{_WORDS})|(?P<new4>{_WORDS})\*)"
    r"(?:,? (?:sorry|typo|obviously|of course|lol|haha|autocorrect|stupid autocorrect|(?:the|an?|as in|like) [\w -]+))*[.!]*",
    re.IGNORECASE,
)
_NO_WORDS = re.compile(
    r"(?:i|it|its|that|this|you|he|she|they|we|to|so|no|not|if|when|what|how|the|just|really|every|only|well|like|for|about|yes|never|me|us|him|her|them|same|one|both|all|my|our)\b",
    re.IGNORECASE,
)
ALIKE = 0.6
"""How alike, from 0 to 1 (`SequenceMatcher.ratio`), a word is to the one that "*word" mends."""


def _word_anew(sentence: str, earlier: Sequence[Spoken]) -> str | None:
    match = _MEND.fullmatch(sentence.strip())
    if match is None:
        return None
    new = next(filter(None, (match[f"new{n}"] for n in ("", "2", "3", "4"))))
    old = match["old"] or match["old2"]
    if _NO_WORDS.match(new) or is_question(new) or is_request(new):
        return None
    if old and old.lower() not in new.lower():
        return _said_anew(old, new, earlier)
    if old:
        return None
    starred = bool(match["new3"] or match["new4"])
    for statement in _statements(_last_message(earlier)):
        said = _word_like(new, statement) if starred else ""
        if said := said or _value_of(statement, new):
            return _said_anew(said, new, [Spoken(statement, is_users=True)])
    return None


def _word_like(word: str, statement: str) -> str:
    """The word of the statement that is a slip for this one; "" where none is like it."""
    found = re.findall(r"[\w'-]+", statement)
    close = [one for one in found if one.lower() != word.lower()]
    likeness = {one: SequenceMatcher(None, one.lower(), word.lower()).ratio() for one in close}
    best = max(likeness, key=likeness.__getitem__, default="")
    return best if best and likeness[best] >= ALIKE else ""


def _value_of(statement: str, new: str) -> str:
    """What the statement gives its slot, or the name it ends in, where `new` can stand for it."""
    for of_a_kind in (WEEKDAYS, MONTHS):
        if new.lower() in of_a_kind:
            return next(
                (one for one in re.findall(r"\w+", statement) if one.lower() in of_a_kind), ""
            )
    told = third_person(without_filler(statement))
    slot = slot_of(told.removeprefix("User ")) if told.startswith("User ") else None
    if slot is not None and slot.key is not None:
        return slot.value
    name = re.search(r"(?<=[\w,] )[A-Z][\w'&-]*(?: [A-Z][\w'&-]*)*(?=[.!]*$)", statement)
    return name[0] if name and new[0].isupper() else ""


_COUNT = (
    rf"(?:{FIGURE}|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)(?![\w-]))"
)
_A_COUNT = re.compile(rf"(?<![\w.]){_COUNT}", re.IGNORECASE)
_AGAIN = re.compile(
    rf"(?:(?:oh|er|erm|um|hm+) )?(?:wait|sorry|oops|argh|ah|hmm|actually|no|nope)\b(?:[\s,.!]+(?:wait|no|sorry|actually|i mean(?:t)?|make (?:it|that)|it'?s|its|that'?s|i'?m|im)\b)*[\s,.!]+(?P<new>{_COUNT})(?=[.,!]*\s*$|[,.!] )",
    re.IGNORECASE,
)


_STARRED = re.compile(rf"\*(?P<new>{_COUNT})[.!]*", re.IGNORECASE)


def _figure_anew(sentence: str, earlier: Sequence[Spoken]) -> str | None:
    """ "wait no, 30" after "i'm 29"; None where the message before has no such figure, or several."""
    match = _AGAIN.match(sentence.strip()) or _STARRED.fullmatch(sentence.strip())
    asked = earlier[-1].text if earlier and not earlier[-1].is_users else ""
    if match is None or asked.rstrip().endswith("?"):
        return None
    found = [
        one[0] for told in _statements(_last_message(earlier)) for one in _A_COUNT.finditer(told)
    ]
    new = match["new"].lower()
    fits = [
        one
        for one in found
        if ((one.isalpha() and new.isalpha()) or is_of_same_shape(one, new)) and one.lower() != new
    ]
    return _said_anew(fits[0], new, _last_message(earlier)) if len(fits) == 1 else None


def _last_message(earlier: Sequence[Spoken]) -> Sequence[Spoken]:
    """The user's last message, with the bot's before it where it answers that."""
    places = [place for place, one in enumerate(earlier) if one.is_users]
    return earlier[max(places[-1] - 1, 0) : places[-1] + 1] if places else []


def _statements(earlier: Sequence[Spoken]) -> Iterator[str]:
    """What the user stated, the newest first; an answer with the words of its question."""
    for place in range(len(earlier) - 1, -1, -1):
        if not earlier[place].is_users:
            continue
        asked = earlier[place - 1].text if place and not earlier[place - 1].is_users else None
        said = split_sentences(without_slips(own_words(plain_text(earlier[place].text))))
        told = [one.text for one in said if not one.is_question and not is_too_long(one.text)]
        if told and asked:
            told[0] = answer_as_statement(told[0], plain_text(asked)) or told[0]
        yield from reversed(told)
