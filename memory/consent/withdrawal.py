"""A person wants a kind of thing not to be kept any more: from now on, and what is kept of it."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils import timezone

from memory import store
from memory.consent.choices import known_categories, set_for_subject
from memory.consent.rules import Mode
from memory.consent.special import special_categories
from memory.errors import ConflictError
from memory.gate.verdict import Reason
from memory.models import Claim, Memory, ReviewItem, Subject
from memory.requests.undoing import close, hide
from memory.store import Actor

DELETED = "kind_deleted"
"""The reason code of what goes together because its person wants none of its kind kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What is kept of one kind. now: told now or later; earlier: superseded or ended.

    questions: what waits for a decision and would be dropped.
    """

    kind: str
    now: Sequence[Memory]
    earlier: Sequence[Memory]
    questions: Sequence[ReviewItem]

    @property
    def seen(self) -> str:
        """A mark of exactly these rows, for a form to carry."""
        memories = [*self.now, *self.earlier]
        ids = [*(row.id for row in memories), *(item.id for item in self.questions)]
        return hashlib.sha256(" ".join(sorted(ids)).encode()).hexdigest()[:20]


def kinds_of(content: str, category: str) -> list[str]:
    """The categories that a statement is of and that can be switched: the special ones first."""
    special = sorted(map(str, special_categories(content)))
    own = [category] if category in known_categories() and category not in special else []
    return [*special, *own]


def what_is_kept(subject: Subject, kind: str) -> Kept:
    """Everything of this kind that is stored about the person or asked about. Costs two queries."""
    now = timezone.now()
    visible = Memory.objects.visible().filter(subject=subject).defer("embedding")
    found = _of_kind(visible.order_by("-importance", "-created_at", "id"), kind)
    ended = {row.id for row in found if row.valid_until is not None and row.valid_until <= now}
    waiting = ReviewItem.objects.filter(
        subject=subject, state=ReviewItem.State.OPEN, claim__state=Claim.State.WAITING
    ).exclude(reason=Reason.FORGET)
    questions = [
        item
        for item in waiting.select_related("claim")
        if kind in kinds_of(item.claim.present, item.claim.category)
        or kind in kinds_of(item.claim.content, "")
    ]
    return Kept(
        kind=kind,
        now=[row for row in found if row.id not in ended],
        earlier=[row for row in found if row.id in ended],
        questions=questions,
    )


def _of_kind(memories: Iterable[Memory], kind: str) -> list[Memory]:
    return [row for row in memories if kind in kinds_of(row.content, row.category)]


def stop_keeping(
    subject: Subject, kind: str, actor: Actor, *, delete: bool, seen: str
) -> Sequence[str]:
    """Switch the kind off for this person, drop what waits of it, and, where they want so, hide
    what is kept. Answers the ids of the decisions that hid something; undoing one brings all back.

    seen: `Kept.seen` of what they were shown. Raises ConflictError where that changed meanwhile,
    InvalidError for a kind that there is none of; then nothing is done. The rule is first: if all
    else failed, at least nothing new would be kept.
    """
    if what_is_kept(subject, kind).seen != seen:
        raise ConflictError("What I remember changed after the page was opened. Look again.")
    set_for_subject(subject, {kind: Mode.OFF})
    with store.change(subject.id, actor) as c:
        for item in what_is_kept(subject, kind).questions:
            close(c, item, reason=Reason.CATEGORY_OFF)
            store.reject(c, item.claim, reason=Reason.CATEGORY_OFF)
    if not delete:
        return []
    # A change of its own: its undo must not ask again what was dropped with its words.
    with store.change(subject.id, actor) as c:
        kept = what_is_kept(subject, kind)
        for memory in (*kept.now, *kept.earlier):
            hide(c, memory, reason=DELETED)
        return list(c.decisions)
