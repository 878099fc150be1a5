"""What a later message says of a planned event: moved, cancelled, or over. Pure.

A follow-up is recognised by the words of its own question ("How did the job interview go?" by
"interview"), so that one that a chatbot planned itself is understood as well.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from memory.extraction.grammar import expand_contractions
from memory.extraction.modality import modality_of
from memory.extraction.people import RELATION
from memory.extraction.plain import is_too_long, plain_text
from memory.extraction.sentences import split_sentences
from memory.extraction.upcoming import day_after
from memory.vocabulary import Modality


class Fate(StrEnum):
    """What became of the event; declined: its person does not want to be asked about it."""

    MOVED = "moved"
    CANCELLED = "cancelled"
    DECLINED = "declined"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class News:
    """due: when to ask now; given where the event was moved to a known day."""

    fate: Fate
    due: date | None = None


def news_of(
    message: str, question: str, due: date, *, said_at: datetime, zone: ZoneInfo
) -> News | None:
    """What the message says of the event that `question` asks about and `due` is set for; None
    where it says nothing certain of it."""
    for sentence in split_sentences(plain_text(message)):
        text = expand_contractions(sentence.text)
        if sentence.is_question or is_too_long(text) or not _mentions(text, question):
            continue
        if modality_of(text, ()) in _UNCERTAIN or _DENIED.search(text):
            continue
        found = _fate(text, question, due, said_at=said_at, zone=zone)
        if found is not None:
            return found
    return None


def words_of(question: str) -> tuple[str, ...]:
    """The words by which the event of a follow-up's question is recognised, in lower case; none
    where the question is worded in another way."""
    match = _ASKED.fullmatch(question)
    if match is None:
        return ()
    thing, _, place = match["thing"].partition(" to ")
    noun, *others = re.split(r" (?:at|with|for|in|from|of) (?:the )?", thing)
    head = noun.lower().replace("'s", "").split()
    if not head:
        return ()
    words = ["first day"] if head[-2:] == ["first", "day"] else [head[-1]]
    if head[-1] == "appointment":
        words += [*head[:-1][-1:], *(other.lower() for other in others)]
    if head[-1] == "trip" and place:
        words.append(place.lower())
    return tuple({"move": ("move", "moving", "moved")}.get(words[0], words))


_ASKED = re.compile(
    r"(?:How (?:did|was|is)|Have|Did you (?:make|get)|How are you after) (?:the|your(?: [\w-]+'s)?) (?P<thing>.+?)(?: go| come| going| done in time)?\?"
)
_UNCERTAIN = (Modality.HEDGED, Modality.CONDITIONAL, Modality.QUOTED)
_DENIED = re.compile(
    r"\b(?:not|never) (?:been |being |get |getting )?(?:cancel\w*|moved|postponed|called off|over|done|rescheduled|finished)\b",
    re.IGNORECASE,
)


def _mentions(text: str, question: str) -> bool:
    """Whether the sentence speaks of this event: by its word, and of the same person's."""
    words = words_of(question)
    if not words or not re.search(_any(words), text, re.IGNORECASE):
        return False
    owner = re.search(r"\byour ([\w-]+)'s\b", question)
    of_another = re.search(rf"\b(?:my|our) (?:\w+ )?{RELATION}\b", text, re.IGNORECASE)
    if owner is None:
        return of_another is None
    return re.search(rf"\b{re.escape(owner[1])}\b", text, re.IGNORECASE) is not None


def _any(words: tuple[str, ...]) -> str:
    return r"\b(?:" + "|".join(re.escape(word) for word in words) + r")s?\b(?! of (?:the|my|our)\b)"


def _fate(text: str, question: str, due: date, *, said_at: datetime, zone: ZoneInfo) -> News | None:
    event = _any(words_of(question))
    if _says(_CANCELLED, event, text):
        return News(Fate.CANCELLED)
    ahead = day_after(text, said_at=said_at, zone=zone)
    if _says(_MOVED, event, text):
        # Put off without a day: there is no day after it to ask on.
        return News(Fate.MOVED, ahead[1]) if ahead else News(Fate.CANCELLED)
    if ahead is not None and _says(_NOW_ON, event, text):
        return News(Fate.MOVED, ahead[1])
    begun = due <= said_at.astimezone(zone).date() + timedelta(days=1)
    if begun and _says(_OVER, event, text):
        return News(Fate.OVER)
    return None


def _says(pattern: str, event: str, text: str) -> bool:
    return re.search(pattern.replace("EVENT", event), text, re.IGNORECASE) is not None


_GAP = r"(?: (?!and\b|but\b)[\w'-]+){0,4}?"
_CANCELLED = (
    rf"EVENT{_GAP} (?:(?:is|was|got|has been|have been|been|gets|are|were) )?(?:cancell?ed|called off|scrapped|axed|not happening|not going ahead|not going to happen)\b"
    rf"|EVENT{_GAP} (?:fell through|is off(?! to)|will not happen|is no longer happening)\b"
    rf"|\b(?:cancell?ed|called off|pulled out of|withdrew from|dropped out of|backed out of|scrapped|am not going to|am not doing|not going on|bailed on){_GAP} EVENT"
)
_MOVED = (
    rf"EVENT{_GAP} (?:(?:is|was|got|has been|have been|been|gets|are|were) )?(?:moved(?! in\b| out\b)|pushed|postponed|rescheduled|brought forward|put (?:back|off)|delayed|extended|shifted|bumped|changed)\b"
    rf"|\b(?:(?<!had )moved|pushed|postponed|rescheduled|brought forward|delayed|extended|shifted|bumped|changed){_GAP} EVENT"
)
_NOW_ON = rf"EVENT{_GAP} (?:is|are|will be) (?:now|actually|instead)\b|EVENT{_GAP} (?:is|are) .*\b(?:instead|not (?:on )?\w+day)\b"
_OVER = (
    rf"EVENT{_GAP} (?:went|was (?!supposed|meant|due|going to|scheduled)|were (?!supposed|meant)|is (?:done|finished|behind)|is over(?:[.!,]|$| and| now| with)|is all done|came|are (?:in|back|here)|has been\b(?! (?:moved|set)))"
    rf"|\b(?:passed|failed|aced|nailed|survived|smashed|bombed|finished|finally had|just had|had|back from|came back from|returned from|got through|done with|won|lost|got|made|missed|handed in|submitted|completed|did|moved)"
    r"(?: (?:my|the|our|their|first|that|a|mum's|dad's|it|job|in|driving|exam|[a-z]+'s)){0,3} EVENT"
    r"|\b(?:i|we|have|finally) moved (?:in|house|out)\b"
)
