"""Several rankings as one."""

from __future__ import annotations

from memory.recall.fusion import best_first, fuse, with_neighbours


def test_what_both_rankings_have_comes_before_the_first_of_one():
    assert best_first(fuse(["a", "b"], ["c", "b"]))[0] == "b"


def test_what_one_ranking_lacks_keeps_its_place_of_the_other():
    assert best_first(fuse(["a", "b", "c"], [])) == ["a", "b", "c"]


def test_equal_scores_are_always_in_the_same_order():
    assert best_first(fuse(["b"], ["a"])) == best_first(fuse(["a"], ["b"])) == ["a", "b"]


def test_what_stands_beside_a_hit_gains_from_it():
    scores = with_neighbours({"hit": 1.0, "far": 0.4}, {"hit": ["beside"], "far": []})

    assert best_first(scores) == ["hit", "beside", "far"]


def test_a_hit_between_hits_gains_from_both():
    scores = with_neighbours(
        {"a": 1.0, "b": 1.0, "c": 1.0}, {"a": ["b"], "b": ["a", "c"], "c": ["b"]}
    )

    assert best_first(scores)[0] == "b"
