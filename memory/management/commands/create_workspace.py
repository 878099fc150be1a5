"""`manage.py create_workspace SLUG --operator NAME`: the first steps of a new installation."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.core.validators import validate_slug
from django.db import transaction

from memory.models import Membership, Workspace


class Command(BaseCommand):
    help = "Make a workspace and let an operator administer it; both are kept where they exist."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("slug", help="short name: letters, digits, - and _")
        parser.add_argument("--name", help="as people read it; else the slug")
        parser.add_argument("--operator", help="user name of its administrator; made if new")

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        slug = options["slug"]
        try:
            validate_slug(slug)
        except ValidationError as error:
            raise CommandError(
                f"{slug!r} is no short name: use letters, digits, - and _."
            ) from error
        workspace, made = Workspace.objects.get_or_create(
            slug=slug, defaults={"name": options["name"] or slug}
        )
        self.stdout.write(f"{workspace.name} ({slug}) {'made' if made else 'is there already'}.")
        if options["operator"]:
            ensure_admin(options["operator"], workspace)
            self.stdout.write(
                f"{options['operator']} administers it: `manage.py login_link "
                f"{options['operator']}` prints a link to log in."
            )


def ensure_admin(username: str, workspace: Workspace) -> None:
    """The user, without a password where new (a login link lets in), as the workspace's admin."""
    users = get_user_model().objects
    user = users.filter(username=username).first() or users.create_user(username)
    Membership.objects.update_or_create(
        user=user, workspace=workspace, defaults={"role": Membership.Role.ADMIN}
    )
