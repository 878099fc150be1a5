from __future__ import annotations

import gzip
import json
from collections import Counter
from functools import partial
from pathlib import Path

import pytest

from memory.training import mixture
from memory.training.figures import PHRASINGS, phrasing_sets
from memory.training.messages import message_pairs
from memory.training.pairs import COMPATIBLE, CONTRADICTION, ENTAILMENT, LABELS, NEUTRAL


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A tiny data folder."""
    general = [
        {
            "premise": f"premise {n % 60}",
            "hypothesis": f"hypothesis {n}",
            "label": LABELS[n % 3],
            "source": "mnli_dev" if n % 2 else "cad_nli",
        }
        for n in range(400)
    ]
    anchors = [
        {
            "stored": f"s {n}",
            "contradiction": [f"c {n}"],
            "entailment": [f"e {n}"],
            "neutral": [f"n {n}"],
        }
        for n in range(100)
    ]
    messages = [
        message("moved to Porto!", "city", "Porto"),
        message("i live in Lyon", "city", "Lyon"),
    ]
    lines = "".join(json.dumps(row) + "\n" for row in general)
    (tmp_path / "pairs.jsonl.gz").write_bytes(gzip.compress(lines.encode()))
    for name, rows in (("contrast", anchors), ("statements", messages)):
        text = "".join(json.dumps(row) + "\n" for row in rows)
        (tmp_path / f"{name}.jsonl").write_text(text, encoding="utf-8")
    return tmp_path


def message(text: str, key: str, value: str, modality: str = "current", **more: object) -> object:
    claim = {
        "restated": f"User's {key} is {value}.",
        "key": key,
        "value": value,
        "modality": modality,
        "change": "none",
        "beneficiary": "self",
    }
    return {"before": None, "text": text, "claims": [claim | more]}


def test_nothing_kept_aside_is_trained_on(data: Path) -> None:
    general, domain = mixture.general_shares(data), mixture.domain_shares(data)
    aside = {pair.group for pair in (*general.tune, *general.report, *domain.tune, *domain.report)}
    assert general.report and domain.report and domain.tune
    for pairs in (
        mixture.stage_one(data),
        mixture.stage_two(data, programmatic=50, general=100),
    ):
        assert not aside & {pair.premise for pair in pairs}
        assert not {pair.hypothesis for pair in domain.report} & {pair.premise for pair in pairs}


def test_the_phrasings_and_own_anchors_kept_aside_are_not_trained_on(data: Path) -> None:
    trained = {pair.premise for pair in mixture.stage_two(data, programmatic=50, general=10)}
    assert not trained & {pair.premise for pairs in phrasing_sets().values() for pair in pairs}
    assert not trained & {pair.premise for pair in mixture.own_shares().report}


@pytest.mark.parametrize(
    ("learned", "shares"),
    [
        (mixture.stage_three, mixture.later_shares),
        (mixture.all_anchors, mixture.later_shares),
        (mixture.all_anchors, mixture.latest_shares),
        (partial(mixture.further, seed=1), mixture.further_shares),
        (partial(mixture.further, seed=1), mixture.later_shares),
    ],
)
def test_neither_are_the_later_anchors_kept_aside(data: Path, learned, shares) -> None:
    trained = {pair.premise for pair in learned(data)}
    aside = shares()
    assert trained & {pair.premise for pair in aside.train}
    assert not trained & {pair.premise for pair in aside.report + aside.tune}
    assert not trained & {pair.premise for pairs in phrasing_sets().values() for pair in pairs}


def test_every_contradiction_of_the_domain_comes_in_both_directions(data: Path) -> None:
    trained = mixture.stage_two(data, programmatic=0, general=0)
    found = {(pair.premise, pair.hypothesis) for pair in trained if pair.target == CONTRADICTION}
    assert found and all((new, old) in found for old, new in found if old.startswith("s "))


def test_caps_hold() -> None:
    pairs = mixture.own_shares().train
    assert len(mixture.capped(pairs, {"own": 7})) == 7
    assert len(mixture.capped(pairs, {})) == len(pairs)


def test_there_are_at_least_two_hundred_own_anchors() -> None:
    shares = mixture.own_shares()
    pairs = shares.train + shares.tune + shares.report
    assert len({pair.group for pair in pairs}) >= 200
    assert set(Counter(pair.target for pair in pairs)) == {CONTRADICTION, ENTAILMENT, NEUTRAL}


def test_every_set_of_phrasings_has_all_labels() -> None:
    for name, pairs in phrasing_sets().items():
        assert name in PHRASINGS
        assert min(Counter(pair.target for pair in pairs).values()) >= 10


def test_messages_of_one_slot_replace_only_when_current_and_about_the_user(tmp_path: Path) -> None:
    rows = [
        message("i live in Lyon", "city", "Lyon"),
        message("maybe Porto next", "city", "Porto", "hedged"),
        message("my aunt moved to Pune", "city", "Pune", beneficiary="aunt"),
        message("moved to Quito!", "city", "Quito", change="event"),
    ]
    path = tmp_path / "statements.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    pairs = {
        (pair.premise, pair.hypothesis): pair.target
        for pair in message_pairs(path, per_key=9, seed=1)
    }
    stored = "User's city is Lyon."
    assert pairs[stored, "moved to Quito!"] == CONTRADICTION
    assert pairs[stored, "maybe Porto next"] == NEUTRAL
    assert pairs[stored, "my aunt moved to Pune"] == NEUTRAL
    assert pairs[stored, "i live in Lyon"] == ENTAILMENT
    assert pairs["User's city is Quito.", "moved to Quito!"] == COMPATIBLE
    assert pairs["moved to Quito!", "User's city is Quito."] == ENTAILMENT
