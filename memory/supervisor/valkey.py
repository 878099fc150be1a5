"""The embedded Valkey: Celery's broker (database 0) and Django's cache (database 1)."""

from __future__ import annotations

import os
import time
from collections.abc import Callable

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from memory.supervisor.account import Account
from memory.supervisor.binaries import valkey_binary
from memory.supervisor.child import MARK, Child
from memory.supervisor.errors import SupervisorError
from memory.supervisor.folders import Folders

READY_WITHIN = 60.0  # seconds


class Valkey:
    """A Valkey server on a Unix socket, with an append-only file so that queued tasks survive."""

    def __init__(
        self, folders: Folders, account: Account | None = None, *, durable: bool = True
    ) -> None:
        self.socket = folders.sockets / "valkey.sock"
        keep = ["--appendonly", "yes"] if durable else ["--appendonly", "no"]
        self.child = Child(
            "valkey",
            [
                str(valkey_binary()), "--port", "0", "--dir", str(folders.valkey),
                "--unixsocket", str(self.socket), "--unixsocketperm", "700",
                "--save", "", "--maxmemory-policy", "noeviction", *keep,
            ],
            log=folders.log("valkey"),
            environ={
                "PATH": os.environ.get("PATH", ""), "LC_ALL": "C", MARK: str(folders.data),
            },
            account=account,
            before=lambda child: self.socket.unlink(missing_ok=True),
        )  # fmt: skip

    @property
    def broker_url(self) -> str:
        return f"redis+socket://{self.socket}"

    @property
    def cache_url(self) -> str:
        return f"unix://{self.socket}?db=1"

    def start(self) -> None:
        self.child.start()

    def ready(self) -> bool:
        """Whether it answers; it does not while it loads its file."""
        once = Retry(NoBackoff(), retries=0)
        client = redis.Redis(unix_socket_path=str(self.socket), socket_timeout=5, retry=once)
        try:
            return bool(client.ping())
        except redis.RedisError:
            return False
        finally:
            client.close()

    def wait(self, *, patient: Callable[[], None] = lambda: None) -> None:
        """Return when it answers; `patient` is called while it does not.

        SupervisorError when it ends instead, or is silent for a minute.
        """
        deadline = time.monotonic() + READY_WITHIN
        while not self.ready():
            if not self.child.running or time.monotonic() > deadline:
                raise SupervisorError(
                    f"Valkey did not start: {self.child.last_line()} (see {self.child.log})."
                )
            patient()
            time.sleep(0.05)

    def stop(self) -> None:
        self.child.stop()
