"""Histories: lived through on both paths at their own times, judged, and nothing left behind."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from memory.evaluation.histories import load_histories
from memory.evaluation.phenomena import must_nots, musts, phenomenon_of
from memory.evaluation.replay import live_through
from memory.inference.fakes import use_fakes
from memory.models import (
    Claim,
    Decision,
    Memory,
    ReviewItem,
    Session,
    Subject,
    Turn,
    Workspace,
)
from tests.memory.conftest import conflict
from tests.memory.extraction.llm.conftest import endpoint_at
from tests.memory.extraction.llm.stand_in import claims, stand_in, stated

ROWS = (Workspace, Subject, Session, Turn, Claim, Memory, ReviewItem, Decision)
FEBRUARY, JUNE = "2025-02-01T10:00:00Z", "2025-06-01T10:00:00Z"


def session(date: str, *said: str) -> dict[str, Any]:
    """The user and the bot by turns; the bot answers "ok"."""
    turns = [
        turn
        for words in said
        for turn in ({"role": "user", "content": words}, {"role": "assistant", "content": "ok"})
    ]
    return {"date": date, "turns": turns}


def fact(
    place: int, turn: int, content: str, outcome: str = "add", **fields: Any
) -> dict[str, Any]:
    return {
        "session": place,
        "turn": turn,
        "content": content,
        "type": "semantic",
        "scope": "fact",
        "beneficiary": "self",
        "key": None,
        "value": None,
        "importance": 5,
        "valid_from": None,
        "valid_until": None,
        "outcome": outcome,
        "replaces": None,
        **fields,
    }


def probe(at: str, query: str, must: list[str], must_not: list[str]) -> dict[str, Any]:
    return {"at": at, "query": query, "must": must, "must_not": must_not, "why": "made here"}


MOVE: dict[str, Any] = {
    "id": "move",
    "theme": "somebody moves",
    "sessions": [
        session("2025-01-01T10:00:00Z", "i live in Pau", "i am allergic to nuts"),
        session("2025-05-01T10:00:00Z", "i live in Dax now", "my dog is called Rex"),
    ],
    "facts": [
        fact(0, 0, "User lives in Pau", key="home_city", value="Pau"),
        fact(0, 2, "User is allergic to nuts", scope="constraint", key="allergy", value="nuts"),
        fact(1, 0, "User lives in Dax", "replace", value="Dax", replaces="User lives in Pau"),
        fact(1, 2, "User owns a red bicycle"),
    ],
    "probes": [
        probe(FEBRUARY, "where do i live?", ["Pau", "nuts"], ["Dax"]),
        probe(JUNE, "where do i live?", ["Dax", "nuts"], ["Pau"]),
        probe(JUNE, "what do i ride?", ["bicycle"], ["Rex"]),
    ],
}


def write(path: Path, *histories: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(one) + "\n" for one in histories))
    return path


@pytest.fixture
def told(db, tmp_path, capsys) -> dict[str, Any]:
    """The figures of the move, as the command prints them."""
    path = write(tmp_path / "histories.jsonl", MOVE)
    with use_fakes():
        call_command("evaluate", "conversations", str(path), "--json", "--show-faults")
    return json.loads(capsys.readouterr().out)


def test_each_turn_is_heard_and_each_probe_is_asked_at_its_own_time(db, tmp_path) -> None:
    [history] = load_histories(write(tmp_path / "histories.jsonl", MOVE))

    with use_fakes():
        lived = live_through(history)

    then, later, _ = lived.answers
    assert "lives in Pau" in then.block.text and "Dax" not in then.block.text
    assert "lives in Dax" in later.block.text and "Pau" not in later.block.text
    assert [(kept.content, kept.place) for kept in lived.kept[:3]] == [
        ("User lives in Pau.", (0, 0)),
        ("User is allergic to nuts.", (0, 2)),
        ("User lives in Dax now.", (1, 0)),
    ]


def test_the_figures_say_what_was_kept_and_what_was_told(told) -> None:
    figures = {name: one["count"] for name, one in told["built_on"]["totals"].items()}
    groups = {name: one["of"] for name, one in told["built_on"]["totals"].items()}

    assert (figures["probe_holds"], groups["probe_holds"]) == (2, 3)
    assert (figures["must_found"], groups["must_found"]) == (4, 5)
    assert (figures["must_not_told"], groups["must_not_told"]) == (0, 3)
    assert (figures["fact_found"], groups["fact_found"]) == (3, 4)
    assert (figures["memory_right"], groups["memory_right"]) == (3, groups["memory_right"])
    assert (figures["update_made"], groups["update_made"]) == (1, 1)
    assert told["kept_aside"]["totals"]["probe_holds"]["share"] is None


def test_they_are_split_by_phenomenon(told) -> None:
    split = told["built_on"]["by_phenomenon"]

    assert split["change"]["update_made"]["count"] == 1
    assert split["constraint"]["must_found"] == {"count": 2, "of": 2, "share": 1.0}
    assert split["standing fact"]["fact_found"] == {"count": 1, "of": 2, "share": 0.5}
    assert split["in the turns only"]["must_not_told"]["of"] == 1  # the dog


def test_faults_name_the_probe_and_the_fact(told) -> None:
    faults = "\n".join(told["faults"])

    assert "move at 01 Jun 2025, asked: what do i ride? (made here)" in faults
    assert "missing: bicycle (standing fact)" in faults
    assert "not found, session 1 turn 2: User owns a red bicycle" in faults


def test_nothing_stays_in_the_database(told) -> None:
    assert [model.__name__ for model in ROWS if model.objects.exists()] == []


def test_an_old_value_that_is_told_as_true_is_counted(db, tmp_path, capsys) -> None:
    """The gate sees no conflict in what the two say, so both stay current."""
    stale = {
        **MOVE,
        "sessions": [
            session("2025-01-01T10:00:00Z", "my favourite tea is mint"),
            session("2025-05-01T10:00:00Z", "my favourite tea is sencha"),
        ],
        "facts": [
            fact(0, 0, "User's favourite tea is mint", value="mint"),
            fact(
                1,
                0,
                "User's favourite tea is sencha",
                "replace",
                replaces="User's favourite tea is mint",
            ),
        ],
        "probes": [probe(JUNE, "what tea is my favourite?", ["sencha"], ["mint"])],
    }
    path = write(tmp_path / "histories.jsonl", stale)
    figures: list[dict[str, int]] = []
    for judge in ((), (("mint", "sencha"),)):
        with use_fakes(conflict(*judge)):
            call_command("evaluate", "conversations", str(path), "--json")
        totals = json.loads(capsys.readouterr().out)["built_on"]["totals"]
        figures.append({name: one["count"] for name, one in totals.items()})

    missed, made = figures
    assert (missed["old_value_told"], missed["must_not_told"], missed["probe_holds"]) == (1, 1, 0)
    assert (missed["update_missed"], missed["update_made"]) == (1, 0)
    assert (made["old_value_told"], made["must_not_told"], made["probe_holds"]) == (0, 0, 1)
    assert (made["update_missed"], made["update_made"]) == (0, 1)


def test_the_parts_are_reported_apart_and_faults_of_the_one_only(db, tmp_path, capsys) -> None:
    path = write(tmp_path / "histories.jsonl", *({**MOVE, "id": name} for name in "abc"))
    with use_fakes():
        call_command("evaluate", "conversations", str(path), "--show-faults")
    told = capsys.readouterr().out

    assert "built on (2 histories)" in told and "kept aside (1 histories)" in told
    assert "\na at " in told and "\nb at " in told and "\nc " not in told


def test_phenomena_are_read_from_the_facts(tmp_path) -> None:
    facts = [
        fact(0, 0, "User lives in Pau", value="Pau"),
        fact(0, 2, "Answer briefly", type="procedural", scope="instruction"),
        fact(0, 2, "User has a cold", valid_until="2025-01-09", type="episodic"),
        fact(1, 0, "User lives in Dax", "replace", replaces="User lives in Pau"),
        fact(1, 2, "Ben hates figs", beneficiary="brother"),
        fact(1, 2, "User has gout", "skip"),
        fact(1, 2, "Forget the cold", "expire", key="forget", replaces="User has a cold"),
        fact(1, 2, "User has an exam", key="followup:exam", value="2025-06-03"),
    ]
    asked = probe(JUNE, "hm?", ["Dax", "briefly", "verse"], ["Pau", "a cold", "figs", "gout"])
    path = write(tmp_path / "histories.jsonl", {**MOVE, "facts": facts, "probes": [asked]})
    [history] = load_histories(path)

    assert [phenomenon_of(one) for one in history.facts] == [
        "standing fact",
        "instruction",
        "for a time",
        "change",
        "about another",
        "not to be kept",
        "request to forget",
        "follow-up",
    ]
    [only] = history.probes
    assert [one.phenomenon for one in musts(history, only)] == [
        "change",
        "instruction",
        "in the turns only",
    ]
    assert [(one.phenomenon, one.old) for one in must_nots(history, only)] == [
        ("change", True),
        ("request to forget", True),
        ("about another", False),
        ("not to be kept", False),
    ]


def test_an_llm_reads_the_turns_where_one_is_set(db, tmp_path, capsys, settings) -> None:
    """It is asked when the session is over, and its claim is heard at the time of the turn."""
    moved = {
        **MOVE,
        "sessions": [session("2025-01-01T10:00:00Z", "i live in Gent")],
        "facts": [fact(0, 0, "User lives in Gent", value="Gent")],
        "probes": [probe(JUNE, "where do i live?", ["Gent"], [])],
    }
    path = write(tmp_path / "histories.jsonl", moved)
    with stand_in() as llm, use_fakes():
        settings.LLM = endpoint_at(llm.url)
        llm.will(claims(stated("i live in Gent", "User lives in Gent.", key="city", value="Gent")))
        call_command("evaluate", "conversations", str(path), "--json")
        asked = len(llm.asked)
        told = json.loads(capsys.readouterr().out)
        call_command("evaluate", "conversations", str(path), "--json", "--engine", "rules")
        by_rules = json.loads(capsys.readouterr().out)
        assert len(llm.asked) == asked == 2  # the turns, and the summary

    assert by_rules["engine"] == "rules" != told["engine"]
    assert told["built_on"]["totals"]["fact_found"]["count"] == 1
    assert told["built_on"]["totals"]["probe_holds"]["count"] == 1


def test_no_llm_is_asked_for_where_none_is_set(db, tmp_path) -> None:
    path = write(tmp_path / "histories.jsonl", MOVE)
    with pytest.raises(CommandError, match="No LLM is set"):
        call_command("evaluate", "conversations", str(path), "--engine", "llm")


def test_turns_come_a_minute_after_one_another(tmp_path) -> None:
    [history] = load_histories(write(tmp_path / "histories.jsonl", MOVE))
    assert [turn.at.minute for turn in history.turns] == [0, 1, 2, 3] * 2
    assert history.turns[0].at == datetime(2025, 1, 1, 10, tzinfo=UTC)


@pytest.mark.parametrize(
    "broken",
    [
        {"sessions": [{"date": "soon", "turns": []}]},
        {"sessions": [{"date": JUNE, "turns": [{"role": "crowd", "content": "boo"}]}], "facts": []},
        {"sessions": None},
        {"facts": [fact(0, 9, "User rents")]},
        {"facts": [fact(0, 0, "User rents", "burn")]},
        {"facts": [fact(0, 0, "User rents", "replace", replaces="User owns")]},
        {"facts": [{"content": "User rents"}]},
        {"probes": [{"at": JUNE, "query": "hm?"}]},
    ],
)
def test_a_line_that_is_no_history_is_named(db, tmp_path, broken) -> None:
    path = write(tmp_path / "histories.jsonl", MOVE, {**MOVE, "id": "b", **broken})

    with pytest.raises(CommandError, match="Line 2"):
        call_command("evaluate", "conversations", str(path))
