"""Environment variables that look like ours but are not.

Somebody who sets POSTGRES_URL believes that the memories go to that server. Starting an embedded
database instead would hide the mistake until the memories are looked for.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from memory.supervisor.errors import SupervisorError

DATABASE_LIKE = re.compile(
    r".*DATABASE_UR[IL].*|(.*_)?(DB|PG|POSTGRES|POSTGRESQL|PSQL)_(UR[IL]|DSN|HOST)|DATABASE_(DSN|HOST)|"
    r"PG(HOST|HOSTADDR|PORT|DATABASE|USER|PASSWORD|PASSFILE|SERVICE)"
)
BROKER_LIKE = re.compile(
    r"(.*_)?(BROKER|REDIS|REDIS_TLS|VALKEY|AMQP|CLOUDAMQP|RABBITMQ)_?(UR[IL]|HOST)|CELERY_BROKER"
)


def misnamed(environ: Mapping[str, str]) -> list[tuple[str, str]]:
    """Pairs (variable, the one that was probably meant).

    Where the right variable is set too, nothing is in doubt, and its look-alikes do not matter.
    """
    found = []
    for meant, pattern in (("DATABASE_URL", DATABASE_LIKE), ("CELERY_BROKER_URL", BROKER_LIKE)):
        if environ.get(meant):
            continue
        found += [
            (name, meant)
            for name in sorted(environ)
            if environ[name] and name != meant and pattern.fullmatch(name.upper())
        ]
    return found


def sentence(name: str, meant: str) -> str:
    part = "PostgreSQL" if meant == "DATABASE_URL" else "Valkey"
    return (
        f"{name} is set, and Palimpsest does not read it: set {meant} to use a server of your own, "
        f"or unset {name} to use the embedded {part}."
    )


def refuse_misnamed(environ: Mapping[str, str]) -> None:
    """SupervisorError when a variable looks like ours but is not."""
    if found := misnamed(environ):
        raise SupervisorError("\n".join(sentence(name, meant) for name, meant in found))
