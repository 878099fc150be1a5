"""Labelled messages for tests of the statement model."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

CLAIM: dict[str, Any] = {
    "restated": "User lives in Lisbon.",
    "type": "semantic",
    "scope": "fact",
    "modality": "current",
    "change": "event",
    "beneficiary": "self",
    "key": "city",
    "value": "Lisbon",
    "importance": 5,
    "lasts": "years",
}
OTHER = {
    "restated": "User's aunt flew to Oslo.",
    "type": "episodic",
    "scope": "event",
    "modality": "past",
    "change": "none",
    "beneficiary": "aunt",
    "importance": 2,
    "lasts": "days",
}


def row(text: str, *claims: dict[str, Any], before: str | None = None) -> dict[str, Any]:
    return {"before": before, "text": text, "claims": list(claims)}


ROWS = [
    row("moved to lisbon in spring!!", CLAIM),
    row("ok thanks"),
    row("my aunt flew to oslo on monday", OTHER),
    row("yes, that one", {**CLAIM, "change": "none"}, before="Do you live in Lisbon?"),
]


def write_rows(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(one) + "\n" for one in rows), encoding="utf-8")
    return path
