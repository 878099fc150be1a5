"""Erasing reaches the lines of an import, whether they wait or were decided."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from memory import store
from memory.forget.erase import erase_memory, erase_subject
from memory.imports import intake
from memory.imports.report import result_rows
from memory.models import Import, ImportLine, Memory, Session, Subject
from tests.memory.conftest import current, tell
from tests.memory.forget.test_erase import traces
from tests.memory.imports.conftest import GOOD, NINE, SEVEN, outcomes, take_in, work


def test_erasing_a_memory_reaches_lines_that_wait(workspace, alma, fakes):
    tell(alma, SEVEN)
    run = take_in(workspace, SEVEN.upper(), GOOD)

    erase_memory(Memory.objects.get(), store.SYSTEM)

    assert traces("bakery") == traces("BAKERY") == []
    assert outcomes(work(run)) == {"added": 1, "erased": 1}
    assert current(alma) == {GOOD["content"]}


def test_erasing_a_memory_reaches_lines_that_were_decided(workspace, alma, fakes):
    run = take_in(workspace, SEVEN, GOOD, SEVEN)
    work(run)

    erase_memory(Memory.objects.get(content=SEVEN), store.SYSTEM)

    assert traces("bakery") == []
    assert [row["claim_id"] for row in result_rows(run)].count("") == 2


@pytest.mark.parametrize("about", ["everybody", "one person"])
@pytest.mark.parametrize("decided", [True, False])
def test_erasing_a_person_takes_their_lines(workspace, alma, bruno, fakes, about, decided):
    order = {"subject": alma} if about == "one person" else {}
    others = [] if order else [{"content": GOOD["content"], "subject": "dora"}]
    run = take_in(workspace, SEVEN, *others, **order)
    if decided:
        work(run)

    erase_subject(alma, store.SYSTEM)

    assert traces("bakery") == []
    assert ImportLine.objects.count() == len(others)
    assert Import.objects.count() == len(others)
    if others:
        assert outcomes(work(run)) == {"added": 1}
        assert Memory.objects.get().content == GOOD["content"]
    assert not Session.objects.filter(subject=alma).exists()


@pytest.mark.django_db(transaction=True)
def test_a_person_who_is_erased_while_the_file_is_taken_in_is_not_made_again(
    workspace, alma, fakes
):
    statements = [SEVEN, {**GOOD, "subject": "dora"}]
    real, written = intake._write, []

    def erase_in_between(*args):
        if len(written) == 1:
            erase_subject(alma, store.SYSTEM)
        written.append(args)
        real(*args)

    with (
        patch.object(intake, "BATCH", 1),
        patch.object(intake, "_write", erase_in_between),
    ):
        run = take_in(workspace, SEVEN, NINE, *statements[1:])
        written.clear()

    assert not Subject.objects.filter(external_id="person-1").exists()
    assert traces("bakery") == []
    assert outcomes(work(run))["added"] == 1
