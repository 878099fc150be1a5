"""What a person reads when everything runs."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qs, urlsplit

from memory.supervisor.account import is_root
from memory.supervisor.address import Address
from memory.supervisor.folders import Folders
from memory.supervisor.programs import Programs


def text(
    folders: Folders,
    address: Address,
    environ: Mapping[str, str],
    programs: Programs,
    login: str,
    missing: Mapping[str, str],
) -> str:
    """The banner, with everything that a person needs next.

    missing: each part that is not ready, with what to do.
    """
    rows = {
        "Address": address.url,
        "Log in": login,
        "Database": server(environ.get("DATABASE_URL"), f"PostgreSQL, embedded, in {folders.cluster}"),
        "Broker": server(environ.get("CELERY_BROKER_URL"), "Valkey, embedded"),
        "Data": str(folders.data),
        "Logs": f"{folders.logs}/*.log",
        "Stop": "Ctrl-C",
    }  # fmt: skip
    lines = [f"  {name:<10}{value}" for name, value in rows.items()]
    if is_root() and programs.account is None:
        lines.append(
            "\n  The web server and the worker run as root, for no other user can reach Python,\n"
            "  the code and the data where they lie. Start as an ordinary user in production."
        )
    return "\n".join(["", "Palimpsest runs.", "", *warnings(missing), *lines, ""])


def warnings(missing: Mapping[str, str]) -> list[str]:
    """What nobody shall overlook: the parts that are not ready."""
    if not missing:
        return []
    lines = [f"  !!  {part} is not ready: {said}" for part, said in missing.items()]
    if "nli" in missing:
        lines.append(
            "  !!  This is the model of the gate. Until it is there, messages are kept, but what\n"
            "  !!  may contradict a memory waits undecided. `manage.py doctor` looks at it again."
        )
    return [*lines, ""]


def server(url: str | None, embedded: str) -> str:
    """Which server is used, in words: never with the user or the password in the URL."""
    if not url:
        return embedded
    parts = urlsplit(url)
    where = parts.hostname or parse_qs(parts.query).get("host", [parts.path])[0]
    return f"{parts.scheme.split('+')[0]} server at {where}"
