"""The project's own programs: what they are called with, and how they end."""

from __future__ import annotations

import signal
import sys
from collections.abc import Mapping
from pathlib import Path

from memory.supervisor.account import Account, give
from memory.supervisor.address import Address
from memory.supervisor.binaries import valkey_binary
from memory.supervisor.child import MARK, Child
from memory.supervisor.endpoints import REPOSITORY
from memory.supervisor.errors import SupervisorError
from memory.supervisor.folders import Folders

MANAGE = REPOSITORY / "manage.py"
# Celery: finish the task at hand, then drop it (it is a row, and will be picked up again).
WORKER_STOPS = ((signal.SIGTERM, 20.0), (signal.SIGQUIT, 5.0))


class Programs:
    """Makes the children that run the project's own code, all with one environment and user."""

    def __init__(
        self, folders: Folders, account: Account | None, environ: Mapping[str, str]
    ) -> None:
        self.folders = folders
        self.account = account
        self.environ = dict(environ) | {
            "PALIMPSEST_DATA": str(folders.data),
            "PYTHONUNBUFFERED": "1",
            MARK: str(folders.data),
        }
        if account is not None:
            self.environ["HOME"] = str(folders.data)

    def web(self, address: Address) -> Child:
        """One process, so that a model is loaded once; eight threads, for they mostly wait."""
        options = "--worker-class gthread --workers 1 --threads 8 --timeout 120"
        return self._python(
            "web",
            "-m", "gunicorn", "memory.wsgi:application", "--bind", address.bind,
            *options.split(), "--graceful-timeout", "10", "--no-control-socket",
        )  # fmt: skip

    def worker(self) -> Child:
        """One process by default: each one holds the models in its own memory."""
        number = self.environ.get("PALIMPSEST_WORKERS") or "1"
        if not number.isdecimal() or not int(number):
            raise SupervisorError(
                f"PALIMPSEST_WORKERS is {number}: set it to how many worker processes to run."
            )
        celery = ["-m", "celery", "-A", "memory", "worker", "--loglevel", "INFO"]
        return self._python("worker", *celery, "--concurrency", number, stops=WORKER_STOPS)

    def beat(self) -> Child:
        schedule = str(self.folders.beat / "schedule")
        celery = ["-m", "celery", "-A", "memory", "beat", "--loglevel", "INFO"]
        # No pid file: the data folder's lock already keeps a second one out.
        return self._python("beat", *celery, "--schedule", schedule, "--pidfile", "")

    def command(self, name: str, *arguments: str) -> Child:
        """A management command that ends by itself; its log holds this run's output alone."""
        child = self._python(name, str(MANAGE), name, *arguments)
        child.log.unlink(missing_ok=True)
        return child

    def hand_over(self, file: Path) -> None:
        """Let the programs read a file that the supervisor wrote."""
        give(file, self.account)

    def _python(
        self,
        name: str,
        *arguments: str,
        stops: tuple[tuple[signal.Signals, float], ...] = ((signal.SIGTERM, 15.0),),
    ) -> Child:
        return Child(
            name,
            [sys.executable, *arguments],
            log=self.folders.log(name),
            environ=self.environ,
            account=self.account,
            cwd=REPOSITORY,
            stops=stops,
        )


def account_for_programs(
    account: Account | None, data: Path, environ: Mapping[str, str]
) -> Account | None:
    """The service user, if it can reach Python, the code and the data; else none, that is root.

    Only PostgreSQL insists on a user of its own.
    """
    if account is None:
        return None
    needed = [(MANAGE, "r"), (valkey_binary(), "x"), (data, "w")]
    if weights := environ.get("PALIMPSEST_NLI_PATH"):
        needed.append((Path(weights), "x"))
    reaches_all = all(account.reaches(path, right) for path, right in needed)
    # Python's own library may be closed where its program is not.
    python = (sys.executable, "-c", "import ssl, psycopg, django")
    return account if reaches_all and account.succeeds(*python) else None
