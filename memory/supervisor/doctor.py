"""Checks of this machine, each with what to do about it."""

from __future__ import annotations

import os
import platform
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from memory.supervisor.account import SHARED_USER, service_account
from memory.supervisor.address import Address
from memory.supervisor.binaries import major_version, postgres_binaries, valkey_binary
from memory.supervisor.endpoints import read_endpoints
from memory.supervisor.errors import SupervisorError
from memory.supervisor.folders import cluster_folder, locked, refuse_foreign
from memory.supervisor.models import embedding_model, llm, nli_model
from memory.supervisor.readiness import missing_parts, remarks
from memory.supervisor.variables import misnamed, sentence

GIB = 1024**3
DISK_NEEDED = 1 * GIB
MEMORY_NEEDED = 2 * GIB
SERVER = "server"
OLDEST_GLIBC = (2, 28)  # what the packaged PostgreSQL and Valkey were built for


@dataclass(frozen=True)
class Finding:
    """What was looked at, what was seen, and what to do; nothing to do means that it is well."""

    subject: str
    seen: str
    remedy: str = ""


def examine(data: Path, environ: Mapping[str, str]) -> Iterator[Finding]:
    """Every check, in the order in which a start would need it."""
    yield python()
    yield c_library()
    yield memory()
    yield disk(data)
    yield _asked("data folder", lambda: data_rights(data))
    yield from variables(environ)
    if not environ.get("DATABASE_URL"):
        yield _asked("PostgreSQL", lambda: postgres(environ))
        yield _asked("service user", lambda: user(data, environ))
    if not environ.get("CELERY_BROKER_URL"):
        yield _asked("Valkey", valkey)
    yield _asked("embedding model", embedding_model)
    yield _asked("NLI model", nli_model)
    yield _asked("LLM", llm)
    if runs(data):
        yield from server(data)
    else:
        yield _asked("port", lambda: port(environ))


def conclusion(findings: Sequence[Finding]) -> str:
    """The last line: what is wrong, else whether it runs or can be started."""
    wrong = [finding.subject for finding in findings if finding.remedy]
    if wrong:
        return (
            f"{len(wrong)} of {len(findings)} checks need your attention: "
            f"{', '.join(dict.fromkeys(wrong))}."
        )
    running = next((one.seen for one in findings if one.subject == SERVER), "")
    return f"All is well: it {running}." if running else "All is well: start with `make run`."


def _asked(subject: str, check: Callable[[], str]) -> Finding:
    """A check that raises a sentence when it fails."""
    try:
        return Finding(subject, check())
    except SupervisorError as error:
        return Finding(subject, "not usable", str(error))


def python(version: tuple[int, ...] = sys.version_info[:3]) -> Finding:
    seen = ".".join(map(str, version))
    fits = (3, 11) <= version < (3, 13)
    return Finding("Python", seen, "" if fits else "Use Python 3.11 or 3.12.")


def c_library() -> Finding:
    name, version = platform.libc_ver()
    if sys.platform != "linux":
        return Finding("C library", f"of {sys.platform}")
    if name != "glibc":
        return Finding(
            "C library",
            name or "not glibc (musl?)",
            "The embedded servers need glibc: use a Debian, Ubuntu or Fedora system or image.",
        )
    fits = tuple(map(int, version.split(".")[:2])) >= OLDEST_GLIBC
    return Finding(
        "C library", f"glibc {version}", "" if fits else "Use a system with glibc 2.28 or newer."
    )


def memory() -> Finding:
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    remedy = "" if total >= MEMORY_NEEDED * 0.9 else "Palimpsest and its models need 2 GiB."
    return Finding("memory", f"{total / GIB:.1f} GiB", remedy)


def disk(data: Path) -> Finding:
    place = next(folder for folder in (data, *data.parents) if folder.exists())
    free = shutil.disk_usage(place).free
    remedy = "" if free >= DISK_NEEDED else "Free 1 GiB, or set PALIMPSEST_DATA to another disk."
    return Finding("disk", f"{free / GIB:.1f} GiB free at {place}", remedy)


def data_rights(data: Path) -> str:
    refuse_foreign(data)
    place = next(folder for folder in (data, *data.parents) if folder.exists())
    if not os.access(place, os.W_OK | os.X_OK):
        raise SupervisorError(
            f"You may not write to {place}: set PALIMPSEST_DATA to a folder of your own."
        )
    return f"{data} can be written"


def variables(environ: Mapping[str, str]) -> Iterator[Finding]:
    wrong = misnamed(environ)
    for name, meant in wrong:
        yield Finding("variables", name, sentence(name, meant))
    if not wrong:
        yield Finding("variables", "none looks like ours without being it")


def postgres(environ: Mapping[str, str]) -> str:
    binaries = postgres_binaries(environ)
    return f"version {major_version(binaries)} in {binaries}"


def valkey() -> str:
    program = valkey_binary()
    answer = subprocess.run(
        [str(program), "--version"], capture_output=True, text=True, check=False
    )
    if answer.returncode:
        raise SupervisorError(
            f"{program} does not run on this machine ({answer.stderr.strip()}): "
            "set CELERY_BROKER_URL to a Redis or Valkey server."
        )
    return f"runs, {program}"


def user(data: Path, environ: Mapping[str, str]) -> str:
    account = service_account(cluster_folder(data), environ)
    if account is None:
        return "you; nothing runs as root"
    return f"{account.name}, since you are root{'. ' + SHARED_USER if account.shared else ''}"


def port(environ: Mapping[str, str]) -> str:
    address = Address.read(environ)
    address.refuse_taken()
    return f"{address.bind} is free"


def server(data: Path) -> Iterator[Finding]:
    """The server that runs on this data folder, and each of its parts that is not ready."""
    running = read_endpoints(data)
    if running is None or not running.web_url:
        yield Finding(SERVER, "starting", "It is starting: look again in a moment.")
        return
    yield Finding(SERVER, f"runs at {running.public_url or running.web_url}")
    for part, said in missing_parts(Address.of(running.web_url)).items():
        yield Finding(f"{SERVER}: {part}", "not ready", said)
    for part, said in remarks(Address.of(running.web_url)).items():
        yield Finding(f"{SERVER}: {part}", said)


def runs(data: Path) -> bool:
    """Whether a supervisor holds this data folder."""
    if not (data / "run" / "lock").exists() or not os.access(data / "run" / "lock", os.W_OK):
        return False
    try:
        with locked(data):
            return False
    except SupervisorError:
        return True
