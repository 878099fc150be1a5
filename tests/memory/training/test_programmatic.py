from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from memory.training import logs
from memory.training.pairs import CONTRADICTION, ENTAILMENT, NEUTRAL, Pair
from memory.training.programmatic import CUES, balance_cues, generate, load_attributes
from memory.training.voices import USERS, agree, fill, person


def test_the_same_seed_gives_the_same_pairs() -> None:
    assert generate(200, seed=3) == generate(200, seed=3) != generate(200, seed=4)


def test_no_place_of_a_frame_stays_open() -> None:
    for pair in generate(2000, seed=5):
        assert not re.search(r"[{}\[\]|]", pair.hypothesis.replace("[profile]", "")), (
            pair.hypothesis
        )
        assert not re.search(r"[{}\[\]|]", pair.premise), pair.premise


def test_a_cue_word_tells_little_about_the_label() -> None:
    by_cue: dict[str, Counter[bool]] = {}
    for pair in generate(6000, seed=6):
        if match := CUES.search(pair.hypothesis):
            counts = by_cue.setdefault(match.group(0).casefold(), Counter())
            counts[pair.target == CONTRADICTION] += 1
    often = {cue: counts for cue, counts in by_cue.items() if counts.total() > 100}
    assert len(often) >= 4
    for cue, counts in often.items():
        assert 0.4 < counts[True] / counts.total() < 0.6, cue


def test_balancing_drops_the_surplus_only() -> None:
    def pair(number: int, target: int) -> Pair:
        return Pair(f"p{number}", "moved to Lyon", target, f"p{number}", "test")

    pairs = [pair(n, CONTRADICTION) for n in range(30)] + [pair(n + 30, NEUTRAL) for n in range(10)]
    kept = balance_cues(pairs, random.Random(1))
    assert Counter(item.target for item in kept) == {CONTRADICTION: 10, NEUTRAL: 10}


@pytest.mark.parametrize("attribute", load_attributes(), ids=lambda attribute: attribute.key)
def test_an_attribute_has_values_and_every_kind_of_frame(attribute) -> None:  # type: ignore[no-untyped-def]
    assert len(set(attribute.values)) >= 5
    assert all(len(frames) >= 2 for frames in attribute.frames.values())
    if not attribute.many:
        assert any("{v}" in frame for frame in attribute.frames["sibling"])


def test_voices_agree_with_their_verbs() -> None:
    frame = "{S} [am|is] in {v} and {P2} team [live|lives] there"
    first_person = next(voice for voice in USERS if voice.subject == "I")
    assert fill(frame, first_person, new="Porto", old="") == "I am in Porto and my team live there"
    assert fill(frame, person("Aiko"), new="Porto", old="").startswith(
        "Aiko is in Porto and Aiko's"
    )
    assert agree("They am here and The user too") == "They are here and the user too"


def test_log_lines_name_what_they_claim() -> None:
    dice = random.Random(2)
    lines = [logs.entry("job_title", "nurse", "cook", dice, many=False) for _ in range(300)]
    assert {target for _, target in lines} == {CONTRADICTION, ENTAILMENT, NEUTRAL}
    for text, target in lines:
        if target == CONTRADICTION:
            assert "cook" in text or "nurse" in text
        if target == NEUTRAL:
            assert "job_title" in text
            assert not text.startswith("job_title ")


def test_another_of_several_values_never_contradicts() -> None:
    dice = random.Random(2)
    lines = [logs.entry("pet", "a cat", "a dog", dice, many=True) for _ in range(300)]
    assert not [text for text, target in lines if target == CONTRADICTION and "a dog" in text]
