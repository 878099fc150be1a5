"""`manage.py host_door WORKSPACE …`: let the chatbot's own site send its users to their page."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memory import host_door
from memory.errors import InvalidError
from memory.models import Workspace


class Command(BaseCommand):
    help = (
        "Say how the tokens (JWT) of a workspace's host are checked: with a shared secret that is "
        "made now, with its public keys, or not at all."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("workspace", metavar="SLUG")
        how = parser.add_mutually_exclusive_group(required=True)
        how.add_argument("--secret", action="store_true", help="make a new secret and print it")
        how.add_argument("--keys-file", type=Path, help="a JWK set with the host's public keys")
        how.add_argument("--keys-url", help="where the host publishes its JWK set")
        how.add_argument("--close", action="store_true", help="let no token in")

    def handle(self, *args: Any, **options: Any) -> None:
        workspace = Workspace.objects.filter(slug=options["workspace"]).first()
        if workspace is None:
            raise CommandError(f"There is no workspace {options['workspace']!r}.")
        try:
            self._set(workspace, options)
        except InvalidError as error:
            raise CommandError(error.message) from error

    def _set(self, workspace: Workspace, options: dict[str, Any]) -> None:
        if options["close"]:
            host_door.close(workspace)
            self.stderr.write("No token opens anything any more.")
        elif options["secret"]:
            secret = host_door.use_shared_secret(workspace)
            self.stderr.write("Sign with HS256 and this secret; it takes an older one's place:")
            self.stdout.write(secret)
        else:
            path, url = options["keys_file"], options["keys_url"] or ""
            keys = _read(path) if path else None
            host_door.use_public_keys(workspace, keys=keys, url=url)
            self.stderr.write("Tokens are checked with the host's public keys from now on.")


def _read(path: Path) -> dict[str, Any]:
    try:
        keys = json.loads(path.read_text())
    except (OSError, ValueError) as error:
        raise CommandError(f"{path} cannot be read as JSON.") from error
    if not isinstance(keys, dict):
        raise CommandError(f"{path} holds no JWK set: an object with the list `keys`.")
    return keys
