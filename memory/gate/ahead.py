"""Ask the models once for a whole batch of claims, before the gate decides them one by one.

Nothing is decided here: `Ahead` only answers sooner what `reconcile.snapshot` asks for each claim
anyway, so that a batch and single claims come to the same verdicts.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime

import numpy as np

from memory.extraction.refuse import refuse
from memory.gate.reconcile import most_similar, pairs_to_score, statement_of_claim
from memory.gate.verdict import Statement
from memory.inference.models import Ahead, Pair
from memory.inference.vector import Vector
from memory.models import Claim, Memory

AMONG = 3
"""Earlier claims of the batch that each is scored against ahead. Most of them are superseded or
skipped by its turn, and what is scored for nothing takes as long as what is asked."""


def look_ahead(claims: Sequence[Claim], *, floor: float, now: datetime) -> Ahead:
    """The models, with what the gate will ask about these claims answered already: vectors, and
    scores against what is stored and against the claims that come before in the batch.

    floor: cosine from which a memory is compared at all. Raises UnavailableError where a model
    cannot be used.
    """
    models = Ahead()
    told = [(claim, statement_of_claim(claim)) for claim in claims if not refuse(claim.content)]
    models.embed([reading for _, statement in told for reading in statement.readings])
    vectors = [models.embed(statement.readings) for _, statement in told]
    pairs: list[Pair] = []
    for (claim, statement), readings in zip(told, vectors, strict=True):
        current = Memory.objects.current(now).filter(subject=claim.subject_id)
        near = most_similar(current, claim, readings, floor=floor)
        pairs += pairs_to_score(statement, [memory.content for memory, _ in near])
    models.score([*pairs, *_among_themselves(told, vectors, floor)])
    return models


def _among_themselves(
    told: Sequence[tuple[Claim, Statement]], vectors: Sequence[Sequence[Vector]], floor: float
) -> Iterable[Pair]:
    """Pairs of each claim with those before it, which may be stored by the time of its turn."""
    presents = np.array([readings[0].values for readings in vectors])
    slots = [(claim.subject_id, claim.beneficiary, claim.type) for claim, _ in told]
    for place, ((_, statement), readings) in enumerate(zip(told, vectors, strict=True)):
        before = [at for at in range(place) if slots[at] == slots[place]]
        if not before:
            continue
        cosines = (presents[before] @ np.array([one.values for one in readings]).T).max(axis=1)
        nearest = np.argsort(-cosines)[:AMONG]
        texts = [told[before[at]][0].present for at in nearest if cosines[at] > floor]
        yield from pairs_to_score(statement, texts)
