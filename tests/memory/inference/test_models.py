"""The real models: what they answer, and what is refused."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from memory.errors import UnavailableError
from memory.inference import embeddings, nli, profiles
from memory.inference.embeddings import embed
from memory.inference.labels import label_columns
from memory.inference.onnx_scorer import read_config

pytestmark = pytest.mark.models


@pytest.mark.parametrize(
    ("a", "b", "cosine"),
    [
        ("The customer's office is in Denver.", "The customer's office is in Chicago.", 0.740),
        (
            "The customer's office is in Denver.",
            "The customer is learning to play the cello.",
            0.235,
        ),
        (
            "The customer prefers to be contacted by email, never by phone.",
            "The customer prefers to be contacted by email.",
            0.800,
        ),
    ],
)
def test_the_published_similarities_are_reproduced(a, b, cosine):
    first, second = (np.array(vector.values) for vector in embed([a, b]))

    assert first @ second == pytest.approx(cosine, abs=0.0006)
    assert np.linalg.norm(first) == pytest.approx(1.0, abs=1e-5)


def test_a_batch_gives_the_same_scores_as_single_pairs():
    pairs = [
        ("User lives in Denver.", "User lives in Austin."),
        ("User lives in Denver.", "User has a dog and a cat and a garden with many trees."),
    ]

    together = nli.score(pairs)
    apart = [nli.score([pair])[0] for pair in pairs]

    for one, other in zip(together, apart, strict=True):
        assert one.contradiction == pytest.approx(other.contradiction, abs=1e-4)
        assert one.contradiction + one.entailment + one.neutral == pytest.approx(1.0, abs=1e-4)
    assert together[0].contradiction > 0.9 > together[1].contradiction


def test_a_statement_of_8000_characters_is_scored():
    [vector] = embed(["word " * 1_600])
    [scores] = nli.score([("word " * 1_600, "word")])

    assert len(vector.values) == 384
    assert 0.0 <= scores.contradiction <= 1.0


def test_nothing_to_do_needs_no_model(monkeypatch):
    monkeypatch.setattr(embeddings, "_encoder", None)
    monkeypatch.setattr(nli, "_scorer", None)

    assert embed([]) == []
    assert nli.score([]) == []


def test_label_order_is_read_from_the_model():
    assert label_columns({0: "ENTAILMENT", 1: "neutral", 2: "contradiction"}) == [2, 0, 1]


@pytest.mark.parametrize("labels", [{0: "LABEL_0", 1: "LABEL_1", 2: "LABEL_2"}, {0: "entailment"}])
def test_a_model_that_does_not_name_its_labels_is_refused(labels):
    with pytest.raises(UnavailableError, match="id2label"):
        label_columns(labels)


@pytest.mark.parametrize("row", [[[np.nan, 0.5, 0.5]], [[0.5, 0.5]]])
def test_scores_that_are_no_numbers_are_refused(monkeypatch, row):
    monkeypatch.setattr(nli, "_scorer", lambda: lambda pairs: np.array(row))

    with pytest.raises(UnavailableError, match="no numbers"):
        nli.score([("a", "b")])


def test_weights_that_are_not_there_are_named(settings, tmp_path):
    profile = replace(profiles.PROFILES[0])
    settings.NLI_PATH = str(tmp_path)
    with pytest.raises(UnavailableError, match=r"config\.json"):
        profile.location  # noqa: B018
    settings.NLI_PATH = ""
    assert profile.location == str(profiles.CONFLICT_WEIGHTS)


def test_the_profile_is_that_of_the_shipped_weights(settings):
    settings.NLI_PATH = ""
    [own] = [profile for profile in profiles.PROFILES if not profile.nli]
    assert own.revision == read_config(profiles.CONFLICT_WEIGHTS)["revision"]


def test_weights_trained_further_say_their_own_revision(settings, tmp_path):
    settings.NLI_PATH, settings.NLI_PROFILE = str(tmp_path), "conflict-minilm"
    (tmp_path / "config.json").write_text('{"revision": "abc"}')
    profiles.active_profile.cache_clear()
    try:
        assert profiles.active_profile().revision == "abc"
    finally:
        profiles.active_profile.cache_clear()


def test_a_model_without_a_profile_is_refused(settings):
    settings.NLI_PROFILE = "something-else"
    profiles.active_profile.cache_clear()
    try:
        with pytest.raises(UnavailableError, match="measure thresholds"):
            profiles.active_profile()
    finally:
        profiles.active_profile.cache_clear()
