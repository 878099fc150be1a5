"""Small words for templates: times, reasons and numbers as people read them."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django import template
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString

from memory.gate.reasons import sentence
from memory.gate.verdict import Reason
from memory.models import Memory, ReviewItem
from review import times
from review.buttons import SHEET
from review.forms import QUESTIONS, REASONS, TYPES
from review.second_person import to_you
from review.times import day, relative
from review.urgency import Urgency, urgency_of

register = template.Library()


@register.simple_tag
def all_keys() -> Sequence[tuple[str, str]]:
    """Every key and what it does."""
    return SHEET


@register.simple_tag
def ago(moment: datetime | None) -> SafeString | str:
    """How long ago; the exact time shows on hover and is there for programs."""
    return _time(moment, relative(moment, timezone.now())) if moment else ""


@register.simple_tag
def on_day(moment: datetime | None) -> SafeString | str:
    """The date; the exact time shows on hover."""
    return _time(moment, day(moment, timezone.now())) if moment else ""


def _time(moment: datetime, words: str) -> SafeString:
    local = timezone.localtime(moment)
    return format_html(
        '<time datetime="{}" title="{}">{}</time>',
        local.isoformat(timespec="seconds"),
        f"{date_format(local, 'd M Y, H:i:s')} {local:%Z}",
        words,
    )


register.filter("short_date", times.short_date)
register.filter("long_date", times.long_date)
register.filter("exact_time", times.exact_time)


@register.filter
def reason_sentence(code: str) -> str:
    """The reason code as a sentence."""
    return _BY_PEOPLE.get(code) or sentence(code)


@register.filter
def reason_words(code: str) -> str:
    """The reason code in two or three words."""
    return {str(reason): words for reason, words in REASONS.items()}.get(
        code, code.replace("_", " ")
    )


@register.filter
def question(item: ReviewItem) -> str:
    """What the item asks, in few words."""
    if item.memory_id is None and item.reason != Reason.IMPLIED:
        return "Should this be stored?"
    return {str(reason): words for reason, words in QUESTIONS.items()}.get(
        item.reason, "Which of the two holds?"
    )


@register.filter
def urgency(item: ReviewItem) -> Urgency:
    """How urgent the item is, in parts, and until when it is due."""
    return urgency_of(item, timezone.now())


@register.filter
def score(number: float | None) -> str:
    """A score with two digits."""
    return "–" if number is None else f"{number:.2f}"  # noqa: RUF001 (a dash for "none")


@register.filter
def percent(number: float) -> int:
    """A share between 0 and 1 as a whole percentage."""
    return round(max(0.0, min(1.0, number)) * 100)


@register.filter
def you(statement: str) -> str:
    """The statement as its own person reads it."""
    return to_you(statement)


@register.filter
def standing(memory: Memory) -> str:
    """Whether the memory holds, in two words."""
    now = timezone.now()
    if memory.deleted_at:
        return "deleted"
    if memory.valid_until and memory.valid_until <= now:
        return "has ended"
    return "still holds" if memory.is_current(now) else "coming up"


@register.filter
def type_words(code: str) -> str:
    """The memory's type in plain words."""
    return TYPES.get(code, code)


_BY_PEOPLE = {
    "by_person": "A person decided this.",
    "copies_kept": "A person kept the copies.",
    "no_conflict": "A person found that the two are no conflict.",
    "edited": "A person worded it anew.",
    "deleted": "A person deleted it.",
    "kind_deleted": "The person wants nothing of this kind to be kept.",
    "called_wrong": "A person said that it is wrong.",
    "undone": "A person took a decision back.",
    "parted": "A person said that these are two facts, and both hold.",
    "memory_deleted": "Closed by itself: the stored memory was deleted.",
    "memory_superseded": "Closed by itself: the stored memory was replaced.",
    "memory_ended": "Closed by itself: the stored memory has ended.",
}
