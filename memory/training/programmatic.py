"""Pairs made by program: attributes, values and sentence frames, with the look-alikes of each.

The cue words of a change ("now", "moved", "no longer") also occur in look-alikes, and pairs are
dropped until a cue says little about the label (``balance_cues``).
"""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from memory.training import logs
from memory.training.pairs import COMPATIBLE, CONTRADICTION, ENTAILMENT, NEUTRAL, Pair
from memory.training.surface import dress
from memory.training.voices import Voice, agree, fill, same_subject, somebody_else, voices_of

ATTRIBUTES_FILE = Path(__file__).with_name("attributes.json")
CUES = re.compile(
    r"\b(now|moved?|no longer|any ?more|switched|stopped|gave up|not|upgraded|changed|updated|from)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Attribute:
    """A slot of a subject, its values, and sentence frames by kind (``now``, ``change``, …)."""

    key: str
    many: bool
    team: bool
    values: tuple[str, ...]
    frames: dict[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Scene:
    """One stored statement to pair others with: its attribute, voice, value and two other values."""

    attribute: Attribute
    voice: Voice
    old: str
    new: str
    third: str

    def say(self, kind: str, voice: Voice, dice: random.Random, *, swap: bool = False) -> str:
        """A sentence of ``kind``; with ``swap`` the stored value is the one told as new."""
        frame = dice.choice(self.attribute.frames[kind])
        new, old = (self.old, self.third) if swap else (self.new, self.old)
        return agree(fill(frame, voice, new=new, old=old))


Maker = Callable[[Scene, Voice, random.Random], str]


def load_attributes(path: Path = ATTRIBUTES_FILE) -> list[Attribute]:
    """The attributes with their frames."""
    kinds = ("now", "change", "end", "past", "plan", "hedge", "passing", "sibling", "added")
    return [
        Attribute(
            row["key"],
            row["many"],
            row.get("team", False),
            tuple(row["values"]),
            {kind: tuple(row[kind]) for kind in kinds},
        )
        for row in json.loads(path.read_text(encoding="utf-8"))
    ]


def of_kind(kind: str) -> Maker:
    """A maker of plain sentences of one kind."""
    return lambda scene, voice, dice: scene.say(kind, voice, dice)


def known(scene: Scene, voice: Voice, dice: random.Random) -> str:
    """The stored value again, in another sentence."""
    text = scene.say("now", voice, dice, swap=True)
    return dice.choice(("{}", "{}", "{} now", "still the same: {}", "{}, as before")).format(text)


def corrected(scene: Scene, voice: Voice, dice: random.Random) -> str:
    """A correction of the stored value."""
    text = scene.say("now", voice, dice)
    shape = dice.choice(
        ("correction: {t}", "{t}, not {w}", "sorry, {t} rather than {w}", "i meant {v}, not {w}",
         "it should say {v} instead of {w}", "that was wrong, {t}")
    )  # fmt: skip
    return shape.format(t=text, v=scene.new, w=scene.old)


def replaced(scene: Scene, voice: Voice, dice: random.Random) -> str:
    """The new value with the old one told as over, in one message."""
    text = scene.say(dice.choice(("now", "change")), voice, dice)
    shape = dice.choice(
        ("{t}, used to be {w}", "{t} these days, it was {w} before", "{t} now, {w} is history",
         "{t} lately, no more {w}", "it's {v} now, no longer {w}")
    )  # fmt: skip
    return shape.format(t=text, v=scene.new, w=scene.old)


def dropped(scene: Scene, voice: Voice, dice: random.Random) -> str:
    """Of several values the stored one ends, another may begin."""
    end = scene.say("end", voice, dice)
    begin = scene.say("change", voice, dice)
    return dice.choice((f"{begin}, and {end}", f"{end}", f"{end}, {begin} instead"))


def joined(scene: Scene, voice: Voice, dice: random.Random) -> str:
    """Of several values another one joins."""
    text = scene.say(dice.choice(("now", "change")), voice, dice)
    return dice.choice(("{t} too", "{t} now as well", "besides {w}, {t}", "{t}")).format(
        t=text, w=scene.old
    )


def of_another(scene: Scene, voice: Voice, dice: random.Random) -> str:
    """The same news about somebody else."""
    return scene.say(dice.choice(("now", "change", "end")), somebody_else(voice, dice), dice)


def asked(scene: Scene, voice: Voice, dice: random.Random) -> str:
    """A question or hearsay that settles nothing."""
    text = scene.say(dice.choice(("now", "change")), voice, dice)
    return dice.choice(
        ("what if {t}?", "somebody asked whether {t}", "would it help if {t}?", "imagine {t}")
    ).format(t=text)


def elsewhere(scene: Scene, voice: Voice, dice: random.Random) -> str:
    """News about another attribute altogether."""
    others = [item for item in load_cached() if item.key != scene.attribute.key]
    others = [item for item in others if item.team == scene.attribute.team]
    other = dice.choice(others)
    new, old = dice.sample(other.values, 2)
    frame = dice.choice(other.frames[dice.choice(("now", "change", "end"))])
    return agree(fill(frame, voice, new=new, old=old))


def not_the_other(scene: Scene, voice: Voice, dice: random.Random) -> str:
    """A value that was never stored has ended: nothing against what is stored."""
    frame = dice.choice(scene.attribute.frames["end"])
    frame = frame if "{w}" in frame else f"no more {{w}} for {voice.other}"
    return agree(fill(frame, voice, new=scene.third, old=scene.new))


_cache: list[Attribute] = []


def load_cached() -> list[Attribute]:
    """The attributes, read once."""
    if not _cache:
        _cache.extend(load_attributes())
    return _cache


ONE: tuple[tuple[int, Maker, int], ...] = (
    (6, of_kind("change"), CONTRADICTION),
    (5, of_kind("now"), CONTRADICTION),
    (3, of_kind("end"), CONTRADICTION),
    (2, corrected, CONTRADICTION),
    (2, replaced, CONTRADICTION),
)
MANY: tuple[tuple[int, Maker, int], ...] = (
    (5, of_kind("end"), CONTRADICTION),
    (4, dropped, CONTRADICTION),
    (4, joined, NEUTRAL),
    (2, of_kind("now"), NEUTRAL),
)
ANY: tuple[tuple[int, Maker, int], ...] = (
    (6, known, ENTAILMENT),
    (2, of_kind("past"), NEUTRAL),
    (2, of_kind("plan"), NEUTRAL),
    (2, of_kind("hedge"), NEUTRAL),
    (2, of_kind("passing"), NEUTRAL),
    (4, of_kind("sibling"), NEUTRAL),
    (3, of_kind("added"), NEUTRAL),
    (3, of_another, NEUTRAL),
    (2, asked, NEUTRAL),
    (2, elsewhere, NEUTRAL),
    (1, not_the_other, COMPATIBLE),
)


def new_scene(attributes: Sequence[Attribute], dice: random.Random) -> Scene:
    """A drawn attribute, voice and three different values."""
    attribute = dice.choice(attributes)
    old, new, third = dice.sample(attribute.values, 3)
    return Scene(attribute, voices_of(team=attribute.team, dice=dice), old, new, third)


def stored_text(scene: Scene, dice: random.Random) -> str:
    """The stored statement: mostly plain, at times told as an event or as a field of a log."""
    if not scene.attribute.many and dice.random() < 0.2:
        return logs.field(scene.attribute.key, scene.old, dice)
    kind = "change" if dice.random() < 0.12 else "now"
    return dress(scene.say(kind, scene.voice, dice, swap=True), dice, chat=0.15)


def new_text(scene: Scene, dice: random.Random) -> tuple[str, int]:
    """A newer statement and its target."""
    if dice.random() < 0.18:
        return logs.entry(
            scene.attribute.key, scene.old, scene.new, dice, many=scene.attribute.many
        )
    makers = (*(MANY if scene.attribute.many else ONE), *ANY)
    _, maker, target = dice.choices(makers, weights=[weight for weight, _, _ in makers])[0]
    text = agree(maker(scene, same_subject(scene.voice, dice), dice))
    return dress(text, dice, chat=0.4), target


def generate(count: int, *, seed: int) -> list[Pair]:
    """``count`` different pairs with balanced cues; the same seed gives the same pairs."""
    dice = random.Random(seed)  # noqa: S311 (no secret)
    attributes = load_cached()
    found: dict[tuple[str, str], Pair] = {}
    for _ in range(count * 4):
        scene = new_scene(attributes, dice)
        stored = stored_text(scene, dice)
        for _ in range(2):
            text, target = new_text(scene, dice)
            if text.casefold() != stored.casefold():
                found[stored, text] = Pair(stored, text, target, stored, "programmatic")
    return balance_cues(list(found.values()), dice)[:count]


def balance_cues(pairs: Sequence[Pair], dice: random.Random) -> list[Pair]:
    """Drop pairs until, for each first cue word, contradictions and others are equally many."""
    by_cue: dict[str, tuple[list[Pair], list[Pair]]] = defaultdict(lambda: ([], []))
    for pair in pairs:
        match = CUES.search(pair.hypothesis)
        sides = by_cue[match.group(0).casefold() if match else ""]
        sides[pair.target != CONTRADICTION].append(pair)
    kept: list[Pair] = []
    for cue, sides in sorted(by_cue.items()):
        # Without a cue most messages change nothing; one in three may.
        limit = min(len(side) for side in sides) if cue else len(sides[1])
        for side in sides:
            dice.shuffle(side)
            kept += side[:limit]
    dice.shuffle(kept)
    return kept
