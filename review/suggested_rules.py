"""Rules that people's own answers suggest: where they take the new statement nearly every time, the
workspace may stop asking them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

from memory.change import Actor
from memory.configure import WantedPolicy, set_policy
from memory.errors import ConflictError, NotFoundError
from memory.evaluation.bounds import upper_bound
from memory.gate.verdict import Reason
from memory.models import ReviewItem, Workspace
from memory.vocabulary import EventPolicy, PolicyMode
from review.models import Resolution

LATEST = 100
"""As many of the last answers count: what was decided long ago says little about today."""

OTHERWISE, CONFIDENCE = 0.2, 0.9
"""A rule is suggested where, so sure, at most this share would be decided otherwise by people. It
takes eleven answers without an exception."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """A field of the workspace's policy that spares people one kind of question.

    on, off: its values without the questions, and with them.
    """

    field: str
    reason: Reason
    on: str
    off: str
    words: str

    def holds(self, workspace: Workspace) -> bool:
        return bool(getattr(workspace, self.field) == self.on)


RULES = (
    Rule(
        field="events",
        reason=Reason.EVENT,
        on=EventPolicy.REPLACE,
        off=EventPolicy.REVIEW,
        words="Replace what is told as an event without asking",
    ),
    Rule(
        field="policy",
        reason=Reason.POLICY,
        on=PolicyMode.STRICT,
        off=PolicyMode.REVIEW_ALL,
        words="Ask only where the gate is not sure (the policy “strict”)",
    ),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Suggestion:
    """A rule with its trial on the past. answers: how many such questions people answered;
    otherwise: those in which they did not do what the rule would have done."""

    rule: Rule
    answers: int
    otherwise: Sequence[ReviewItem]

    @property
    def alike(self) -> int:
        return self.answers - len(self.otherwise)


def suggested_rules(workspace: Workspace) -> list[Suggestion]:
    """What the last answers suggest. Costs at most a query for each rule."""
    trials = [_trial(workspace, rule) for rule in RULES if _asks(workspace, rule)]
    return [
        trial
        for trial in trials
        if upper_bound(len(trial.otherwise), trial.answers, CONFIDENCE) <= OTHERWISE
    ]


def rules_in_force(workspace: Workspace) -> list[Rule]:
    """The rules that somebody has chosen for this workspace: by default they ask."""
    default = Workspace()
    return [rule for rule in RULES if rule.holds(workspace) and not rule.holds(default)]


def use_rule(workspace: Workspace, field: str, *, by: Actor) -> None:
    """Let the gate decide these from now on. What waits already is still asked.

    Raises NotFoundError for what is no rule, ConflictError where the answers suggest it no more.
    """
    rule = _rule(field)
    if rule not in [each.rule for each in suggested_rules(workspace)]:
        raise ConflictError("The answers do not suggest this rule any more. Look again.")
    _set(workspace, rule.field, rule.on, by)


def drop_rule(workspace: Workspace, field: str, *, by: Actor) -> None:
    """Ask people again. Raises NotFoundError for what is no rule."""
    rule = _rule(field)
    if rule.holds(workspace):
        _set(workspace, rule.field, rule.off, by)


def _asks(workspace: Workspace, rule: Rule) -> bool:
    return bool(getattr(workspace, rule.field) == rule.off)


def _rule(field: str) -> Rule:
    for rule in RULES:
        if rule.field == field:
            return rule
    raise NotFoundError("There is no such rule.")


def _set(workspace: Workspace, field: str, value: str, by: Actor) -> None:
    wanted = {each.name: getattr(workspace, each.name) for each in fields(WantedPolicy)}
    set_policy(workspace, WantedPolicy(**{**wanted, field: value}), by=by)


def _trial(workspace: Workspace, rule: Rule) -> Suggestion:
    """The last answers to the rule's questions; one that was taken back is none."""
    answered = Resolution.objects.filter(
        item__subject__workspace=workspace,
        item__state=ReviewItem.State.RESOLVED,
        item__reason=rule.reason,
    )
    last = answered.order_by("item_id", "-created_at", "-id").distinct("item_id")
    rows = Resolution.objects.filter(id__in=last.values("id")).order_by("-created_at", "-id")
    found = list(rows.select_related("item__claim")[:LATEST])
    return Suggestion(
        rule=rule,
        answers=len(found),
        otherwise=[row.item for row in found if row.action != Resolution.Action.REPLACE],
    )
