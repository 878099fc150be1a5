"""Charts: the shapes stand for the numbers."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from review.charts import (
    HEIGHT,
    LABELS,
    MISSING,
    WIDTH,
    Series,
    duration,
    lines,
    lying,
    nice_top,
    share,
    stacked,
    whole,
)

counts = st.lists(st.integers(0, 10_000), min_size=1, max_size=90)


@given(counts)
def test_stacked_bars_are_as_high_as_their_values(values):
    labels = [str(at) for at in range(len(values))]
    halves = [Series(name="a", values=values), Series(name="b", values=values)]
    chart = stacked(labels, halves)
    top = nice_top(2 * max(values))
    assert sum(bar.height for bar in chart.bars) == pytest.approx(
        2 * sum(values) / top * HEIGHT, abs=0.1 * len(chart.bars) + 0.1
    )
    assert all(bar.y >= -0.1 and bar.y + bar.height <= HEIGHT + 0.11 for bar in chart.bars)
    assert all(bar.x >= 0 and bar.x + bar.width <= WIDTH + 0.1 for bar in chart.bars)


@given(st.floats(1e-6, 1e9))
def test_the_top_of_a_scale_is_near_and_not_below(value):
    assert value * (1 - 1e-9) <= nice_top(value) <= 2.5 * value


def test_a_line_is_broken_where_a_value_is_missing():
    chart = lines(list("abcde"), [Series(name="x", values=[1, 2, None, 3, 4])])
    assert [len(path.points.split()) for path in chart.paths] == [2, 2]
    assert len(chart.dots) == 4
    assert [row.cells for row in chart.rows][2] == [MISSING]


def test_lying_bars_stand_beside_each_other():
    chart = lying(["k"], [Series(name="a", values=[3]), Series(name="b", values=[1])])
    first, second = chart.bars
    assert (first.x, first.width, second.x, second.width) == (0, WIDTH * 0.75, WIDTH * 0.75, 90)


@given(st.integers(1, 400))
def test_labels_find_a_place_and_the_newest_has_one(number):
    labels = [str(at) for at in range(number)]
    chart = stacked(labels, [Series(name="a", values=[1] * number)])
    assert len(chart.across) <= LABELS
    assert chart.across[-1].text == labels[-1]


def test_nothing_is_empty():
    assert stacked(["a"], [Series(name="x", values=[0])]).is_empty
    assert lying([], []).is_empty
    assert lines(["a"], [Series(name="x", values=[None])]).is_empty


@pytest.mark.parametrize(
    ("hours", "said"),
    [(0, "0 min"), (0.01, "under 1 min"), (0.5, "30 min"), (5, "5.0 h"), (72, "3.0 days")],
)
def test_durations(hours, said):
    assert duration(hours) == said


def test_numbers():
    assert [whole(1204), whole(2.5), share(0.5), share(0.004), share(0)] == [
        "1,204",
        "2.5",
        "50 %",
        "0.4 %",
        "0 %",
    ]
