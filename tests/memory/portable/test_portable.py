"""Memories out as a document, and in again: as they are, or through the gate."""

from __future__ import annotations

import copy
import csv
import io
import json
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from memory import store
from memory.amend import delete_memory, edit_memory
from memory.consent.choices import set_for_subject, set_for_workspace
from memory.episodes import write_summary
from memory.errors import InvalidError, PalimpsestError
from memory.forget.erase import erase_memory
from memory.inference.embeddings import embed
from memory.models import Decision, FollowUp, Import, Memory, Session, Subject, Turn, Workspace
from memory.portable.document import DIFFERENT, SCHEMA, json_schema, read_document
from memory.portable.export import as_json
from memory.portable.verbatim import take_in
from memory.sessions.summary import Summary
from memory.write_path import NewTurn, receive_turns
from tests.memory.conftest import current, tell

pytestmark = pytest.mark.usefixtures("fakes")
SECRET = "My password is hunter2-Zebra!"


@pytest.fixture
def lived(alma) -> Subject:
    """Alma with everything that a memory can have: a chain, a deleted one, one that ended, one to
    come, a key, a summary, questions, turns and a choice."""
    tell(alma, "Lives in Denver.", key="city", value="Denver")
    tell(alma, "Lives in Austin.", key="city", value="Austin")
    tell(alma, "Lives in Pau, near Tarbes.", key="city", value="Pau")
    tell(alma, "Is allergic to peanuts.", scope="constraint", importance=9)
    tell(alma, "Holidays until the end of May.", valid_until=timezone.now() + timedelta(days=40))
    tell(alma, "Was at a conference.", type="episodic", valid_from=timezone.now() - timedelta(days=9))  # fmt: skip
    tell(alma, "Plays the tuba.")
    edit_memory(Memory.objects.get(content="Plays the tuba."), {"importance": 2}, store.SYSTEM)
    tell(alma, "Collects stamps.")
    delete_memory(Memory.objects.get(content="Collects stamps."), store.SYSTEM)
    receive_turns(alma, session="s1", turns=[
        NewTurn("user", "We keep hens now. What do you think?"), NewTurn("assistant", "Lovely!")
    ])  # fmt: skip
    session = Session.objects.get(external_id="s1")
    with store.change(alma.id, store.GATE) as c:
        told = Summary(text="Alma told of hens.", topics=("hens",), mood_at_end="glad")
        write_summary(c, session, told, embed([told.text])[0], evidence={})
    FollowUp.objects.create(
        subject=alma, question="How are the hens?", due_date=date(2030, 1, 1),
        memory=Memory.objects.filter(content__contains="peanuts").first(),
    )  # fmt: skip
    set_for_subject(alma, {"health": "ask"})
    return Subject.objects.get(id=alma.id)


@pytest.fixture
def elsewhere(db) -> Workspace:
    return Workspace.objects.create(name="Elsewhere", slug="elsewhere")


def exported(*subjects: Subject) -> dict[str, Any]:
    told: dict[str, Any] = json.loads("".join(as_json(one.id for one in subjects)))
    return told


def read(told: object):
    return read_document(io.BytesIO(json.dumps(told).encode()))


def alike(told: dict[str, Any]) -> dict[str, Any]:
    """The document with its ids replaced by their order, and without the moment."""
    text, known = copy.deepcopy(told), {}
    for subject in text["subjects"]:
        parts = [*subject["sessions"], *subject["memories"], *subject["follow_ups"]]
        parts += [turn for session in subject["sessions"] for turn in session["turns"]]
        for number, part in enumerate(parts):
            known[part["id"]] = number
        for part in parts:
            for name in DIFFERENT:
                if part.get(name) is not None:
                    part[name] = known[part[name]]
    del text["exported_at"]
    return text


def test_what_is_imported_verbatim_is_exported_as_it_was(lived, elsewhere):
    first = exported(lived)
    memories = first["subjects"][0]["memories"]
    assert len(memories) >= 10
    assert sum(one["supersedes"] is not None for one in memories) >= 3
    assert any(one["deleted_at"] for one in memories)

    taken = take_in(elsewhere, read(first), store.SYSTEM)

    copied = Subject.objects.get(workspace=elsewhere)
    assert alike(exported(copied)) == alike(first)
    assert alike(exported(lived)) == alike(first), "the first is as it was"
    assert taken.memories == len(memories)
    assert {taken.ids[one["id"]] for one in memories} == set(
        copied.memories.values_list("id", flat=True)
    )
    assert current(copied) == current(lived)


def test_what_came_in_can_be_used_and_changed_as_ever(lived, elsewhere):
    take_in(elsewhere, read(exported(lived)), store.SYSTEM)
    copied = Subject.objects.get(workspace=elsewhere)

    assert Decision.objects.filter(subject_ref=copied.id, reason="taken_over").exists()
    tell(copied, "Lives in Denver.", key="city", value="Denver")

    assert "Lives in Denver." in current(copied)
    assert "Lives in Pau, near Tarbes." not in current(copied)
    assert "Lives in Pau, near Tarbes." in current(lived)


def test_the_committed_schema_is_the_format_and_holds_every_export(lived):
    committed = json.loads(SCHEMA.read_text())

    assert committed == json.loads(json.dumps(json_schema())), "write json_schema() to the file"
    jsonschema.validate(exported(lived), committed)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(exported(lived) | {"version": 2}, committed)


def test_what_was_erased_here_does_not_come_back(lived, workspace):
    first = exported(lived)
    tell(lived, "We keep hens now.")
    for memory in Memory.objects.filter(content__in=["We keep hens now.", "Lives in Austin."]):
        erase_memory(memory, store.SYSTEM)
    Memory.objects.filter(subject=lived).delete()
    lived.sessions.all().delete()

    taken = take_in(workspace, read(first), store.SYSTEM)

    assert taken.left_out == {"erased_before": 1}
    contents = dict(Memory.objects.filter(subject=lived).values_list("content", "id"))
    assert "Lives in Austin." not in contents
    pau = Memory.objects.get(content="Lives in Pau, near Tarbes.")
    assert pau.supersedes_id == contents["Lives in Denver."], "the chain closes over the gap"
    said = Turn.objects.get(session__subject=lived, number=1).content
    assert "hens" not in said
    assert said.endswith("What do you think?")


@pytest.mark.parametrize("whose", ["workspace", "person"])
def test_what_is_switched_off_there_is_left_out(lived, elsewhere, whose):
    told = exported(lived)
    told["subjects"][0]["sessions"][0]["turns"][0]["content"] = "I am allergic to peanuts."
    told["subjects"][0]["follow_ups"][0]["question"] = "How is the allergy?"
    if whose == "workspace":
        set_for_workspace(elsewhere, {"health": "off"})
    else:
        known = Subject.objects.create(workspace=elsewhere, external_id=lived.external_id)
        set_for_subject(known, {"health": "off"})

    taken = take_in(elsewhere, read(told), store.SYSTEM)

    assert taken.left_out["category_off"] >= 1
    copied = Subject.objects.get(workspace=elsewhere)
    assert "peanuts" not in json.dumps(exported(copied))
    assert "allergy" not in json.dumps(exported(copied))
    assert "Is allergic to peanuts." in current(lived), "where it came from, it stays"


def test_a_secret_is_left_out(lived, elsewhere):
    told = exported(lived)
    told["subjects"][0]["memories"][0]["content"] = SECRET
    told["subjects"][0]["sessions"][0]["turns"][0]["content"] = SECRET

    taken = take_in(elsewhere, read(told), store.SYSTEM)

    assert taken.left_out == {"secret": 1}
    assert not Memory.objects.filter(content__contains="hunter2").exists()
    assert not Turn.objects.filter(content__contains="hunter2").exists()


def spoil(path: str, value: object) -> Any:
    """A change of the document at a path such as `memories.0.type`."""

    def change(told: dict[str, Any]) -> None:
        place: Any = told["subjects"][0]
        *steps, last = path.split(".")
        for step in steps:
            place = place[int(step) if step.isdigit() else step]
        place[last] = value

    return change


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (spoil("memories.1.type", "Quixhaven"), "subjects[0].memories[1].type"),
        (spoil("memories.1.content", "a\x00b"), "subjects[0].memories[1].content"),
        (spoil("memories.1.content", ""), "subjects[0].memories[1].content"),
        (spoil("memories.1.importance", 11), "subjects[0].memories[1].importance"),
        (spoil("memories.1.created_at", "2026-01-01T00:00:00"), "subjects[0].memories[1].created_at"),
        (spoil("memories.1.valid_until", "1990-01-01T00:00:00Z"), ""),
        (spoil("memories.1.supersedes", "mem_nobody"), "subjects[0].memories[1].supersedes"),
        (spoil("memories.1.source_turn", "trn_nobody"), "subjects[0].memories[1].source_turn"),
        (spoil("memories.1.nickname", "Quixhaven"), "subjects[0].memories[1].nickname"),
        (spoil("follow_ups.0.memory", "mem_nobody"), "subjects[0].follow_ups[0].memory"),
        (spoil("zone", "Mars/Base"), "subjects[0].zone"),
        (spoil("consent", {"weather": "off"}), ""),
        (lambda told: told["subjects"].append(told["subjects"][0]), "subjects"),
        (lambda told: told.update(version=2), ""),
        (lambda told: told.update(subjects={}), "subjects"),
        (lambda told: circle(told["subjects"][0]["memories"]), "subjects[0].memories"),
    ],
)  # fmt: skip
def test_a_bad_document_is_refused_by_its_field_and_nothing_is_written(
    lived, elsewhere, change, where
):
    told = exported(lived)
    told["subjects"][0]["memories"][1]["valid_from"] = "2000-01-01T00:00:00Z"
    change(told)

    with pytest.raises(PalimpsestError) as refused:
        take_in(elsewhere, read(told), store.SYSTEM)

    assert refused.value.message.startswith(where)
    assert "Quixhaven" not in refused.value.message
    assert not elsewhere.subjects.exists()


def circle(memories: list[dict[str, Any]]) -> None:
    for memory in memories:
        memory["supersedes"] = None
    memories[0]["supersedes"], memories[1]["supersedes"] = memories[1]["id"], memories[0]["id"]


def test_broken_json_is_refused_by_its_line():
    with pytest.raises(InvalidError, match=r"Line 2, column \d+: this is not valid JSON"):
        read_document(io.BytesIO(b'{"format": "palimpsest-memories",\n "version": }'))


def test_a_failure_in_the_middle_leaves_nothing(lived, elsewhere, monkeypatch):
    told = exported(lived)
    other = copy.deepcopy(told["subjects"][0])
    text = json.dumps(other)
    for prefix in ("mem_", "ses_", "trn_", "fup_"):
        text = text.replace(prefix, f"x{prefix}")
    told["subjects"].append(json.loads(text) | {"external_id": "zoe", "consent": {"weather": "on"}})

    with pytest.raises(InvalidError):  # at the second person's last step
        take_in(elsewhere, read(told), store.SYSTEM)

    assert not elsewhere.subjects.exists()


def test_who_has_memories_already_is_refused(lived, workspace):
    before = exported(lived)

    with pytest.raises(PalimpsestError, match="1 of these people have memories"):
        take_in(workspace, read(before), store.SYSTEM)

    assert alike(exported(lived)) == alike(before)


def test_the_commands_go_round(lived, elsewhere, tmp_path: Path, capsys):
    file, ids = tmp_path / "all.json", tmp_path / "ids.json"
    call_command("export_memories", workspace=lived.workspace.slug, output=file)
    assert file.stat().st_mode & 0o077 == 0

    call_command("import_memories", str(file), "--workspace", "elsewhere", "--verbatim", "--result", str(ids))  # fmt: skip

    assert "1 people, 2 turns" in capsys.readouterr().out
    copied = Subject.objects.get(workspace=elsewhere)
    assert alike(exported(copied)) == alike(exported(lived))
    assert set(json.loads(ids.read_text())) >= set(lived.memories.values_list("id", flat=True))
    with pytest.raises(CommandError, match="have memories"):
        call_command("import_memories", str(file), "--workspace", "elsewhere", "--verbatim")


def test_an_export_goes_through_the_gate_with_every_conflict_queued(lived, elsewhere, tmp_path):
    file = tmp_path / "all.json"
    call_command("export_memories", workspace=lived.workspace.slug, output=file)

    call_command("import_memories", str(file), "--workspace", "elsewhere")

    copied = Subject.objects.get(workspace=elsewhere)
    assert Import.objects.get().triage
    assert current(copied) == current(lived) - {"Alma told of hens."}
    assert set(copied.memories.values_list("source", flat=True)) == {"import"}


def test_the_table_goes_through_the_gate_as_well(lived, elsewhere, tmp_path):
    file = tmp_path / "all.csv"
    call_command("export_memories", workspace=lived.workspace.slug, format="csv", output=file)

    rows = list(csv.DictReader(file.open()))
    assert {row["content"] for row in rows} >= {"Is allergic to peanuts."}
    call_command("import_memories", str(file), "--workspace", "elsewhere")

    copied = Subject.objects.get(workspace=elsewhere)
    assert current(copied) == current(lived) - {"Alma told of hens."}


def test_a_page_to_read_is_of_one_person(lived, tmp_path):
    file = tmp_path / "alma.html"
    with pytest.raises(CommandError, match="--subject"):
        call_command("export_memories", workspace=lived.workspace.slug, format="html")

    call_command(
        "export_memories", workspace=lived.workspace.slug, subject="person-1", format="html",
        output=file,
    )  # fmt: skip

    assert "Is allergic to peanuts." in file.read_text() or "allergic" in file.read_text()
