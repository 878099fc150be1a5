"""The checklist of docs/review-queue.md: every row says its state, and the tests it names exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROW = re.compile(r"^\| (\d+) \| .* \| (✓|◐|–) \|(.*)\|(.*)\|$", re.MULTILINE)  # noqa: RUF001
ROWS = ROW.findall((ROOT / "docs" / "review-queue.md").read_text())


def test_the_table_has_all_rows():
    assert [int(number) for number, *_ in ROWS] == list(range(1, 24))


@pytest.mark.parametrize(("number", "state", "remark", "shown"), ROWS)
def test_what_is_named_exists(number, state, remark, shown):
    """A file, and behind a colon how tests of it begin. What is not there says why."""
    if state == "–":  # noqa: RUF001 (a dash for "missing")
        assert remark.strip()
        return
    assert remark.strip() or state == "✓"
    files = re.findall(r"`(tests/[\w/]+\.py)`((?:: )?(?:(?:, )?`test_\w+…`)*)", shown)
    assert files
    for file, named in files:
        tests = (ROOT / file).read_text()
        for name in re.findall(r"`(test_\w+)…`", named):
            assert f"def {name}" in tests, (file, name)
