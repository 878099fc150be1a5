from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from memory.training.mixture import shares_of
from memory.training.pairs import (
    COMPATIBLE,
    CONTRADICTION,
    ENTAILMENT,
    NEUTRAL,
    BadTrainingData,
    Pair,
    read_anchors,
    read_pairs,
    reversed_pair,
    without_groups,
)


def pair(premise: str, hypothesis: str, target: int = NEUTRAL) -> Pair:
    return Pair(premise, hypothesis, target, premise, "test")


def write(path: Path, *rows: object) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_a_contradiction_stays_one_when_reversed_and_others_are_only_compatible() -> None:
    turned = reversed_pair(pair("a", "b", CONTRADICTION))
    assert (turned.premise, turned.hypothesis, turned.target) == ("b", "a", CONTRADICTION)
    assert reversed_pair(pair("a", "b", ENTAILMENT)).target == COMPATIBLE
    assert reversed_pair(pair("a", "b", NEUTRAL)).target == COMPATIBLE


def test_anchors_become_pairs_of_one_group(tmp_path: Path) -> None:
    row = {"stored": "s", "contradiction": ["c"], "entailment": ["e"], "neutral": ["n", "m"]}
    pairs = read_anchors(write(tmp_path / "a.jsonl", row))
    assert [item.target for item in pairs] == [CONTRADICTION, ENTAILMENT, NEUTRAL, NEUTRAL]
    assert {item.group for item in pairs} == {"s"}


def test_gzipped_pairs_are_read(tmp_path: Path) -> None:
    rows = [
        {"premise": "p", "hypothesis": "h", "label": label, "source": "x"}
        for label in ("neutral", "entailment")
    ]
    path = tmp_path / "p.jsonl.gz"
    path.write_bytes(gzip.compress("".join(json.dumps(row) + "\n" for row in rows).encode()))
    assert [item.target for item in read_pairs(path)] == [NEUTRAL, ENTAILMENT]


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"premise": "p", "hypothesis": "h", "label": "maybe"}, "the label is 'maybe'"),
        ({"premise": "p", "hypothesis": None, "label": "neutral"}, "must be text"),
        ([1], "an object is expected"),
        ({"premise": "p", "hypothesis": "h", "label": "neutral"}, "it holds neutral only"),
    ],
)
def test_bad_pairs_are_refused_with_a_sentence(tmp_path: Path, row: object, words: str) -> None:
    with pytest.raises(BadTrainingData, match=words):
        read_pairs(write(tmp_path / "p.jsonl", row))


def test_a_torn_line_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text('{"stored": "x', encoding="utf-8")
    with pytest.raises(BadTrainingData, match="line 1: not JSON"):
        read_anchors(path)


def test_a_group_is_never_split_and_the_split_is_stable() -> None:
    pairs = [pair(f"premise {n % 200}", f"hypothesis {n}") for n in range(1000)]
    shares = shares_of(pairs, seed=3)
    aside = shares.tune + shares.report
    assert not {item.group for item in shares.train} & {item.group for item in aside}
    assert 0.1 < len(aside) / len(pairs) < 0.3
    assert shares_of(list(reversed(pairs)), seed=3).report == list(reversed(shares.report))


def test_statements_of_a_group_are_removed_on_either_side() -> None:
    pairs = [pair("a", "b"), pair("c", "a"), pair("d", "e")]
    assert without_groups(pairs, {"a"}) == [pair("d", "e")]
