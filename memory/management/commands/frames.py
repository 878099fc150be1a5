"""`manage.py frames WORKSPACE [SITE …]`: which sites may show the end users' pages in a frame."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memory.errors import InvalidError
from memory.framing import allow_frames
from memory.models import Workspace


class Command(BaseCommand):
    help = (
        "Name the sites that may show a workspace's end users' pages in a frame; they take the "
        "place of those named before. Without a site it prints what holds."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("workspace", metavar="SLUG")
        parser.add_argument("sites", nargs="*", metavar="SITE", help="such as https://shop.example")
        parser.add_argument("--none", action="store_true", help="let no site do so any more")

    def handle(self, *args: Any, **options: Any) -> None:
        workspace = Workspace.objects.filter(slug=options["workspace"]).first()
        if workspace is None:
            raise CommandError(f"There is no workspace {options['workspace']!r}.")
        if options["sites"] and options["none"]:
            raise CommandError("Name sites or say --none, not both.")
        try:
            if options["sites"] or options["none"]:
                allow_frames(workspace, options["sites"])
        except InvalidError as error:
            raise CommandError(error.message) from error
        for site in workspace.frame_ancestors:
            self.stdout.write(site)
