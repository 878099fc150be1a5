"""An installation with a past: a backup, and what was erased and closed after it."""

from __future__ import annotations

import os
import secrets
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from memory.backup import databases
from memory.supervisor.binaries import postgres_binaries

ROOT = Path(__file__).parents[3]
WORD = "quixhaven"


class Installation:
    """A database and a data folder of its own, and commands on them."""

    def __init__(self, url: str, data: Path) -> None:
        self.url, self.data = url, data
        self.environ = os.environ | {
            "DATABASE_URL": url,
            "PALIMPSEST_DATA": str(data),
            "PALIMPSEST_SECRET_KEY": "a key for these tests",
            "DJANGO_SETTINGS_MODULE": "memory.settings",
            "PALIMPSEST_LOG_LEVEL": "ERROR",
        }

    def run(self, *command: str, **environ: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-W", "ignore", *command], cwd=ROOT, env=self.environ | environ,
            capture_output=True, text=True, check=False, timeout=400,
        )  # fmt: skip

    def act(self, *what: str) -> str:
        done = self.run("-m", "tests.memory.backup.acting", *what)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def manage(self, *command: str, **environ: str) -> str:
        done = self.run("manage.py", *command, **environ)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def refused(self, *command: str, **environ: str) -> str:
        done = self.run("manage.py", *command, **environ)
        assert done.returncode == 1, done.stdout
        return done.stderr.strip().removeprefix("CommandError: ")

    def dump(self) -> str:
        where, secret = databases.for_programs(self.url)
        done = subprocess.run(
            [str(postgres_binaries() / "pg_dump"), f"--dbname={where}"],
            env=os.environ | secret, capture_output=True, text=True, check=True,
        )  # fmt: skip
        return done.stdout.lower()

    def others(self) -> set[str]:
        """Databases beside this one."""
        name = databases.name_of(self.url)
        with psycopg.connect(self.url) as connection:
            rows = connection.execute("SELECT datname FROM pg_database WHERE datname LIKE %s", [f"{name}%"])  # fmt: skip
            return {found for (found,) in rows} - {name}


@dataclass(frozen=True)
class Past:
    """What happened once for all tests: a backup with the canary, then closings and erasures.

    database: as it is after them. receipts: theirs.
    """

    database: str
    data: Path
    file: Path
    receipts: list[str]


@pytest.fixture(scope="package")
def past(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Past]:
    folder = tmp_path_factory.mktemp("past")
    name = f"past_{secrets.token_hex(4)}"
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        before = Installation(named(name), folder / "data")
        before.act("store")
        before.manage("backup", str(folder / "before.backup"))
        before.act("learn_later")
        before.act("close")
        receipts = before.act("erase").split()
        assert len(receipts) >= 4
        assert WORD not in before.dump()
        yield Past(name, before.data, folder / "before.backup", receipts)
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")


def named(name: str) -> str:
    """The URL of another database on this test run's server."""
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


@pytest.fixture
def installation(past: Past, tmp_path: Path) -> Iterator[Installation]:
    """The one that the erasures happened in, as it is after them."""
    name = f"own_{secrets.token_hex(4)}"
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name} TEMPLATE {past.database}")
        shutil.copytree(past.data, tmp_path / "data")
        yield Installation(named(name), tmp_path / "data")
        for left in (name, f"{name}_restoring", f"{name}_replaced"):
            connection.execute(f"DROP DATABASE IF EXISTS {left} WITH (FORCE)")


@pytest.fixture
def erased_since(past: Past) -> tuple[Path, list[str]]:
    """A backup from before erasures, and their receipts."""
    return past.file, past.receipts
