"""From a file to verdicts: each line once, in order, and the same as one by one."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from django.utils import timezone

from memory.inference.fakes import use_fakes
from memory.models import (
    Claim,
    Decision,
    Import,
    ImportLine,
    Memory,
    ReviewItem,
    Subject,
    Workspace,
)
from memory.write_path import NewClaim, decide_claim, receive_claims
from tests.memory.conftest import conflict, current, tell
from tests.memory.forget.test_erase import traces
from tests.memory.imports.conftest import GOOD, HOURS, NINE, SEVEN, outcomes, take_in, work


def test_statements_go_through_the_gate_with_their_fields(workspace, fakes):
    run = take_in(
        workspace,
        {
            "content": "User lives in Pau.",
            "key": "Home City",
            "value": "Pau",
            "valid_from": "2024-03-01",
            "said_at": "2024-03-02T10:00:00+01:00",
            "source_session": "chat-7",
            "subject": "dora",
            "importance": 7,
        },
    )
    report = work(run)

    memory = Memory.objects.get()
    assert outcomes(report) == {"added": 1}
    assert (memory.key, memory.value, memory.source, memory.importance) == (
        "city",
        "Pau",
        "import",
        7,
    )
    assert memory.valid_from.isoformat() == "2024-03-01T00:00:00+00:00"
    assert memory.said_at.isoformat() == "2024-03-02T09:00:00+00:00"
    assert memory.source_session.external_id == "chat-7"
    assert memory.subject.external_id == "dora"
    assert run.state == Import.State.DONE


@pytest.mark.parametrize(
    ("triage", "expected", "still"),
    [(False, {"added": 1, "replaced": 1}, {NINE}), (True, {"added": 1, "queued": 1}, {SEVEN})],
)
def test_triage_queues_what_the_policy_would_replace(workspace, alma, triage, expected, still):
    with use_fakes(HOURS):
        report = work(take_in(workspace, SEVEN, NINE, triage=triage))

    assert outcomes(report) == expected
    assert current(alma) == still
    if triage:
        assert ReviewItem.objects.get().reason == "policy"


def test_triage_holds_whoever_decides_the_claim(workspace, alma):
    """A worker that is killed leaves claims to the ordinary sweep."""
    with use_fakes(HOURS):
        tell(alma, SEVEN, source="import")
        run = take_in(workspace, NINE, triage=True)
        with patch("memory.imports.work._decide"):
            work(run)
        decide_claim(Claim.objects.get(content=NINE).id)
        assert current(alma) == {SEVEN}
        assert outcomes(work(run)) == {"queued": 1}


def test_an_import_never_retires_what_the_user_said(workspace, alma):
    with use_fakes(HOURS):
        tell(alma, SEVEN)
        report = work(take_in(workspace, NINE))

    assert current(alma) == {SEVEN}
    assert [(r.outcome, r.reason) for r in report.reasons] == [("review", "lower_source")]


def test_lines_count_as_said_in_the_order_of_the_file(workspace, alma):
    with use_fakes(HOURS):
        report = work(take_in(workspace, SEVEN, NINE, SEVEN))

    assert outcomes(report) == {"added": 1, "replaced": 2}
    assert current(alma) == {SEVEN}


def test_duplicates_within_the_file_are_found(workspace, alma, fakes):
    report = work(take_in(workspace, SEVEN, NINE, SEVEN.upper(), NINE, NINE))

    assert outcomes(report) == {"added": 2, "skipped": 3}
    assert {(r.reason, r.count) for r in report.reasons} == {("new", 2), ("exact", 3)}


def test_the_same_file_twice_doubles_nothing(workspace, alma, fakes):
    first = take_in(workspace, SEVEN, NINE)
    work(first)
    again = take_in(workspace, SEVEN, NINE)

    assert again == first
    assert outcomes(work(again)) == {"added": 2}
    assert (Claim.objects.count(), ImportLine.objects.count()) == (2, 2)


def test_the_same_file_for_somebody_else_or_somewhere_else_is_another_import(
    workspace, bruno, fakes
):
    runs = [
        take_in(workspace, SEVEN),
        take_in(workspace, SEVEN, default_subject="dora"),
        take_in(workspace, SEVEN, triage=True),
        take_in(bruno.workspace, SEVEN),
    ]
    assert len({run.id for run in runs}) == 4
    assert [outcomes(work(run)) for run in runs] == [
        {"added": 1}, {"added": 1}, {"skipped": 1}, {"added": 1},
    ]  # fmt: skip


def test_a_batch_decides_as_one_by_one(db, tmp_path):
    """The models are asked ahead; the verdicts are the same."""
    statements = [
        f"{name} {verb} {place}."
        for name in ("Alma", "Alma's sister")
        for verb in ("lives in", "works in", "moved to")
        for place in ("Pau", "Lyon", "Nice", "Pau")
    ]
    judge = conflict(("Pau", "Lyon"), ("Lyon", "Nice"))
    logs = []
    for slug in ("batch", "single"):
        home = Workspace.objects.create(name=slug, slug=slug)
        with use_fakes(judge):
            if slug == "batch":
                work(take_in(home, *statements))
            else:
                alma = Subject.objects.create(workspace=home, external_id="person-1")
                for statement in statements:
                    decide_claim(
                        receive_claims(alma, [NewClaim(content=statement, source="import")])[0].id
                    )
        log = Decision.objects.filter(workspace=home).order_by("created_at", "id")
        logs.append([(decision.action, decision.reason) for decision in log])
        logs[-1].append(sorted(current(Subject.objects.get(workspace=home))))
    assert logs[0] == logs[1]
    assert len({action for action, *_ in logs[0][:-1]}) > 1


def test_the_models_are_asked_once_for_a_batch(workspace, fakes):
    run = take_in(workspace, *(f"Alma owns tuba {n}." for n in range(50)))
    from memory.inference import embeddings

    with patch.object(embeddings, "embed", wraps=embeddings.embed) as embed:
        work(run)
    assert len([call for call in embed.call_args_list if call.args[0]]) == 1


def test_lines_about_somebody_who_paused_are_refused(workspace, alma, fakes):
    Subject.objects.filter(id=alma.id).update(paused_at=timezone.now())
    report = work(take_in(workspace, SEVEN, {**GOOD, "subject": "dora"}))

    assert outcomes(report) == {"added": 1, "refused": 1}
    assert "paused" in {reason.reason for reason in report.reasons}
    assert current(alma) == set()
    assert traces("bakery") == []
