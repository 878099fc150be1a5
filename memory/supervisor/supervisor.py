"""What `manage.py up` does: start everything in order, watch it, stop it in the reverse order."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import FrameType

from memory.supervisor import banner
from memory.supervisor.account import SHARED_USER, service_account
from memory.supervisor.address import Address
from memory.supervisor.child import Child
from memory.supervisor.endpoints import Endpoints, remove_endpoints, write_endpoints
from memory.supervisor.errors import SupervisorError
from memory.supervisor.folders import (
    cluster_folder,
    locked,
    prepare_folders,
    refuse_foreign,
    remove_sockets,
)
from memory.supervisor.keeper import Keeper
from memory.supervisor.leftovers import end_leftovers
from memory.supervisor.postgres import Postgres
from memory.supervisor.programs import Programs, account_for_programs
from memory.supervisor.readiness import Question
from memory.supervisor.valkey import Valkey
from memory.supervisor.variables import refuse_misnamed

GLANCE = 0.2  # seconds between two looks at the children
SLOW_AFTER = 120.0  # seconds without an answer from the web server, then we stop


class Interrupted(Exception):
    """Somebody asked us to stop while we were starting."""


class Supervisor:
    """Everything that runs on one data folder."""

    def __init__(self, data: Path, environ: Mapping[str, str], say: Callable[[str], None]) -> None:
        self.data = data
        self.environ = environ
        self.say = say
        self.address = Address.read(environ)
        self.children: list[Child] = []  # in the order of their start
        self.asked_to_stop = False

    def run(self, *, demo: bool) -> None:
        """Run until SIGTERM, SIGINT or SIGHUP. SupervisorError when something cannot start."""
        refuse_misnamed(self.environ)
        refuse_foreign(self.data)
        with locked(self.data):
            self._listen_to_signals()
            self.address.refuse_taken()
            try:
                self._start_and_watch(demo=demo)
            except Interrupted:
                pass
            finally:
                self._stop()

    def _start_and_watch(self, *, demo: bool) -> None:
        if number := end_leftovers(self.data):
            self.say(f"Ended {number} processes that an earlier run had left behind.")
        self._prepare()
        self._start_services()
        self._finish("migrate", "Preparing the database", "--no-input")
        # Before anybody is answered: the database may be an older copy.
        self._finish("erasure_ledger", "Comparing it with the ledger of erasures", "replay")
        if demo:
            self._finish("load_demo", "Loading the demo conversations")
        for child in (
            self.programs.worker(),
            self.programs.beat(),
            self.programs.web(self.address),
        ):
            self._start(child)
        self._watch()

    def _prepare(self) -> None:
        self.account = service_account(cluster_folder(self.data), self.environ)
        if self.account and self.account.shared:
            self.say(SHARED_USER)
        self.folders = prepare_folders(self.data, self.account)
        ordinary = account_for_programs(self.account, self.data, self.environ)
        self.programs = Programs(self.folders, ordinary, self.environ)

    def _start_services(self) -> None:
        """PostgreSQL and Valkey, each unless a server of one's own is named."""
        postgres = valkey = None
        if not self.environ.get("DATABASE_URL"):
            self.say("Starting PostgreSQL.")
            postgres = Postgres(self.folders, self.account)
            postgres.start()
            self.children.append(postgres.child)
        if not self.environ.get("CELERY_BROKER_URL"):
            self.say("Starting Valkey.")
            valkey = Valkey(self.folders, self.programs.account)
            valkey.start()
            self.children.append(valkey.child)
        if postgres:
            postgres.wait(patient=self._breathe)
        if valkey:
            valkey.wait(patient=self._breathe)
        self._announce(postgres, valkey)

    def _announce(self, postgres: Postgres | None, valkey: Valkey | None) -> None:
        file = write_endpoints(
            self.data,
            Endpoints(
                database_url=postgres.url if postgres else None,
                broker_url=valkey.broker_url if valkey else None,
                cache_url=valkey.cache_url if valkey else None,
                web_url=self.address.url,
                public_url=self.environ.get("PALIMPSEST_PUBLIC_URL") or self.address.url,
                nli_path=self.environ.get("PALIMPSEST_NLI_PATH") or None,
            ),
        )
        self.programs.hand_over(file)

    def _start(self, child: Child) -> None:
        self.children.append(child)
        child.start()

    def _finish(self, command: str, deed: str, *arguments: str) -> str:
        """Run a management command to its end and return the last line of what it printed."""
        self.say(f"{deed}.")
        child = self.programs.command(command, *arguments)
        self._start(child)
        while child.running:
            self._breathe()
            time.sleep(0.05)
        failed = child.exit_code
        self.children.remove(child)
        if failed:
            raise SupervisorError(f"{deed} failed: {child.last_line()} (see {child.log}).")
        return child.last_line()

    def _watch(self) -> None:
        """Look at the children until asked to stop; show the banner when all is up."""
        keepers = [Keeper(child) for child in self.children]
        coming_up = self._come_up()
        while not self.asked_to_stop:
            next(coming_up, None)
            for keeper in keepers:
                if news := keeper.look():
                    self.say(news)
            time.sleep(GLANCE)

    def _come_up(self) -> Iterator[None]:
        """Wait for the web server, then for its models, then show the banner; yields meanwhile.

        One answer about the parts is enough: the services were waited for, so that what is
        missing now does not come by itself.
        """
        deadline = time.monotonic() + SLOW_AFTER
        while not self._answers_by(deadline):
            yield
        self.say("Loading the models.")
        question = Question(self.address)
        while question.pending:
            yield
        self._show_banner(question.missing)

    def _answers_by(self, deadline: float) -> bool:
        """Whether the web server answers; SupervisorError when it never will."""
        web = self.children[-1]
        if not web.running or time.monotonic() > deadline:
            raise SupervisorError(
                f"The web server does not answer: {web.last_line()} (see {web.log})."
            )
        return self.address.answers()

    def _show_banner(self, missing: Mapping[str, str]) -> None:
        login = self._login_link()
        self.say(
            banner.text(self.folders, self.address, self.environ, self.programs, login, missing)
        )

    def _login_link(self) -> str:
        """The link, or why there is none, which is no reason to stop a site that runs."""
        try:
            return self._finish("login_link", "Making a login link") + "  (works once)"
        except SupervisorError:
            said = self.folders.log("login_link").read_text(errors="replace").strip()
            return said.rpartition("\n")[2].removeprefix("CommandError: ")
        finally:
            self.folders.log("login_link").unlink()  # nobody else shall log in with it

    def _listen_to_signals(self) -> None:
        signal.signal(signal.SIGTERM, self._on_signal)
        signal.signal(signal.SIGINT, self._on_signal)
        if signal.getsignal(signal.SIGHUP) is not signal.SIG_IGN:  # as nohup wants it
            signal.signal(signal.SIGHUP, self._on_signal)

    def _on_signal(self, _number: int, _frame: FrameType | None) -> None:
        self.asked_to_stop = True

    def _breathe(self) -> None:
        if self.asked_to_stop:
            raise Interrupted

    def _stop(self) -> None:
        """Web, beat, worker, Valkey, then PostgreSQL: nobody loses what it still needs."""
        if self.children:
            self.say("Stopping.")
        for child in reversed(self.children):
            child.stop()
        remove_endpoints(self.data)
        remove_sockets(self.data)
