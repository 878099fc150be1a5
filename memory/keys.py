"""A workspace's own keys as they are now: opened where work on one of its subjects begins."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from memory.errors import NotFoundError
from memory.extraction.keys import LIFETIMES, Key, knowing, spelling_of
from memory.models import Subject, Workspace, WorkspaceKey
from memory.vocabulary import Cardinality, Lasts, Scope

OWN = "own"
"""The category of every key that a workspace added."""

P = ParamSpec("P")
Answer = TypeVar("Answer")


def own_keys(workspace_id: str) -> list[Key]:
    """The keys that the workspace added, as they are now."""
    return [_key(row) for row in WorkspaceKey.objects.filter(workspace=workspace_id)]


@contextmanager
def keys_of(workspace_id: str) -> Iterator[None]:
    """Let the workspace's own keys be known in this block. Reads them anew each time: a change
    holds at once, in every process."""
    with knowing(own_keys(workspace_id)):
        yield


def with_own_keys(
    work: Callable[Concatenate[Subject, P], Answer],
) -> Callable[Concatenate[Subject, P], Answer]:
    """Let a function about a subject know the keys of the subject's workspace."""

    @wraps(work)
    def knowing_them(subject: Subject, /, *args: P.args, **kwargs: P.kwargs) -> Answer:
        with keys_of(subject.workspace_id):
            return work(subject, *args, **kwargs)

    return knowing_them


def own_key_of(workspace: Workspace, name: str) -> WorkspaceKey:
    """The key that the workspace added. Raises NotFoundError."""
    row = WorkspaceKey.objects.filter(workspace=workspace, name=spelling_of(name)).first()
    if row is None:
        raise NotFoundError("There is no such key of this workspace's own.")
    return row


def _key(row: WorkspaceKey) -> Key:
    return Key(
        name=row.name,
        category=OWN,
        cardinality=Cardinality(row.cardinality),
        aliases=tuple(row.aliases),
        scope=Scope(row.scope),
        importance=row.importance,
        lifetime=LIFETIMES[Lasts(row.lasts)],
        is_own=True,
    )
