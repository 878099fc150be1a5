"""`manage.py load_demo`: people with conversations, and an operator to look at them."""

from __future__ import annotations

from typing import Any

from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError

from memory.demo import load_people
from memory.demo.load import is_loaded, load_person, workspace_slug
from memory.errors import PalimpsestError
from memory.models import Membership, ReviewItem, Workspace

OPERATOR = "demo"


class Command(BaseCommand):
    help = "Load the demo workspaces through the real write path; safe to run again."

    def handle(self, *args: Any, **options: Any) -> None:
        people = load_people()
        try:
            for person in people:
                if not is_loaded(person):
                    load_person(person)
                    self.stdout.write(f"Loaded {person.name} into {person.workspace}.")
        except PalimpsestError as error:
            raise CommandError(error.message) from error
        workspaces = Workspace.objects.filter(slug__in={workspace_slug(p) for p in people})
        _ensure_operator(workspaces)
        waiting = ReviewItem.objects.filter(
            subject__workspace__in=workspaces, state=ReviewItem.State.OPEN
        )
        self.stdout.write(f"The demo has {len(people)} people; {waiting.count()} items wait.")


def _ensure_operator(workspaces: Any) -> None:
    """An operator without a password: the one-time link of `manage.py login_link` lets in."""
    user, made = get_user_model().objects.get_or_create(username=OPERATOR)
    if made:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    for workspace in workspaces:
        Membership.objects.get_or_create(
            user=user, workspace=workspace, defaults={"role": Membership.Role.ADMIN}
        )
