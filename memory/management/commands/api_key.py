"""`manage.py api_key {list,rotate,revoke}`: look after keys that `create_api_key` made."""

from __future__ import annotations

from argparse import ArgumentParser
from datetime import datetime, timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from memory.api_keys import OVERLAP, revoke, rotate
from memory.models import ApiKey

HOURS = int(OVERLAP.total_seconds() // 3600)


class Command(BaseCommand):
    help = "List API keys, replace one by a new one, or end one. Secrets are never shown again."

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_subparsers(dest="what", required=True)
        listing = what.add_parser("list", help="all keys, the newest first")
        listing.add_argument("--workspace", metavar="SLUG", help="of this workspace only")
        turning = what.add_parser("rotate", help="make a successor and print its secret, this once")
        turning.add_argument("key", metavar="KEY_ID", help="as `list` shows it")
        turning.add_argument(
            "--overlap-hours",
            type=int,
            default=HOURS,
            help=f"how long the old key still works beside the new one; {HOURS} if left out",
        )
        ending = what.add_parser("revoke", help="end a key now and for good")
        ending.add_argument("key", metavar="KEY_ID", help="as `list` shows it")

    def handle(self, *args: Any, **options: Any) -> None:
        {"list": self._list, "rotate": self._rotate, "revoke": self._revoke}[options["what"]](
            options
        )

    def _list(self, options: dict[str, Any]) -> None:
        keys = ApiKey.objects.select_related("workspace").order_by("-created_at", "-id")
        if slug := options["workspace"]:
            keys = keys.filter(workspace__slug=slug)
        rows = [
            (key.id, f"{key.prefix}…", key.workspace.slug, key.name, ",".join(key.scopes),
             state(key), f"used {moment(key.last_used_at)}")
            for key in keys
        ]  # fmt: skip
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
            self.stdout.write("  ".join(cells).rstrip())
        if not rows:
            self.stdout.write("There is no key yet: `manage.py create_api_key` makes one.")

    def _rotate(self, options: dict[str, Any]) -> None:
        if options["overlap_hours"] < 0:
            raise CommandError("--overlap-hours is 0 or more.")
        old = usable(options["key"])
        fresh, secret = rotate(old, overlap=timedelta(hours=options["overlap_hours"]))
        self.stderr.write(
            f"{fresh.id} takes the place of {old.id}, which works until "
            f"{moment(old.expires_at)}. Keep this:"
        )
        self.stdout.write(secret)

    def _revoke(self, options: dict[str, Any]) -> None:
        key = named(options["key"])
        revoke(key)
        self.stdout.write(f"{key.id} ({key.name}) opens nothing any more.")


def named(key_id: str) -> ApiKey:
    key = ApiKey.objects.select_related("workspace").filter(id=key_id).first()
    if key is None:
        raise CommandError("There is no such key: `manage.py api_key list` names them all.")
    return key


def usable(key_id: str) -> ApiKey:
    """A key that still opens something: a dead one has no place to be taken."""
    key = named(key_id)
    if (how := state(key)).startswith(("revoked", "expired")):
        raise CommandError(f"{key.id} is {how}: make a new one with `manage.py create_api_key`.")
    return key


def state(key: ApiKey) -> str:
    if key.revoked_at:
        return f"revoked {moment(key.revoked_at)}"
    if key.expires_at and key.expires_at <= timezone.now():
        return f"expired {moment(key.expires_at)}"
    return f"until {moment(key.expires_at)}" if key.expires_at else "active"


def moment(when: datetime | None) -> str:
    return f"{when:%Y-%m-%d %H:%M} UTC" if when else "never"
