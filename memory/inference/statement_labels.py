"""What the statement model says of a message: the words of each head, and the answer. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from django.db.models import TextChoices

from memory.vocabulary import Change, MemoryType, Modality, Scope

Word = TypeVar("Word", bound=TextChoices)


class Worth(TextChoices):
    """Whether a message holds anything for long-term memory."""

    DROP = "drop"
    KEEP = "keep"


class About(TextChoices):
    """Whom a statement is about or was done for."""

    OTHER = "other", "somebody else, or a group"
    SELF = "self", "the subject"


class ImportanceBand(TextChoices):
    """How costly it is to get a statement wrong, in three bands of the scale from 1 to 10."""

    LOW = "low", "1-3"
    MIDDLE = "middle", "4-7"
    HIGH = "high", "8-10: the gate asks a person before it retires such a memory"

    @classmethod
    def of(cls, importance: int) -> ImportanceBand:
        """The band of an importance from 1 to 10."""
        if importance <= 3:
            return cls.LOW
        return cls.MIDDLE if importance <= 7 else cls.HIGH


class LifetimeBand(TextChoices):
    """How long a statement holds."""

    DAYS = "days", "hours or days"
    WEEKS = "weeks"
    MONTHS = "months"
    YEARS = "years", "years, or always"


HEADS: Mapping[str, type[TextChoices]] = {
    "keep": Worth,
    "type": MemoryType,
    "scope": Scope,
    "modality": Modality,
    "change": Change,
    "about": About,
    "importance": ImportanceBand,
    "lifetime": LifetimeBand,
}
"""Each head with its words; the order of both is the order of the model's outputs."""


@dataclass(frozen=True, slots=True)
class Message:
    """What a person typed, and the assistant's message before it where there is one."""

    text: str
    before: str | None = None


@dataclass(frozen=True, slots=True)
class Choice(Generic[Word]):
    """One head's answer: the probability of each of its words; they add up to one."""

    probabilities: Mapping[Word, float]

    @property
    def word(self) -> Word:
        """The likeliest word."""
        return max(self.probabilities, key=lambda word: self.probabilities[word])

    @property
    def probability(self) -> float:
        """How likely `word` is, from 0 to 1."""
        return self.probabilities[self.word]


@dataclass(frozen=True, slots=True, kw_only=True)
class Labels:
    """The labels of one message. Where it holds several claims they are those of the first.

    All but `keep` mean something only where the message is worth keeping.
    """

    keep: Choice[Worth]
    type: Choice[MemoryType]
    scope: Choice[Scope]
    modality: Choice[Modality]
    change: Choice[Change]
    about: Choice[About]
    importance: Choice[ImportanceBand]
    lifetime: Choice[LifetimeBand]
