"""The stored statements that a request may be about, with their similarity to its words."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from functools import reduce
from operator import or_

from django.db.models import Q
from pgvector.django import CosineDistance

from memory.extraction.keys import find_key
from memory.inference.embeddings import embed
from memory.models import Memory, MemoryQuerySet, Subject
from memory.requests.matching import Found, Stored, find
from memory.requests.wanted import Wanted, keys_of, read_wanted
from memory.vocabulary import SELF

NEAREST = 50
WITH_WORDS = 200


@dataclass(frozen=True, slots=True)
class Look:
    """What a request is about, as it was at a version of the subject's memories."""

    found: Found
    memories: dict[str, Memory]
    version: int

    def clear(self) -> list[Memory]:
        return [self.memories[ref] for ref in self.found.clear]

    def doubtful(self) -> list[Memory]:
        return [self.memories[ref] for ref in self.found.doubtful]


def told(subject: Subject, *, said_until: datetime, now: datetime) -> MemoryQuerySet:
    """What is remembered, now or from a later day on, and was said before the request."""
    return Memory.objects.visible().filter(
        Q(valid_until__isnull=True) | Q(valid_until__gt=now),
        subject=subject,
        said_at__lte=said_until,
    )


def look_for(subject: Subject, about: str, *, said_until: datetime, now: datetime) -> Look:
    """Find what the words are about. Runs the embedding model, so never inside a transaction.

    Raises UnavailableError where the model cannot be used.
    """
    version = Subject.objects.values_list("memory_version", flat=True).get(id=subject.id)
    wanted = read_wanted(about)
    rows = told(subject, said_until=said_until, now=now)
    near = _near(rows, wanted)
    stored = [_stored(memory) for memory in near]
    return Look(find(wanted, stored), {memory.id: memory for memory in near}, version)


def about_topic(subject: Subject, about: str, *, said_until: datetime, now: datetime) -> Look:
    """The same for a question: also what belongs to the topic ("my job": the employer too)."""
    look = look_for(subject, about, said_until=said_until, now=now)
    categories = {key.category for name in keys_of(_noun(about)) if (key := find_key(name))}
    categories |= {_noun(about).casefold()}
    wanted = read_wanted(about)
    if not categories or wanted.person != SELF:
        return look
    rows = told(subject, said_until=said_until, now=now).filter(beneficiary=SELF)
    known = set(look.found.clear)
    others = [
        memory
        for memory in rows.order_by("-importance", "-created_at")
        if memory.id not in known and _category(memory) in categories
    ]
    clear = (*look.found.clear, *(memory.id for memory in others))
    doubtful = tuple(ref for ref in look.found.doubtful if ref not in clear)
    return Look(Found(clear, doubtful), look.memories | {m.id: m for m in others}, look.version)


def _category(memory: Memory) -> str:
    key = find_key(memory.key) if memory.key else None
    return (key.category if key else memory.category).casefold()


def _noun(about: str) -> str:
    first, _, rest = about.strip().partition(" ")
    return rest if first.lower() in {"my", "our", "the"} else about.strip()


def _near(rows: MemoryQuerySet, wanted: Wanted) -> list[Memory]:
    """The most similar rows, those in the slots that are named, those about the person, and those
    with a word of the request: an exact scan over one subject's rows."""
    (vector,) = embed([wanted.sentence])
    compared = rows.annotate(distance=CosineDistance("embedding", vector.values))
    nearest = compared.filter(embedding_model=vector.model).order_by("distance", "id")[:NEAREST]
    named = [Q(content__icontains=term) for term in sorted(wanted.terms) if len(term) > 1]
    named += [Q(key__in=sorted(wanted.keys))] if wanted.keys else []
    named += [Q(beneficiary__istartswith=wanted.person)] if wanted.person != SELF else []
    also = (
        compared.filter(reduce(or_, named)).order_by("distance", "id")[:WITH_WORDS]
        if named
        else compared.none()
    )
    found = {memory.id: memory for memory in (*nearest, *also)}
    for memory in found.values():
        if memory.embedding_model != vector.model:  # vectors of two models are never compared
            memory.distance = 1.0  # type: ignore[attr-defined]  # annotated above
    return list(found.values())


def _stored(memory: Memory) -> Stored:
    return Stored(
        id=memory.id,
        content=memory.content,
        key=memory.key,
        value=memory.value,
        beneficiary=memory.beneficiary,
        similarity=1.0 - memory.distance,  # type: ignore[attr-defined]  # annotated above
    )
