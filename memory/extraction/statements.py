"""A clause of chat as a statement about the user, and whether it is surely worth keeping.

It surely is where it is about the user or theirs and says something durable: a known attribute
("i'm vegan"), a told change ("sold the car"), or an appointment ("dentist on Friday"). What is
about the user and none of these is for the statement model to judge.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.extraction.appointments import note_of_event
from memory.extraction.attributes import reaction_of, slot_of
from memory.extraction.compounds import DEED
from memory.extraction.episodes import is_episode
from memory.extraction.instructions import standing_instruction
from memory.extraction.introductions import introduced_name
from memory.extraction.modality import is_perfect
from memory.extraction.notes import statement_of_note
from memory.extraction.people import split_relation
from memory.extraction.person import as_sentence, third_person
from memory.extraction.possessions import possession_of
from memory.extraction.restate import restate
from memory.extraction.rewording import reworded
from memory.extraction.slips import FIGURE
from memory.extraction.times import Moment, TimeKind, find_times, without_times
from memory.extraction.upcoming import upcoming
from memory.vocabulary import Scope


@dataclass(frozen=True, slots=True)
class Stated:
    """A statement: `told` with its times, `content` as it is stored.

    durable: a rule says that it is worth keeping.
    """

    told: str
    content: str
    durable: bool = True


def statement_about_user(clause: str, moment: Moment) -> Stated | None:
    """The clause in the third person, where it states something about the user or theirs."""
    doubtful = None
    for form in _FORMS:
        told = _ASIDE.sub(".", form(clause))
        if not told or _says_little(told):
            continue
        if form in _ALWAYS_SURE or (form not in _NEVER_SURE and _is_durable(told, moment)):
            return Stated(told, _as_stored(told, moment))
        if doubtful is None and form in _WHOLE_SENTENCES:
            doubtful = Stated(told, _as_stored(told, moment), durable=False)
    told = note_of_event(clause, moment)
    return Stated(told, told) if told else doubtful


# What trails behind a statement and is not part of it: ", so …", ", it was …".
_ASIDE = re.compile(
    r"(?:,| -) (?:so|it|they|he|she|we|i|User|can|could|any|please|pls|which means|no more|no wonder|still|as|also|hence|thank|hope|don't|do not|need|ideas|tips|if|in case|properly|really|seriously|funnily enough|sadly|honestly|obviously|just)\b.*$"
    r"|,? but (?:whatever|that|it|i|User|hey|anyway)\b.*$|,? so (?!that\b|far\b|much\b|many\b).*$|, (?:[\w'-]+ ){1,3}(?:was|were|is|are|did|made|wants?|says?|needs?|has|have|had|keeps?) .*$|\(.*?\)\.?$"
    r"| for (?:the|your|this|that) (?:[\w-]+ )?(?:form|file|records?|paperwork|books|list)\.?$",
    re.IGNORECASE,
)

# The forms in which people say something of themselves ----------------------------------------


def _full_sentence(clause: str) -> str:
    """ "i work at Globex", "my sister lives in Lyon", "our plan is Pro"."""
    if _OF_A_GROUP.match(clause):
        return ""
    clause = reworded(clause)
    if not re.match(
        r"(?:i|i'\w+|im|ive|we|we'\w+|my|our|mum|mom|dad|nan|gran|granny|grandad|grandma|grandpa|hubby|the kids|[\w'-]+ and i)\b",
        clause,
        re.IGNORECASE,
    ):
        return ""
    return third_person(clause)


# A head count is no age, and what a band or a firm is called is nobody's own name.
_OF_A_GROUP = re.compile(
    r"(?:we|us)(?:'re| are|re|'ve been| have been| were)? (?:(?:all|now|just|also|actually) )*(?:\d|(?:called|named|known as)\b)|our (?:name|age)\b",
    re.IGNORECASE,
)


def _introduction(clause: str) -> str:
    """ "i'm Ana": a name only where it is all that is said."""
    name = introduced_name(clause)
    return f"User's name is {name}." if name else ""


def _spelling(clause: str) -> str:
    """ "it's spelt Jon, not John": a correction of a name that was stored wrong."""
    match = re.fullmatch(
        r"(?:it|that|my name|the name|my surname|the surname)(?:'s| is) (?:actually )?(?:spelt|spelled|written) (?P<new>[\w'-]+),?(?: and)? not (?P<old>[\w'-]+)",
        clause,
        re.IGNORECASE,
    )
    if match is None:
        return ""
    what = "surname" if "surname" in clause.lower() else "name"
    return f"User's {what} is spelt {match['new']}, not {match['old']}."


def _in_a_role(clause: str) -> str:
    """ "as a nurse on nights i …", "speaking as a vegan"."""
    match = re.match(
        r"(?:speaking |being )?(?:as an? |being an? )(?P<role>[\w -]{3,40}?)(?:,| i | my |$)",
        clause,
        re.IGNORECASE,
    )
    if match is None or re.match(
        r"(?:child|kid|teenager|result|rule|treat|joke|gift|test|side|matter|whole|student i)\b",
        match["role"],
        re.IGNORECASE,
    ):
        return ""
    article = "an" if match["role"][0].lower() in "aeiou" else "a"
    told = f"User is {article} {match['role']}."
    return told if slot_of(told[5:]) else ""


def _fragment(clause: str) -> str:
    """ "vegan btw", "allergic to nuts", "wheelchair user here"; only what is safe without "i"."""
    said = re.sub(r"\s+here$", "", clause.strip(" .!"), flags=re.IGNORECASE)
    only = _NOTHING_ELSE.fullmatch(said)
    if only:
        return third_person(f"i eat only {only['diet']} food")
    said = re.sub(r"^(?:been |lifelong |long[- ]time |strict )+", "", said, flags=re.IGNORECASE)
    words = third_person(f"i am {said}")
    slot = slot_of(words.removeprefix("User ")) if words.startswith("User is ") else None
    safe = slot is not None and slot.scope is Scope.CONSTRAINT
    if _HAS_BEEN.match(clause.strip()):
        words = third_person(f"i have been {said}")  # "for six years" is how long already
    return (
        words
        if safe and not re.match(r"(?:not|no|never|the|if|is|are)\b", said, re.IGNORECASE)
        else ""
    )


_NOTHING_ELSE = re.compile(
    r"(?P<diet>halal|kosher|vegan|vegetarian|gluten[- ]free|dairy[- ]free|nut[- ]free|lactose[- ]free)(?: food| stuff| options)? only(?: for (?:me|us))?",
    re.IGNORECASE,
)
_HAS_BEEN = re.compile(r"(?:(?:now|just|always|also) )?been\b", re.IGNORECASE)


def _denied(clause: str) -> str:
    """ "cant do stairs since the op", "never eat pork": of what is kept from somebody only."""
    told = third_person(f"i {clause}") if _DENIED.match(clause) else ""
    slot = slot_of(told.removeprefix("User ")) if told.startswith("User ") else None
    return told if slot is not None and slot.scope is Scope.CONSTRAINT else ""


_DENIED = re.compile(
    r"(?:can'?t|cant|cannot|can not|don'?t|dont|do not|never|no longer) (?:eat|drink|have|do|climb|manage|use|touch|tolerate|stomach|digest)\b",
    re.IGNORECASE,
)


def _told_without_subject(clause: str) -> str:
    """ "moved to Leeds last week", "sold the canoe", "booked a steakhouse for the team"."""
    if re.match(r"(?:no longer|not) ", clause, re.IGNORECASE):
        return third_person(f"i am {clause}")
    if not _BEGINS_WITH_DEED.match(clause):
        return ""
    return third_person(f"i {clause}")


_BEGINS_WITH_DEED = re.compile(
    rf"(?:just |finally |also |recently |officially )*(?:{DEED}|used to (?:smoke|vape|drink|work|live|eat|play|run|teach|drive|have|own|study)\b)",
    re.IGNORECASE,
)


def _taste(clause: str) -> str:
    """ "can't stand cilantro", "hate olives": only of few words, and of nothing pointed at."""
    return third_person(f"i {clause}") if _TASTE.fullmatch(clause) else ""


_TASTE = re.compile(
    r"(?:really |absolutely |also |honestly )?(?:can(?:no|'|)t stand|can not stand|hate|dislike|detest|loathe|love|adore|don'?t like)"
    r" (?!(?:it|its|it's|this|that|these|those|the|your|you|u|my|a|an|how|when|what|him|her|them|us|me|to|being|having|all|from|life|mondays?)\b)[\w'-]+(?: (?:and |or )?[\w'-]+)?",
    re.IGNORECASE,
)


def _own_thing(clause: str) -> str:
    """ "plate is KV-RT 204", "the starter is named Clint": what is named without an owner."""
    return third_person(f"my {_OWN_THING.sub('', clause)}") if _OWN_THING.match(clause) else ""


_OWN_THING = re.compile(
    r"^(?:the )?(?=(?!(?:it|its|mine|ours|yours|this|that|these|those|there|here|he|she|they|we|you|u|i|im|what|who|which|how|why|when|where|if|so|and|or|but|no|not|yes|all|everyone|everybody|everything|someone|something|nobody|nothing|one|some|any|most|people|life|today|tomorrow|weather|a|an|my|our|your|his|her|their|user)\b)"
    r"[a-z][\w'-]*(?: [a-z][\w'-]*){0,3}? (?:is|are)\b)",
    re.IGNORECASE,
)


def _in_a_state(clause: str) -> str:
    """ "on lisinopril since last year", "off sports til easter", "thinking of a used Zoe"."""
    return third_person(f"i am {clause}") if _IN_A_STATE.match(clause) else ""


_IN_A_STATE = re.compile(
    r"(?:now |back |still |currently )*(?:(?:on|off|up to|down to|out of|without) (?!(?:it|this|that|top|the other hand|second thoughts?|average|my way|it's|a scale|another note|time|earth|a)\b)\w"
    r"|(?:thinking (?:of|about)|planning|considering|running|working|living|learning|studying|training|saving|looking into|moving|using|switching|teaching|playing|starting|allergic|married|engaged|divorced|retired|pregnant) \w)",
    re.IGNORECASE,
)


def _reaction(clause: str) -> str:
    """ "penicillin gives me a rash": what must be kept from somebody is often said so."""
    told = third_person(clause)
    return told if reaction_of(told) else ""


def _limit(clause: str) -> str:
    """ "no coriander ever", "no ferries unless under 2 hrs", "no visits until mid july"."""
    match = _LIMIT.match(clause)
    if match is None or standing_instruction(clause):
        return ""
    return third_person(f"i want no {match['what']} {match['limit']}{match['why'] or ''}")


_LIMIT = re.compile(
    r"(?:also |and |so |but |please )*(?:absolutely )?no (?!(?:idea|one|problem|way|worries|need|rush|hurry|clue|doubt|thanks|time|chance|wonder|more (?:questions|than)|longer|matter|luck)\b)"
    r"(?P<what>[a-z][\w' -]{2,40}?) (?P<limit>ever|at all|(?:unless|before|after|until|till|til|except|without) .{2,40}?)(?: pls| please)?(?P<why>,? (?:tastes?|because|cos|it|they|i) .*)?[.!]*$",
    re.IGNORECASE,
)


def _value_noted(clause: str) -> str:
    """ "new plate KV-ET 88E", "our new address: 3 Hill Road": a thing that has one value."""
    note = statement_of_note(clause)
    return third_person(note) if note else ""


def _noted(clause: str) -> str:
    """ "revenue 34k", "guest count 126 now", "order 4417-09823": a thing and its figure."""
    match = _NOTED.match(clause)
    if match is None:
        return ""
    thing = f"{match['thing'].lower()}{' number' if match['number'] else ''}"
    return third_person(f"my {thing} is {match['figure']}{match['now'] or ''}")


_NOTED = re.compile(
    r"(?:the )?(?P<thing>(?!(?:new|about|around|at|all|only|just|like|over|under|back|got|getting|make|makes|need|needs|every|chapter|version|line|step|page|act|part|room for|top|next|last|first|another|these|those|some|the|an?|and|or|but|it|its|i|we|us|me|no|not|yes|ok|for|from|to|in|on|of|with|by|is|are|was|up|down|between|than|so|then|now|well|plus|minus|since|until|till|after|before|within|per|in total)\b)"
    r"[a-z](?-i:[a-z-]*)(?: (?!(?:at|on|in|for|to|by|of|from|with|is|was|are|about|around|only|just|like|over|under|and|or|the|an?|my|no)\b)(?-i:[a-z][a-z-]*)){0,2}?)"
    rf"(?P<number> (?:no\.?|nr\.?|num|number))?(?: (?:is|was|of))?:? (?P<figure>{FIGURE}(?: (?:an?|per|each|every) \w+)?)(?P<now> now)?(?:,? (?:so|his|her|which|as of|from|since|and counting|btw|pls|please|!)\b[^\d]*|[.!]*)$",
    re.IGNORECASE,
)


_FORMS = (
    _introduction,
    _spelling,
    _full_sentence,
    _in_a_role,
    _fragment,
    _denied,
    _told_without_subject,
    _taste,
    _own_thing,
    _in_a_state,
    _limit,
    _reaction,
    _value_noted,
    _noted,
)
_ALWAYS_SURE = (_limit, _reaction, _value_noted)
# Nothing but the words says whose this is, so a rule cannot be sure.
_NEVER_SURE = (_own_thing, _in_a_state, _noted)
# In the other forms what is no known attribute is mostly no statement at all.
_WHOLE_SENTENCES = (_full_sentence, _told_without_subject, _own_thing, _in_a_state, _noted)


# What is durable ------------------------------------------------------------------------------

VAGUE = re.compile(
    r"^User (?:all )?(?:do|does|did|will|would|can|could|might)\.$|^User (?:has|had|wants|likes|needs) (?:both|neither|few|enough|plenty)\b|^User got it\b|^User (?:really )?(?:likes?|loves?|prefers?) (?:the|this|that|your|these|those) .*\b(?:better|more|best|most)\b|^User (?:has |never |just |only |had )*(?:said|meant|thought|asked|mentioned)\b|^User (?:\w+ ){1,3}?(?:(?:it|them|him)\b|(?:her|two|three|then|there)\.$)|\bof (?:it|them)\b|^User (?:is|has|was) (?:the |a )?(?:one|same|first|last|next)\b"
    r"|\bwould (?:like|love|prefer|rather have) (?:it|that|this|one|some|to know|help)\b|\b(?:it|that) way\b|\bdie on (?:this|that|the) hill\b|^User could (?:eat|murder|kill|sleep|use|do with|drink|cry|scream)\b|\b(?:go|goes|going) back on\.$"
    r"|^User(?:'s [\w ]+?)? (?:is|was|has been|feels|loves?|likes?|hates?|has|does not like|needs?|wants?) (?:it|that|this|you|them|these|those|so|too|all|one|some|no idea|a (?:question|problem|feeling|look|go|try|lot|bit|thing|point|hunch|weird|bad|good|great|long|rough|nice|quick))\b"
    r"|\b(?:this|that) (?:one|answer|recipe|idea|song|joke|plan|code|error|bug|thing|meme|app idea)\b|\byour (?:answer|last|reply|message|suggestion|help|idea|list)\b",
    re.IGNORECASE,
)
"""What points at something outside of itself, or at the talk."""
_GENERAL_POSSESSION = re.compile(
    r"^User's (?P<what>[\w' -]{3,40}?) (?:is|are) (?:now |currently |still |always )?(?:called |named |number |on |in |at |with |from |due |every |set to |made of )?(?:the |an? )?(?P<value>[A-Z0-9£$€].*|(?:mon|tue|wed|thu|fri|sat|sun)\w*\b.*)$"
)


def _says_little(told: str) -> bool:
    """True for what points at something outside of itself, or has hardly any words."""
    return bool(VAGUE.search(told)) or len(told.split()) < 3


def _is_durable(told: str, moment: Moment) -> bool:
    times = find_times(told, said_at=moment.said_at, zone=moment.zone)
    bare = as_sentence(without_times(told, times))
    if possession_of(bare) or possession_of(told):
        return True
    changed = restate(told)
    if changed is not None and changed.certain:
        return True
    relation = split_relation(told)
    if relation is not None:
        known = slot_of(_timeless(relation[1], moment)) is not None
        return known or upcoming(told, said_at=moment.said_at, zone=moment.zone) is not None
    if told.startswith("User "):
        known = slot_of(bare.removeprefix("User ")) is not None or is_episode(told, times)
        return known or upcoming(told, said_at=moment.said_at, zone=moment.zone) is not None
    if is_episode(told, times):
        return True
    if slot_of(bare.removeprefix("User's ")) is not None:
        return True
    if _GENERAL_POSSESSION.match(told):
        return True
    return upcoming(told, said_at=moment.said_at, zone=moment.zone) is not None


def _timeless(text: str, moment: Moment) -> str:
    """The text without its time expressions."""
    return without_times(text, find_times(text, said_at=moment.said_at, zone=moment.zone))


def _as_stored(told: str, moment: Moment) -> str:
    """The statement as it is stored: how long it has been so goes into the dates instead."""
    times = find_times(told, said_at=moment.said_at, zone=moment.zone)
    if restate(told) is not None:
        return told
    lasting = {TimeKind.SINCE, TimeKind.FOR} if is_perfect(told) else {TimeKind.SINCE}
    spoken = without_times(told, [i for i in times if i.kind in lasting])
    if spoken != told:  # "has been vegan for six years" says that it is so now
        spoken = re.sub(r"^(User(?:'s \w+)?) has been (?!to\b)", r"\1 is ", spoken)
        spoken = re.sub(r"^(User) has (?:lived|worked) ", _in_the_present, spoken)
    return as_sentence(spoken)


def _in_the_present(match: re.Match[str]) -> str:
    return f"{match[1]} {'lives' if 'lived' in match[0] else 'works'} "
