"""Events ahead that are worth asking about afterwards: the interview, the scan, the move. Pure.

A statement gives a follow-up where it tells, as certain, a dated event of the subject (or of
somebody close) that matters enough for a friend to ask how it went. The table says which do;
what is not in it (a call, a haircut, a parcel) is not asked about.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from memory.extraction.grammar import expand_contractions
from memory.extraction.modality import modality_of
from memory.extraction.people import RELATION
from memory.extraction.person import without_filler
from memory.extraction.plain import is_too_long
from memory.extraction.spelling import straighten
from memory.extraction.times import Interval, TimeKind, find_times, without_times
from memory.vocabulary import Modality

LONGEST_SPAN = timedelta(days=32)
"""An event that lies anywhere in a longer time ("next year") has no day after it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Upcoming:
    """An event ahead, and what to ask after it.

    event: the word by which news of it is recognised ("interview"). day: the first of its days,
    due: the first day after it, both in the subject's own days.
    """

    event: str
    question: str
    day: date
    due: date


def upcoming(statement: str, *, said_at: datetime, zone: ZoneInfo) -> Upcoming | None:
    """The event that the statement tells of, in first or third person; None where it tells of
    none that is ahead, certain, the subject's own or close to it, and worth asking about."""
    text = _dated(statement)
    if is_too_long(text):
        return None
    times = find_times(text, said_at=said_at, zone=zone)
    ahead = None if _ON_AIR.search(text) else _ahead(times, said_at)
    if ahead is None or modality_of(text, times) not in _CERTAIN:
        return None
    told = without_filler(expand_contractions(without_times(text, times)))
    found = _event(told) if not _NOT_SO.search(told) else None
    if found is None:
        return None
    event, question = found
    start, end = ahead
    if end - start <= _ONE_DAY and event in _JOURNEYS:  # only its first day is known
        question = _JOURNEY.sub(r"How is \1 going?", question)
    return Upcoming(
        event=event,
        question=question,
        day=start.astimezone(zone).date(),
        due=end.astimezone(zone).date(),
    )


_ONE_DAY = timedelta(hours=25)  # of a day on which the clocks go back
_JOURNEYS = ("trip", "holiday", "vacation", "honeymoon", "cruise", "road trip", "expedition")
_JOURNEY = re.compile(r"^How was (.+)\?$")
_CERTAIN = (Modality.CURRENT, Modality.FUTURE, Modality.TEMPORARY)
_ON_AIR = re.compile(r"\bis on (?:tonight|tomorrow|today|now)\b", re.IGNORECASE)
_NOT_SO = re.compile(
    r"\b(?:no|never|without|not (?:have|having|going|got|a|an|my|the)|cancel\w*|called off|postponed|missed|skip\w*|instead of|used to"
    r"|if|unless|(?:i|user|we) wish(?:es)?|hop(?:e|es|ing) (?:for|to)|dream\w*|pretend\w*|imagine|appl(?:y|ied|ying) for|reminder|free|watch(?:es|ing)?|on tv|stream\w*)\b",
    re.IGNORECASE,
)


def day_after(text: str, *, said_at: datetime, zone: ZoneInfo) -> tuple[date, date] | None:
    """The day ahead that the text names and the first day after it; None where it names none."""
    ahead = _ahead(find_times(_dated(text), said_at=said_at, zone=zone), said_at)
    if ahead is None:
        return None
    return ahead[0].astimezone(zone).date(), ahead[1].astimezone(zone).date()


def _dated(text: str) -> str:
    """The text with "on" before a bare weekday: "deadline friday" means "deadline on friday"."""
    return _BARE_WEEKDAY.sub(r"on \g<0>", straighten(text).strip())


_BARE_WEEKDAY = re.compile(
    r"(?<!on )(?<!next )(?<!this )(?<!last )(?<!every )(?<!by )(?<!until )(?<!til )(?<!till )(?<!from )(?<!since )(?<!coming )(?<!each )"
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day\b",
    re.IGNORECASE,
)


def _ahead(times: list[Interval], said_at: datetime) -> tuple[datetime, datetime] | None:
    """The first time that is not over: its beginning and its end."""
    for each in times:
        if each.kind is TimeKind.FROM and each.start is not None:
            return each.start, each.start + timedelta(days=1)
        if each.kind not in (TimeKind.AHEAD, TimeKind.NOW) or not each.start or not each.end:
            continue
        if each.end > said_at and each.end - each.start <= LONGEST_SPAN:
            return each.start, each.end
    return None


def _event(told: str) -> tuple[str, str] | None:
    """The event's word and the question about it."""
    for pattern, question, event in _EVENTS:
        match = pattern.search(told)
        if match is None:
            continue
        owner = _owner(told[: match.start()])
        if owner is None:
            continue
        words = {name: (text or "").rstrip(" .!,") for name, text in match.groupdict().items()}
        words = {"place": "", **words, "whose": owner, "noun": _bare(words.get("noun", ""))}
        asked = " ".join(question.format(**words).split()).replace(" ?", "?")
        return (event or words["head"]).lower(), asked
    return None


# Whose event it is ----------------------------------------------------------------------------

_CLOSE = frozenset(
    [
        "mother",
        "mum",
        "mom",
        "mam",
        "mummy",
        "mama",
        "father",
        "dad",
        "daddy",
        "papa",
        "sister",
        "sis",
        "brother",
        "bro",
        "wife",
        "missus",
        "husband",
        "hubby",
        "partner",
        "spouse",
        "fiance",
        "fiancé",
        "fiancee",
        "fiancée",
        "boyfriend",
        "bf",
        "girlfriend",
        "gf",
        "son",
        "daughter",
        "child",
        "kid",
        "kids",
        "eldest",
        "youngest",
        "baby",
        "twins",
        "parents",
        "grandmother",
        "grandma",
        "gran",
        "granny",
        "nan",
        "nana",
        "grandfather",
        "grandpa",
        "grandad",
        "granddad",
        "grandson",
        "granddaughter",
        "stepson",
        "stepdaughter",
        "dog",
        "cat",
        "puppy",
    ]
)
_SAID_OF = {"mum": "mum", "mom": "mom", "missus": "wife", "hubby": "husband", "bf": "boyfriend", "gf": "girlfriend"}  # fmt: skip
_DETERMINER = r"(?:(?:my|our|their|the|a|an|another|this|that|user's|some|two|first|one last) )?(?:(?:big|important|scary|next) )?"
_OTHERS = r"(?:he|she|they|his|her|him|them|you|your|someone|somebody|everyone|people|who|help|helping|heard|told|said|says|about|remember|forgot|for)"
_VERB = r"(?:got|getting|having|have|has|doing|sitting|taking|running|playing|giving|presenting(?: at)?|attending|expecting|awaiting|going (?:to|for|in for)|off (?:to|on)|booked(?: in)? for|in for|nervous about|dreading|revising for|preparing for|scheduled for|facing|need|starting)"
_BY_SELF = re.compile(
    rf"(?:[\w' ]{{0,25}}(?:, | - |: ))?(?:(?:(?:user|i|we)\b(?: (?!{_OTHERS}\b)[\w-]+){{0,6}}?|{_VERB}) (?:for )?)?{_DETERMINER}",
    re.IGNORECASE,
)
_BY_RELATION = re.compile(
    rf"(?:(?:user|i|we) (?:have|has|am|is|are|will be)? ?(?:going to |attending |at )?)?(?:my|our|user's|their|the) (?:\w+ )?(?P<relation>{RELATION})(?:,? [A-Z]\w+,?)?(?:'s?|(?: (?!{_OTHERS}\b)[\w-]+){{1,5}}?) (?:his |her |{_DETERMINER})"
    rf"|(?P<spoken>mum|mom|dad|nan|gran|grandma|grandpa)(?:'s?|(?: (?!{_OTHERS}\b)[\w-]+){{1,5}}?) {_DETERMINER}",
    re.IGNORECASE,
)


def _owner(before: str) -> str | None:
    """ "the" where the words before the event make it the subject's own, "your mother's" where
    it is of somebody close, None where it is of a stranger."""
    relation = _BY_RELATION.fullmatch(before)
    if relation is not None:
        name = (relation["relation"] or relation["spoken"]).lower()
        return f"your {_SAID_OF.get(name, name)}'s" if name in _CLOSE else None
    if re.search(rf"\b{RELATION}\b", before, re.IGNORECASE):
        return None
    return "the" if _BY_SELF.fullmatch(before) else None


def _bare(noun: str) -> str:
    """The noun without what does not belong into the question."""
    return re.sub(
        r"^(?:(?:my|our|their|the|a|an|another|user's|big|important|scary|new|next|this|that|final and|some) )+",
        "",
        noun.strip(),
        flags=re.IGNORECASE,
    )


# What is worth asking about -------------------------------------------------------------------

_WORDS = r"(?:(?!(?:my|our|their|the|a|an|for|in|on|at|to|of|is|are|am|has|have|with|and|got|having|user|i|we|user's|start|starts|starting|get|gets|getting|take|taking|sit|sitting|run|running|play|playing|doing|do|expecting|sign|big|scary|important|next|another)\b)[\w-]+ ){0,2}?"
_PLACE = r"(?P<place>(?: (?:at|with|for|in|to|from) (?:the )?(?-i:[A-Z])[\w&.'-]*(?: (?:& )?(?-i:[A-Z])[\w.'-]*){0,2})?)"
_GO = "How did {whose} {noun}{place} go?"
_WAS = "How was {whose} {noun}{place}?"
_MEDICAL = (
    r"(?:surgery|operation|op|procedure|biopsy|scan|mri|ct|x-?ray|ultrasound|ecg|ekg|endoscopy|colonoscopy|mammogram|smear test|screening"
    r"|root canal|infusion|blood test|check-?up|knee replacement|hip replacement|c-section|transplant|amniocentesis|angiogram|extraction)"
)
_EXAM = r"(?:exams?|finals|midterms?|viva|driving test|theory test|(?<!unit )(?<!load )(?<!taste )(?<!covid )(?<!pregnancy )(?<!speed )(?<!drug )test|resits?|assessment|defen[cs]e|a-levels|gcses|orals?|recital|audition|bar exam)"
_SHOW = r"(?:presentation|pitch|demo|keynote|speech|talk|gig|performance review|appraisal|board meeting|hearing|court (?:date|hearing|case)|trial shift|thesis defen[cs]e|viewing|tribunal|custody hearing|parents'? evening|opening night|book launch|product launch)"
_SPORT = r"(?:match|marathon|half[- ]marathon|race|tournament|derby|cup final|semi-?final|triathlon|competition|championships?|game|10k|regatta|fight|bout|swim meet)"
_DOCTOR = r"(?:doctor|doc|doctors|gp|dentist|consultant|specialist|cardiologist|dermatologist|oncologist|gynaecologist|gynecologist|neurologist|psychiatrist|therapist|orthodontist|physio|midwife|surgeon|optician|vet|paediatrician|pediatrician|urologist|rheumatologist)"


def _of(pattern: str, question: str, event: str = "") -> tuple[re.Pattern[str], str, str]:
    """event: the word for it, where the pattern has no group `head`."""
    return re.compile(rf"(?<![\w'-]){pattern}(?![\w'])", re.IGNORECASE), question, event


_EVENTS: tuple[tuple[re.Pattern[str], str, str], ...] = (
    _of(
        rf"(?P<noun>{_WORDS}(?P<head>results?)){_PLACE}",
        "Have {whose} {noun} come?",
    ),
    _of(rf"(?:hears?|hearing) back{_PLACE}", "Have you heard back{place}?", "back"),
    _of(rf"(?P<noun>{_WORDS}(?P<head>interview)s?){_PLACE}", _GO),
    _of(rf"(?P<noun>{_WORDS}(?P<head>{_MEDICAL})){_PLACE}", _GO),
    _of(
        rf"(?P<noun>(?:[\w-]+ )?(?P<head>{_DOCTOR})(?:'s|s')? (?:appointment|visit))",
        _GO,
    ),
    _of(
        r"(?P<noun>(?:[\w-]+ )?(?:hospital|clinic|antenatal|prenatal|medical|therapy|physio) (?P<head>appointment))",
        _GO,
    ),
    _of(
        rf"(?P<noun>(?P<head>appointment)) (?:at|with) (?:my |the |a |our |their )?(?P<place>{_DOCTOR}|hospital|clinic)(?:'s|s)?",
        "How did {whose} appointment with the {place} go?",
    ),
    _of(
        rf"(?:seeing|sees?|visiting|going to|goes to|at|off to) (?:my |the |a |our |their )?(?P<noun>(?P<head>{_DOCTOR}))(?:'s|s)?",
        "How did {whose} appointment with the {noun} go?",
    ),
    _of(
        rf"(?P<noun>(?P<head>{_DOCTOR}))(?:'s)?(?: again)?[.!]*$",
        "How did {whose} appointment with the {noun} go?",
    ),
    _of(rf"(?P<noun>{_WORDS}(?P<head>{_EXAM})){_PLACE}", _GO),
    _of(rf"(?P<noun>{_WORDS}(?P<head>{_SHOW})){_PLACE}", _GO),
    _of(r"(?P<noun>(?P<head>chemo(?:therapy)?|immunotherapy|radiotherapy|rehab))", "How is {whose} {noun} going?"),
    _of(
        r"(?P<noun>(?P<head>thesis|dissertation|essay|assignment|coursework|manuscript|tax return|grant application|grant proposal|final report|term paper|portfolio)) (?:is|are) due",
        "Did you get {whose} {noun} done in time?",
    ),
    _of(rf"(?P<noun>{_WORDS}(?P<head>deadline))", "Did you make {whose} {noun}?"),
    _of(
        rf"(?P<noun>(?P<head>first day)(?: (?:of|at) (?:school|uni(?:versity)?|college|work|nursery|kindergarten|the new job))?){_PLACE}",
        _WAS,
    ),
    _of(
        rf"(?:starts?|starting|begins?|beginning) (?:my |the |a |an |our |their )?new (?P<head>job|role|position){_PLACE}",
        "How was {whose} first day in the new {head}{place}?",
    ),
    _of(
        rf"(?P<noun>(?P<head>new job|new school)){_PLACE} (?:starts?|begins?)",
        "How was {whose} first day at the {noun}{place}?",
    ),
    _of(
        r"(?:a|my|our|another|first|second|third|blind|hot|big) (?P<noun>(?:first |second |third |blind )?(?P<head>date))(?! (?:of|for|by|to|in)\b)(?: with (?P<place>(?-i:[A-Z])\w+))?",
        _WAS.replace("{place}", ""),
    ),
    _of(
        r"(?P<noun>(?:first|second|third|blind) (?P<head>date))(?! (?:of|for|by|to)\b)", _WAS
    ),
    _of(rf"(?P<noun>{_WORDS}(?P<head>{_SPORT})){_PLACE}", _GO),
    _of(rf"(?P<noun>{_WORDS}(?P<head>wedding|graduation|christening|baptism|bar mitzvah|bat mitzvah|prom|hen do|stag do)){_PLACE}", _WAS),
    _of(r"(?:getting|get|gets) married", "How was {whose} wedding?", "wedding"),
    _of(rf"(?P<noun>{_WORDS}(?P<head>funeral|memorial service))", "How are you after {whose} {noun}?"),
    _of(
        r"(?:moving|move|moves) (?:house|home|flats?|apartments?|out|day|in(?:to)?\b.{0,30}|in with .{1,20})|(?<!no )(?<!next )(?:moving day|the move is|(?:my|our) move\b|house move)"
        r"|(?:moving|move|moves) to (?:a |the |my |our |their )?(?:new )?(?:[A-Z]\w+|flat|house|place|apartment)",
        "How did {whose} move go?",
        "move",
    ),
    _of(
        r"(?:flying|fly|flies|travell?ing|travels?|off|heading|going on holiday|going on vacation|going away) (?:off |out |back )?to (?P<place>(?-i:[A-Z])[\w'-]*(?: (?-i:[A-Z])[\w'-]*){0,2})",
        "How was {whose} trip to {place}?",
        "trip",
    ),
    _of(
        rf"(?P<noun>{_WORDS}(?P<head>trip|holiday|vacation|honeymoon|cruise|city break|flight|road trip|expedition|pilgrimage|retreat)){_PLACE}",
        _WAS,
    ),
    _of(r"(?:going|goes|away) on (?P<noun>(?P<head>holiday|vacation|honeymoon))", _WAS),
)  # fmt: skip
