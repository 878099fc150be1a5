"""Cases drawn from public issue threads that need a clock, workers, two people, the queue or erasure.

`@pytest.mark.case("del-001")` says which case a test is, and the fixture `case` hands it over. The
file lies beside the checkout; without it the tests are skipped.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILE = Path(__file__).parents[3] / "shared" / "cases" / "public" / "system.jsonl"
MISSING = "shared/cases/public/system.jsonl does not lie beside this checkout"

NOT_TESTED: Mapping[str, str] = {}
"""Why a case is none of these tests, by its id."""


@dataclass(frozen=True, slots=True)
class SystemCase:
    """What is stored, what comes in, and what may become of it."""

    id: str
    existing: list[str]
    incoming: str
    outcomes: set[str]
    context: Mapping[str, Any]


def load_system_cases() -> dict[str, SystemCase]:
    """All cases by id; none where the file is missing."""
    if not FILE.is_file():
        return {}
    rows = [json.loads(line) for line in FILE.read_text(encoding="utf-8").splitlines() if line]
    return {
        row["id"]: SystemCase(
            row["id"],
            row["existing"],
            row["incoming"],
            {row["expected"], *row.get("acceptable", ())},
            row["context"],
        )
        for row in rows
    }
