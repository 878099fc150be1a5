"""The embedded PostgreSQL: made once, started in the foreground as our child, stopped fast.

It listens on a Unix socket alone, and asks even there for a password (scram-sha-256).
"""

from __future__ import annotations

import os
import secrets
import signal
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from urllib.parse import quote

import psycopg

from memory.supervisor.account import Account, give
from memory.supervisor.binaries import major_version, postgres_binaries, within_reach
from memory.supervisor.child import MARK, Child
from memory.supervisor.errors import SupervisorError
from memory.supervisor.folders import Folders
from memory.supervisor.leftovers import alive

USER = "memory"
DATABASE = "palimpsest"
READY_WITHIN = 600.0  # seconds; recovery after a crash may take minutes
STOPS = ((signal.SIGINT, 60.0), (signal.SIGQUIT, 10.0))  # fast, then immediate

OPTIONS = {
    "listen_addresses": "",
    "port": "5432",  # part of the socket's name
    "unix_socket_permissions": "0700",
    "max_connections": "100",
    "timezone": "UTC",
    # What is read lies in memory or on a disk without moving parts: an index is no dearer than a scan.
    "random_page_cost": "1.1",
    # Its log must hold nothing personal: no statements, no details such as "Key (content)=(…)".
    "log_min_messages": "log",
    "log_error_verbosity": "terse",
    "log_min_error_statement": "panic",
}
# For tests: what was written need not survive the machine. Statistics that are taken while all rows
# of a table are rolled back would say that it is empty, and the next ten thousand be joined row by row.
UNSAFE_BUT_FAST = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
}


class Postgres:
    """One cluster and the server on it."""

    def __init__(
        self, folders: Folders, account: Account | None = None, *, durable: bool = True
    ) -> None:
        self.folders = folders
        self.account = account
        self.durable = durable
        self.cluster = folders.cluster
        self.binaries = within_reach(postgres_binaries(), account, self.cluster.parent)
        self.password_file = self.cluster.parent / "postgres-password"
        options = OPTIONS | ({} if durable else UNSAFE_BUT_FAST)
        options["unix_socket_directories"] = str(folders.sockets)
        self.child = Child(
            "postgres",
            [str(self.binaries / "postgres"), "-D", str(self.cluster)]
            + [word for key, value in options.items() for word in ("-c", f"{key}={value}")],
            log=folders.log("postgres"),
            environ=self._environ(),
            account=account,
            cwd=Path("/"),
            stops=STOPS,
            before=self._pass_over_stale_pid,
        )

    @property
    def url(self) -> str:
        return self._url(DATABASE)

    def _url(self, database: str) -> str:
        password = quote(self.password_file.read_text().strip(), safe="")
        host = quote(str(self.folders.sockets), safe="")
        return f"postgresql://{USER}:{password}@/{database}?host={host}"

    def start(self) -> None:
        """Make the cluster if there is none, and start the server. `ready` tells when it answers."""
        if self.cluster.exists():
            self._check_cluster()
        else:
            self._make_cluster()
        self.child.start()

    def ready(self) -> bool:
        """Whether the server answers a real question."""
        try:
            with psycopg.connect(self._url("postgres"), connect_timeout=5) as connection:
                connection.execute("SELECT 1")
        except psycopg.OperationalError:
            return False
        return True

    def wait(self, *, patient: Callable[[], None] = lambda: None) -> None:
        """Return when it answers and its database exists; `patient` is called while it does not.

        SupervisorError when the server ends instead, or does not answer within ten minutes.
        """
        deadline = time.monotonic() + READY_WITHIN
        while not self.ready():
            if not self.child.running or time.monotonic() > deadline:
                raise SupervisorError(
                    f"PostgreSQL did not start: {self.child.last_line()} (see {self.child.log})."
                )
            patient()
            time.sleep(0.05)
        self._make_database()

    def stop(self) -> None:
        self.child.stop()

    def _make_database(self) -> None:
        with psycopg.connect(self._url("postgres"), autocommit=True) as connection:
            known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [DATABASE])
            if known.fetchone() is None:
                connection.execute(f"CREATE DATABASE {DATABASE}")

    def _make_cluster(self) -> None:
        """Run initdb in a folder beside, so that an interrupted run leaves no half cluster."""
        draft = self.cluster.with_suffix(".draft")
        subprocess.run(["rm", "-rf", str(draft)], check=True)
        self.password_file.touch(mode=0o600)
        self.password_file.write_text(secrets.token_urlsafe(32) + "\n")
        give(self.password_file, self.account)
        initdb = Child(
            "initdb",
            [
                str(self.binaries / "initdb"), "-D", str(draft), "-U", USER,
                "--auth-local=scram-sha-256", "--auth-host=reject",
                f"--pwfile={self.password_file}", "--encoding=UTF8",
                "--locale-provider=builtin", "--builtin-locale=C.UTF-8", "--locale=C",
                "--no-instructions", *([] if self.durable else ["--no-sync"]),
            ],
            log=self.folders.log("initdb"),
            environ=self._environ(),
            account=self.account,
            cwd=Path("/"),
        )  # fmt: skip
        if initdb.start().wait():
            raise SupervisorError(
                f"The database could not be created: {initdb.last_line()} (see {initdb.log})."
            )
        draft.rename(self.cluster)

    def _check_cluster(self) -> None:
        if self.account is not None and not self.account.owns(self.cluster):
            raise SupervisorError(
                f"{self.cluster} does not belong to {self.account.name}: unset PALIMPSEST_USER, "
                "or set it to the folder's owner."
            )
        try:
            made_by = (self.cluster / "PG_VERSION").read_text().strip()
        except OSError:
            raise SupervisorError(
                f"{self.cluster} is not a readable PostgreSQL cluster: "
                "move it away, or set PALIMPSEST_DATA to another folder."
            ) from None
        ours = major_version(self.binaries)
        if made_by != ours:
            raise SupervisorError(
                f"{self.cluster} was made by PostgreSQL {made_by}, and these programs are "
                f"PostgreSQL {ours}: set PALIMPSEST_PG_BIN to the bin folder of a PostgreSQL "
                f"{made_by}, or dump the data with that version and load it into a new folder."
            )
        if not self.password_file.exists():
            raise SupervisorError(
                f"The database's password is missing: put {self.password_file} back."
            )

    def _environ(self) -> dict[str, str]:
        """Little, so that no PG* variable and no secret of ours gets in."""
        kept = {key: os.environ[key] for key in ("PATH", "LD_LIBRARY_PATH") if key in os.environ}
        return kept | {"LC_ALL": "C", "TZ": "UTC", MARK: str(self.folders.data)}

    def _pass_over_stale_pid(self, child: Child) -> None:
        """Let PostgreSQL pass over the pid file of a dead server.

        It takes a zombie for a running server. Naming that process as its grandparent makes it
        look further, at the shared memory, which cannot be mistaken. The file stays.
        """
        child.environ.pop("PG_GRANDPARENT_PID", None)
        with suppress(OSError, ValueError, IndexError):
            pid = int((self.cluster / "postmaster.pid").read_text().split()[0])
            if not _is_postgres(pid):
                child.environ["PG_GRANDPARENT_PID"] = str(pid)


def _is_postgres(pid: int) -> bool:
    try:
        name = Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return False
    return alive(pid) and name.startswith("postgres")
