"""Which kind of truth a statement has now, from its words.

Each modality is a list of cues. The order of the modalities decides where several match: a question
or reported speech outranks a hedge, a hedge outranks a plan. A statement without a cue is current.
The cues themselves are a table (`cues.py`).
"""

from __future__ import annotations

from collections.abc import Sequence

from memory.extraction.cues import CONTRASTS, CORRECTS, CUES, any_of
from memory.extraction.grammar import expand_contractions
from memory.extraction.spelling import straighten
from memory.extraction.times import Interval, TimeKind
from memory.vocabulary import Modality


def modality_of(statement: str, times: Sequence[Interval]) -> Modality:
    """The modality of the statement, given the time expressions found in it."""
    text = straighten(statement).strip()
    if _is_question(text):
        return Modality.QUOTED
    text = expand_contractions(text)
    if CORRECTS.search(text):
        return Modality.CURRENT
    for modality, cues in CUES:
        if cues.search(text):
            return modality
    return _by_times(text, times)


def is_correction(statement: str) -> bool:
    """True where the speaker mends what was stored: "i meant Thursday", "that was a typo"."""
    text = expand_contractions(straighten(statement)).strip()
    return any(pattern.search(text) for pattern in (CORRECTS, CONTRASTS))


def is_perfect(statement: str) -> bool:
    """True for "has lived here for six years", which began then and goes on."""
    return bool(_PERFECT.search(expand_contractions(straighten(statement))))


def _is_question(text: str) -> bool:
    return text.endswith("?") and not _ENDS_WITH_TAG.search(text)


def _by_times(text: str, times: Sequence[Interval]) -> Modality:
    """What the times say where no word does: "is in Austin this week" holds for a week."""
    kinds = {i.kind for i in times if not _STANDING.search(text[: i.span[0]])}
    if not _NOW.search(text):
        kinds.discard(TimeKind.NOW)  # "our anniversary is in spring", said in spring
    if TimeKind.UNTIL in kinds or (TimeKind.FOR in kinds and not _PERFECT.search(text)):
        return Modality.TEMPORARY
    if TimeKind.FROM in kinds:
        return Modality.FUTURE
    if TimeKind.NOW in kinds and _PRESENT.search(text) and not _CHANGE_TOLD.search(text):
        return Modality.TEMPORARY
    if TimeKind.AHEAD in kinds and _PLANNED.search(text):
        return Modality.FUTURE
    return Modality.CURRENT


# Before a time, what shows that the time belongs to the fact: "valid until May", "kept for 90 days".
_STANDING = any_of(
    r"\b(?:valid|runs?|running|open|opens|kept|held|extended|lasts?|available|good|stored|retained|is|warranty|sleeps?|prolonged|paid|booked) $",
    r"\b(?:it|that|this|due date|deadline|birthday|anniversary|appointment|exam|meeting|expiry) (?:is|was) $",
)  # fmt: skip
_NOW = any_of(r"\b(?:this|today|tonight)\b")
_ENDS_WITH_TAG = any_of(r", (?:right|ok|okay|yeah|innit|you know|see|isn't it|is it not)\?$")
_PERFECT = any_of(r"\b(?:has|have) (?:\w+ )?(?:been|lived|worked|had|known|used|played|owned)\b")
_PRESENT = any_of(
    r"\b(?:is|are|am|has|have)\b", r"^\w+ing\b", r"\b(?:stays?|lives?|sleeps?|teaches|covers?|works?|eats?|runs?|opens?|needs?|takes?)\b",
    r"\bno \w+ for (?:me|us|User)\b",
)  # fmt: skip
_CHANGE_TOLD = any_of(
    r"\b(?:signed|agreed|decided|started|stopped|quit|moved|switched|bought|sold|got|since|now|made|changed"
    r"|passed|began|joined|left|opened|closed|had|upgraded|migrated|promoted|renamed|completed)\b",
)
_PLANNED = any_of(
    r"\b(?:goes? (?:up|down)|comes? (?:off|out|into)|leaves?|leaving|starts?|starting|ends?|ending|moves?|moving"
    r"|joins?|joining|becomes?|switch(?:es|ing)|picking up|flying|flies|getting|buying|retires?"
    r"|retiring|is being|are being|changes? (?:to|over)|takes? over|begins?|travell?ing|visiting|going|closes"
    r"|having|marrying|adopting|sitting|hosting|is having|turns?)\b",
)
