"""Field and log style: "plan: Pro", "job_title updated from director to senior director"."""

from __future__ import annotations

import random

from memory.training.pairs import CONTRADICTION, ENTAILMENT, NEUTRAL

FIELDS = ("{k}: {v}", "{k} = {v}", "{k} is {v}", "{k} set to {v}", "{k} - {v}", "{k}={v}")
CHANGES = (
    "{k} updated from {w} to {v}",
    "{k} changed: {w} -> {v}",
    "{k} updated to {v}",
    "{k} {v} (was {w})",
    "[profile] {k} changed from {w} to {v}",
    "{k}: {w} → {v}",
    "set {k} to {v} (previously {w})",
)
CLEARED = (
    "{k} cleared (was {w})",
    "{k} removed: {w}",
    "{k}: {w} deleted",
    "{k} {w} marked as outdated",
)
CONFIRMED = (
    "{k} confirmed: {w}",
    "{k} unchanged ({w})",
    "{k} now {w}",
    "{k} updated from {v} to {w}",
)
OTHER_FIELDS = (
    "previous_{k}", "spouse_{k}", "requested_{k}", "{k}_of_manager", "old_{k}", "sister's {k}",
    "planned_{k}", "backup_{k}", "{k}_of_emergency_contact", "{k}_in_demo_account",
)  # fmt: skip
ADDED = ("{k}: added {v}", "{k} += {v}", "new entry in {k}: {v}", "{k} now also {v}")


def spelling(key: str, dice: random.Random) -> str:
    """A key as different systems spell it."""
    words = key.split("_")
    camel = words[0] + "".join(word.title() for word in words[1:])
    return dice.choice((key, key, " ".join(words), " ".join(words).capitalize(), camel))


def field(key: str, value: str, dice: random.Random) -> str:
    """A terse note of a value."""
    return dice.choice(FIELDS).format(k=spelling(key, dice), v=value)


def entry(key: str, old: str, new: str, dice: random.Random, *, many: bool) -> tuple[str, int]:
    """A log line about a key that holds ``old``, and its target."""
    name = spelling(key, dice)
    draw = dice.random()
    if draw < 0.30:
        other = dice.choice(OTHER_FIELDS).format(k=key)
        shape = dice.choice(CHANGES + FIELDS)
        return shape.format(k=other, v=new, w=old), NEUTRAL
    if draw < 0.50:
        return dice.choice(CONFIRMED[:3] if many else CONFIRMED).format(
            k=name, v=new, w=old
        ), ENTAILMENT
    if draw < 0.62:
        return dice.choice(CLEARED).format(k=name, w=old), CONTRADICTION
    if many:
        return dice.choice(ADDED).format(k=name, v=new), NEUTRAL
    return dice.choice(CHANGES + FIELDS).format(k=name, v=new, w=old), CONTRADICTION
