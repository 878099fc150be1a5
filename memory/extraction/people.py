"""Who a statement is about: the subject itself, or somebody of theirs."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory.vocabulary import SELF

# The words for people and animals of somebody's, with the name under which they are kept.
_RELATIONS = {
    "mother": "mother mum mom mam mummy mama", "father": "father dad daddy papa",
    "sister": "sister sis", "brother": "brother bro", "wife": "wife missus", "husband": "husband hubby",
    "partner": "partner spouse fiance fiancé fiancee fiancée", "boyfriend": "boyfriend bf",
    "girlfriend": "girlfriend gf", "son": "son", "daughter": "daughter",
    "child": "child kid eldest youngest toddler", "children": "children kids sons daughters boys girls",
    "baby": "baby newborn", "twins": "twins", "stepson": "stepson", "stepdaughter": "stepdaughter",
    "stepfather": "stepfather stepdad", "stepmother": "stepmother stepmum stepmom",
    "parents": "parents folks", "grandmother": "grandmother grandma gran granny nan nana nanna",
    "grandfather": "grandfather grandpa grandad granddad", "grandson": "grandson",
    "granddaughter": "granddaughter", "grandchildren": "grandchildren", "aunt": "aunt auntie aunty",
    "uncle": "uncle", "cousin": "cousin", "nephew": "nephew", "niece": "niece",
    "sister-in-law": "sister-in-law sister_in_law", "brother-in-law": "brother-in-law brother_in_law", "mother-in-law": "mother-in-law mother_in_law",
    "father-in-law": "father-in-law father_in_law", "son-in-law": "son-in-law son_in_law", "daughter-in-law": "daughter-in-law daughter_in_law",
    "in-laws": "in-laws inlaws", "ex": "ex ex-wife ex-husband ex-partner",
    "friend": "friend mate pal buddy bestie", "flatmate": "flatmate housemate roommate lodger",
    "neighbour": "neighbour neighbor", "colleague": "colleague coworker co-worker teammate workmate",
    "boss": "boss", "assistant": "PA", "landlord": "landlord landlady", "tenant": "tenant",
    "client": "client", "guest": "guest", "teacher": "teacher", "tutor": "tutor", "carer": "carer",
    "nanny": "nanny", "godson": "godson", "goddaughter": "goddaughter",
    "dog": "dog puppy pup", "cat": "cat kitten", "rabbit": "rabbit bunny", "hamster": "hamster",
    "parrot": "parrot", "horse": "horse pony",
}  # fmt: skip
_KEPT_AS = {
    word.lower().replace("_", " "): kept
    for kept, words in _RELATIONS.items()
    for word in words.split()
}

RELATION = "(?:" + "|".join(sorted(map(re.escape, _KEPT_AS), key=len, reverse=True)) + ")"
_QUALIFIER = (
    r"(?:(?:older|elder|younger|little|big|best|good|old|twin|late|new|ex|former|eldest|youngest"
    r"|middle|oldest|only|pregnant|step|foster|\d+[- ]year[- ]old|line) )*"
)
_NAME = r"(?:(?:Mr|Mrs|Ms|Dr)\.? )?[A-Z][\w'-]*(?<!'s)(?: [A-Z][\w'-]+(?<!'s))?"
# Whose: the subject's, in any of the ways a statement names the subject.
_OWNER = r"(?:my|our|his|her|their|(?:the )?[\w-]+(?: [\w-]+)?'s)"
# "The dog", "the kids" are somebody's; "the client", "the tenant" may be the subject itself.
_HOUSEHOLD = r"the (?=(?:dog|cat|puppy|pup|kitten|rabbit|hamster|horse|pony|parrot|baby|kids|children|twins|wife|husband|missus)\b)"

_SUBJECT = re.compile(
    rf"^(?:and |but |so |also |oh |well )?(?:{_OWNER} {_QUALIFIER}|{_HOUSEHOLD})(?P<relation>{RELATION})(?! (?:count|list|room|house|wifi|food|bed|flap|sitter|seat|school|number)\b)"
    rf"(?:,? (?P<name>(?-i:{_NAME})),?)?(?P<possessive>'s?)?(?= )(?P<rest>.*)$",
    re.IGNORECASE,
)
_SPOKEN_RELATION = re.compile(
    r"^(?P<relation>mum|mom|dad|nan|granny|gran|grandma|grandad|grandpa|hubby)(?P<possessive>'s)?(?= )(?P<rest>.*)$",
    re.IGNORECASE,
)
# "User's wife is called Ana", "Priya's boss is Helen Marsh": says who the person is, which is a
# fact about the subject.
_NAMES_THE_PERSON = re.compile(
    rf"^ (?:is|was|are|is now|are now)(?: called| named)? (?-i:{_NAME})[.!]*$"
    r"|^ (?:is|are|was) (?:called|named) |^ name is "
    r"|^ (?:is|has become) (?:now )?(?:my|the user's|User's|the customer's) ",
    re.IGNORECASE,
)
_CONTRACTED_VERB = re.compile(
    r" (?:a|an|the|in|on|at|not|now|been|got|just|called|named|\w+ing|\w+ed)\b"
)

_SOMEWHERE = re.compile(
    rf"\b(?:(?:my|our) {_QUALIFIER}|(?=(?:mum|mom|dad|nan|granny|gran|grandma|grandad|grandpa|hubby)\b))"
    rf"(?P<who>{RELATION}\b(?:,? (?-i:[A-Z][\w'-]+))?)",
    re.IGNORECASE,
)
_BEGINS_WITH_NAME = re.compile(
    r"(?!(?:The|A|An|My|Our|No|Not|In|On|At|For|From|All|Some|Just|Still|Now|Only)\b)(?P<name>[A-Z][a-z]+(?: [A-Z][a-z]+)?)(?='s | )"
)

_DONE_FOR = re.compile(
    r"\b(?:book|order|arrang|organi[sz]|plan|buy|bought|reserv|get|got|hir|cook|mak|made|prepar|rent|find|found"
    r"|host|cater|pick|choos|chose|set|schedul)\w*\b[^.]*?"
    r"\bfor (?:the|my|our|his|her|their|(?:the )?\w+'s|a|an) (?P<whom>[\w'-]+(?: [\w'-]+)?)",
    re.IGNORECASE,
)
_GROUPS = [
    "team", "office", "department", "company", "group", "class", "choir", "club", "band", "crew",
    "family", "household", "committee", "staff", "board", "clients", "guests",
]  # fmt: skip


def beneficiary_of(statement: str) -> str:
    """Whom the statement is about or what was done for: "self", "sister", "son Leo", "team".

    "The customer …", "User …", "Priya …", "She …" are the stored subject itself.
    """
    match = _SUBJECT.match(statement) or _SPOKEN_RELATION.match(statement)
    if match and _is_about_relation(match):
        return _named(match)
    return _done_for(statement)


def split_relation(statement: str) -> tuple[str, str] | None:
    """A statement about a relation as (subject, predicate): ("my sister", "moved to Lyon")."""
    match = _SUBJECT.match(statement) or _SPOKEN_RELATION.match(statement)
    if not match or not _is_about_relation(match):
        return None
    return statement[: match.start("rest")], match["rest"].strip()


def spoken_of(sentence: str) -> str:
    """The last person of the subject's that the sentence names, as "my mum", "my brother Dan"; "" if none."""
    named = list(_SOMEWHERE.finditer(sentence))
    return f"my {named[-1]['who']}" if named else ""


def person_of_conversation(said: Sequence[str], asked: str) -> str:
    """Whom "he" or "she" means at the beginning of the next message: the last of the user's people
    who was named in what the user `said`, or who the bot's question `asked` is about; "" if none."""
    if named := _ASKED_ABOUT.search(asked):
        return named["name"]
    return next((who for text in reversed(said) if (who := spoken_of(text))), "")


_ASKED_ABOUT = re.compile(
    r"\b(?:how (?:big|old|tall|heavy|long) is|how(?:'s| is| was| are)|(?:what|which) (?:\w+ )?(?:is|does|did)|where (?:is|does)|who is|is|was|does|did|has) (?P<name>(?-i:[A-Z])[a-z]+)\b(?!\W*(?:going|the|a)\b)[^.?]*\?"
)


def can_be(person: str, pronoun: str) -> bool:
    """Whether "he" or "she" can stand for "my mum"; of a name or a friend nobody knows."""
    words = set(person.lower().split())
    wrong = _FEMALE if pronoun.lower() in ("he", "his") else _MALE
    return not words & wrong


_FEMALE = frozenset(
    """
    mother mum mom mam mummy mama sister sis wife missus girlfriend gf daughter stepdaughter stepmother stepmum stepmom
    grandmother grandma gran granny nan nana nanna granddaughter aunt auntie aunty niece goddaughter landlady
    sister-in-law mother-in-law daughter-in-law
    """.split()
)
_MALE = frozenset(
    """
    father dad daddy papa brother bro husband hubby boyfriend bf son stepson stepfather stepdad grandfather grandpa
    grandad granddad grandson uncle nephew godson landlord brother-in-law father-in-law son-in-law
    """.split()
)


def leading_name(clause: str) -> str:
    """The name that the clause begins with: "Biscuit died" → "Biscuit"; "" where it begins with none."""
    match = _BEGINS_WITH_NAME.match(clause)
    return match["name"] if match else ""


def is_person(subject: str) -> bool:
    """True for "User", "The customer", "She", "Priya", "User's sister"; false for things."""
    low = subject.lower()
    if low in ("user", "i", "we", "she", "he", "they", "you") or " and " in low:
        return True
    last = low.split()[-1] if low else ""
    if last in _KEPT_AS or last in _PERSON_WORDS:
        return True
    if _OWNED_PERSON.search(subject):
        return True
    return bool(re.fullmatch(_NAME, subject)) and not low.startswith(("the ", "our "))


_PERSON_WORDS = frozenset(
    ["customer", "user", "client", "patient", "member", "guest", "tenant", "student", "employee",
     "manager", "owner", "caller"]
)  # fmt: skip
_OWNED_PERSON = re.compile(rf"^{_OWNER} {_QUALIFIER}{RELATION},? (?-i:{_NAME})$", re.IGNORECASE)


def _is_about_relation(match: re.Match[str]) -> bool:
    rest = match["rest"]
    if match["possessive"] and not _CONTRACTED_VERB.match(rest):
        return False  # "my sister's car …": about a thing; "my son's in Year 2" goes on
    return not _NAMES_THE_PERSON.match(rest)


def _named(match: re.Match[str]) -> str:
    relation = _KEPT_AS[match["relation"].lower()]
    name = match.groupdict().get("name")
    return f"{relation} {name}" if name else relation


def _done_for(statement: str) -> str:
    match = _DONE_FOR.search(statement)
    if match is None:
        return SELF
    for word in match["whom"].lower().split():
        word = word.removesuffix("'s").rstrip("'")
        if word in _KEPT_AS:
            return _KEPT_AS[word]
        if word in _GROUPS:
            return word
    return SELF
