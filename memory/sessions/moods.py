"""The subject's mood, from plain words and signs that tell it. Pure; "cannot tell" is an answer."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory.extraction.grammar import expand_contractions
from memory.extraction.people import RELATION
from memory.extraction.sentences import split_sentences
from memory.extraction.spelling import straighten

# Each mood with the words and signs for it; what a sentence must be like stands below.
MOODS: dict[str, tuple[str, str]] = {
    "happy": ("happy|glad|delighted|over the moon|thrilled|joyful|cheerful|chuffed|in a good mood|having a great day|best day", "😊😀😁😄🥰😃☺"),
    "excited": ("excited|stoked|buzzing|psyched|pumped|can ?(?:not|'t) wait", "🤩🥳🎉"),
    "relieved": ("relieved|what a relief|a weight off my|phew", "😌😅"),
    "proud": ("proud", ""),
    "grateful": ("grateful|thankful|touched|moved to tears", "🙏"),
    "calm": ("calm|calmer|at peace|peaceful|relaxed|content|feel(?:ing|s)? (?:so much |so |much |a lot |a bit |a little |way |really |pretty )?(?:better|fine|good|okay|great)", ""),
    "hopeful": ("hopeful|optimistic", ""),
    "sad": ("sad|unhappy|down(?! for| to| with| the)|heartbroken|miserable|depressed|gutted|devastated|low(?! on)|blue|crying|cried|in tears|feel(?:ing)? awful|feel(?:ing)? terrible|grieving", "😢😭😞😔💔🙁☹"),
    "lonely": ("lonely|alone|isolated|left out|invisible", ""),
    "angry": ("angry|furious|mad(?! about| skills)|livid|raging|fuming|pissed(?: off)?|outraged|seething", "😡😠🤬"),
    "frustrated": ("frustrated|annoyed|fed up|irritated|sick of (?:this|it|that)|at my wits? end|had enough", "😤🙄"),
    "anxious": ("anxious|nervous|scared|afraid|terrified|panicking|panicky|worried|on edge|dreading|freaking out|uneasy|frightened", "😰😨😱😟"),
    "stressed": ("stressed(?: out)?|overwhelmed|swamped|under pressure|drowning in|burnt out|burned out|burnout", "😩😫"),
    "tired": ("tired(?! of)|exhausted|knackered|shattered|drained|worn out|sleepy|wiped out|dead on my feet", "😴🥱"),
    "disappointed": ("disappointed|let down|gutted about", ""),
    "ashamed": ("ashamed|embarrassed|guilty|humiliated", ""),
    "confused": ("confused|lost(?! (?:in|my|the|weight|a|our|to|touch|track)\\b)", "😕"),
    "bored": ("bored", ""),
}  # fmt: skip


def moods_of(messages: Sequence[str]) -> tuple[str, str]:
    """The mood in which the subject began and ended these messages; "" where it cannot be told.

    The beginning is the first half of the messages, the end the second; of one message both.
    """
    half, rest = messages[: (len(messages) + 1) // 2], messages[len(messages) // 2 :]
    first = next((mood for message in half for mood in _told(message)), "")
    last = next((mood for message in reversed(rest) for mood in reversed(_told(message))), "")
    return first, last


def _told(message: str) -> list[str]:
    """The moods that the message tells of its writer, in order."""
    text = straighten(message)
    found: list[tuple[int, str]] = []
    for sentence in split_sentences(text):
        if sentence.is_question:
            continue
        for part in re.finditer(r"(?:(?!,| but | and now | then ).)+", sentence.text):
            at = sentence.start + part.start()
            found += [(at, mood) for mood in _in_part(part[0].strip(" ,"))]
    for mood, (_, signs) in MOODS.items():
        found += [(text.index(sign), mood) for sign in signs if sign in text]
    return [mood for _, mood in sorted(found)]


def _in_part(part: str) -> list[str]:
    plain = expand_contractions(part)
    if _OF_ANOTHER.search(plain):
        return []
    return [
        mood
        for mood, (words, _) in MOODS.items()
        if (match := re.search(_SAYS.replace("MOOD", words), plain, re.IGNORECASE))
        and not _DENIED.search(match[0].replace("can not", "cannot"))
    ]


# "i'm so tired", "feeling a bit low", "this makes me sad", or "exhausted" alone: of oneself, now.
_SAYS = (
    r"\b(?:i am|i feel|i felt|i have been|i was|i got|feeling|makes? me|made me|am|left me|we are|i)"
    r"(?: (?!if\b|that\b|because\b)[\w']+){0,3}? (?:MOOD)\b(?! (?:birthday|hour|tier|about your)\b)"
    r"|^(?:(?:so|very|really|just|still|bit|a bit|a little|totally|absolutely|pretty|kinda|bloody|honestly|ugh|well|and|super|oh|god|omg|today)[ ,]+)*(?:(?:so|very|really|super|pretty|a bit) (?:MOOD)\b|(?:MOOD)(?: (?:today|now|tbh|about it|with it|really|lol|again|at the moment|for .*))?\W*$)"
)
_OF_ANOTHER = re.compile(
    rf"\b(?:my|our|the|his|her) (?:\w+ )?{RELATION}(?:'s)? (?:is|was|are|feels|seems|got)\b",
    re.IGNORECASE,
)
_DENIED = re.compile(r"\b(?:not|never|no longer|stopped being|used to be)\b", re.IGNORECASE)
