"""Make claim rows: from what an extractor proposes, or from a statement that is posted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils import timezone

from memory.errors import InvalidError
from memory.extraction.classify import classify
from memory.extraction.keys import find_key, name_of
from memory.extraction.proposal import ProposedClaim
from memory.keys import with_own_keys
from memory.lifetimes import Told, begins_at, ends_at
from memory.models import Claim, Session, Subject, Turn
from memory.vocabulary import SELF, Change, MemoryType, Modality, Source

MAX_CHARACTERS = 8_000
LONGEST_VALUE = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class NewClaim:
    """One statement as the chatbot posts it.

    What is None is read from the statement; what is given is taken as it is. A claim comes from
    the subject unless `source` says otherwise; `said_at` is its event time, now if None. A day in
    `valid_from` and `valid_until` is one of the subject's.
    """

    content: str
    source: str = Source.USER
    type: str | None = None
    scope: str | None = None
    beneficiary: str | None = None
    category: str | None = None
    key: str | None = None
    value: str | None = None
    valid_from: Told | None = None
    valid_until: Told | None = None
    importance: int | None = None
    confidence: float | None = None
    said_at: datetime | None = None

    def in_zone(self, zone: ZoneInfo) -> NewClaim:
        """The same with moments in the place of days."""
        begins, ends = begins_at(self.valid_from, zone), ends_at(self.valid_until, zone)
        check_interval(begins, ends)
        return replace(self, valid_from=begins, valid_until=ends)


@with_own_keys
def propose(
    subject: Subject, claims: Sequence[NewClaim], *, session: Session | None = None
) -> list[Claim]:
    """Write statements as pending claims, without telling the workers.

    Raises InvalidError, with nothing written, for a claim that cannot be taken.
    """
    for claim in claims:
        check_statement(claim.content, field="content")
        claim.in_zone(subject.zone_info)
    rows = [claim_of_statement(subject, session, claim) for claim in claims]
    return Claim.objects.bulk_create(rows)


def check_text(text: str, *, field: str) -> None:
    """Refuse what no memory can hold: nothing, too much, or a NUL byte."""
    if not text.strip():
        raise InvalidError("Write something: an empty text cannot be remembered.", field=field)
    if len(text) > MAX_CHARACTERS:
        raise InvalidError(
            f"A text may have {MAX_CHARACTERS:,} characters; this one has {len(text):,}.",
            field=field,
        )
    if "\x00" in text:
        raise InvalidError("The text holds a NUL byte; remove it.", field=field)


def check_statement(text: str, *, field: str) -> None:
    """Refuse what states nothing as well: "…", an emoji alone, characters that nobody sees."""
    check_text(text, field=field)
    if not any(character.isalnum() for character in text):
        raise InvalidError("Write a statement: this text has no words.", field=field)


def check_interval(start: Told | None, end: Told | None) -> None:
    """Refuse an interval that ends before it begins: two moments, or two days."""
    if start and end and end < start:
        raise InvalidError("valid_until must not lie before valid_from.", field="valid_until")


def not_ahead(moment: datetime | None, now: datetime) -> datetime | None:
    """A time that is not in the future: a clock that runs ahead would make all that is said
    after it look older."""
    return min(moment, now) if moment else None


def claim_of_statement(subject: Subject, session: Session | None, claim: NewClaim) -> Claim:
    """One statement as a pending claim, not saved yet. The caller opens the workspace's own keys.
    Raises InvalidError where it cannot be."""
    now = timezone.now()
    claim = claim.in_zone(subject.zone_info)
    said_at = not_ahead(claim.said_at, now) or now
    read = classify(claim.content, said_at=said_at, zone=subject.zone_info)
    given = {
        name: value
        for name, value in asdict(claim).items()
        if value is not None and name not in {"source", "said_at"}
    }
    if claim.key is not None and claim.value is None:
        given["value"] = read.value if find_key(read.key) == find_key(claim.key) else ""
        if not given["value"]:
            raise InvalidError("Give the value of the key as well.", field="value")
    if claim.type == MemoryType.EPISODIC:
        # What happened stays told as it happened, and fills no slot.
        read = replace(read, restated="", change=Change.NONE, key="", value="")
    proposal = replace(read, **given)
    proposal = replace(proposal, key=name_of(proposal.key))
    check_interval(proposal.valid_from, proposal.valid_until)
    return claim_row(subject, proposal, said_at=said_at, session=session, source=claim.source)


def claim_row(
    subject: Subject,
    proposal: ProposedClaim,
    *,
    said_at: datetime,
    session: Session | None,
    turn: Turn | None = None,
    source: str = Source.USER,
) -> Claim:
    """What was proposed as a pending claim, not saved yet. turn: where it was read, if anywhere."""
    fields = {name: getattr(proposal, name) for name in _TAKEN_AS_IS}
    start, end = proposal.span or (None, None)
    if proposal.change is Change.RETRACTION or len(proposal.value) > LONGEST_VALUE:
        # "No longer works at Acme" does not fill the slot that it empties; and a value as long
        # as a story is none.
        fields["key"] = fields["value"] = ""
    if proposal.modality is Modality.CURRENT:
        fields["modality"] = _modality(proposal, timezone.now())
    fields["beneficiary"] = beneficiary_name(proposal.beneficiary)
    return Claim(
        subject=subject,
        session=session,
        turn=turn,
        span_start=start,
        span_end=end,
        source=source,
        said_at=said_at,
        **fields,
    )


def _modality(proposal: ProposedClaim, now: datetime) -> Modality:
    """What the dates say of a statement that is worded as current."""
    if proposal.valid_from and proposal.valid_from > now:
        return Modality.FUTURE
    if proposal.valid_until:
        return Modality.PAST if proposal.valid_until <= now else Modality.TEMPORARY
    return Modality.CURRENT


def beneficiary_name(name: str) -> str:
    """A name as it is compared: the subject itself under one word, others within the column."""
    plain = " ".join(name.split())
    return SELF if plain.casefold() in {"", SELF, "user", "me", "myself"} else plain[:100]


_TAKEN_AS_IS = [
    "content",
    "restated",
    "type",
    "scope",
    "modality",
    "change",
    "beneficiary",
    "category",
    "key",
    "value",
    "valid_from",
    "valid_until",
    "importance",
    "confidence",
    "engine",
    "fallback",
]
