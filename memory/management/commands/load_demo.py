"""`manage.py load_demo`: people with conversations, and an operator to look at them."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memory.demo import load_people
from memory.demo.load import is_loaded, load_person, workspace_slug
from memory.errors import PalimpsestError, UnavailableError
from memory.management.commands.create_workspace import ensure_admin
from memory.models import ReviewItem, Workspace

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
        except (
            UnavailableError
        ) as error:  # the site runs without it, and the next start tries again
            self.stdout.write(f"The demo is not loaded: {error.message}")
        except PalimpsestError as error:
            raise CommandError(error.message) from error
        workspaces = Workspace.objects.filter(slug__in={workspace_slug(p) for p in people})
        for workspace in workspaces:
            ensure_admin(OPERATOR, workspace)
        waiting = ReviewItem.objects.filter(
            subject__workspace__in=workspaces, state=ReviewItem.State.OPEN
        )
        self.stdout.write(f"The demo has {len(people)} people; {waiting.count()} items wait.")
