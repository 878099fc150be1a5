"""What a request is about, read from the person's words. Pure.

"my phone number" names a slot, "that i like hiking" a statement, "my ex" a person, "where i live"
a slot by what one would ask for.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from memory.extraction.classify import classify
from memory.extraction.keys import find_key
from memory.extraction.people import RELATION, beneficiary_of
from memory.extraction.person import as_sentence, third_person
from memory.gate.wording import words
from memory.requests.attributing import person_named
from memory.vocabulary import SELF


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What stored statements are compared with.

    sentence: as a stored statement would say it, for the embedding. terms: the stems of its words
    that carry meaning. keys, value: the slots that it names; value "" for whatever they hold.
    person: whom it is about ("self", "mother"). whole_person: everything about that person.
    stated: it is a whole statement, so that another object makes it another one.
    """

    sentence: str
    terms: frozenset[str]
    keys: frozenset[str] = frozenset()
    value: str = ""
    person: str = SELF
    whole_person: bool = False
    stated: bool = False
    negated: bool = False


_QUALIFIED = r"(?:(?:older|elder|younger|little|big|best|good|old|late|new|ex|former|dear|poor|stupid|crazy|lovely|two|three) )*"
_SOMEBODY = re.compile(
    rf"(?:my|our) (?P<who>{_QUALIFIED}{RELATION}s?(?: (?-i:[A-Z])[\w'-]+)?)", re.IGNORECASE
)
_OF_SOMEBODY = re.compile(
    rf"(?:my|our) (?P<who>{_QUALIFIED}{RELATION}(?: (?-i:[A-Z])[\w-]+)?)(?:'s|s'|') (?P<noun>.+)",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r"(?:i|i'm|im|i've|ive|i'd|we|we're|we've|he|she|they|it|there|my .+? (?:is|are|was|has|have|lives?|works?|likes?|loves?|hates?))\b(?!')",
    re.IGNORECASE,
)
# What one would ask for, and the slots that would answer it.
_ASKED = tuple(
    (re.compile(pattern, re.IGNORECASE), tuple(keys.split()))
    for pattern, keys in (
        (r"where (?:i|we) (?:live|stay|am living|'m living)\b.*|where my (?:home|house|flat) is", "city address country"),
        (r"where (?:i|we) work\b.*|who (?:i|we) work for", "employer"),
        (r"what (?:i|we) do(?: for (?:a living|work))?|what my job is", "job_title employer"),
        (r"what (?:i|we) (?:earn|make|get paid)\b.*|how much (?:i|we) (?:earn|make|get paid)\b.*", "salary"),
        (r"how old (?:i|we) (?:am|are)\b.*", "age birthday"),
        (r"when (?:i|we) (?:was|were) born|when my birthday is", "birthday age"),
        (r"where (?:i|we) (?:was|were) born|where (?:i|we)(?:'m| am)? (?:come )?from", "birthplace hometown"),
        (r"how tall (?:i|we) (?:am|are)", "height"),
        (r"(?:how much|what) (?:i|we) weigh\b.*", "weight"),
        (r"who (?:i'm|i am|we're) (?:married to|dating|seeing|going out with|with)", "partner_name relationship_status"),
        (r"what (?:i|we) drive\b.*", "car"),
        (r"what (?:i'm|i am) called|what my name is", "name preferred_name first_name"),
        (r"what (?:i'm|i am) allergic to", "allergy"),
        (r"what (?:i|we) (?:can'?t|don'?t) eat", "allergy diet intolerance"),
        (r"(?:what|which) (?:meds|medication|pills|medicine) (?:i'm|i am) on\b.*|what i take\b.*", "medication"),
    )
)  # fmt: skip
_COMMON = frozenset(
    (
        "a an the of in on at to for by with from and or as is are was were be been am has have had do does did"
        " it its this that these those their his her hers my mine our ours your yours user user's i i'm im i've he she they we you me us him them"
        " now currently really very just also still some any all about thing bit part stuff fact detail old new current exact full real actual"
        " number name called said told which what who where when how much many thing's"
    ).split()
)
# Verbs that say little of what is liked, spoken or owned: they count where nothing else is said.
_GENERAL = frozenset(
    (
        "like likes liked love loves loved hate hates hated prefer prefers enjoy enjoys speak speaks play plays live lives lived living"
        " work works worked take takes use uses own owns drive drives eat eats drink drinks want wants need needs allergic see sees get gets"
        " go goes went come comes grew grow up"
    ).split()
)
# Words that only say which attribute: alone they are what is wanted.
_WEAK = frozenset(["number", "name", "names", "old", "new"])
_NOT = frozenset(["not", "no", "never", "without", "cannot", "don't", "doesn't", "isn't", "aren't"])
_SPARE = re.compile(
    r"^(?:old|new|current|home|real|full|exact|personal|stupid|own|actual|whole|damn) ", re.I
)
_ANY_TIME = datetime(2000, 1, 1, tzinfo=ZoneInfo("UTC"))


def read_wanted(about: str) -> Wanted:
    """What the words of a request are about."""
    about = re.sub(
        r"^(?:that|the fact that|about) (?=i\b|i'm\b|my\b|we\b|he\b|she\b)",
        "",
        " ".join(about.split()),
        flags=re.I,
    )
    if match := _SOMEBODY.fullmatch(about):
        return _whole_person(about, person_named(about), match["who"])
    for pattern, slots in _ASKED:
        if pattern.fullmatch(about):
            said = re.sub(
                r"^(?:where|what|who|when|which|how (?:old|tall|much|many)) ", "", about, flags=re.I
            )
            return _wanted(third_person(said), keys=frozenset(slots))
    asked = re.match(
        r"(?:where|who|when|what|how|which|why)(?: \w+)?? (?=(?:i|my|we|our)\b)", about, re.I
    )
    if asked is not None:
        return _stated(about[asked.end() :])
    if match := _OF_SOMEBODY.fullmatch(about):
        sentence = as_sentence(f"User's {match['who']}'s {match['noun']}")
        person = person_named(f"my {match['who']}")
        keys = keys_of(match["noun"]) | keys_of(f"{match['who']} {match['noun']}")
        return _wanted(sentence, keys=keys, person=person, terms=terms_of(match["noun"]))
    if _CLAUSE.match(about):
        return _stated(about)
    noun = re.sub(r"^(?:my|our|the) ", "", about, flags=re.IGNORECASE)
    owned = noun != about and not about.lower().startswith("the ")
    sentence = as_sentence(f"User's {noun}") if owned else as_sentence(noun)
    if re.fullmatch(r"[A-Z][\w'-]+(?: [A-Z][\w'-]+)?", noun):
        return _whole_person(sentence, noun, noun)
    return _wanted(sentence, keys=keys_of(noun))


def _stated(clause: str) -> Wanted:
    """ "i like hiking", "my sister lives in Lyon"."""
    read = classify(third_person(clause), said_at=_ANY_TIME, zone=ZoneInfo("UTC"))
    sentence = read.restated or read.content
    person = beneficiary_of(f"{clause} there.") if read.beneficiary == SELF else read.beneficiary
    terms = terms_of(sentence)
    if person != SELF:  # whom it is about is compared as such
        of_person = {
            stem(word.removesuffix("'s")) for word in words(clause[: len(clause) // 2 + 1])
        }
        terms = (terms - {stem(part.lower()) for part in person.split()} - of_person) or terms
    return _wanted(
        sentence,
        keys=frozenset([read.key]) if read.key else frozenset(),
        value=read.value,
        person=person,
        terms=terms,
        stated=True,
    )


def keys_of(noun: str) -> frozenset[str]:
    """The keys that a noun names, by its longest part: "old work email" → work_email, or email."""
    noun = noun.strip(" .!?'")
    while noun:
        for form in (noun, noun.removesuffix("s")):
            key = find_key(form)
            if key is not None:
                return frozenset([key.name])
        if not _SPARE.match(noun):
            return frozenset()
        noun = _SPARE.sub("", noun)
    return frozenset()


def terms_of(text: str) -> frozenset[str]:
    """The stems of the words that carry meaning; all stems where none does."""
    said = [word.removesuffix("'s").removesuffix("s'").strip("'") for word in words(text)]
    bearing = [word for word in said if word and word not in _COMMON and word not in _NOT]
    strong = [word for word in bearing if word not in _GENERAL]
    return frozenset(map(stem, strong or bearing or [word for word in said if word in _WEAK]))


_ENDINGS = ("ations", "ation", "ists", "ist", "ing", "ies", "ied", "es", "ed", "s", "y", "e")


def stem(word: str) -> str:
    """A word without the endings that do not change what it is about: "hikes", "hiking" → "hik"."""
    for ending in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def is_negated(text: str) -> bool:
    """Whether the sentence says that something is not so."""
    return any(word in _NOT or word.endswith("n't") for word in words(text))


def _whole_person(sentence: str, person: str, who: str) -> Wanted:
    # "children's names" and "partner" name slots too, but a person is more than one slot.
    return Wanted(
        sentence=third_person(sentence),
        terms=frozenset(stem(word) for word in words(who) if word not in _COMMON)
        | {stem(person.lower())},
        person=person,
        whole_person=True,
    )


def _wanted(
    sentence: str,
    *,
    keys: frozenset[str] = frozenset(),
    value: str = "",
    person: str = SELF,
    terms: frozenset[str] | None = None,
    stated: bool = False,
) -> Wanted:
    return Wanted(
        sentence=sentence,
        terms=terms if terms is not None else terms_of(sentence),
        keys=keys,
        value=value,
        person=person,
        stated=stated,
        negated=is_negated(sentence),
    )
