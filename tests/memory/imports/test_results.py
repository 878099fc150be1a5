"""What is told of an import: every line, and no words of one."""

from __future__ import annotations

from django.utils import timezone

from memory import store
from memory.imports.intake import Order, check_file, receive_import
from memory.imports.report import as_text, json_lines, report_of, result_rows, write_csv
from memory.imports.work import decide_some, waiting_shards
from memory.models import ImportLine, Memory
from tests.memory.conftest import tell
from tests.memory.imports.conftest import SEVEN, file_of, take_in, work


def test_the_result_names_every_line_and_quotes_none(workspace, alma, fakes, tmp_path):
    tell(alma, "Alma keeps bees.")
    run = take_in(
        workspace,
        SEVEN,
        {"content": ""},
        "Alma keeps bees.",
        "My password is hunter2hunter2.",
        SEVEN,
    )
    report = work(run)
    rows = list(result_rows(run))

    assert [(row["line"], row["outcome"]) for row in rows] == [
        (1, "added"), (2, "invalid"), (3, "skipped"), (4, "refused"), (5, "skipped"),
    ]  # fmt: skip
    assert rows[0]["memory_id"] == rows[4]["memory_id"] == Memory.objects.get(content=SEVEN).id
    assert {row["user_id"] for row in rows} == {"person-1", ""}
    told = "".join([*json_lines(run), *as_text(report)])
    with (tmp_path / "result.csv").open("w") as file:
        write_csv(run, file)
    told += (tmp_path / "result.csv").read_text()
    for words in ("bakery", "bees", "hunter2"):
        assert words not in told
    assert "Refused: it holds a password" in told


def test_the_text_names_counts_reasons_and_faulty_lines(workspace, alma, fakes):
    lines = as_text(work(take_in(workspace, SEVEN, SEVEN, *[{"content": ""}] * 25)))
    text = "\n".join(lines)
    assert "27 of 27 lines" in text
    assert "added" in text and "Not stored again: the same words are stored already." in text
    assert "line 3: content: write a statement; this line has none." in text
    assert "and 5 more" in text


def test_a_long_import_is_told_in_as_many_queries_as_a_short_one(
    workspace, fakes, django_assert_num_queries
):
    run = take_in(workspace, *(f"Alma owns tuba {n}." for n in range(120)))
    work(run)
    with django_assert_num_queries(2):
        report_of(run)


def test_nothing_waits_afterwards(workspace, alma, fakes):
    run = take_in(workspace, SEVEN)
    work(run)
    assert waiting_shards(run) == []
    assert decide_some(run, 0) == 0
    assert ImportLine.objects.filter(statement__isnull=False).count() == 0
    assert run.finished_at <= timezone.now()


def test_the_file_is_read_from_its_beginning(workspace, fakes):
    file = file_of(SEVEN)
    file.read()
    order = Order(workspace=workspace, actor=store.SYSTEM, default_subject="dora")
    assert receive_import(order, check_file(file)).lines.count() == 1
