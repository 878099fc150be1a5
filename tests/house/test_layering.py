"""House rules that no linter knows."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command

ROOT = Path(__file__).parents[2]
HTTP = ("django.http", "django.shortcuts", "rest_framework", "django.views")


def modules(*folders: str) -> Iterator[Path]:
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if "migrations" not in path.parts:
                yield path


def imports(path: Path) -> set[str]:
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.add(node.module)
    return names


def test_memory_never_imports_review():
    guilty = [p.name for p in modules("memory") for n in imports(p) if n.split(".")[0] == "review"]
    assert guilty == []


def test_only_the_doors_know_of_http():
    guilty = [
        str(path.relative_to(ROOT))
        for path in modules("memory")
        if "api" not in path.parts and any(name.startswith(HTTP) for name in imports(path))
    ]
    assert guilty == []


def test_nothing_behind_the_api_knows_of_it():
    guilty = [
        str(path.relative_to(ROOT))
        for path in modules("memory")
        if "api" not in path.parts and path.name != "urls.py"
        if any(name.split(".")[:2] == ["memory", "api"] for name in imports(path))
    ]
    assert guilty == []


def test_the_gates_decision_is_pure():
    for name in ("decide", "policy", "verdict", "wording", "reasons"):
        found = imports(ROOT / "memory" / "gate" / f"{name}.py")
        assert not any(module.startswith(("django", "memory.models")) for module in found), name


def test_tasks_are_enqueued_in_one_place_and_signals_are_not_used():
    for path in modules("memory", "review"):
        text = path.read_text()
        assert not re.search(r"\.delay\(|@receiver\b", text), path
        if path.name != "tasks.py":
            assert ".apply_async(" not in text, path


def test_only_the_store_and_its_fellows_write_memories():
    writers = {"store.py", "episodes.py", "undo.py", "read_path.py", "verbatim.py"}
    for path in modules("memory", "review"):
        writes = re.search(r"\bMemory(\.objects\.(create|bulk_create)\(|\()", path.read_text())
        if writes and path.parent.name != "models":
            assert path.name in writers, path


@pytest.mark.parametrize("module", ["memory.tasks", "memory.urls", "memory.settings"])
def test_importing_loads_no_model_library(module):
    program = (
        "import os, sys; os.environ['DJANGO_SETTINGS_MODULE'] = 'memory.settings'\n"
        "import django; django.setup()\n"
        f"import {module}\n"
        "heavy = {'torch', 'transformers', 'sentence_transformers', 'onnxruntime'}\n"
        "sys.exit(', '.join(sorted(heavy & set(sys.modules))) or 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_models_and_migrations_agree(db):
    call_command("makemigrations", "--check", "--dry-run", verbosity=0)


def test_migrations_are_named_by_hand():
    for path in (*ROOT.glob("memory/migrations/0*.py"), *ROOT.glob("review/migrations/0*.py")):
        assert "_auto_" not in path.name


def test_no_tracked_file_names_the_machine_it_was_made_on():
    tracked = subprocess.run(
        ["git", "grep", "-lIE", "/(work|root|farm)/|registry\\.npmjs|pypi\\.org"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    ).stdout.split()
    assert [path for path in tracked if not path.endswith("test_layering.py")] == []
