"""Imports over the API: the body is the file."""

from __future__ import annotations

import json

import pytest

from memory.imports.work import decide_some, finish, waiting_shards
from memory.models import Claim, Import, ImportLine, Memory, Subject

LINES = '{"content": "Alice plays the tuba."}\nnonsense\n{"content": "Alice owns a cello."}\n'
FILES = [
    ("application/x-ndjson", LINES.replace("nonsense\n", "")),
    ("application/json", '[{"content": "Alice plays the tuba."}, {"content": "Alice owns a cello."}]'),
    ("text/csv", "content,type\nAlice plays the tuba.,\nAlice owns a cello.,semantic\n"),
    ("application/octet-stream", LINES.replace("nonsense\n", "")),
]  # fmt: skip


def send(api, body, *, subject="alice", media="application/x-ndjson", query=""):
    return api.client.post(
        f"/api/v1/subjects/{subject}/imports{query}",
        data=body,
        content_type=media,
        headers={"Authorization": f"Bearer {api.secret}"},
    )


def work(answer) -> None:
    run = Import.objects.get(id=answer.json()["id"])
    while sum(decide_some(run, shard) for shard in waiting_shards(run)):
        pass
    finish(run)


def result(api, import_id) -> list[dict[str, object]]:
    answer = api.get(f"imports/{import_id}/result")
    assert answer["Content-Type"] == "application/x-ndjson"
    assert answer["Content-Disposition"] == f'attachment; filename="{import_id}.jsonl"'
    return [json.loads(line) for line in answer.getvalue().decode().splitlines()]


@pytest.mark.parametrize(("media", "body"), FILES, ids=[media for media, _ in FILES])
def test_a_file_is_taken_in_and_its_progress_told(api, media, body):
    answer = send(api, body, media=media)
    assert answer.status_code == 202, answer.json()
    told = answer.json()
    assert (told["state"], told["total"], told["waiting"]) == ("running", 2, 2)

    work(answer)
    told = api.get(f"imports/{told['id']}").json()
    assert (told["state"], told["waiting"], told["outcomes"]["added"]) == ("done", 0, 2)
    assert told["finished_at"]
    assert set(Memory.objects.values_list("source", flat=True)) == {"import"}


def test_faulty_lines_are_told_and_the_result_has_every_line(api):
    answer = send(api, LINES)
    assert answer.json()["faults"] == [
        {"line": 2, "message": "This is not valid JSON: Expecting value (column 1)."}
    ]
    work(answer)
    rows = result(api, answer.json()["id"])
    assert [(row["line"], row["outcome"]) for row in rows] == [
        (1, "added"), (2, "invalid"), (3, "added"),
    ]  # fmt: skip
    assert {row["user_id"] for row in rows} == {"alice", ""}
    assert api.get(f"memories/{rows[0]['memory_id']}").json()["content"] == "Alice plays the tuba."
    assert api.get(f"claims/{rows[2]['claim_id']}").status_code == 200


def test_the_same_file_again_is_the_same_import(api):
    first, second = send(api, LINES), send(api, LINES)
    assert first.json()["id"] == second.json()["id"]
    work(first)
    assert send(api, LINES).json()["state"] == "done"
    assert ImportLine.objects.count() == 3
    assert Claim.objects.count() == 2
    assert api.get("subjects/alice/imports").json()["total"] == 1


def test_triage_is_asked_for_in_the_address(api):
    assert send(api, LINES, query="?triage=true").json()["triage"] is True
    assert send(api, LINES).json()["triage"] is False
    newest_first = api.get("subjects/alice/imports").json()["results"]
    assert [row["triage"] for row in newest_first] == [False, True]


@pytest.mark.parametrize(
    ("body", "told"),
    [
        (b"", "empty"),
        (b"   ", "empty"),
        (b"[]", "no statement"),
        ("content\nAlice".encode("utf-16"), "UTF-16"),
        (b"Alice plays the tuba.", "column `content`"),
        (b'{"content": "a"}\n' * 100_001, "100,000 statements"),
    ],
    ids=["nothing", "blank", "no elements", "UTF-16", "no columns", "too many"],
)
def test_a_useless_file_is_refused_and_nothing_is_written(api, acme, nothing_written, body, told):
    with nothing_written():
        answer = send(api, body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "invalid")
    assert told in answer.json()["error"]["message"]
    assert not Import.objects.exists()
    assert not Subject.objects.exists()


def test_a_file_that_is_too_large_is_refused(api, nothing_written, monkeypatch):
    monkeypatch.setattr("memory.api.imports.MAX_BYTES", 50)
    with nothing_written():
        assert send(api, LINES).status_code == 413


def test_a_line_about_somebody_else_is_told(api):
    body = '{"content": "Plays.", "subject": "bob"}\n{"content": "Sings.", "subject": "alice"}'
    answer = send(api, body)
    assert "about one person" in answer.json()["faults"][0]["message"]
    assert list(Subject.objects.values_list("external_id", flat=True)) == ["alice"]


def test_a_wrong_query_is_refused(api, nothing_written):
    with nothing_written():
        assert send(api, LINES, query="?triage=perhaps").status_code == 400
        assert send(api, LINES, query="?trriage=true").status_code == 400


def test_a_file_larger_than_other_bodies_is_taken(api, settings):
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = 100
    assert send(api, LINES).status_code == 202


def test_the_export_has_the_lines_that_wait(api):
    answer = send(api, LINES)
    (first, second) = api.get("subjects/alice/export").json()["import_lines"]
    assert first == {
        "import_id": answer.json()["id"],
        "line": 1,
        "statement": {"content": "Alice plays the tuba."},
    }
    assert second["line"] == 3
    work(answer)
    told = api.get("subjects/alice/export").json()
    assert told["import_lines"] == []
    assert len(told["claims"]) == 2
