"""Add, change and remove a workspace's own keys, together with the memories that have them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from django.db import transaction

from memory.audit.administration import note_admin
from memory.change import Actor
from memory.errors import ConflictError, InvalidError
from memory.extraction.keys import Key, find_key, knowing, spelling_of
from memory.keys import own_key_of, own_keys
from memory.locks import hold_keys
from memory.models import Workspace, WorkspaceKey
from memory.models.audit import AdminAct
from memory.slots import KeyedMemories
from memory.vocabulary import Cardinality, Lasts, Scope

MOST_KEYS = 200
MOST_ALIASES = 20
LONGEST_NAME = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class NewKey:
    """A key as a workspace defines it; `importance` is from 1 to 10."""

    name: str
    cardinality: str
    aliases: Sequence[str] = ()
    scope: str = Scope.FACT
    importance: int = 5
    lasts: str = Lasts.YEARS


class NotConfirmedError(ConflictError):
    """The change touches stored memories: the message says how, and nothing was done yet."""

    code = "not_confirmed"


@transaction.atomic
def set_key(
    workspace: Workspace, wanted: NewKey, *, confirmed: bool = False, by: Actor | None = None
) -> WorkspaceKey:
    """Add the key, or change the workspace's key of that name, with the memories that have it.

    confirmed: the effect on stored memories is known and wanted. by: who changes it; None for a
    command on the server. Raises InvalidError for a key that cannot be, NotConfirmedError with
    the effect, ConflictError where somebody holds several current values of what shall have one.
    """
    hold_keys(workspace.id)
    before = WorkspaceKey.objects.filter(workspace=workspace, name=wanted.name).first()
    key = _checked(workspace, wanted)
    words = [wanted.name, *wanted.aliases]
    memories = KeyedMemories(workspace.id, wanted.name, {spelling_of(word) for word in words})
    single = wanted.cardinality == Cardinality.ONE
    if single and (clashes := memories.several_current()):
        raise ConflictError(
            f"{len(clashes):,} people hold several current values of {wanted.name}, which shall "
            "have one: end all but one of each first, or let the key hold many. The first: "
            f"{', '.join(clashes[0])}."
        )
    _ask(memories.effect(single=single), f"{wanted.name} would hold {wanted.cardinality}",
         confirmed=confirmed)  # fmt: skip
    memories.apply(single=single)
    key.pk = before.pk if before else None
    key.created_at = before.created_at if before else key.created_at
    key.save()
    note_admin(workspace, by, AdminAct.KEY_SET, about=key.name, detail=wanted.cardinality)
    return key


@transaction.atomic
def remove_key(
    workspace: Workspace, name: str, *, confirmed: bool = False, by: Actor | None = None
) -> None:
    """Take a key of the workspace's own back; memories keep its name and value as plain words.

    Raises NotFoundError for one that the workspace did not add, NotConfirmedError with the effect.
    """
    hold_keys(workspace.id)
    row = own_key_of(workspace, name)
    memories = KeyedMemories(workspace.id, row.name, {spelling_of(row.name)})
    _ask(memories.effect(single=False), f"{name} would be no key any more", confirmed=confirmed)
    memories.apply(single=False)
    row.delete()
    note_admin(workspace, by, AdminAct.KEY_REMOVED, about=row.name)


def _ask(effect: str, change: str, *, confirmed: bool) -> None:
    if effect and not confirmed:
        raise NotConfirmedError(f"{change}: {effect} Confirm it to go on; nothing was done yet.")


# What a key may be.

_NAME = re.compile(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*")
_ALIAS = re.compile(r"(?=.*[^\W\d_])[\w'\u2019 .-]+")
_NO_KEYS = frozenset(
    """
    a an and any are be by can do for from had has have he her his i in is it its key me mine my name of on or
    our other she some something statement thing that the their them they this to type us user value was we with
    you your
    """.split()
)
"""Words that name nothing: a key of them would be found in every sentence."""


def _checked(workspace: Workspace, wanted: NewKey) -> WorkspaceKey:
    """The definition as a row, not saved. Raises InvalidError for the first fault."""
    _check_name(wanted.name)
    _check_aliases(wanted)
    if wanted.cardinality not in Cardinality.values:
        raise InvalidError("Write one (a new value takes the old one's place) or many.",
                           field="cardinality")  # fmt: skip
    if wanted.scope not in Scope.values:
        raise InvalidError(f"Write one of {', '.join(Scope.values)}.", field="scope")
    if wanted.lasts not in Lasts.values:
        raise InvalidError(f"Write one of {', '.join(Lasts.values)}.", field="lasts")
    if not 1 <= wanted.importance <= 10:
        raise InvalidError("Write a whole number from 1 to 10.", field="importance")
    others = [key for key in own_keys(workspace.id) if key.name != wanted.name]
    if len(others) >= MOST_KEYS:
        raise InvalidError(f"A workspace may add {MOST_KEYS} keys; remove one first.", field="name")
    _check_clashes(wanted, others)
    return WorkspaceKey(
        workspace=workspace,
        name=wanted.name,
        aliases=list(wanted.aliases),
        cardinality=wanted.cardinality,
        scope=wanted.scope,
        importance=wanted.importance,
        lasts=wanted.lasts,
    )


def _check_name(name: str) -> None:
    fits = 3 <= len(name) <= LONGEST_NAME and _NAME.fullmatch(name) and spelling_of(name) == name
    if not fits:
        raise InvalidError(
            f"Write the name in snake_case, such as boat_name: 3 to {LONGEST_NAME} small letters, "
            "digits and single underscores, in British spelling.",
            field="name",
        )
    if all(word in _NO_KEYS or word.isdigit() for word in name.split("_")):
        raise InvalidError("Choose a name that says what is held, such as boat_name.", field="name")


def _check_aliases(wanted: NewKey) -> None:
    if len(wanted.aliases) > MOST_ALIASES:
        raise InvalidError(f"A key may have {MOST_ALIASES} aliases.", field="aliases")
    for alias in wanted.aliases:
        words = spelling_of(alias).split("_")
        sensible = _ALIAS.fullmatch(alias) and not all(word in _NO_KEYS for word in words)
        if not sensible or not 2 <= len(alias.strip()) <= LONGEST_NAME:
            raise InvalidError(
                f"Write aliases of 2 to {LONGEST_NAME} letters, such as “name of the boat”; words "
                "like “the” or “my” alone are none.",
                field="aliases",
            )
    spelt = [spelling_of(word) for word in (wanted.name, *wanted.aliases)]
    if twice := {word for word in spelt if spelt.count(word) > 1}:
        raise InvalidError(f"Name {min(twice)} once only.", field="aliases")


def _check_clashes(wanted: NewKey, others: Sequence[Key]) -> None:
    """No word may lead to two keys."""
    with knowing(others):
        for word in (wanted.name, *wanted.aliases):
            if other := find_key(word):
                raise InvalidError(
                    f"“{word}” leads to the key {other.name} already; choose another word.",
                    field="name" if word == wanted.name else "aliases",
                )
