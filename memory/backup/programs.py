"""PostgreSQL's programs for dumps, in a version that fits."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from memory.backup.errors import BackupError
from memory.supervisor.binaries import postgres_binaries
from memory.supervisor.errors import SupervisorError


def program(name: str, *, at_least: int, environ: Mapping[str, str] = os.environ) -> Path:
    """pg_dump or pg_restore: the oldest one here that can deal with PostgreSQL `at_least`.

    They are looked for in PALIMPSEST_PG_BIN, in the Python package and on the PATH. Raises
    BackupError, with a sentence that names the versions, where none fits.
    """
    found = {version: path for path in _places(name, environ) if (version := major_of(path))}
    fitting = [version for version in found if version >= at_least]
    if fitting:
        return found[min(fitting)]
    have = f"is of version {max(found)}" if found else "is missing"
    raise BackupError(
        f"This needs {name} of PostgreSQL {at_least} or newer, and the one here {have}: set "
        f"PALIMPSEST_PG_BIN to the bin folder of PostgreSQL {at_least}."
    )


def major_of(path: Path) -> int | None:
    """The program's major version; None where it does not run."""
    try:
        done = subprocess.run([str(path), "--version"], capture_output=True, text=True, check=False)
    except OSError:
        return None
    found = re.search(r"\(PostgreSQL\) (\d+)", done.stdout)
    return int(found[1]) if found and not done.returncode else None


def _places(name: str, environ: Mapping[str, str]) -> Iterator[Path]:
    """Candidates; of two of the same version, the later one here is taken."""
    if on_path := shutil.which(name):
        yield Path(on_path)
    with suppress(SupervisorError):
        yield postgres_binaries({}) / name
    if wish := environ.get("PALIMPSEST_PG_BIN"):
        yield Path(wish) / name
