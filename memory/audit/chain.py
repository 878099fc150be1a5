"""Check a workspace's chain: that nothing that was logged is changed, gone or slipped in.

The database itself refuses to change a logged row. Who can switch that off can be found out
here: each link holds the hash of the link before it and of its row (migration 0019 says of which
columns). A chain whose end was cut off whole still holds; only its head tells, noted elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.db import connection

from memory.models import AuditLink, Workspace

TRIGGERS = {
    "memory_decision": {"pgtrigger_append_only", "pgtrigger_chained"},
    "memory_accessrecord": {"pgtrigger_append_only", "pgtrigger_chained"},
    "memory_adminrecord": {"pgtrigger_append_only", "pgtrigger_chained"},
    "memory_auditlink": {"pgtrigger_append_only"},
}
SHOWN = 20
"""Faults that are named one by one; after the first break of a chain there may be thousands."""

_LINKS = """
    SELECT number, kind, row_ref, CASE
        WHEN content IS NULL THEN 'the row is gone'
        WHEN number <> before_number + 1 THEN 'a link before it is missing'
        ELSE 'the row or the link was changed' END
    FROM (
        SELECT number, kind, row_ref, hash,
            lag(hash, 1, '') OVER one_by_one AS before_hash,
            lag(number, 1, 0::bigint) OVER one_by_one AS before_number,
            palimpsest_audit_text(kind, row_ref) AS content
        FROM memory_auditlink WHERE workspace_id = %(workspace)s
        WINDOW one_by_one AS (ORDER BY number)
    ) AS links
    WHERE content IS NULL OR number <> before_number + 1
        OR hash <> palimpsest_audit_hash(before_hash, number, kind, row_ref, content)
    ORDER BY number LIMIT %(shown)s
"""
_OUTSIDE = """
    SELECT kind, id FROM (
        SELECT 'decision' AS kind, id, workspace_id FROM memory_decision
        UNION ALL SELECT 'access', id, workspace_id FROM memory_accessrecord
        UNION ALL SELECT 'admin', id, workspace_id FROM memory_adminrecord
    ) AS logged
    WHERE workspace_id = %(workspace)s AND NOT EXISTS (
        SELECT FROM memory_auditlink AS link
        WHERE link.row_ref = logged.id AND link.workspace_id = logged.workspace_id
            AND link.kind = logged.kind)
    LIMIT %(shown)s
"""
_AT_WORK = """
    SELECT tgrelid::regclass::text, tgname FROM pg_trigger
    WHERE tgrelid = ANY(%s::regclass[]) AND tgenabled = 'O' AND tgname LIKE 'pgtrigger%%'
"""


@dataclass(frozen=True, slots=True)
class Head:
    """The last link of a chain; number 0 and no hash where nothing was logged yet."""

    number: int
    hash: str


def head_of(workspace: Workspace) -> Head:
    """Where the workspace's chain ends now."""
    last = AuditLink.objects.filter(workspace=workspace).order_by("-number").first()
    return Head(last.number, last.hash) if last else Head(0, "")


def faults_of(workspace: Workspace) -> list[str]:
    """What is wrong with the workspace's logs, a sentence each; empty where they hold."""
    values: dict[str, str | int] = {"workspace": workspace.id, "shown": SHOWN}
    with connection.cursor() as cursor:
        cursor.execute(_LINKS, values)
        found = [f"link {n}, {kind} {ref}: {fault}." for n, kind, ref, fault in cursor]
        cursor.execute(_OUTSIDE, values)
        found += [f"{kind} {ref}: it is in no link of the chain." for kind, ref in cursor]
    return found


def holds(workspace: Workspace, noted: Head) -> bool:
    """Whether the chain still has the link that somebody noted elsewhere as its head."""
    same = AuditLink.objects.filter(workspace=workspace, number=noted.number, hash=noted.hash)
    return same.exists()


def missing_triggers() -> list[str]:
    """What should keep the logs append-only and is off or gone, a sentence each."""
    with connection.cursor() as cursor:
        cursor.execute(_AT_WORK, [list(TRIGGERS)])
        at_work = [(table.rpartition(".")[2], name) for table, name in cursor]
    return [
        f"{table}: its trigger {wanted} is off or gone; run `manage.py migrate` and ask who did it."
        for table, names in TRIGGERS.items()
        for wanted in sorted(names)
        if not any(on == table and name.startswith(wanted) for on, name in at_work)
    ]
