"""What requests mean of what is stored, with the real embedding model."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from memory.inference.embeddings import embed
from memory.requests.matching import Fit, Found, Stored, find, fit
from memory.requests.wanted import read_wanted
from tests.memory.requests.labelled import MEANT, Row

pytestmark = pytest.mark.models


@pytest.fixture(scope="module")
def vectors():
    texts = {row.content for store, *_ in MEANT for row in store.values()}
    texts |= {read_wanted(about).sentence for _, about, _ in MEANT}
    ordered = sorted(texts)
    found = embed(ordered)
    return {text: np.array(vector.values) for text, vector in zip(ordered, found, strict=True)}


def looked_up(store: dict[str, Row], about: str, vectors) -> Found:
    wanted = read_wanted(about)
    stored = [
        Stored(
            id=name,
            **row._asdict(),
            similarity=float(vectors[wanted.sentence] @ vectors[row.content]),
        )
        for name, row in store.items()
    ]
    return find(wanted, stored)


def test_nothing_is_hit_that_was_not_meant(vectors):
    wrong = [
        (about, found.clear)
        for store, about, meant in MEANT
        if set((found := looked_up(store, about, vectors)).clear) - meant and len(found.clear) == 1
    ]
    assert wrong == []


def test_what_was_meant_is_found_or_asked_about(vectors):
    missed = [
        about
        for store, about, meant in MEANT
        if meant
        and not (set((f := looked_up(store, about, vectors)).clear) | set(f.doubtful)) & meant
    ]
    assert missed == []


def test_most_requests_are_done_at_once_and_few_ask_needlessly(vectors):
    outcomes = Counter(
        "none meant" if not meant else "one meant" if len(meant) == 1 else "several meant"
        for *_, meant in MEANT
    )
    done = Counter()
    for store, about, meant in MEANT:
        found = looked_up(store, about, vectors)
        if meant and set(found.clear) == meant:
            done["one meant" if len(meant) == 1 else "several meant"] += 1
        if not meant and not found.clear and not found.doubtful:
            done["none meant"] += 1
    assert done["one meant"] >= 0.9 * outcomes["one meant"]
    assert done["several meant"] == outcomes["several meant"]
    assert done["none meant"] >= 0.9 * outcomes["none meant"]


def stored(content: str, similarity: float = 1.0, **fields: str) -> Stored:
    return Stored(id="mem", content=content, similarity=similarity, **fields)


def test_the_slot_counts_more_than_the_words():
    wanted = read_wanted("my phone number")
    assert fit(wanted, stored("Call 555.", 0.0, key="phone", value="555")) is Fit.KEYED
    assert fit(wanted, stored("User lost a phone.", 0.2)) is not Fit.CLEAR


def test_another_value_of_the_slot_is_not_meant():
    wanted = read_wanted("i live in Paris")
    assert fit(wanted, stored("User lives in Lyon.", 0.9, key="city", value="Lyon")) is Fit.NONE
    assert fit(wanted, stored("User lives in Paris.", 0.9, key="city", value="Paris")) is Fit.KEYED


def test_somebody_elses_is_never_taken_for_ones_own():
    theirs = stored(
        "User's mother is allergic to nuts.", 1.0, beneficiary="mother", key="allergy", value="nuts"
    )
    assert fit(read_wanted("i'm allergic to nuts"), theirs) is Fit.NONE
    assert fit(read_wanted("my mum's nut allergy"), theirs) is not Fit.NONE


def test_the_opposite_is_not_clearly_meant():
    assert fit(read_wanted("i like jazz"), stored("User does not like jazz.")) is Fit.DOUBTFUL


def test_a_person_is_known_by_role_and_by_name():
    ex = read_wanted("my ex")
    assert fit(ex, stored("User's ex kept the flat.", 0.0, beneficiary="ex")) is Fit.CLEAR
    assert fit(ex, stored("User's ex-wife is called Ana.", 0.0)) is Fit.CLEAR
    assert fit(ex, stored("User exercises on Mondays.", 0.9)) is Fit.NONE
