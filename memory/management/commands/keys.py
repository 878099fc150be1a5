"""`manage.py keys {list,set,remove}`: the attribute slots that a workspace adds to the registry."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from memory.errors import PalimpsestError
from memory.extraction.keys import all_keys, lasts_of
from memory.key_changes import NewKey, NotConfirmedError, remove_key, set_key
from memory.keys import keys_of
from memory.models import Workspace
from memory.vocabulary import Cardinality, Lasts, Scope


class Command(BaseCommand):
    help = (
        "List the keys that a workspace knows, add or change one of its own, or remove one. What "
        "that does to stored memories is told first; --yes does it."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        what = parser.add_subparsers(dest="what", required=True)
        listing = what.add_parser("list", help="all keys, the workspace's own last")
        listing.add_argument("--own", action="store_true", help="only the workspace's own")
        setting = what.add_parser("set", help="add a key, or change the one of that name")
        setting.add_argument("name", help="in snake_case, such as boat_name")
        setting.add_argument(
            "--holds",
            choices=Cardinality.values,
            required=True,
            help="one: a new value takes the old one's place; many: values stand side by side",
        )
        setting.add_argument("--alias", action="append", default=[], metavar="WORDS")
        setting.add_argument("--scope", choices=Scope.values, default=Scope.FACT)
        setting.add_argument("--importance", type=int, default=5, metavar="1-10")
        setting.add_argument("--lasts", choices=Lasts.values, default=Lasts.YEARS)
        removing = what.add_parser("remove", help="take a key of the workspace's own back")
        removing.add_argument("name")
        for each in (listing, setting, removing):
            each.add_argument("--workspace", required=True, metavar="SLUG")
        for each in (setting, removing):
            each.add_argument("--yes", action="store_true", help="the effect told is wanted")

    def handle(self, *args: Any, **options: Any) -> None:
        workspace = Workspace.objects.filter(slug=options["workspace"]).first()
        if workspace is None:
            known = ", ".join(Workspace.objects.order_by("slug").values_list("slug", flat=True))
            raise CommandError(f"There is no such workspace; there are {known or 'none yet'}.")
        act = {"list": self._list, "set": self._set, "remove": self._remove}[options["what"]]
        try:
            act(workspace, options)
        except NotConfirmedError as error:
            raise CommandError(f"{error.message} Add --yes.") from error
        except PalimpsestError as error:
            named = f"{error.field}: {error.message}" if error.field else error.message
            raise CommandError(named) from error

    def _list(self, workspace: Workspace, options: dict[str, Any]) -> None:
        with keys_of(workspace.id):
            keys = [key for key in all_keys() if key.is_own or not options["own"]]
        for key in keys:
            self.stdout.write(
                f"{key.category:<9} {key.name:<22} {key.cardinality:<5} {key.scope:<12} "
                f"{key.importance:>2} {lasts_of(key):<7} {', '.join(key.aliases)}".rstrip()
            )
        if not keys:
            self.stdout.write("This workspace has added no key: `manage.py keys set` adds one.")

    def _set(self, workspace: Workspace, options: dict[str, Any]) -> None:
        wanted = NewKey(
            name=options["name"],
            cardinality=options["holds"],
            aliases=options["alias"],
            scope=options["scope"],
            importance=options["importance"],
            lasts=options["lasts"],
        )
        set_key(workspace, wanted, confirmed=options["yes"])
        self.stdout.write(f"{wanted.name} holds {wanted.cardinality}, from now on.")

    def _remove(self, workspace: Workspace, options: dict[str, Any]) -> None:
        remove_key(workspace, options["name"], confirmed=options["yes"])
        self.stdout.write(f"{options['name']} is no key any more.")
