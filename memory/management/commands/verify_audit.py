"""`manage.py verify_audit`: check that nothing that was logged is changed, gone or slipped in."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memory.audit.chain import Head, faults_of, head_of, holds, missing_triggers
from memory.models import Workspace


class Command(BaseCommand):
    help = (
        "Check the decision log and the access log of each workspace against its chain of hashes. "
        "Note the printed heads somewhere else, and give them back with --head next time: that "
        "finds also a chain whose end was cut off."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("workspace", nargs="*", metavar="SLUG", help="else all")
        parser.add_argument(
            "--head",
            action="append",
            default=[],
            metavar="SLUG:NUMBER:HASH",
            help="a head that was printed before and must still be in the chain",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        noted = dict(map(_noted, options["head"]))
        wanted = options["workspace"] or Workspace.objects.values_list("slug", flat=True)
        workspaces = [_workspace(slug) for slug in dict.fromkeys([*sorted(wanted), *noted])]
        faults = missing_triggers()
        for fault in faults:
            self.stderr.write(fault)
        for workspace in workspaces:
            faults += self._check(workspace, noted.get(workspace.slug))
        if faults:
            raise CommandError("The logs do not hold; the lines above say where.")

    def _check(self, workspace: Workspace, noted: Head | None) -> list[str]:
        faults = faults_of(workspace)
        if noted is not None and not holds(workspace, noted):
            faults.append(f"link {noted.number}, which was noted before, is not in the chain.")
        head = head_of(workspace)
        for fault in faults:
            self.stderr.write(f"{workspace.slug}: {fault}")
        if not faults:
            self.stdout.write(f"holds: {workspace.slug}:{head.number}:{head.hash}")
        return faults


def _workspace(slug: str) -> Workspace:
    found = Workspace.objects.filter(slug=slug).first()
    if found is None:
        raise CommandError(f"There is no workspace {slug!r}.")
    return found


def _noted(text: str) -> tuple[str, Head]:
    slug, _, rest = text.partition(":")
    number, _, digest = rest.partition(":")
    if not (slug and number.isdecimal()):
        raise CommandError(f"{text!r} is no head; give it as it was printed: SLUG:NUMBER:HASH.")
    return slug, Head(int(number), digest)
