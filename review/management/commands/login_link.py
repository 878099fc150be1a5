from __future__ import annotations

from argparse import ArgumentParser

from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError

from memory.models import Membership
from review.login_links import make_link


class Command(BaseCommand):
    help = "Print a link that logs an operator in once. Without a name: the first administrator."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username", nargs="?", default="")

    def handle(self, *_args: object, username: str, **_options: object) -> None:
        self.stdout.write(make_link(_operator(username)))


def _operator(username: str) -> User:
    if username:
        named = User.objects.filter(username=username, is_active=True).first()
        if named is None:
            raise CommandError(f"There is no active operator {username!r}.")
        return named
    admins = Membership.objects.filter(role=Membership.Role.ADMIN, user__is_active=True)
    first = admins.select_related("user").order_by("user_id", "id").first()
    if first is None:
        raise CommandError(
            "There is no administrator of a workspace yet: "
            "`manage.py create_workspace SLUG --operator NAME` makes both."
        )
    return first.user
