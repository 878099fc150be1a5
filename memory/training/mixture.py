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
    NEUTRAL,
    BadTrainingData,
    Pair,
    read_anchors,
    read_languages,
    read_pairs,
    reversed_pair,
    sample,
    share_of,
    without_groups,
)
from memory.training.programmatic import generate

GENERAL_FILE = "pairs.jsonl.gz"
ANCHORS_FILE = "contrast.jsonl"
REVIEWED_FILE = "reviewed.jsonl"
MESSAGES_FILE = "statements.jsonl"
OWN_ANCHORS = Path(__file__).with_name("anchors.jsonl")
LATER_ANCHORS = Path(__file__).with_name("anchors_later.jsonl")
LATEST_ANCHORS = Path(__file__).with_name("anchors_latest.jsonl")
FURTHER_ANCHORS = Path(__file__).with_name("anchors_further.jsonl")
LANGUAGES_FILE = Path(__file__).with_name("languages.jsonl")
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
    pairs = read_pairs(data / GENERAL_FILE) if (data / GENERAL_FILE).exists() else []
    checked = shares_of(pair for pair in pairs if pair.source in CHECKED_SOURCES)
    others = [pair for pair in pairs if pair.source not in CHECKED_SOURCES]
    aside = {pair.group for pair in checked.tune + checked.report}
    return Shares(without_groups(checked.train + others, aside), checked.tune, checked.report)


def domain_shares(data: Path) -> Shares:
    """The in-domain anchors and what reviewers decided, split by anchor."""
    return shares_of(_anchors_in(data, ANCHORS_FILE, REVIEWED_FILE))


def reviewed_shares(data: Path) -> Shares:
    """What reviewers decided, split by anchor."""
    return shares_of(_anchors_in(data, REVIEWED_FILE))


def _anchors_in(data: Path, *names: str) -> list[Pair]:
    files = [data / name for name in names if (data / name).exists()]
    return [pair for file in files for pair in read_anchors(file)]


def refuse_empty(data: Path) -> None:
    """Raise BadTrainingData where a folder holds nothing to learn from."""
    names = (GENERAL_FILE, ANCHORS_FILE, REVIEWED_FILE, MESSAGES_FILE)
    if not any((data / name).exists() for name in names):
        raise BadTrainingData(
            f"{data} holds nothing to learn from: at least one of {', '.join(names)} is needed "
            "(`manage.py export_labels` writes the third)."
        )


def own_shares() -> Shares:
    """The anchors written by hand where checks showed weakness, split by anchor."""
    return _told_apart(shares_of(read_anchors(OWN_ANCHORS, source="own")))


def later_shares() -> Shares:
    """Those that were written once the model had learned the first ones, split by anchor."""
    return _told_apart(shares_of(read_anchors(LATER_ANCHORS, source="later")))


def latest_shares() -> Shares:
    """The newest ones, which only the second path learns, split by anchor."""
    return _told_apart(shares_of(read_anchors(LATEST_ANCHORS, source="later")))


def further_shares() -> Shares:
    """Those that a finished network learns, split by anchor."""
    return _told_apart(shares_of(read_anchors(FURTHER_ANCHORS, source="further")))


def _told_apart(shares: Shares) -> Shares:
    """A few anchors are what another one says of the same thing; those are not reported on."""
    trained = {pair.hypothesis for pair in shares.train}
    report = [pair for pair in shares.report if pair.group not in trained]
    return Shares(shares.train, shares.tune, report)


def with_reversed(pairs: Sequence[Pair]) -> list[Pair]:
    """The pairs, and each contradiction the other way round."""
    return [*pairs, *(reversed_pair(pair) for pair in pairs if pair.target == CONTRADICTION)]


def stage_one(data: Path) -> list[Pair]:
    """General pairs under the caps, with a first look at the in-domain anchors."""
    general = capped(general_shares(data).train, CAPS)
    return general + with_reversed(domain_shares(data).train)


def foreign_pairs() -> list[Pair]:
    """Pairs in other languages, both ways, all to be answered with neutral: the base model cannot
    read them, and an answer it does not know must not replace anything."""
    pairs = read_languages(LANGUAGES_FILE)
    return [
        Pair(premise, hypothesis, NEUTRAL, pair.group, pair.source)
        for pair in pairs
        for premise, hypothesis in (
            (pair.premise, pair.hypothesis),
            (pair.hypothesis, pair.premise),
        )
    ]


def general_again(data: Path) -> list[Pair]:
    """The general pairs once more: what one look leaves unlearned is most of what they teach."""
    return capped(general_shares(data).train, CAPS, seed=31)


def stage_two(
    data: Path, *, programmatic: int = 6_000, general: int = 9_000, seed: int = SEED
) -> list[Pair]:
    """In-domain pairs, and enough general ones that stage one is not forgotten."""
    messages_file = data / MESSAGES_FILE
    messages = message_pairs(messages_file, per_key=4, seed=seed) if messages_file.exists() else []
    made = with_reversed(generate(programmatic, seed=seed))
    kept = sample(capped(general_shares(data).train, CAPS), general, seed=seed)
    domain = _both_ways(domain_shares(data).train + own_shares().train, seed=seed)
    return domain + messages + made + kept + foreign_pairs()


def stage_three(data: Path, *, seed: int = SEED) -> list[Pair]:
    """The later anchors, with half of what stage two learned from and more of the general pairs."""
    later = _both_ways(later_shares().train, seed=seed)
    earlier = stage_two(data, general=20_000, seed=seed + 1)
    return later + sample(earlier, len(earlier) // 2, seed=seed)


def all_anchors(data: Path, *, seed: int = SEED) -> list[Pair]:
    """What stage two learns from, with more of the general pairs and all anchors at once."""
    later = later_shares().train + latest_shares().train
    return stage_two(data, general=20_000, seed=seed) + _both_ways(later, seed=seed)


def further(data: Path, *, seed: int, earlier: int = 20_000) -> list[Pair]:
    """What a finished network goes on with: the further anchors and what reviewers decided, and a
    part of all that came before, another one for each seed."""
    news = further_shares().train + reviewed_shares(data).train
    return _both_ways(news, seed=seed) + sample(all_anchors(data), earlier, seed=seed)


def _both_ways(pairs: Sequence[Pair], *, seed: int) -> list[Pair]:
    """The pairs, each contradiction reversed too, and a fifth of the others reversed as "no
    contradiction", so that both directions agree."""
    others = [pair for pair in pairs if pair.target not in (CONTRADICTION, COMPATIBLE)]
    turned = [reversed_pair(pair) for pair in sample(others, len(others) // 5, seed=seed)]
    return with_reversed(pairs) + turned
