from __future__ import annotations

import pytest

from memory.extraction.sentences import split_clauses, split_sentences


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("i cycle. i swim!", ["i cycle", "i swim"]),
        ("moved house 🎉🎉 boxes everywhere", ["moved house", "boxes everywhere"]),
        ("line one\nline two", ["line one", "line two"]),
        ("Dr. Amadi takes 2.5 mg at 9 a.m. daily.", ["Dr. Amadi takes 2.5 mg at 9 a.m. daily"]),
        ("- first thing\n2) second thing", ["first thing", "second thing"]),
        ("see example.com/a.b for more", ["see example.com/a.b for more"]),
        ("```\ni = 1\n```\ni live in Ghent", ["i live in Ghent"]),
        ("> i live in Rome\nno i don't", ["no i don't"]),
        ("🙂🙂 !!! ...", []),
        ("", []),
    ],
)
def test_chat_is_split_into_sentences(text: str, sentences: list[str]) -> None:
    assert [sentence.text for sentence in split_sentences(text)] == sentences


@pytest.mark.parametrize(
    ("text", "clauses"),
    [
        ("i'm vegan and my son is allergic to nuts", ["i'm vegan", "my son is allergic to nuts"]),
        ("we moved to Ghent, so i cycle to work", ["we moved to Ghent", "i cycle to work"]),
        ("i like tea and cake", ["i like tea and cake"]),
        ("i'm coeliac, what can i eat", ["i'm coeliac", "what can i eat"]),
    ],
)
def test_a_run_on_sentence_is_split_where_a_new_subject_begins(
    text: str, clauses: list[str]
) -> None:
    [sentence] = split_sentences(text)
    assert [clause.text for clause in split_clauses(sentence)] == clauses


def test_places_are_those_of_the_original_text() -> None:
    text = "hello!  \u201ci\u2019m Lotte\u201d 😀 and we live in Ghent, so my commute is short."
    for sentence in split_sentences(text):
        for clause in split_clauses(sentence):
            original = text[clause.start : clause.end].replace("\u2019", "'")
            assert original.strip("\u201c\u201d") == clause.text.strip('"')


def test_a_question_mark_makes_a_question() -> None:
    assert [sentence.is_question for sentence in split_sentences("is it? it is.")] == [True, False]
