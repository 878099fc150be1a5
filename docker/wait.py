"""Wait until the database and the broker answer, each for PALIMPSEST_WAIT seconds at most."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from urllib.parse import urlsplit

import psycopg
from kombu import Connection

WAIT = float(os.environ.get("PALIMPSEST_WAIT") or 60)


def ask_database(url: str) -> None:
    psycopg.connect(url, connect_timeout=5).close()


def ask_broker(url: str) -> None:
    with Connection(url, connect_timeout=5) as broker:
        broker.ensure_connection(max_retries=1, timeout=5)


def wait_for(variable: str, ask: Callable[[str], None]) -> None:
    """End the program with a sentence when the variable is missing or nobody answers in time."""
    url = os.environ.get(variable)
    if not url:
        sys.exit(f"{variable} is not set: name the server that this container shall use.")
    deadline = time.monotonic() + WAIT
    while True:
        try:
            return ask(url)
        except Exception as error:  # every transport of Celery has errors of its own
            if time.monotonic() > deadline:
                sys.exit(
                    f"The server that {variable} names ({urlsplit(url).hostname or 'a socket'}) "
                    f"did not answer within {WAIT:.0f} s: {type(error).__name__}. "
                    "Check that it runs and that the address and the password are right."
                )
        time.sleep(0.5)


if __name__ == "__main__":
    wait_for("DATABASE_URL", ask_database)
    wait_for("CELERY_BROKER_URL", ask_broker)
