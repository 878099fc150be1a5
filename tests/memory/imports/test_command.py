"""`manage.py import_memories`, in this process and with fakes."""

from __future__ import annotations

import csv
import io
import json
from io import StringIO
from pathlib import Path
from types import SimpleNamespace

import pytest
from django.core.management import CommandError, call_command

from memory.models import Import, Memory

SEVEN = "Alma's bakery opens at seven."


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "statements.csv"
    path.write_text(
        f"content,subject\n{SEVEN},\nPlays the tuba.,dora\n,\n{'x' * 9_000},\n{SEVEN},\n"
    )
    return path


def run(file: Path | str, *options: str) -> tuple[str, str]:
    out, progress = StringIO(), StringIO()
    words = (str(file), "--workspace", "almas-bot", "--subject", "person-1", *options)
    call_command("import_memories", *words, stdout=out, stderr=progress)
    return out.getvalue(), progress.getvalue()


def test_the_report_tells_what_became_of_the_lines(alma, fakes, file):
    told, progress = run(file)

    assert "(done): 4 of 4 lines" in told
    assert "line 5: content: A text may have 8,000 characters; this one has 9,000." in told
    assert "4 lines taken in" in progress
    assert set(Memory.objects.values_list("subject__external_id", "content")) == {
        ("person-1", SEVEN), ("dora", "Plays the tuba."),
    }  # fmt: skip
    assert "bakery" not in told + progress


def test_the_report_as_json_and_the_result_as_a_file(alma, fakes, file, tmp_path):
    told, _ = run(file, "--json", "--triage", "--result", str(tmp_path / "result.csv"))

    report = json.loads(told)
    assert (report["state"], report["triage"]) == ("done", True)
    counts = {name: count for name, count in report["outcomes"].items() if count}
    assert counts == {"added": 2, "skipped": 1, "invalid": 1}
    rows = list(csv.DictReader((tmp_path / "result.csv").open()))
    assert [(row["line"], row["outcome"], row["user_id"]) for row in rows] == [
        ("2", "added", "person-1"),
        ("3", "added", "dora"),
        ("5", "invalid", ""),
        ("6", "skipped", "person-1"),
    ]
    assert rows[0]["memory_id"] == rows[3]["memory_id"]


def test_the_same_command_again_tells_the_same(alma, fakes, file):
    first, _ = run(file)
    again, _ = run(file)
    assert first == again
    assert Import.objects.count() == 1


def test_what_is_piped_in_is_imported(alma, fakes, monkeypatch):
    data = io.BytesIO(json.dumps([{"content": SEVEN}]).encode())
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=data))
    told, _ = run("-")
    assert "1 of 1 lines" in told


def test_it_may_be_left_to_the_workers(alma, fakes, file):
    told, _ = run(file, "--detach")
    assert "(running): 1 of 4 lines" in told
    assert not Memory.objects.exists()


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--workspace", "nowhere"], "no such workspace; there are almas-bot"),
        (["--subject", ""], "name whom it is about"),
        (["--subject", "a\tb"], "control character"),
        (["--format", "json"], "not valid JSON"),
    ],
)
def test_what_cannot_be_is_told(alma, fakes, file, options, told):
    try:
        said, _ = run(file, *options)
    except CommandError as error:
        said = str(error)
        assert not Import.objects.exists()
    assert told in said


@pytest.mark.parametrize(
    ("data", "told"), [(b"", "empty"), (b"content\n", "no statement"), (b"\xff\xfe", "UTF-16")]
)
def test_a_useless_file_is_refused(alma, fakes, file, data, told):
    file.write_bytes(data)
    with pytest.raises(CommandError, match=told):
        run(file)
    assert not Import.objects.exists()


def test_a_file_that_is_not_there_is_told(alma, fakes, tmp_path):
    with pytest.raises(CommandError, match="cannot be read"):
        run(tmp_path / "nothing.csv")
