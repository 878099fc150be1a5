"""`manage.py consent WORKSPACE [CATEGORY=MODE …]`: what a workspace may remember."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memory.consent.choices import known_categories, modes_of_workspace, set_for_workspace
from memory.consent.rules import Mode
from memory.errors import InvalidError
from memory.models import Workspace


class Command(BaseCommand):
    help = (
        "Say what a workspace may remember, a category each: off (never), ask (a person agrees "
        "first) or on. Without a category it prints what holds. What is stored already stays."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("workspace", metavar="SLUG")
        parser.add_argument("modes", nargs="*", metavar="CATEGORY=MODE", help="such as health=ask")

    def handle(self, *args: Any, **options: Any) -> None:
        workspace = Workspace.objects.filter(slug=options["workspace"]).first()
        if workspace is None:
            raise CommandError(f"There is no workspace {options['workspace']!r}.")
        try:
            set_for_workspace(workspace, dict(map(_pair, options["modes"])))
        except InvalidError as error:
            raise CommandError(error.message) from error
        modes = modes_of_workspace(workspace)
        for category in known_categories():
            self.stdout.write(f"{category}={modes.get(category, Mode.ON)}")


def _pair(text: str) -> tuple[str, str]:
    category, equals, mode = text.partition("=")
    if not equals:
        raise CommandError(f"{text!r} says no mode; write it as {text}=ask.")
    return category, mode
