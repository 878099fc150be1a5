"""Moments as people say them, in the zone of whoever looks."""

from __future__ import annotations

from datetime import date, datetime, time, timedelta

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

_UNITS = (
    (
        timedelta(hours=1),
        timedelta(minutes=1),
        gettext_lazy("{number} min ago"),
        gettext_lazy("in {number} min"),
    ),
    (
        timedelta(hours=48),
        timedelta(hours=1),
        gettext_lazy("{number} h ago"),
        gettext_lazy("in {number} h"),
    ),
    (
        timedelta(days=45),
        timedelta(days=1),
        gettext_lazy("{number} days ago"),
        gettext_lazy("in {number} days"),
    ),
)
"""Up to which distance a moment is told in which unit: what is over, and what is to come."""


def relative(moment: datetime, now: datetime) -> str:
    """How long ago, or in how long; a date where it is more than six weeks away."""
    away = abs(now - moment)
    if away < timedelta(minutes=1):
        return _("just now")
    for limit, unit, past, future in _UNITS:
        if away < limit:
            return str(past if moment <= now else future).format(number=away // unit)
    return short_date(moment)


def day(moment: datetime, now: datetime) -> str:
    """The date, with its year where it is not this year's."""
    local = timezone.localtime(moment)
    return date_format(local, _("j M")) if local.year == now.year else short_date(moment)


def short_date(moment: date) -> str:
    """The date with a short name of the month, in the language of whoever looks."""
    return date_format(_local(moment), _("j M Y"))


def long_date(moment: date) -> str:
    """The date with the whole name of the month."""
    return date_format(_local(moment), _("j F Y"))


def exact_time(moment: datetime) -> str:
    """Date and time with the name of the zone that they are told in."""
    local = timezone.localtime(moment)
    return f"{date_format(local, _('j F Y, H:i'))} {local:%Z}"


def _local(moment: date) -> date:
    return timezone.localtime(moment) if isinstance(moment, datetime) else moment


def start_of_day(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time.min))
