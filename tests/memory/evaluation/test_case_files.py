"""JSON-lines files: what is read of them, and which lines are kept aside."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest

from memory.errors import InvalidError
from memory.evaluation.case_files import Part, Row, read_cases

BENCH = Path(__file__).parents[3] / "bench" / "extraction.py"


def number(row: Row) -> int:
    return row.values["number"]


def write(path: Path, *lines: str) -> Path:
    path.write_text("\n".join(lines))
    return path


def test_every_third_line_is_kept_aside() -> None:
    parts = [Part.of_line(line) for line in range(1, 7)]
    built, aside = Part.BUILT_ON, Part.KEPT_ASIDE
    assert parts == [built, built, aside, built, built, aside]


def test_the_lines_kept_aside_are_those_of_the_benchmark_of_extraction(tmp_path) -> None:
    """Its faults were shown before there was an evaluation; what it hid must stay hidden."""
    spec = importlib.util.spec_from_file_location("bench_extraction", BENCH)
    bench = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(bench)
    path = write(tmp_path / "cases.jsonl", *(f'{{"number": {n}}}' for n in range(1, 10)))

    hidden = [case["number"] for aside, case in bench.rows(path) if aside]

    rows = read_cases(path, lambda row: row)
    assert hidden == [row.values["number"] for row in rows if row.part is Part.KEPT_ASIDE]


def test_an_empty_line_is_passed_over_and_counted(tmp_path) -> None:
    path = write(tmp_path / "cases.jsonl", '{"number": 1}', "", '{"number": 3}')

    rows = read_cases(path, lambda row: row)

    assert [(row.number, row.part) for row in rows] == [(1, Part.BUILT_ON), (3, Part.KEPT_ASIDE)]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("{", "Line 2 is not a labelled case"),
        ("7", "Line 2 is not a labelled case: a JSON object is expected"),
        ("{}", "Line 2 lacks the field 'number'"),
        ('{"id": "a", "number": 2}', "Line 2 has the id of line 1"),
    ],
)
def test_a_line_that_cannot_be_used_is_named(tmp_path, line, sentence) -> None:
    path = write(tmp_path / "cases.jsonl", '{"id": "a", "number": 1}', line)

    with pytest.raises(InvalidError, match=sentence):
        read_cases(path, number)


def test_a_folder_is_no_file(tmp_path) -> None:
    with pytest.raises(InvalidError, match="cannot be read: Is a directory"):
        read_cases(tmp_path, number)
