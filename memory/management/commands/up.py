"""Start everything and watch it."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from memory.supervisor.endpoints import data_folder
from memory.supervisor.errors import SupervisorError
from memory.supervisor.supervisor import Supervisor


class Command(BaseCommand):
    help = (
        "Start PostgreSQL, Valkey, the web server, the Celery worker and beat, and watch them "
        "until Ctrl-C. DATABASE_URL and CELERY_BROKER_URL name servers to use instead."
    )
    requires_system_checks: list[str] = []  # nothing runs yet

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--demo", action="store_true", help="load the demo workspace first")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            Supervisor(data_folder(), os.environ, self.say).run(demo=options["demo"])
        except SupervisorError as error:
            self.stderr.write(str(error))
            sys.exit(1)

    def say(self, sentence: str) -> None:
        self.stdout.write(sentence)
        self.stdout.flush()
