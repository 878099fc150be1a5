"""`manage.py` where nothing runs: sentences, no tracebacks."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from memory.management.commands.pg import libpq_variables
from memory.supervisor import doctor
from memory.supervisor.endpoints import REPOSITORY


def manage(environ: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "manage.py", *arguments], env=environ, cwd=REPOSITORY,
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("variables", "sentence"),
    [
        ({}, "The database is not running: start it with `make run`, or set DATABASE_URL.\n"),
        (
            {"DATABASE_URL": "postgresql://alice:hidden@127.0.0.1:1/memories"},
            "The database that DATABASE_URL names does not answer: "
            "check that it runs, and the address, user and password in DATABASE_URL.\n",
        ),
    ],
)
def test_a_database_that_does_not_answer_is_one_sentence(
    environ: dict[str, str], variables: dict[str, str], sentence: str
) -> None:
    done = manage(environ | variables, "showmigrations", "--skip-checks")
    assert (done.returncode, done.stderr) == (1, sentence)


def test_a_setting_of_the_wrong_kind_is_one_sentence(environ: dict[str, str]) -> None:
    done = manage(environ | {"DATABASE_URL": "mysql://db.example/memories"}, "showmigrations")
    assert done.returncode == 1
    assert done.stderr.startswith("DATABASE_URL must begin with postgresql://")
    assert done.stderr.count("\n") == 1


@pytest.fixture
def environ(environ: dict[str, str], tmp_path: Path) -> dict[str, str]:
    """With a folder that has what a model's folder must have."""
    for name in ("config.json", "tokenizer.json", "model.onnx"):
        (tmp_path / name).write_text("{}")
    return environ | {"PALIMPSEST_NLI_PATH": str(tmp_path)}


def test_the_doctor_finds_this_machine_well(environ: dict[str, str]) -> None:
    done = manage(environ, "doctor")
    assert "wrong" not in done.stdout
    assert done.returncode == 0
    assert "All is well: start with `make run`." in done.stdout


def test_the_doctor_says_what_to_do(environ: dict[str, str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        wrong = {
            "REDIS_URL": "redis://x",
            "PALIMPSEST_PORT": str(server.getsockname()[1]),
            "PALIMPSEST_PG_BIN": "/nowhere",
        }
        done = manage(environ | wrong, "doctor")
    assert done.returncode == 1
    assert "3 of " in done.stderr
    assert "need your attention: variables, PostgreSQL, port." in done.stderr
    for remedy in ("set CELERY_BROKER_URL", "to another port", "PALIMPSEST_PG_BIN must name"):
        assert remedy in done.stdout


def test_the_doctor_misses_the_gates_model(environ: dict[str, str]) -> None:
    done = manage(environ | {"PALIMPSEST_NLI_PATH": "/nowhere"}, "doctor")
    assert done.returncode == 1
    assert "PALIMPSEST_NLI_PATH names /nowhere" in done.stdout
    assert "attention: NLI model." in done.stderr


@pytest.mark.parametrize(
    ("version", "well"), [((3, 10, 9), False), ((3, 11, 0), True), ((3, 13, 0), False)]
)
def test_the_doctor_knows_which_python_fits(version: tuple[int, ...], well: bool) -> None:
    assert (doctor.python(version).remedy == "") is well


def test_the_doctor_refuses_a_folder_that_cannot_be_written(data: Path) -> None:
    findings = {one.subject: one for one in doctor.examine(Path("/proc/palimpsest"), os.environ)}
    remedies = [one.remedy for one in findings.values() if "/proc" in one.remedy]
    assert os.geteuid() == 0 or remedies


def test_psql_gets_its_password_unseen() -> None:
    database = {
        "NAME": "memories",
        "USER": "alice",
        "PASSWORD": "hidden",
        "HOST": "/run",
        "PORT": "",
    }
    assert libpq_variables(database) == {
        "PGDATABASE": "memories", "PGUSER": "alice", "PGPASSWORD": "hidden", "PGHOST": "/run",
    }  # fmt: skip
