"""Lines that cannot be taken, and files that are of no use."""

from __future__ import annotations

import io

import pytest

from memory.errors import InvalidError
from memory.imports.intake import check_file
from memory.models import Subject
from tests.memory.conftest import current
from tests.memory.imports.conftest import GOOD, outcomes, take_in, work

WRONG = [
    ({"content": "x" * 9_000}, "content: A text may have 8,000 characters; this one has 9,000."),
    ({"content": ""}, "content: write a statement; this line has none."),
    ({"content": "  "}, "content: Write something"),
    ({}, "content: write a statement"),
    ({"content": 5}, "content: write a text."),
    ({"content": "a\0b"}, "content: The text holds a NUL byte"),
    ({**GOOD, "type": "working"}, "type: write one of semantic, episodic, procedural"),
    ({**GOOD, "scope": ["fact"]}, "scope: write one of"),
    ({**GOOD, "valid_from": "yesterday"}, "valid_from: write a day such as"),
    ({**GOOD, "valid_from": "2026-01-01T10:00:00"}, "valid_from: write a day such as"),
    ({**GOOD, "said_at": "1899-12-31"}, "said_at: it must lie between"),
    ({**GOOD, "said_at": 5}, "said_at: write a day such as"),
    ({**GOOD, "valid_from": "2026-02-01", "valid_until": "2026-01-01"}, "valid_until must not lie"),
    ({**GOOD, "subject": "a\tb"}, "subject: The id holds a control character"),
    ({**GOOD, "source_session": "x" * 201}, "source_session: An id may have 200"),
    ({**GOOD, "importance": 11}, "importance: write a whole number from 1 to 10."),
    ({**GOOD, "importance": True}, "importance: write a whole number"),
    ({**GOOD, "importance": "high"}, "importance: write a whole number"),
    ({**GOOD, "confidence": "nan"}, "confidence: write a number from 0 to 1."),
    ({**GOOD, "value": "Pau"}, "value: name its key as well."),
    ({**GOOD, "key": "city"}, "value: Give the value of the key as well."),
    ({**GOOD, "source": "user"}, "There is a column that is not known; known are content"),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "told"), WRONG, ids=[told for _, told in WRONG])
def test_a_wrong_line_is_told_and_the_others_are_imported(workspace, alma, fakes, wrong, told):
    report = work(take_in(workspace, GOOD, wrong, "Alma owns a cello."))

    assert outcomes(report) == {"added": 2, "invalid": 1}
    assert report.faults[0].line == 2
    assert report.faults[0].message.startswith(told)
    assert current(alma) == {GOOD["content"], "Alma owns a cello."}


def test_a_line_without_a_subject_is_told(workspace, fakes):
    report = work(take_in(workspace, GOOD, {**GOOD, "subject": "dora"}, default_subject=""))
    assert outcomes(report) == {"added": 1, "invalid": 1}
    assert "name whom it is about" in report.faults[0].message


def test_an_import_about_one_person_takes_nobody_else(workspace, alma, fakes):
    lines = [{**GOOD, "subject": name} for name in ("person-1", "dora")]
    report = work(take_in(workspace, *lines, subject=alma))
    assert outcomes(report) == {"added": 1, "invalid": 1}
    assert not Subject.objects.filter(external_id="dora").exists()


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"", "empty"),
        (b"content\n", "no statement"),
        (b"[]", "no statement"),
        ("content\nPau".encode("utf-16"), "UTF-16"),
    ],
)  # fmt: skip
def test_a_useless_file_is_refused(data, told):
    with pytest.raises(InvalidError, match=told):
        check_file(io.BytesIO(data))


def test_too_many_statements_are_refused():
    file = io.BytesIO(b'{"content": "a"}\n' * 100_001)
    with pytest.raises(InvalidError, match="may have 100,000 statements"):
        check_file(file)
