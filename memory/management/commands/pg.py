"""Tools for the database that runs."""

from __future__ import annotations

import os
import shutil
import sys
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from memory.supervisor.binaries import postgres_binaries
from memory.supervisor.errors import SupervisorError


class Command(BaseCommand):
    help = "psql: a prompt of the database that runs, embedded or on a server."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("tool", choices=["psql"])
        parser.add_argument("arguments", nargs="*", help="for psql; put -- before options")

    def handle(self, *args: Any, **options: Any) -> None:
        program = psql()
        if program is None:
            self.stderr.write("There is no psql here: install PostgreSQL's client programs.")
            sys.exit(1)
        self.stdout.flush()
        environ = os.environ | libpq_variables(settings.DATABASES["default"])
        os.execve(program, [program, *options["arguments"]], environ)  # noqa: S606 (psql it becomes)


def psql() -> str | None:
    """The packaged psql, or the machine's."""
    try:
        packaged = postgres_binaries() / "psql"
    except SupervisorError:
        return shutil.which("psql")
    return str(packaged) if packaged.is_file() else shutil.which("psql")


def libpq_variables(database: dict[str, Any]) -> dict[str, str]:
    """In the environment, not as arguments: every user may read a program's arguments."""
    names = {"NAME": "PGDATABASE", "USER": "PGUSER", "PASSWORD": "PGPASSWORD",
             "HOST": "PGHOST", "PORT": "PGPORT"}  # fmt: skip
    return {ours: str(database[key]) for key, ours in names.items() if database.get(key)}
