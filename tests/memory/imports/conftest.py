"""Quick ways to import statements about Alma."""

from __future__ import annotations

import io
import json
from typing import Any

from memory import store
from memory.imports.intake import Order, check_file, receive_import
from memory.imports.report import Report, report_of
from memory.imports.work import decide_some, finish, waiting_shards
from memory.models import Import, Workspace
from tests.memory.conftest import conflict

SEVEN, NINE = "Alma's bakery opens at seven.", "Alma's bakery opens at nine."
HOURS = conflict(("seven", "nine"))
GOOD = {"content": "Alma plays the tuba."}


def file_of(*statements: str | dict[str, Any]) -> io.BytesIO:
    """JSON lines, a statement each."""
    rows = [{"content": each} if isinstance(each, str) else each for each in statements]
    return io.BytesIO("\n".join(json.dumps(row) for row in rows).encode())


def take_in(workspace: Workspace, *statements: str | dict[str, Any], **order: Any) -> Import:
    order.setdefault("default_subject", "person-1")
    wanted = Order(workspace=workspace, actor=store.SYSTEM, **order)
    return receive_import(wanted, check_file(file_of(*statements)))


def work(run: Import) -> Report:
    """Decide all that can be decided."""
    while sum(decide_some(run, shard) for shard in waiting_shards(run)):
        pass
    run.refresh_from_db()
    finish(run)
    run.refresh_from_db()
    return report_of(run)


def outcomes(report: Report) -> dict[str, int]:
    """Without those that did not occur."""
    return {label: count for label, count in report.outcomes.items() if count}
