"""The embedded PostgreSQL keeps strangers out and survives every kind of end."""

from __future__ import annotations

import errno
import os
import re
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest

from memory.supervisor.account import Account, is_root, service_account
from memory.supervisor.errors import SupervisorError
from memory.supervisor.folders import far_home, prepare_folders
from memory.supervisor.postgres import Postgres
from tests.supervisor.conftest import clean


@contextmanager
def changed(file: Path, content: str | None) -> Iterator[None]:
    """Give a file another content, or take it away, for a while."""
    kept = file.with_suffix(".kept")
    file.rename(kept)
    if content is not None:
        file.write_text(content)
        file.chmod(0o644)
    yield
    kept.replace(file)


def ask(url: str, question: str) -> object:
    with psycopg.connect(url, autocommit=True) as connection:
        answer = connection.execute(question)
        return answer.fetchone() if answer.description else None


@pytest.fixture
def zombie() -> Iterator[int]:
    """The number of a process that ended and that nobody has reaped."""
    process = subprocess.Popen(["true"])
    while Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z":
        time.sleep(0.01)
    yield process.pid
    process.wait()


def test_it_has_the_database_and_pgvector(postgres: Postgres) -> None:
    ask(postgres.url, "CREATE EXTENSION IF NOT EXISTS vector")
    assert ask(postgres.url, "SELECT '[1,2]'::vector <=> '[2,4]'::vector") == (0.0,)


def test_it_asks_for_a_password_even_on_its_socket(postgres: Postgres) -> None:
    with pytest.raises(psycopg.OperationalError, match="password"):
        psycopg.connect(re.sub(r":[^@/]+@", "@", postgres.url))


def test_it_listens_on_no_network(postgres: Postgres) -> None:
    assert ask(postgres.url, "SHOW listen_addresses") == ("",)


@pytest.mark.skipif(not is_root(), reason="needs root, to become another user")
def test_another_user_of_the_machine_cannot_connect(postgres: Postgres) -> None:
    child = os.fork()
    if child == 0:
        os.setuid(65534)
        with socket.socket(socket.AF_UNIX) as attempt:
            os._exit(attempt.connect_ex(str(postgres.folders.sockets / ".s.PGSQL.5432")))
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == errno.EACCES


@pytest.mark.skipif(not is_root(), reason="needs root, who must become somebody else")
def test_started_by_root_it_runs_as_the_service_user(postgres: Postgres) -> None:
    assert postgres.account is not None
    assert Path(f"/proc/{postgres.child.pid}").stat().st_uid == postgres.account.uid
    assert postgres.cluster.stat().st_mode & 0o777 == 0o700


def test_what_was_written_is_there_after_a_restart(postgres: Postgres) -> None:
    ask(postgres.url, "CREATE TABLE IF NOT EXISTS kept AS SELECT 42 AS number")
    postgres.stop()
    postgres.start()
    postgres.wait()
    assert ask(postgres.url, "SELECT number FROM kept") == (42,)


def test_it_starts_after_it_was_killed(postgres: Postgres) -> None:
    assert postgres.child.process is not None
    postgres.child.process.kill()
    postgres.child.process.wait()
    for _ in range(50):  # its helpers may take a moment to notice
        postgres.start()
        try:
            postgres.wait()
            break
        except SupervisorError:
            time.sleep(0.1)
    assert ask(postgres.url, "SELECT 1") == (1,)


@pytest.mark.parametrize("foreign", ["zombie", "stranger"])
def test_a_stale_pid_file_does_not_stop_it(postgres: Postgres, zombie: int, foreign: str) -> None:
    """The number in the file is a process that nobody reaped, or somebody else's by now."""
    pid_file = postgres.cluster / "postmaster.pid"
    content = pid_file.read_text()
    postgres.stop()
    number = zombie if foreign == "zombie" else os.getpid()
    pid_file.write_text(re.sub(r"^\d+", str(number), content))
    postgres.start()
    postgres.wait()
    assert ask(postgres.url, "SELECT 1") == (1,)


def test_its_log_holds_nothing_personal(postgres: Postgres) -> None:
    ask(postgres.url, "DROP TABLE IF EXISTS person")
    ask(postgres.url, "CREATE TABLE person (name text UNIQUE)")
    ask(postgres.url, "INSERT INTO person VALUES ('Alice Example')")
    for wrong in (
        "INSERT INTO person VALUES ('Alice Example')",
        "SELECT 'Alice Example'::int",
        "SELECT nonsense FROM person WHERE name = 'Alice Example'",
    ):
        with pytest.raises(psycopg.Error):
            ask(postgres.url, wrong)
    postgres.stop()
    assert "Alice" not in postgres.child.log.read_text()


def test_a_cluster_of_another_version_is_refused_with_what_to_do(postgres: Postgres) -> None:
    postgres.stop()
    refusal = pytest.raises(SupervisorError, match=r"by PostgreSQL 16.* set PALIMPSEST_PG_BIN")
    with changed(postgres.cluster / "PG_VERSION", "16\n"), refusal:
        postgres.start()


def test_a_damaged_cluster_is_refused_and_left_alone(postgres: Postgres) -> None:
    postgres.stop()
    refusal = pytest.raises(SupervisorError, match="not a readable PostgreSQL cluster: move it")
    with changed(postgres.cluster / "PG_VERSION", None), refusal:
        postgres.start()
    assert (postgres.cluster / "base").is_dir()


def test_a_server_that_cannot_start_says_why(postgres: Postgres) -> None:
    postgres.stop()
    refusal = pytest.raises(SupervisorError, match=r"PostgreSQL did not start: .*postgres\.log")
    with changed(postgres.cluster / "postgresql.conf", "no such setting"), refusal:
        postgres.start()
        postgres.wait()


@pytest.mark.skipif(
    not is_root(), reason="only root meets folders that its service user cannot reach"
)
def test_a_closed_parent_folder_stays_closed(tmp_path: Path) -> None:
    """The cluster, the socket and the programs go where the service user reaches them."""
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    account = service_account()
    folders = prepare_folders(closed / "data", account)
    server = Postgres(folders, account, durable=False)
    server.start()
    server.wait()
    assert ask(server.url, "SELECT 1") == (1,)
    server.stop()
    assert server.cluster.is_relative_to(far_home(closed / "data"))
    assert closed.stat().st_mode & 0o777 == 0o700
    clean(closed / "data")


@pytest.mark.skipif(not is_root(), reason="needs root, to act for another user")
def test_a_cluster_keeps_its_user(postgres: Postgres, account: Account) -> None:
    assert service_account(postgres.cluster, {}) == account
    postgres.stop()
    other = Postgres(postgres.folders, service_account(environ={"PALIMPSEST_USER": "daemon"}))
    with pytest.raises(SupervisorError, match="does not belong to daemon: unset PALIMPSEST_USER"):
        other.start()


def test_stopping_it_is_quick_with_open_connections(postgres: Postgres) -> None:
    with psycopg.connect(postgres.url):
        began = time.monotonic()
        postgres.stop()
    assert time.monotonic() - began < 10
