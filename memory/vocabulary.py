"""The words of the design as enumerations: one name per notion, used by every module."""

from __future__ import annotations

from django.db.models import TextChoices


class MemoryType(TextChoices):
    """What kind of memory a statement is; decides whether it can be replaced."""

    SEMANTIC = "semantic", "true now, replaceable"
    EPISODIC = "episodic", "happened, append-only"
    PROCEDURAL = "procedural", "how to answer, replaceable"


class Scope(TextChoices):
    """What a statement is about. A constraint is loaded on every turn and never ranked."""

    CONSTRAINT = "constraint"
    FACT = "fact"
    PREFERENCE = "preference"
    RELATIONSHIP = "relationship"
    GOAL = "goal"
    EVENT = "event"
    INSTRUCTION = "instruction"


class Source(TextChoices):
    """Who said it. A lower rank never retires a higher one (see `outranks`)."""

    USER = "user"
    OPERATOR = "operator"
    IMPORT = "import"
    ASSISTANT = "assistant"
    INFERRED = "inferred"

    @property
    def rank(self) -> int:
        """0 is the highest authority."""
        return list(Source).index(self)

    def outranks(self, other: Source) -> bool:
        """True where `self` has strictly more authority than `other`."""
        return self.rank < other.rank


class Modality(TextChoices):
    """What kind of truth a statement has now. Only `current` may replace on its own."""

    CURRENT = "current"
    PAST = "past"
    FUTURE = "future"
    HEDGED = "hedged"
    TEMPORARY = "temporary"
    CONDITIONAL = "conditional"
    QUOTED = "quoted"


class Change(TextChoices):
    """How a new state is told."""

    NONE = "none"
    EVENT = "event"
    RETRACTION = "retraction"
    CORRECTION = "correction"


class PolicyMode(TextChoices):
    """How much a workspace leaves to the gate."""

    STRICT = "strict", "replace only when sure, ask a person about the rest"
    REVIEW_ALL = "review_all", "ask a person about every conflict"
    OFF = "off", "store everything"


class EventPolicy(TextChoices):
    """What a workspace does with a conflict that is told as an event ("moved to Austin")."""

    REVIEW = "review", "ask a person"
    REPLACE = "replace", "replace like any other statement"


class Cardinality(TextChoices):
    """Whether a key's new value takes the old one's place (ONE) or stands beside it (MANY)."""

    ONE = "one"
    MANY = "many"


class Lasts(TextChoices):
    """How long a statement may be told as true; `extraction.keys.LIFETIMES` has the times."""

    HOURS = "hours"
    DAYS = "days"
    WEEKS = "weeks"
    MONTHS = "months"
    YEARS = "years"
    ALWAYS = "always"


SELF = "self"
"""The beneficiary of a statement about the subject itself."""

REMARK = "remark"
"""The category of what was told in passing: kept word for word, so that nothing knows which later
statement it would give way to. The context tells it with that doubt."""
