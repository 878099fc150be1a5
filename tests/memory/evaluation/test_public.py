"""Cases drawn from public threads: their notation, and what the write path makes of them."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from memory.evaluation.public_cases import Stated, read_statement
from memory.inference.fakes import use_fakes
from memory.models import Claim, Decision, Memory, Subject, Turn, Workspace
from tests.memory.conftest import conflict

WHY = "made for this test"


def case(name: str, existing: list[str], incoming: str, expected: str, **fields) -> dict:
    context = {"input": "fact", **fields.pop("context", {})}
    return {
        "id": name,
        "source": "nobody",
        "kind": "made",
        "existing": existing,
        "incoming": incoming,
        "expected": expected,
        "why": WHY,
        "context": context,
        **fields,
    }


def write(path: Path, *cases: dict) -> Path:
    """The cases, and a right one on every third line: of those no fault would be shown."""
    lines: list[str] = []
    for one in cases:
        if len(lines) % 3 == 2:
            lines.append(json.dumps(case(f"filler {len(lines)}", [], "Alma rents.", "add")))
        lines.append(json.dumps(one))
    path.write_text("\n".join(lines))
    return path


def run(capsys, path: Path) -> list[str]:
    """Faults of the cases, the first word of each being its id."""
    with use_fakes(conflict(("seven", "nine"), ("tenor", "alto"))):
        call_command("evaluate", "public", str(path), "--json", "--show-faults")
    assert not any(model.objects.exists() for model in (Workspace, Subject, Turn, Claim, Memory))
    assert not Decision.objects.exists()
    return json.loads(capsys.readouterr().out).get("faults", [])


@pytest.mark.parametrize(
    ("words", "stated"),
    [
        ("Kim rents.", Stated(content="Kim rents.")),
        ("[superseded] Kim rents.", Stated(content="Kim rents.", ended=True)),
        (
            "[expired 2026-01-31] Kim rents.",
            Stated(content="Kim rents.", ended=True, valid_until=datetime(2026, 1, 31, tzinfo=UTC)),
        ),
        ("[disputed] Kim rents.", Stated(content="Kim rents.")),
        (
            "Kim rents. (2026-01)",
            Stated(content="Kim rents.", said_at=datetime(2026, 1, 1, tzinfo=UTC)),
        ),
        (
            "Kim rents. (documented 2024)",
            Stated(content="Kim rents.", said_at=datetime(2024, 1, 1, tzinfo=UTC)),
        ),
        (
            "Kim rents (valid_until 2026-04-01).",
            Stated(content="Kim rents.", valid_until=datetime(2026, 4, 1, tzinfo=UTC)),
        ),
        (
            "Kim rents. (valid_from 2026-01-05T10:00:00+00:00)",
            Stated(content="Kim rents.", valid_from=datetime(2026, 1, 5, 10, tzinfo=UTC)),
        ),
        (
            "Kim rents. (2026-01-06T10:00:00, no zone)",
            Stated(content="Kim rents.", said_at=datetime(2026, 1, 6, 10, tzinfo=UTC)),
        ),
        ("Kim (the plumber) rents.", Stated(content="Kim (the plumber) rents.")),
        ("Kim rents (room 2).", Stated(content="Kim rents (room 2).")),
        (
            "profile.city = Pau",
            Stated(content="profile.city = Pau", key="city", value="Pau"),
        ),
    ],
)
def test_notes_are_read_and_taken_off(words: str, stated: Stated) -> None:
    assert read_statement(words) == stated


def test_a_statement_is_decided_by_the_gate(db, tmp_path, capsys) -> None:
    stored = ["Alma's bakery opens at seven.", "Alma sings tenor."]
    path = write(
        tmp_path / "cases.jsonl",
        case("right", stored, "Alma's bakery opens at nine.", "replace:0"),
        case("wrong", stored, "Alma sings alto.", "replace:0"),
        case("accepted", stored, "Alma sings alto.", "review", acceptable=["replace:1"]),
    )

    faults = run(capsys, path)

    assert [fault.split()[0] for fault in faults] == ["wrong"]
    assert "wrong_overwrite" in faults[0] and "alto" in faults[0] and WHY in faults[0]


def test_a_message_goes_through_extraction(db, tmp_path, capsys) -> None:
    message = {"input": "message"}
    path = write(
        tmp_path / "cases.jsonl",
        case("claim", [], "i live in Pau", "add", context=message),
        case("question", [], "what is your name?", "skip", context=message),
        case("bot", [], "You live in Pau.", "skip", context={**message, "role": "assistant"}),
        case("unkept", [], "my wifi password is hunter2", "reject", context=message),
    )

    assert run(capsys, path) == []


def test_what_has_ended_is_no_duplicate_and_an_older_statement_wins_nothing(
    db, tmp_path, capsys
) -> None:
    path = write(
        tmp_path / "cases.jsonl",
        case("over", ["[superseded] Alma sings tenor."], "Alma sings tenor.", "add"),
        case(
            "older",
            ["Alma's bakery opens at nine. (2026-01)"],
            "Alma's bakery opens at seven. (2025-03)",
            "add",
        ),
        case(
            "expired",
            ["[expired 2026-01-31] Alma sings tenor."],
            "Alma sings tenor.",
            "add",
            context={"now": "2026-03-01T00:00:00Z"},
        ),
        case("again", ["Alma rents."], "Alma rents.", "skip", context={"repeat": 3}),
    )

    assert run(capsys, path) == []


def test_what_must_become_of_other_statements_is_checked(db, tmp_path, capsys) -> None:
    stored = ["Alma's bakery opens at seven.", "Alma sings tenor."]
    path = write(
        tmp_path / "cases.jsonl",
        case("stays", stored, "Alma's bakery opens at nine.", "replace:0", also={"1": "skip"}),
        case("asked", stored, "Alma's bakery opens at nine.", "replace:0", also={"1": "review"}),
    )

    faults = run(capsys, path)

    assert [fault.split()[0] for fault in faults] == ["asked"]
    assert "1: review" in faults[0]


@pytest.mark.parametrize(
    "broken",
    [
        {"expected": "burn"},
        {"expected": "replace:4"},
        {"expected": "replace"},
        {"acceptable": ["replace:x"]},
        {"also": {"one": "skip"}},
        {"context": {"input": "fact", "now": "yesterday"}},
        {"context": "fact"},
    ],
)
def test_a_line_that_is_no_case_is_named(db, tmp_path, broken) -> None:
    path = write(
        tmp_path / "cases.jsonl",
        case("a", [], "Alma rents.", "add"),
        {**case("b", ["Alma rents."], "Alma owns.", "replace:0"), **broken},
    )

    with pytest.raises(CommandError, match="Line 2"):
        call_command("evaluate", "public", str(path))
