"""What each stage of the conflict model is trained on, and what is kept aside for checks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from memory.training.messages import message_pairs
from memory.training.pairs import (
    COMPATIBLE,
    CONTRADICTION,
    Pair,
    read_anchors,
    read_pairs,
    reversed_pair,
    sample,
    share_of,
    without_groups,
)
from memory.training.programmatic import generate

GENERAL_FILE = "pairs.jsonl.gz"
ANCHORS_FILE = "contrast.jsonl"
MESSAGES_FILE = "statements.jsonl"
OWN_ANCHORS = Path(__file__).with_name("anchors.jsonl")
SEED = 20
# Shares of the groups kept out of training: to report figures, and to tune the temperature.
REPORTED, TUNED = 0.10, 0.06
CHECKED_SOURCES = ("mnli_dev", "snli_dev_test")
# At most so many pairs of a source. SNLI (and what was made from it) takes two sentences as one
# scene, so that two different events contradict each other; one-label and one-trick sets would
# teach their cue words.
CAPS: Mapping[str, int] = {
    "snli_dev_test": 10_000,
    "cad_nli": 7_000,
    "breaking_nli": 2_500,
    "wikifactcheck_negated": 3_000,
    "semantoneg": 3_000,
    "scone": 3_000,
    "fever_evidence": 20_000,
}


@dataclass(frozen=True, slots=True)
class Shares:
    """Pairs to train on, pairs to tune the temperature on, and pairs to report figures on."""

    train: list[Pair]
    tune: list[Pair]
    report: list[Pair]


def shares_of(pairs: Iterable[Pair], *, seed: int = SEED) -> Shares:
    """Split by group: the same group lands on the same side on every machine."""
    shares = Shares([], [], [])
    for pair in pairs:
        share = share_of(pair.group, seed=seed)
        side = shares.report if share < REPORTED else shares.tune
        (side if share < REPORTED + TUNED else shares.train).append(pair)
    return shares


def capped(pairs: Iterable[Pair], caps: Mapping[str, int], *, seed: int = SEED) -> list[Pair]:
    """The pairs with no source above its cap."""
    by_source: dict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        by_source[pair.source].append(pair)
    kept: list[Pair] = []
    for source, members in sorted(by_source.items()):
        kept += sample(members, caps.get(source, len(members)), seed=seed)
    return kept


def general_shares(data: Path) -> Shares:
    """The general pairs; a premise of a kept-aside pair occurs nowhere in the training share."""
    pairs = read_pairs(data / GENERAL_FILE)
    checked = shares_of(pair for pair in pairs if pair.source in CHECKED_SOURCES)
    others = [pair for pair in pairs if pair.source not in CHECKED_SOURCES]
    aside = {pair.group for pair in checked.tune + checked.report}
    return Shares(without_groups(checked.train + others, aside), checked.tune, checked.report)


def domain_shares(data: Path) -> Shares:
    """The in-domain anchors, split by anchor."""
    return shares_of(read_anchors(data / ANCHORS_FILE))


def own_shares() -> Shares:
    """The anchors written by hand where checks showed weakness, split by anchor."""
    return shares_of(read_anchors(OWN_ANCHORS, source="own"))


def with_reversed(pairs: Sequence[Pair]) -> list[Pair]:
    """The pairs, and each contradiction the other way round."""
    return [*pairs, *(reversed_pair(pair) for pair in pairs if pair.target == CONTRADICTION)]


def stage_one(data: Path) -> list[Pair]:
    """General pairs under the caps, with a first look at the in-domain anchors."""
    general = capped(general_shares(data).train, CAPS)
    return general + with_reversed(domain_shares(data).train)


def stage_two(data: Path, *, programmatic: int, general: int, seed: int = SEED) -> list[Pair]:
    """In-domain pairs, and enough general ones that stage one is not forgotten.

    Every contradiction also comes reversed, and a third of the other in-domain pairs come reversed
    as "no contradiction", so that both directions agree. The few hand-written pairs come twice.
    """
    domain = domain_shares(data).train + own_shares().train * 2
    others = [pair for pair in domain if pair.target not in (CONTRADICTION, COMPATIBLE)]
    turned = [reversed_pair(pair) for pair in sample(others, len(others) // 3, seed=seed)]
    messages = message_pairs(data / MESSAGES_FILE, per_key=4, seed=seed)
    made = with_reversed(generate(programmatic, seed=seed))
    kept = sample(capped(general_shares(data).train, CAPS), general, seed=seed)
    return with_reversed(domain) + turned + messages + made + kept
