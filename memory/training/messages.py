"""Pairs from labelled chat messages: what people really type, against statements as stored."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from pathlib import Path

from memory.training.pairs import COMPATIBLE, CONTRADICTION, ENTAILMENT, NEUTRAL, Pair, lines_of

# Keys of which a person has one at a time, so that another current value replaces the stored one.
SINGLE = frozenset({
    "birthday", "city", "employer", "form_of_address", "job_title", "milk", "name", "phone_model",
    "phone_number", "preferred_contact", "preferred_name", "religion", "seat_preference",
    "subscription_tier", "surname", "university", "weight", "work_days", "answer_language",
    "clothing_size", "wedding_date", "delivery_address", "team_size", "bank", "mobile_plan",
})  # fmt: skip
SOURCE = "messages"


@dataclass(frozen=True, slots=True)
class Claim:
    """One labelled claim of a message, with the message it came from."""

    text: str
    restated: str
    key: str
    value: str
    current: bool
    told_plainly: bool
    alone: bool
    about_user: bool


def read_claims(path: Path) -> list[Claim]:
    """Every claim of a file of labelled statements."""
    claims: list[Claim] = []
    for _, row in lines_of(path):
        rows = row.get("claims", [])
        if row.get("before") or not isinstance(rows, list):
            continue
        claims += [
            Claim(
                text=str(row["text"]),
                restated=str(item["restated"]),
                key=str(item.get("key") or ""),
                value=str(item.get("value") or "").casefold(),
                current=item["modality"] == "current",
                told_plainly=item["change"] == "none",
                alone=len(rows) == 1,
                about_user=item["beneficiary"] == "self",
            )
            for item in rows
        ]
    return claims


def own_pairs(claim: Claim) -> Iterator[Pair]:
    """A message and its own claim: the message says it, and it is news to nobody."""
    if not claim.current:
        return
    yield Pair(claim.text, claim.restated, ENTAILMENT, claim.restated, SOURCE)
    again = ENTAILMENT if claim.alone and claim.told_plainly else COMPATIBLE
    yield Pair(claim.restated, claim.text, again, claim.restated, SOURCE)


def same_slot_pairs(claims: Sequence[Claim]) -> Iterator[Pair]:
    """Claims of one single-valued key: a current one replaces another value, any other does not."""
    by_key: dict[str, list[Claim]] = defaultdict(list)
    for claim in claims:
        if claim.key in SINGLE and claim.value:
            by_key[claim.key].append(claim)
    for members in by_key.values():
        for stored, new in permutations(members, 2):
            if not (stored.current and stored.about_user) or stored.value == new.value:
                continue
            replaces = new.current and new.about_user
            target = CONTRADICTION if replaces else NEUTRAL
            yield Pair(stored.restated, new.text, target, stored.restated, SOURCE)


def other_slot_pairs(claims: Sequence[Claim], dice: random.Random) -> Iterator[Pair]:
    """A message about something else, however it is told, leaves the stored statement alone."""
    stored = [claim for claim in claims if claim.current and claim.about_user and claim.key]
    for new in claims:
        old = dice.choice(stored)
        if new.key and new.key != old.key and new.text != old.text:
            yield Pair(old.restated, new.text, NEUTRAL, old.restated, SOURCE)


def message_pairs(path: Path, *, per_key: int, seed: int) -> list[Pair]:
    """All pairs of a file, with at most ``per_key`` drawn stored-and-new pairs for the same slot."""
    dice = random.Random(seed)  # noqa: S311 (no secret)
    claims = read_claims(path)
    pairs = [pair for claim in claims for pair in own_pairs(claim)]
    slots = list(same_slot_pairs(claims))
    dice.shuffle(slots)
    counts: dict[tuple[str, int], int] = defaultdict(int)
    for pair in slots:
        counts[pair.premise, pair.target] += 1
        if counts[pair.premise, pair.target] <= per_key:
            pairs.append(pair)
    return pairs + list(other_slot_pairs(claims, dice))
