"""The folders of one data folder, all 0700, and the lock that keeps a second start out."""

from __future__ import annotations

import fcntl
import hashlib
import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from memory.supervisor.account import Account, give, give_tree
from memory.supervisor.errors import SupervisorError

# A Unix socket's path holds 107 bytes; "/.s.PGSQL.5432.lock" and a margin come off.
LONGEST_SOCKET_FOLDER = 80
# What the settings and the web application may have made before the first start.
BEFORE_FIRST_START = {"secret_key", "static", "erasures.jsonl"}


@dataclass(frozen=True)
class Folders:
    """Where things lie.

    data      everything below, unless said otherwise
    cluster   PostgreSQL's files; elsewhere when its user cannot reach `data` (see `_home`)
    sockets   the Unix sockets; in /tmp when the path under `data` is too long, odd or closed
    """

    data: Path
    cluster: Path
    sockets: Path

    @property
    def logs(self) -> Path:
        return self.data / "logs"

    @property
    def valkey(self) -> Path:
        return self.data / "valkey"

    @property
    def beat(self) -> Path:
        return self.data / "beat"

    def log(self, name: str) -> Path:
        return self.logs / f"{name}.log"


def refuse_foreign(data: Path) -> None:
    """Refuse a folder that holds somebody's other files: its rights would be changed."""
    try:
        if not data.exists() or (data / "run").is_dir():
            return
        foreign = not data.is_dir() or {entry.name for entry in data.iterdir()} - BEFORE_FIRST_START
    except PermissionError:
        raise SupervisorError(
            f"{data} belongs to another user: start as that user, "
            "or set PALIMPSEST_DATA to a folder of your own."
        ) from None
    if foreign:
        raise SupervisorError(
            f"{data} holds other files: set PALIMPSEST_DATA to a new or an empty folder."
        )


def prepare_folders(data: Path, account: Account | None) -> Folders:
    """Create what is missing, close it to others and, as root, hand it to the account."""
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    data.chmod(0o700)
    home = _home(data, account)
    owner = account if home == data else None
    for path in (data, *data.iterdir()):
        give(path, owner)
    for name in ("run", "logs", "valkey", "beat"):
        folder = data / name
        folder.mkdir(mode=0o700, exist_ok=True)
        folder.chmod(0o700)
        give_tree(folder, owner)
    return Folders(data=data, cluster=home / "postgres", sockets=_sockets(data, account))


def cluster_folder(data: Path) -> Path:
    """Where an earlier start put PostgreSQL's files; it need not exist."""
    far = far_home(data) / "postgres"
    return far if far.exists() and not (data / "postgres").exists() else data / "postgres"


def far_home(data: Path) -> Path:
    """The place for PostgreSQL's files when its user cannot reach the data folder."""
    return Path("/var/lib/palimpsest") / hashlib.sha256(bytes(data)).hexdigest()[:12]


def _home(data: Path, account: Account | None) -> Path:
    """The data folder; or, for root with a checkout under /root or the like, one outside it.

    The alternative would be to open the closed parent folders to everybody.
    """
    if account is None or account.reaches(data.parent, "x"):
        return data
    far = far_home(data)
    far.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
    far.mkdir(mode=0o700, exist_ok=True)
    give(far, account)
    return far


def _sockets(data: Path, account: Account | None) -> Path:
    near = data / "run"
    remove_sockets(data)
    # A plain path goes into every kind of URL as it is.
    plain = re.fullmatch(r"[A-Za-z0-9_./-]+", str(near)) and len(str(near)) <= LONGEST_SOCKET_FOLDER
    if plain and (account is None or account.reaches(near, "x")):
        return near
    far = Path(tempfile.mkdtemp(prefix="palimpsest-", dir="/tmp"))
    give(far, account)
    (near / "sockets").write_text(str(far))
    return far


def remove_sockets(data: Path) -> None:
    """Remove the folder in /tmp that this or an earlier start used for its sockets."""
    note = data / "run" / "sockets"
    if note.exists():
        shutil.rmtree(note.read_text(), ignore_errors=True)
        note.unlink()


@contextmanager
def locked(data: Path) -> Iterator[None]:
    """Hold the data folder; SupervisorError when another start holds it.

    The kernel lets go when the holder dies, so there is no stale lock.
    """
    run = data / "run"
    run.mkdir(mode=0o700, parents=True, exist_ok=True)
    with (run / "lock").open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise SupervisorError(
                f"Palimpsest already runs on {data}: stop it first (Ctrl-C where it runs), "
                "or set PALIMPSEST_DATA to another folder."
            ) from None
        yield
