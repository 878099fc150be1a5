"""What people decided, as labels for thresholds and for training."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from memory import store
from memory.evaluation.labels import decision_under
from memory.forget.erase import erase_memory, erase_subject
from memory.gate.policy import Policy, Thresholds
from memory.gate.verdict import Reason
from memory.inference.fakes import use_fakes
from memory.inference.profiles import active_profile
from memory.models import AdminRecord, Decision, Memory, ReviewItem
from memory.training.pairs import LABELS, read_anchors
from review.actions import Answer, resolve
from review.changes import undo_answer, undo_decision
from review.labels import reviewed_labels, training_rows
from review.policies import Action
from tests.memory.conftest import conflict, tell
from tests.people import ask, everything, remember

SEVEN, NINE = "Mira's bakery opens at seven.", "Mira's bakery opens at nine."
OPERATOR = store.Actor(Decision.Actor.OPERATOR)


def one_way(premise: str, hypothesis: str) -> tuple[float, float, float]:
    """Sure forward, not backward: the gate asks."""
    hit = "seven" in premise and "nine" in hypothesis
    return (0.99, 0.005, 0.005) if hit else (0.0, 0.0, 1.0)


def delete_memory(memory: Memory, actor: store.Actor) -> None:
    with store.change(memory.subject_id, actor) as c:
        store.delete(c, memory)


@pytest.fixture
def asked(mira) -> ReviewItem:
    """A question of the real gate, with its scores."""
    with use_fakes(one_way):
        tell(mira, SEVEN)
        tell(mira, NINE)
    return ReviewItem.objects.get()


@pytest.fixture
def replaced(mira) -> Decision:
    """An automatic replacement."""
    with use_fakes(conflict(("seven", "nine"))):
        tell(mira, SEVEN)
        tell(mira, NINE)
    return Decision.objects.get(action="replace")


@pytest.fixture
def answer(ana, decider):
    def give(item: ReviewItem, action: Action, **fields: str) -> None:
        resolve(item, Answer(action=action, **fields), decider(ana))
        item.refresh_from_db()

    return give


def labels_of(subject):
    return reviewed_labels(subject.workspace, active_profile())


@pytest.mark.parametrize(
    ("action", "accepted"),
    [
        (Action.REPLACE, {"replace"}),
        (Action.KEEP_BOTH, {"add"}),
        (Action.REJECT, {"skip", "add"}),
    ],
)
def test_an_answer_says_what_the_gate_should_have_done(mira, asked, answer, action, accepted):
    answer(asked, action)

    [label] = labels_of(mira).labels

    assert label.case.accepted == accepted
    assert label.stored[label.case.target] == asked.memory_id
    assert decision_under(label, Policy(), Thresholds()).outcome == "review"


@pytest.mark.parametrize("action", [Action.EDIT, Action.DELETE])
def test_an_answer_that_takes_neither_as_it_was_is_no_label(mira, asked, answer, action):
    answer(asked, action, content="Mira's bakery opens late.")
    assert labels_of(mira).labels == []
    assert training_rows(mira.workspace) == []


def test_an_answer_that_was_taken_back_is_no_label(mira, asked, answer):
    answer(asked, Action.KEEP_BOTH)
    undo_answer(asked, OPERATOR)

    assert labels_of(mira).labels == []
    assert training_rows(mira.workspace) == []


def test_only_the_last_answer_to_a_question_counts(mira, asked, answer):
    answer(asked, Action.KEEP_BOTH)
    undo_answer(asked, OPERATOR)
    answer(asked, Action.REPLACE)

    [label] = labels_of(mira).labels

    assert label.case.expect == "replace"


def test_a_replacement_that_a_person_undid_was_a_wrong_overwrite(mira, replaced):
    undo_decision(mira, replaced, OPERATOR)

    [label] = labels_of(mira).labels

    assert decision_under(label, Policy(), Thresholds()).outcome == "replace"
    assert "replace" not in label.case.accepted


def test_a_replacement_that_nobody_looked_at_is_no_label(mira, replaced):
    assert labels_of(mira).labels == []


def test_scores_of_another_model_are_counted_and_not_used(mira, asked, answer):
    ReviewItem.objects.update(
        evidence={**asked.evidence, "models": {"nli": "theirs", "revision": "9"}}
    )
    asked.refresh_from_db()
    answer(asked, Action.REPLACE)

    found = labels_of(mira)

    assert (found.labels, found.unusable) == ([], 1)


def test_labels_of_another_workspace_are_not_seen(orchard, asked, answer):
    answer(asked, Action.REPLACE)
    assert reviewed_labels(orchard, active_profile()).labels == []
    assert training_rows(orchard) == []


def test_training_rows_are_grouped_by_the_stored_statement(mira, denver, answer):
    answer(ask(mira, "Has a desk in Austin.", denver), Action.KEEP_BOTH)
    answer(ask(mira, "Works from Denver at times.", denver), Action.REJECT)
    answer(ask(mira, "Lives in Austin.", denver), Action.REPLACE)

    assert training_rows(mira.workspace) == [
        {
            "stored": "Lives in Denver.",
            "contradiction": ["Lives in Austin."],
            "entailment": [],
            "neutral": ["Has a desk in Austin."],
        }
    ]


def test_the_memory_that_was_replaced_is_the_one_that_counts(mira, denver, answer):
    other = remember(mira, "Home is Denver.")
    item = ask(mira, "Home is Austin.", denver, others=(other,), reason=Reason.TOO_CLOSE)

    answer(item, Action.REPLACE, memory=other.id)

    assert [row["stored"] for row in training_rows(mira.workspace)] == ["Home is Denver."]


def test_retired_copies_are_contradicted_by_what_replaced_them(mira, answer):
    first, second = remember(mira, "Home: Denver."), remember(mira, "Denver is home.")
    item = ask(
        mira, "Lives in Austin.", first, others=(second,), reason=Reason.COPIES, decided=True
    )
    answer(item, Action.RETIRE)

    rows = training_rows(mira.workspace)

    assert {row["stored"] for row in rows} == {"Home: Denver.", "Denver is home."}
    assert all(row["contradiction"] == ["Lives in Austin."] for row in rows)
    assert labels_of(mira).labels == []


@pytest.mark.parametrize("which", [SEVEN, NINE])
@pytest.mark.parametrize("take_away", [erase_memory, delete_memory])
def test_what_was_erased_or_deleted_is_not_exported(mira, asked, answer, which, take_away):
    answer(asked, Action.KEEP_BOTH)
    take_away(Memory.objects.get(content=which), OPERATOR)
    assert training_rows(mira.workspace) == []


def test_words_that_were_erased_elsewhere_are_not_exported_either(mira, denver, answer):
    answer(ask(mira, "Lives in Austin.", denver), Action.KEEP_BOTH)
    erase_memory(remember(mira, "lives in austin"), OPERATOR)
    assert training_rows(mira.workspace) == []


def test_an_erased_person_is_not_exported(mira, asked, answer):
    answer(asked, Action.KEEP_BOTH)
    erase_subject(mira, OPERATOR)
    assert training_rows(mira.workspace) == []


def test_the_file_is_new_and_for_its_owner_only(mira, denver, answer, tmp_path, capsys):
    answer(ask(mira, "Has a desk in Köln.", denver), Action.KEEP_BOTH)
    answer(ask(mira, "Lives in Köln.", denver), Action.REPLACE)
    out = tmp_path / "labels.jsonl"

    call_command("export_labels", "--workspace", "harbour", "--out", str(out), "--with-text")

    assert out.stat().st_mode & 0o777 == 0o600
    assert {(pair.hypothesis, LABELS[pair.target]) for pair in read_anchors(out)} == {
        ("Lives in Köln.", "contradiction"),
        ("Has a desk in Köln.", "neutral"),
    }
    assert "1 stored statements written" in capsys.readouterr().out


def test_what_people_said_leaves_only_where_that_is_asked_for(harbour, tmp_path):
    out = tmp_path / "labels.jsonl"
    with pytest.raises(CommandError, match="say --with-text"):
        call_command("export_labels", "--workspace", "harbour", "--out", str(out))
    assert not out.exists()


@pytest.mark.parametrize(
    ("slug", "name", "sentence"),
    [
        ("harbour", "there.jsonl", "is not overwritten"),
        ("harbour", "no/such/folder", "cannot be written"),
        ("nowhere", "new.jsonl", "no workspace 'nowhere'"),
    ],
)
def test_an_export_that_cannot_be_says_why(harbour, tmp_path, slug, name, sentence):
    there = tmp_path / "there.jsonl"
    there.write_text("mine")

    with pytest.raises(CommandError, match=sentence):
        call_command(
            "export_labels", "--workspace", slug, "--out", str(tmp_path / name), "--with-text"
        )

    assert there.read_text() == "mine"


# The command that tries thresholds on labels.


@pytest.fixture
def cases_file(tmp_path) -> Path:
    """Updates and look-alikes of which the fakes are sure, and unsure."""
    path = tmp_path / "cases.jsonl"
    with path.open("w") as file:
        for number in range(30):
            case = {
                "id": f"c{number}",
                "kind": "plain_update",
                "existing": [SEVEN],
                "incoming": NINE,
                "expect": "replace",
                "target": 0,
            }
            file.write(json.dumps(case) + "\n")
    return path


def test_calibrating_on_cases_stores_what_is_confirmed(harbour, cases_file, tmp_path, capsys):
    drawing = tmp_path / "trade-off.svg"
    options = ["--max-wrong-overwrite", "0.3", "--svg", str(drawing)]
    with use_fakes(conflict(("seven", "nine"))):
        call_command(
            "calibrate", "--cases", str(cases_file), "--write", "--workspace", "harbour", *options
        )

    harbour.refresh_from_db()
    assert "Recommended" in capsys.readouterr().out
    assert active_profile().with_measured(harbour.thresholds)[1] == ""
    assert harbour.thresholds["profile"] == active_profile().name
    assert AdminRecord.objects.get(workspace=harbour).act == AdminRecord.Act.THRESHOLDS
    assert drawing.read_text().startswith("<svg")


def test_what_cannot_be_promised_is_not_stored(harbour, cases_file, capsys):
    with (
        use_fakes(conflict(("seven", "nine"))),
        pytest.raises(CommandError, match="Nothing is stored"),
    ):
        call_command("calibrate", "--cases", str(cases_file), "--write", "--workspace", "harbour")

    harbour.refresh_from_db()
    assert "Too few labels to promise 1.00%" in capsys.readouterr().out
    assert harbour.thresholds == {}
    assert not AdminRecord.objects.filter(workspace=harbour).exists()


def test_calibrating_on_decisions_needs_no_model_and_changes_nothing(mira, asked, answer, capsys):
    answer(asked, Action.REPLACE)
    before = everything()

    call_command("calibrate", "--decisions", "--workspace", "harbour")

    text = capsys.readouterr().out
    assert "Labels from reviewers are the gate's harder cases" in text
    assert "1 labelled cases" in text
    assert everything() == before


def test_answers_without_scores_are_named(moved, answer, capsys):
    answer(moved, Action.REPLACE)
    call_command("calibrate", "--decisions", "--workspace", "harbour")
    assert "1 more are left out" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "one of the arguments"),
        (["--decisions"], "--workspace SLUG"),
        (["--decisions", "--workspace", "nowhere"], "no workspace 'nowhere'"),
        (["--cases", "nowhere.jsonl"], "cannot be read"),
        (["--decisions", "--confidence", "95"], "--confidence"),
        (["--decisions", "--max-wrong-overwrite", "0"], "--max-wrong-overwrite"),
    ],
)
def test_a_call_that_makes_no_sense_is_refused_with_a_sentence(db, arguments, sentence):
    with pytest.raises(CommandError, match=sentence):
        call_command("calibrate", *arguments)
