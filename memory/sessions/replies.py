"""What a person answers when the chatbot asks a follow-up. Pure.

Asked "How did the interview go?", a person says "really well, thanks!": the answer does not name
the event, so it is heard only right after the question. What is no answer leaves the question
open: the message may be about something else.
"""

from __future__ import annotations

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from memory.extraction.grammar import expand_contractions
from memory.extraction.plain import plain_text
from memory.extraction.sentences import split_sentences
from memory.extraction.upcoming import day_after
from memory.normalise import normalise
from memory.sessions.news import Fate, News, words_of

ALIKE = 0.6
"""Share of a question's own words that the chatbot's message must have, where the question is not
worded as the memory words its own."""


def asks(message: str, question: str) -> bool:
    """Whether the chatbot's message asks this follow-up, in its own words or in others."""
    if "?" not in message:
        return False
    said = set(normalise(message).split())
    if named := words_of(question):
        return any(set(normalise(name).split()) <= said for name in named)
    own = set(normalise(question).split()) - _COMMON
    return bool(own) and len(own & said) >= ALIKE * len(own)


def reply_to(message: str, *, said_at: datetime, zone: ZoneInfo) -> News | None:
    """What an answer to a follow-up says of its event; None where it does not answer it.

    Told as yet to come, it gives the day after it where it names one, and else leaves the question
    open for another day.
    """
    for sentence in split_sentences(plain_text(message))[:2]:
        text = expand_contractions(sentence.text).lower()
        if _DECLINED.search(text):
            return News(Fate.DECLINED)
        if sentence.is_question:
            return None
        if _OFF.search(text):
            return News(Fate.CANCELLED)
        ahead = day_after(text, said_at=said_at, zone=zone)
        if ahead is not None and (_MOVED.search(text) or _NOT_YET.search(text)):
            return News(Fate.MOVED, ahead[1])
        if _NOT_YET.search(text) or _MOVED.search(text):
            return None
        if _TOLD.search(text):
            return News(Fate.OVER)
    return None


_COMMON = frozenset(
    [
        "how",
        "did",
        "do",
        "does",
        "was",
        "were",
        "is",
        "are",
        "have",
        "has",
        "had",
        "the",
        "a",
        "an",
        "your",
        "you",
        "user",
        "it",
        "go",
        "going",
        "come",
        "after",
        "of",
        "to",
        "in",
        "on",
        "at",
        "for",
        "with",
        "and",
        "or",
        "get",
        "got",
        "make",
        "made",
        "done",
        "been",
        "new",
        "any",
    ]
)
_DECLINED = re.compile(
    r"\b(?:do not|rather not|not want to|not going to|can we not|could we not|let us not|stop|quit|no need to) (?:\w+ ){0,2}?(?:talk|ask|asking|discuss|go into|get into|bring|mention|think)\b"
    r"|\b(?:drop it|let it go|none of your business|change the subject|not ask again|leave it)\b"
)
_OFF = re.compile(
    r"\b(?:cancell?ed|called (?:it |that )?off|fell through|not happening|is not going to happen|did not happen|scrapped|pulled out|withdrew|backed out)\b"
)
_MOVED = re.compile(
    r"\b(?:moved|postponed|pushed|rescheduled|delayed|put off|shifted|bumped|changed)\b"
)
_NOT_YET = re.compile(
    r"\b(?:not yet|yet to|still (?:waiting|ahead|to come|no)|waiting (?:for|to)|no (?:news|word|idea) yet|nothing yet|has not|have not|had not|did not (?:hear|get|have)|is (?:only )?(?:today|tonight|tomorrow|next|on|in)|will (?:be|know|hear|tell)|later)\b"
)
_GOOD_OR_BAD = (
    r"(?:well|great|good|fine|ok|okay|okayish|alright|all right|brilliant(?:ly)?|amazing(?:ly)?|awesome|perfect(?:ly)?|lovely|nice|smooth(?:ly)?|fantastic|excellent"
    r"|wonderful|fun|bad(?:ly)?|terribl[ey]|awful(?:ly)?|horribl[ey]|rough|hard|tough|so-so|meh|mixed|disaster|disappointing|a mess|stressful|painful|long|better|worse|quick|easy|sad|exhausting|not great|not bad|super)"
)
_TOLD = re.compile(
    rf"^(?:(?:oh|ah|hey|well|yes|yeah|yep|yup|no|nope|nah|haha|honestly|actually|thanks|thank you|ugh|phew|so|and|omg|hm+|aw+|um+|thanks for asking)[,.! ]+)*"
    rf"(?:(?:it|that|they|all|everything|both|mine|the \w+|we|i)(?: \w+){{0,3}}? )?(?:(?:went|was|were|is|are|did|came|turned out|goes)\b(?: (?:all|really|very|so|pretty|quite|super|kind of|rather|just|absolutely|actually|surprisingly|totally|way|much|a bit|too|ok|not(?! yet)))* )?(?:(?:really|very|so|pretty|quite|super|kind of|rather|not too|not so|just|absolutely|much|such|a|an|total|bit) )*{_GOOD_OR_BAD}\b"
    r"|\b(?:i|we|they|he|she) (?:just |finally |totally |both |all |only |even |really |actually )?(?:passed|failed|aced|nailed|bombed|survived|smashed|won|lost|got it|got the|got through|got in|got an? |made it|missed|did it|did well|had it|handed it|submitted|finished|messed|blew|screwed)\b"
    r"|^(?:passed|failed|aced|nailed|bombed|survived|smashed|won|lost|got it|got the|got in|made it|did it|done|finished|all done|they (?:said|want|offered|hired|rejected|turned)|offer|rejected|all clear|benign|clear)\b"
    r"|^(?:yes|yeah|yep|yup)[.! ]*$"
)
