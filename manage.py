#!/usr/bin/env python
"""Palimpsest's command line. `manage.py up` starts everything; `manage.py help` lists the rest."""

from __future__ import annotations

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import OperationalError
from environs import EnvError


def main(argv: list[str]) -> None:
    """Run one command. What a person can mend is said in one sentence, with exit code 1."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory.settings")
    try:
        execute_from_command_line(argv)
    except OperationalError as error:
        if not unreachable(error):
            raise
        sys.exit(database_sentence())
    except (ImproperlyConfigured, EnvError) as error:
        sys.exit(str(error))


def unreachable(error: OperationalError) -> bool:
    """Whether no connection came about: what the server itself reports has an SQLSTATE."""
    return getattr(error.__cause__, "sqlstate", None) is None


def database_sentence() -> str:
    if os.environ.get("DATABASE_URL"):
        return (
            "The database that DATABASE_URL names does not answer: "
            "check that it runs, and the address, user and password in DATABASE_URL."
        )
    return "The database is not running: start it with `make run`, or set DATABASE_URL."


if __name__ == "__main__":
    main(sys.argv)
