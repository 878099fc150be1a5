"""`manage.py create_api_key SLUG --scopes read,write`: a key for a chatbot, shown once."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from memory.api_keys import create_key
from memory.errors import InvalidError
from memory.models import ApiKey, Workspace

DEFAULT_SCOPES = "read,write"


class Command(BaseCommand):
    help = "Make an API key for a workspace's chatbot and print its secret, this once."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("workspace", metavar="WORKSPACE_SLUG")
        parser.add_argument("--name", default="chatbot", help="What the key is for.")
        parser.add_argument(
            "--scopes",
            default=DEFAULT_SCOPES,
            help=f"Of {', '.join(ApiKey.Scope.values)}, joined by commas; {DEFAULT_SCOPES} if "
            "left out.",
        )
        parser.add_argument("--days", type=int, help="After so many days the key expires.")

    def handle(self, *args: Any, **options: Any) -> None:
        workspace = Workspace.objects.filter(slug=options["workspace"]).first()
        if workspace is None:
            known = ", ".join(Workspace.objects.order_by("slug").values_list("slug", flat=True))
            raise CommandError(f"There is no such workspace. There are: {known or 'none yet'}.")
        days = options["days"]
        try:
            key, secret = create_key(
                workspace,
                name=options["name"],
                scopes=[scope.strip() for scope in options["scopes"].split(",")],
                expires_at=timezone.now() + timedelta(days=days) if days is not None else None,
            )
        except InvalidError as error:
            raise CommandError(error.message) from error
        self.stderr.write(f"{key.id} for {workspace.slug}: {', '.join(key.scopes)}. Keep this:")
        self.stdout.write(secret)
