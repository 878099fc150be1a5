"""`manage.py retention`: for how long a workspace keeps memories of each type, and raw turns."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memory.errors import InvalidError
from memory.forget.lapse import KINDS, set_retention
from memory.models import Workspace


class Command(BaseCommand):
    help = (
        "Show for how long a workspace keeps what, or set it. What is older is removed for good, "
        "within the hour; a constraint that holds never is."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--workspace", required=True, metavar="SLUG")
        parser.add_argument("--of", choices=KINDS, help="memories of this type, or raw turns")
        how_long = parser.add_mutually_exclusive_group()
        how_long.add_argument("--days", type=int, help="since it was stored or last confirmed")
        how_long.add_argument("--unlimited", action="store_true", help="take the limit back")

    def handle(self, *args: Any, **options: Any) -> None:
        workspace = Workspace.objects.filter(slug=options["workspace"]).first()
        if workspace is None:
            known = ", ".join(Workspace.objects.order_by("slug").values_list("slug", flat=True))
            raise CommandError(f"There is no such workspace; there are {known or 'none yet'}.")
        wants = options["days"] is not None or options["unlimited"]
        if wants != bool(options["of"]):
            raise CommandError("Give --of with --days or --unlimited, or none of them to look.")
        if wants:
            try:
                set_retention(workspace, options["of"], options["days"])
            except InvalidError as error:
                raise CommandError(error.message) from error
        for kind in KINDS:
            days = workspace.retention.get(kind)
            self.stdout.write(f"{kind:11} {f'{days} days' if days else 'no limit of its own'}")
