"""The end users' pages hold no text that cannot be translated, and every translation is there."""

from __future__ import annotations

import ast
import re
from html.parser import HTMLParser

import polib
import pytest
from django.template.base import Lexer, TokenType

from tests.house.messages import OWN_TEMPLATES, ROOT, catalogues, messages, of_template, refusals

SEEN_ATTRIBUTES = {"alt", "aria-label", "placeholder", "title"}
NO_WORDS = {"Palimpsest", "j", "htmx"}
BY_HAND = "write its translation into the .po file and run: python -m tests.house.messages"
HOLE = "\x00"


class Words(HTMLParser):
    """The words that a page shows, without those that a template tag puts there."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.inside = ""

    def handle_starttag(self, tag, attrs):
        self.inside = tag
        for name, value in attrs:
            if name in SEEN_ATTRIBUTES:
                self.handle_data(value or "")

    def handle_endtag(self, tag):
        self.inside = ""

    def handle_data(self, data):
        if self.inside not in {"kbd", "script", "style"}:
            self.found += [w for w in re.findall(r"[^\W\d_]+", data) if w not in NO_WORDS]


def untranslated(source):
    """The words of a template that stand outside of what can be translated."""
    page, inside = "", False
    for token in Lexer(source).tokenize():
        if token.token_type is TokenType.BLOCK:
            word = token.contents.split()[0]
            inside = word == "blocktranslate" or (inside and word != "endblocktranslate")
        page += token.contents if token.token_type is TokenType.TEXT and not inside else HOLE
    words = Words()
    words.feed(page)
    return words.found


@pytest.mark.parametrize("path", OWN_TEMPLATES, ids=lambda path: path.name)
def test_no_text_stands_outside_of_a_translation(path):
    assert untranslated(path.read_text()) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("<p>Hello</p>", ["Hello"]),
        ('<p aria-label="Hello">{{ name }}</p>', ["Hello"]),
        ('<p class="x">{% translate "Hello" %}, {{ you }}</p>', []),
        ("{% blocktranslate %}Hello {{ you }}{% endblocktranslate %} there", ["there"]),
    ],
)
def test_what_counts_as_untranslated(source, found):
    assert untranslated(source) == found


def test_what_is_said_after_an_action_can_be_translated():
    for name in ("me", "my_forgetting", "my_kinds", "my_reads"):
        tree = ast.parse((ROOT / "review" / "views" / f"{name}.py").read_text())
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "toast":
                assert "_(" in ast.unparse(call.args[1]), (name, call.lineno)


def test_texts_are_found_where_they_stand():
    assert list(of_template("{% translate 'A b' %} {{ x|date:_('j M') }}")) == [
        ("A b", ""),
        ("j M", ""),
    ]
    many = "{% blocktranslate count n=k %}One{% plural %}{{ n }} of them{% endblocktranslate %}"
    assert list(of_template(many)) == [("One", "%(n)s of them")]
    assert list(refusals('"""Not this one."""\nraise E("Look again.")')) == ["Look again."]


def test_there_is_a_whole_translation():
    assert [path.parts[-3] for path in catalogues()] == ["de"]


@pytest.mark.parametrize("path", catalogues(), ids=lambda path: path.parts[-3])
def test_each_text_has_its_translation(path):
    entries = {(entry.msgid, entry.msgid_plural): entry for entry in polib.pofile(str(path))}
    missing = set(messages()) - set(entries)
    assert missing == set(), BY_HAND
    assert set(entries) - set(messages()) == set(), "these are gone; run the command"
    for entry in entries.values():
        forms = list(entry.msgstr_plural.values()) or [entry.msgstr]
        assert all(forms), f"{entry.msgid!r}: {BY_HAND}"
        assert not entry.fuzzy, entry.msgid
        for form in forms:
            assert holes(form) <= holes(entry.msgid + entry.msgid_plural), entry.msgid
            if not entry.msgid_plural:
                assert holes(form) == holes(entry.msgid), entry.msgid


def holes(text):
    return set(re.findall(r"%\(\w+\)s|\{\w+\}", text))


@pytest.mark.parametrize("path", catalogues(), ids=lambda path: path.parts[-3])
def test_the_compiled_file_is_up_to_date(path):
    def of(file):
        return {
            (entry.msgid, entry.msgid_plural): (entry.msgstr, dict(entry.msgstr_plural))
            for entry in file
        }

    compiled = polib.mofile(str(path.with_suffix(".mo")))
    assert of(compiled) == of(polib.pofile(str(path))), "python -m tests.house.messages"
