"""Which user the services run as.

PostgreSQL refuses to run as root, so a start by root hands its folders to a service user.
An ordinary user runs everything as himself, and there is no account to speak of.
"""

from __future__ import annotations

import os
import pwd
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from memory.supervisor.errors import SupervisorError

USUAL_NAMES = ("palimpsest", "postgres", "nobody")
SHARED_USER = (
    "Other services may share the user nobody: make one for Palimpsest alone "
    "(useradd --system palimpsest), or name one in PALIMPSEST_USER."
)


@dataclass(frozen=True)
class Account:
    """A user of this machine that is not root."""

    name: str
    uid: int
    gid: int

    @property
    def shared(self) -> bool:
        return self.name == "nobody"

    def owns(self, path: Path) -> bool:
        return path.lstat().st_uid == self.uid

    def succeeds(self, *command: str) -> bool:
        """Whether a command ends well when this user runs it."""
        try:
            done = subprocess.run(
                command, user=self.uid, group=self.gid, extra_groups=[], cwd="/", check=False,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            )  # fmt: skip
        except PermissionError:  # it may not execute the program
            return False
        return done.returncode == 0

    def reaches(self, path: Path, right: str = "r") -> bool:
        """Whether this user has the right (r, w or x) on a path, closed parent folders included."""
        return self.succeeds("test", f"-{right}", str(path))


def is_root() -> bool:
    return os.geteuid() == 0


def service_account(
    owned: Path | None = None, environ: Mapping[str, str] = os.environ
) -> Account | None:
    """The user that the services run as; None for an ordinary user, who needs no other.

    PALIMPSEST_USER names it; else it is the owner of `owned` (a cluster that exists keeps its
    user); else the first of palimpsest, postgres, nobody that this machine knows.
    """
    if not is_root():
        return None
    if wish := environ.get("PALIMPSEST_USER"):
        return _named(wish)
    if owned is not None and owned.exists() and (uid := owned.stat().st_uid):
        return _numbered(uid, owned)
    known = {entry.pw_name for entry in pwd.getpwall()}
    for name in USUAL_NAMES:
        if name in known:
            return _named(name)
    raise SupervisorError(
        "PostgreSQL does not run as root, and this machine has no user to run it: "
        "set PALIMPSEST_USER to an ordinary user's name."
    )


def _named(name: str) -> Account:
    try:
        entry = pwd.getpwnam(name)
    except KeyError:
        raise SupervisorError(
            f"PALIMPSEST_USER is {name}, a user that this machine does not have: "
            "create it or name another."
        ) from None
    if entry.pw_uid == 0:
        raise SupervisorError(
            "PALIMPSEST_USER is root, and PostgreSQL does not run as root: name an ordinary user."
        )
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)


def _numbered(uid: int, owned: Path) -> Account:
    try:
        entry = pwd.getpwuid(uid)
    except KeyError:
        raise SupervisorError(
            f"{owned} belongs to user number {uid}, whom this machine does not know: "
            "give the folder to an existing user with chown -R, and set PALIMPSEST_USER to its name."
        ) from None
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)


def give(path: Path, account: Account | None) -> None:
    """Make the account own this path; links are not followed."""
    if account is not None:
        os.chown(path, account.uid, account.gid, follow_symlinks=False)


def give_tree(folder: Path, account: Account | None) -> None:
    """Make the account own a folder and everything in it."""
    if account is None:
        return
    for path in (folder, *folder.rglob("*")):
        give(path, account)
