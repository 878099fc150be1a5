"""Each case of the file is a test here, or the table says why not."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from tests.system.cases import MISSING, NOT_TESTED, load_system_cases


def marked() -> list[str]:
    """The ids with which tests of this folder are marked."""
    return [
        mark.args[0]
        for path in sorted(Path(__file__).parent.glob("test_*.py"))
        for name, thing in vars(import_module(f"tests.system.{path.stem}")).items()
        if name.startswith("test_")
        for mark in getattr(thing, "pytestmark", [])
        if mark.name == "case"
    ]


def test_every_case_is_a_test_or_is_accounted_for():
    cases = set(load_system_cases())
    if not cases:
        pytest.skip(MISSING)
    tests = marked()
    assert set(tests) | set(NOT_TESTED) == cases
    assert not set(tests) & set(NOT_TESTED)
    assert all(len(reason.split()) > 4 for reason in NOT_TESTED.values())
