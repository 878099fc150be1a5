"""`manage.py up` as a person starts it: everything real, each in a data folder of its own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import psycopg
import pytest

from memory.supervisor.address import Address
from memory.supervisor.endpoints import REPOSITORY, endpoints_file, read_endpoints
from memory.supervisor.leftovers import leftovers
from tests.supervisor.conftest import free_port
from tests.supervisor.test_commands import manage

PATIENCE = 150.0  # seconds; the machine may be busy


class Up:
    """One run of the command, and what it said."""

    def __init__(self, environ: dict[str, str]) -> None:
        self.data = Path(environ["PALIMPSEST_DATA"])
        self.address = Address.read(environ)
        self.output = self.data.parent / f"said-{time.monotonic_ns()}.txt"
        with self.output.open("w") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "up"], env=environ, cwd=REPOSITORY,
                stdout=output, stderr=output,
            )  # fmt: skip

    @property
    def said(self) -> str:
        return self.output.read_text()

    def wait_for(self, words: str) -> None:
        """Until it has said the words; at once when it ended without them."""
        self.until(lambda: words in self.said or self.process.poll() is not None)
        assert words in self.said, self.said

    def until(self, condition: Callable[[], bool]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < deadline, self.said
            time.sleep(0.1)

    def child(self, program: str) -> int:
        """The number of the running process whose command line has these words."""
        for pid in leftovers(self.data):
            words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
            parents = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            if int(parents[1]) == self.process.pid and program in b" ".join(words).decode():
                return pid
        raise AssertionError(f"{program} does not run")

    def ends(self) -> int:
        return self.process.wait(PATIENCE)

    def end(self, number: signal.Signals = signal.SIGTERM) -> int:
        self.process.send_signal(number)
        return self.ends()


@pytest.fixture
def start(environ: dict[str, str]) -> Iterator[Callable[..., Up]]:
    """Start it, with further variables; whatever a test left running is ended."""
    with ExitStack() as stack:

        def start(**variables: str) -> Up:
            up = Up(environ | variables)
            stack.callback(up.process.wait)
            stack.callback(up.process.terminate)
            return up

        yield start


def answers(data: Path) -> bool:
    """Whether the embedded database answers."""
    running = read_endpoints(data)
    try:
        psycopg.connect((running.database_url if running else None) or "").close()
    except psycopg.OperationalError:
        return False
    return True


def test_it_runs_mends_itself_and_leaves_nothing(start: Callable[..., Up]) -> None:
    up = start()
    up.wait_for("Palimpsest runs.")
    assert up.address.answers()
    assert f"Address   {up.address.url}" in up.said

    second = start(PALIMPSEST_PORT=str(free_port()))
    assert second.ends() == 1
    assert f"Palimpsest already runs on {up.data}: stop it first" in second.said
    assert up.address.answers()

    os.kill(up.child("celery -A memory worker"), signal.SIGKILL)
    os.kill(up.child("bin/postgres"), signal.SIGKILL)
    up.wait_for("worker ended by signal 9")
    up.wait_for("worker runs again.")
    up.wait_for("postgres runs again.")
    up.until(lambda: answers(up.data))

    assert up.end() == 0
    assert leftovers(up.data) == []
    assert not endpoints_file(up.data).exists()
    assert not up.address.answers()


def test_a_second_terminal_knows_what_the_first_one_was_told(
    start: Callable[..., Up], environ: dict[str, str]
) -> None:
    up = start(PALIMPSEST_NLI_PATH="/nowhere")
    up.wait_for("Palimpsest runs.")
    assert "!!  nli is not ready: PALIMPSEST_NLI_PATH names /nowhere" in up.said
    assert "`manage.py create_workspace SLUG --operator NAME`" in up.said

    told = ("PALIMPSEST_PORT", "PALIMPSEST_NLI_PATH")
    elsewhere = {name: value for name, value in environ.items() if name not in told}
    examined = manage(elsewhere, "doctor")
    assert f"server: runs at {up.address.url}" in examined.stdout
    assert examined.stderr.endswith("attention: NLI model, server: nli.\n")
    manage(elsewhere, "create_workspace", "shop", "--operator", "ana")
    assert manage(elsewhere, "login_link").stdout.startswith(up.address.url)


def test_it_starts_after_everything_was_killed(start: Callable[..., Up]) -> None:
    first = start()
    first.wait_for("Palimpsest runs.")
    for pid in [first.process.pid, *leftovers(first.data)]:
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    first.process.wait()

    second = start()
    second.wait_for("Palimpsest runs.")
    second.process.kill()
    second.process.wait()
    second.until(lambda: leftovers(second.data) == [])  # they die with their supervisor


def test_with_servers_it_starts_none_of_its_own(
    start: Callable[..., Up], own_database: str
) -> None:
    up = start(DATABASE_URL=own_database, CELERY_BROKER_URL=os.environ["CELERY_BROKER_URL"])
    up.wait_for("Preparing the database.")
    assert up.said == "Preparing the database.\n"
    assert not (up.data / "postgres").exists()
    with psycopg.connect(own_database) as connection:
        up.until(lambda: has_tables(connection))
    assert up.end() == 0


def has_tables(connection: psycopg.Connection) -> bool:
    tables = connection.execute("SELECT 1 FROM pg_tables WHERE tablename = 'django_migrations'")
    return tables.fetchone() is not None


def test_a_web_server_that_cannot_start_ends_the_start(start: Callable[..., Up]) -> None:
    up = start(GUNICORN_CMD_ARGS="--no-such-option")
    assert up.ends() == 1
    assert "The web server does not answer: " in up.said
    assert "no-such-option" in up.said
    assert leftovers(up.data) == []


def test_stopping_it_while_it_starts_leaves_nothing(start: Callable[..., Up]) -> None:
    up = start()
    up.wait_for("Preparing the database.")
    assert up.end() == 0
    assert leftovers(up.data) == []


def test_a_variable_that_is_not_ours_stops_it_before_anything_starts(
    start: Callable[..., Up],
) -> None:
    up = start(POSTGRES_URL="postgresql://db.example/memories")
    assert up.ends() == 1
    assert up.said.startswith("POSTGRES_URL is set, and Palimpsest does not read it: set DATABASE_")
    assert not (up.data / "run").exists()


def test_a_taken_port_stops_it_before_anything_starts(start: Callable[..., Up]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        up = start(PALIMPSEST_PORT=str(server.getsockname()[1]))
        assert up.ends() == 1
    assert "set PALIMPSEST_PORT to another port" in up.said
    assert not (up.data / "postgres").exists()
