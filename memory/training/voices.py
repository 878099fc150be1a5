"""Who a sentence speaks of: the words that fill the subject's places in a sentence frame."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass

CHOICE = re.compile(r"\[([^|\]]*)\|([^\]]*)\]")


@dataclass(frozen=True, slots=True)
class Voice:
    """One way to name a subject.

    ``subject`` and ``possessive`` fill ``{S}`` and ``{P}`` at the start of a clause, ``other`` and
    ``its`` fill ``{S2}`` and ``{P2}`` within one; ``third`` picks "[live|lives]". ``family`` says
    which voices may speak of one subject: a stored "User" may come back as "I" or "the customer".
    """

    subject: str
    possessive: str
    other: str
    its: str
    third: bool
    family: str


def named(name: str, family: str) -> Voice:
    """A voice in the third person with the usual possessive."""
    return Voice(name, f"{name}'s", name, f"{name}'s", third=True, family=family)


USERS = (
    named("User", "user"),
    named("The user", "user"),
    named("The customer", "user"),
    named("The client", "user"),
    named("The account holder", "user"),
    Voice("I", "my", "me", "my", third=False, family="user"),
    Voice("", "", "me", "my", third=False, family="user"),
    Voice("They", "their", "them", "their", third=False, family="user"),
)
TEAMS = (
    Voice("We", "our", "us", "our", third=False, family="team"),
    named("The team", "team"),
    named("The shop system", "team"),
    Voice("", "", "us", "our", third=False, family="team"),
    named("User's team", "team"),
)
NAMES = ("Priya", "Tomasz", "Chidi", "Marisol", "Henrik", "Aiko", "Yusuf", "Brigid", "Dr Okafor")
RELATIONS = (
    "brother",
    "mother",
    "colleague",
    "flatmate",
    "boss",
    "daughter",
    "best friend",
    "cousin",
)
PRONOUNS = ("She", "He")


def person(name: str) -> Voice:
    """A subject known by name."""
    return named(name, name)


def voices_of(*, team: bool, dice: random.Random) -> Voice:
    """A voice for a stored statement."""
    if team:
        return dice.choice(TEAMS)
    if dice.random() < 0.35:
        return person(dice.choice(NAMES))
    return dice.choice((USERS[0], USERS[0], USERS[0], *USERS[:7]))


def same_subject(voice: Voice, dice: random.Random) -> Voice:
    """The same subject, as a later message may name it."""
    if dice.random() < 0.55:
        return voice
    if voice.family in ("user", "team"):
        return dice.choice(USERS if voice.family == "user" else TEAMS)
    pronoun = dice.choice(PRONOUNS)
    its = "her" if pronoun == "She" else "his"
    other = "her" if pronoun == "She" else "him"
    return Voice(pronoun, its, other, its, third=True, family=voice.family)


def somebody_else(voice: Voice, dice: random.Random) -> Voice:
    """Another person, told in the same voice: "my brother", "User's brother", or another name."""
    relation = dice.choice(RELATIONS)
    if voice.family not in ("user", "team") and dice.random() < 0.4:
        return person(dice.choice([name for name in NAMES if name != voice.family]))
    owner = voice.possessive or "my"
    return named(f"{owner} {relation}", "else")


def fill(frame: str, voice: Voice, *, new: str, old: str) -> str:
    """A frame with its places filled; ``{v}`` is the new value, ``{w}`` the stored one."""
    text = CHOICE.sub(r"\2" if voice.third else r"\1", frame)
    places = {"{S}": voice.subject, "{P}": voice.possessive, "{S2}": voice.other, "{P2}": voice.its}
    for place, words in places.items():
        text = text.replace(place, words)
    text = text.replace("{v}", new).replace("{w}", old)
    return re.sub(r"\s+", " ", text).strip()


def agree(text: str) -> str:
    """Mend "to be" after we, they and a dropped subject, and capitals within the sentence."""
    text = re.sub(r"\b(We|They|we|they) am\b", r"\1 are", text)
    text = re.sub(r"(?<=\s)(The|They|We|She|He)(?= )", lambda match: match.group(1).lower(), text)
    return re.sub(r"^am\b ?", "", text)
