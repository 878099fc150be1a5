"""From a file to verdicts: each line once, in order, and the same as one by one."""

from __future__ import annotations

import io
from unittest.mock import patch

import pytest
from django.utils import timezone

from memory import store
from memory.errors import InvalidError, UnavailableError
from memory.forget.erase import erase_memory, erase_subject
from memory.imports import intake
from memory.imports.intake import Order, check_file, receive_import
from memory.imports.report import as_text, json_lines, report_of, result_rows, write_csv
from memory.imports.work import MAX_ATTEMPTS, decide_some, waiting_shards
from memory.inference.fakes import use_fakes
from memory.models import (
    Claim,
    Decision,
    Import,
    ImportLine,
    Memory,
    ReviewItem,
    Session,
    Subject,
    Workspace,
)
from memory.write_path import NewClaim, decide_claim, receive_claims
from tests.memory.conftest import conflict, current, tell
from tests.memory.forget.test_erase import traces
from tests.memory.imports.conftest import file_of, outcomes, take_in, work

SEVEN, NINE = "Alma's bakery opens at seven.", "Alma's bakery opens at nine."
HOURS = conflict(("seven", "nine"))


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


# Bad lines and bad files ------------------------------------------------------------------------

GOOD = {"content": "Alma plays the tuba."}
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


# Interruptions ----------------------------------------------------------------------------------


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


# Erasure ----------------------------------------------------------------------------------------


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


# What is told -----------------------------------------------------------------------------------


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
