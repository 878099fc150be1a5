"""The logs cannot be changed, and who changes them all the same is found out."""

from __future__ import annotations

import re
import threading

import pytest
from django.core.management import CommandError, call_command
from django.db import ProgrammingError, connection, connections, transaction

from memory.audit.chain import Head, faults_of, head_of, holds, missing_triggers
from memory.audit.reads import note_read
from memory.change import Actor
from memory.forget.lapse import set_retention
from memory.models import AccessRecord, AdminRecord, AuditLink, Decision, Subject, Workspace
from memory.store import GATE, change

BOT = Actor(Decision.Actor.API_KEY, "key_000000000001")


def log(subject: Subject, times: int = 3) -> None:
    """So many decisions, each with its own commit, and one read."""
    for _ in range(times):
        with change(subject.id, GATE) as c:
            c.record(Decision.Action.SKIP, "known", evidence={"similarity": 0.7125})
    note_read(subject, BOT, AccessRecord.Act.CONTEXT, ["mem_000000000001"])


def seal() -> None:
    """Let the database do now what it does when a transaction commits."""
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SET CONSTRAINTS ALL DEFERRED")


def tamper(statement: str, *values: object) -> None:
    """As somebody does who may do anything in the database."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(statement, values)
        cursor.execute("SET LOCAL session_replication_role = origin")


@pytest.fixture
def logged(alma: Subject, bruno: Subject) -> Workspace:
    log(alma)
    log(bruno)
    seal()
    return alma.workspace


def test_each_workspace_has_a_chain_of_its_own_that_holds(logged, bruno):
    for workspace in (logged, bruno.workspace):
        numbers = AuditLink.objects.filter(workspace=workspace).order_by("number")
        assert list(numbers.values_list("number", flat=True)) == [1, 2, 3, 4]
        assert faults_of(workspace) == []
    assert missing_triggers() == []


@pytest.mark.parametrize("model", [Decision, AccessRecord, AuditLink])
def test_the_database_refuses_to_change_or_delete_what_was_logged(logged, model):
    before = list(model.objects.order_by("pk").values())
    for attempt in (
        lambda: model.objects.update(workspace_id=logged.id),
        lambda: model.objects.all()._raw_delete("default"),
    ):
        with pytest.raises(ProgrammingError, match="Cannot update or delete"), transaction.atomic():
            attempt()
    assert list(model.objects.order_by("pk").values()) == before


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("UPDATE memory_decision SET reason = 'exact' WHERE id = %s", "changed"),
        ("UPDATE memory_decision SET actor_ref = 'somebody' WHERE id = %s", "changed"),
        ("UPDATE memory_decision SET evidence = '{\"similarity\": 0.7}' WHERE id = %s", "changed"),
        ("UPDATE memory_decision SET created_at = created_at + interval '1 microsecond' WHERE id = %s", "changed"),
        ("DELETE FROM memory_decision WHERE id = %s", "gone"),
        ("DELETE FROM memory_auditlink WHERE row_ref = %s", "missing"),
    ],
)  # fmt: skip
def test_every_way_of_changing_a_decision_is_found(logged, bruno, statement, fault):
    second = AuditLink.objects.get(workspace=logged, number=2)
    tamper(statement, second.row_ref)
    faults = faults_of(logged)
    assert faults
    assert any(fault in each for each in faults)
    assert faults_of(bruno.workspace) == []


def test_a_forged_hash_breaks_the_link_after_it(logged):
    second = AuditLink.objects.get(workspace=logged, number=2)
    tamper("UPDATE memory_decision SET reason = 'exact' WHERE id = %s", second.row_ref)
    tamper(
        "UPDATE memory_auditlink AS l SET hash = palimpsest_audit_hash((SELECT hash FROM "
        "memory_auditlink b WHERE b.workspace_id = l.workspace_id AND b.number = 1), l.number, "
        "l.kind, l.row_ref, palimpsest_audit_text(l.kind, l.row_ref)) WHERE l.row_ref = %s",
        second.row_ref,
    )
    assert [fault[:6] for fault in faults_of(logged)] == ["link 3"]


def test_a_row_that_was_slipped_in_is_found(logged, alma):
    tamper(
        "INSERT INTO memory_accessrecord (id, workspace_id, subject_ref, reader, reader_ref, act, "
        "memory_refs, created_at) VALUES ('acc_slipped', %s, %s, 'api_key', '', 'read', '{}', now())",
        logged.id,
        alma.id,
    )
    assert faults_of(logged) == ["access acc_slipped: it is in no link of the chain."]


def test_only_a_noted_head_tells_that_the_end_was_cut_off(logged):
    noted = head_of(logged)
    assert holds(logged, noted)
    last = AuditLink.objects.get(workspace=logged, number=noted.number)
    tamper("DELETE FROM memory_accessrecord WHERE id = %s", last.row_ref)
    tamper("DELETE FROM memory_auditlink WHERE id = %s", last.pk)
    assert faults_of(logged) == []
    assert not holds(logged, noted)
    with pytest.raises(CommandError, match="do not hold"):
        call_command("verify_audit", head=[f"{logged.slug}:{noted.number}:{noted.hash}"])


def test_a_switched_off_trigger_is_found(logged):
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE memory_decision DISABLE TRIGGER USER")
    assert [fault.split(":")[0] for fault in missing_triggers()] == ["memory_decision"] * 2


def test_the_command_prints_heads_that_it_takes_back(logged, capsys):
    call_command("verify_audit")
    heads = re.findall(r"holds: (\S+)", capsys.readouterr().out)
    assert len(heads) == 2
    call_command("verify_audit", head=heads)
    for nonsense in ("harbour", ":1:", f"{logged.slug}:x:y"):
        with pytest.raises(CommandError, match=r"is no head"):
            call_command("verify_audit", head=[nonsense])
    with pytest.raises(CommandError, match="no workspace"):
        call_command("verify_audit", "nobody")


def test_an_empty_chain_holds(workspace):
    assert faults_of(workspace) == []
    assert head_of(workspace) == Head(0, "")


@pytest.mark.django_db(transaction=True)
def test_many_at_once_make_one_chain_without_a_gap(alma):
    """Real commits from several connections, two decisions each."""
    others = [
        Subject.objects.create(workspace=alma.workspace, external_id=f"p{n}") for n in range(6)
    ]

    def work(subject: Subject) -> None:
        try:
            log(subject, times=4)
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work, args=[subject]) for subject in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert head_of(alma.workspace).number == 6 * 5
    assert faults_of(alma.workspace) == []


def test_who_changed_a_setting_is_bound_into_the_same_chain(logged):
    set_retention(logged, "turns", 14, by=BOT)
    seal()
    record = AdminRecord.objects.get(workspace=logged)
    assert (record.actor_ref, record.act, record.about) == (BOT.ref, "retention", "turns")
    assert AuditLink.objects.get(row_ref=record.id).kind == "admin"
    assert faults_of(logged) == []
    with pytest.raises(ProgrammingError, match="Cannot update or delete"), transaction.atomic():
        AdminRecord.objects.update(detail="1 day")
    tamper("UPDATE memory_adminrecord SET detail = '1 day' WHERE id = %s", record.id)
    assert [fault.split(",")[1].split()[0] for fault in faults_of(logged)] == ["admin"]
