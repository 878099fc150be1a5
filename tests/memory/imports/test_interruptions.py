"""Whatever dies on the way is resumed, and nothing is done twice."""

from __future__ import annotations

from unittest.mock import patch

import pytest

from memory.errors import UnavailableError
from memory.imports import intake
from memory.imports.report import report_of
from memory.imports.work import MAX_ATTEMPTS
from memory.models import Claim, Import, Memory
from memory.write_path import decide_claim
from tests.memory.conftest import current
from tests.memory.imports.conftest import GOOD, SEVEN, outcomes, take_in, work


def test_taking_in_goes_on_after_the_last_line_that_was_written(workspace, alma, fakes):
    statements = [f"Alma owns tuba {n}." for n in range(25)]
    real, written = intake._write, []

    def die_at_the_third(*args):
        written.append(args)
        if len(written) == 3:
            raise KeyboardInterrupt
        real(*args)

    with patch.object(intake, "BATCH", 10), patch.object(intake, "_write", die_at_the_third):
        with pytest.raises(KeyboardInterrupt):
            take_in(workspace, *statements)
        run = Import.objects.get()
        assert (run.state, run.lines.count()) == (Import.State.READING, 20)
        work(run)  # a worker may begin before all is read
        assert run.state == Import.State.READING
        take_in(workspace, *statements)

    assert outcomes(work(run)) == {"added": 25}
    assert current(alma) == set(statements)


@pytest.mark.parametrize("step", ["_make_claims", "_decide_one", "_settle"])
@pytest.mark.parametrize("when", ["before", "after"])
def test_work_that_dies_anywhere_is_resumed(workspace, alma, fakes, step, when):
    statements = [f"Alma owns tuba {n}." for n in range(10)]
    run = take_in(workspace, *statements)
    from memory.imports import work as module

    real, calls = getattr(module, step), []

    def die(*args):
        calls.append(args)
        fatal = len(calls) == (4 if step == "_decide_one" else 1)
        if fatal and when == "before":
            raise KeyboardInterrupt
        answer = real(*args)
        if fatal:
            raise KeyboardInterrupt
        return answer

    with patch.object(module, step, die), pytest.raises(KeyboardInterrupt):
        work(run)

    assert outcomes(work(run)) == {"added": 10}
    assert Memory.objects.count() == Claim.objects.count() == 10


def test_lines_wait_while_a_model_is_away(workspace, alma, fakes):
    run = take_in(workspace, SEVEN)
    with (
        patch("memory.inference.embeddings._encoder", side_effect=UnavailableError("Away.")),
        pytest.raises(UnavailableError),
    ):
        work(run)
    assert report_of(run).waiting == 1
    assert outcomes(work(run)) == {"added": 1}


def test_a_line_that_always_fails_is_told_without_its_words(workspace, alma, fakes, caplog):
    run = take_in(workspace, SEVEN, GOOD)
    from memory.imports import work as module

    def fail(claim_id, models):
        if Claim.objects.get(id=claim_id).content == SEVEN:
            raise RuntimeError("about " + SEVEN)
        return decide_claim(claim_id, models)

    with patch.object(module, "decide_claim", fail):
        for _ in range(MAX_ATTEMPTS):
            report = work(run)
    assert outcomes(report) == {"added": 1, "failed": 1}
    assert "RuntimeError" in report.faults[0].message
    assert "bakery" not in caplog.text + str(report)
