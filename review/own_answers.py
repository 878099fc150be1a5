"""The answers to a question as its own person is offered them: few, in plain words."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.translation import gettext as _

from memory.gate.verdict import Reason
from memory.models import ReviewItem
from review.policies import Action


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnAnswer:
    """One answer. page: the name of its address. first: the one that does what was suggested."""

    action: Action
    words: str

    @property
    def page(self) -> str:
        return f"review:me_{self.action.value}"

    @property
    def first(self) -> bool:
        return self.action in (Action.REPLACE, Action.FORGET, Action.RETIRE)


def own_answer(item: ReviewItem, action: Action, *, several: bool) -> OwnAnswer:
    """The answer in words that fit the question. several: it is about more than one memory."""
    return OwnAnswer(action=action, words=_words(item, action, several=several))


def _words(item: ReviewItem, action: Action, *, several: bool) -> str:
    match action:
        case Action.REPLACE:
            return _("Yes, replace it")
        case Action.RETIRE:
            return _("Yes, out of date")
        case Action.FORGET:
            return _("Yes, forget them") if several else _("Yes, forget it")
        case Action.KEEP_BOTH if item.memory_id:
            return _("Both are true")
        case Action.KEEP_BOTH:
            return _("Yes, always") if item.reason == Reason.IMPLIED else _("Yes, remember it")
    if item.reason == Reason.COPIES:
        return _("No, still true")
    if item.reason == Reason.FORGET:
        return _("No, keep them") if several else _("No, keep it")
    if item.reason == Reason.IMPLIED:
        return _("No, only when I ask")
    return _("No, keep what you had")
