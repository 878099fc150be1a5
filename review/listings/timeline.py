"""What happened to an item, in order: asked, handled, answered, closed, asked again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from memory.gate.reasons import sentence
from memory.models import Decision, ReviewItem
from review.models import ItemEvent, Resolution


@dataclass(frozen=True, slots=True, kw_only=True)
class Moment:
    """One thing that happened. who: a name, empty for what happened by itself. quote: what the
    person wrote. until: of what was put off. code: why it closed."""

    at: datetime
    who: str
    what: str
    quote: str = ""
    until: datetime | None = None
    code: str = ""


def timeline(item: ReviewItem, answers: Sequence[Resolution]) -> list[Moment]:
    """Everything that happened to the item, the first on top. Costs three queries."""
    undone = _undone(answers)
    found = [*_asked(item), *_handled(item), *(_answered(each, undone) for each in answers)]
    return sorted(found, key=lambda moment: moment.at)


def _asked(item: ReviewItem) -> Iterator[Moment]:
    rows = Decision.objects.filter(
        subject_ref=item.subject_id,
        claim_ref=item.claim_id,
        action=Decision.Action.REVIEW,
        reason=item.reason,
    )
    for at, row in enumerate(rows.order_by("created_at", "id")):
        what = "asked again" if at else sentence(row.reason)
        yield Moment(at=row.created_at, who="", what=what)


def _handled(item: ReviewItem) -> Iterator[Moment]:
    for row in ItemEvent.objects.filter(item=item).select_related("user", "about"):
        closed = row.kind == ItemEvent.Kind.CLOSED
        yield Moment(
            at=row.created_at,
            who=str(row.user or ""),
            what=_told(row),
            quote="" if closed else row.text,
            until=row.until,
            code=row.text if closed else "",
        )


def _told(event: ItemEvent) -> str:
    if event.kind == ItemEvent.Kind.ASSIGNED and event.user is None:
        return f"given to {event.about or 'somebody'} by the view"
    if event.kind == ItemEvent.Kind.ASSIGNED:
        return f"gave it to {event.about}" if event.about else "gave it to nobody in particular"
    if event.kind == ItemEvent.Kind.TAKEN_OVER and event.about:
        return f"took it over from {event.about}"
    return ItemEvent.Kind(event.kind).label


def _answered(answer: Resolution, undone: set[str]) -> Moment:
    who = str(answer.user) if answer.user else answer.get_actor_display().lower()
    back = " (taken back since)" if undone & set(answer.decisions) else ""
    return Moment(
        at=answer.created_at,
        who=who,
        what=f"answered: {answer.get_action_display()}{back}",
        quote=answer.note,
    )


def _undone(answers: Sequence[Resolution]) -> set[str]:
    made = [ref for answer in answers for ref in answer.decisions]
    return set(Decision.objects.filter(undoes__in=made).values_list("undoes", flat=True))
