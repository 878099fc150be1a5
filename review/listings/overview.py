"""How the memory and the people who review it are doing: figures and charts of one workspace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils import timezone

from memory.models import Workspace
from review.charts import Chart, Series, lines, whole
from review.listings.figures import Figure, Span
from review.listings.gate_figures import (
    conflicts,
    replaced_by_day,
    replacement_chart,
    undone_figure,
    verdicts,
)
from review.listings.memory_figures import held, junk
from review.listings.people_figures import (
    agreement_by_reason,
    agreement_chart,
    agreement_figure,
    decided_chart,
    time_figure,
    waiting_now,
)

PERIODS = (7, 30, 90)
"""Days that one may look back."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A chart under its heading, with a sentence about what it counts."""

    title: str
    hint: str
    chart: Chart


@dataclass(frozen=True, slots=True, kw_only=True)
class Overview:
    """The whole page."""

    days: int
    figures: Sequence[Figure]
    panels: Sequence[Panel]


def overview(workspace: Workspace, *, days: int = 30) -> Overview:
    """The last `days` days of the workspace, today included. Costs the same queries whatever
    there is; days begin at midnight of the current time zone."""
    now = timezone.now()
    span = Span.until(now, days)
    waiting, decided = waiting_now(workspace, now), decided_chart(workspace, span)
    replaced, agreed = replaced_by_day(workspace, span), agreement_by_reason(workspace, span)
    told = held(workspace, span, now)
    return Overview(
        days=days,
        figures=[
            waiting.figure,
            time_figure(workspace, span),
            undone_figure(replaced),
            agreement_figure(agreed),
            Figure("remembered now", whole(told[-1]), "current memories of everybody"),
        ],
        panels=[
            Panel(
                "Verdicts per day",
                "What the gate decided about statements.",
                verdicts(workspace, span),
            ),
            Panel("Open questions by age", "How long those that wait have waited.", waiting.chart),
            Panel(
                "Time to a decision",
                "From question to answer: half were quicker than the first line, nine of ten than "
                "the second.",
                decided,
            ),
            Panel(
                "Automatic replacements",
                "What the gate replaced by itself on a day, and how much of that people undid "
                "since.",
                replacement_chart(span, replaced),
            ),
            Panel(
                "Agreement with the suggestion",
                "How often people took what was suggested, by the reason of the question.",
                agreement_chart(agreed),
            ),
            Panel(
                "Memories that hold",
                "How many were current at the end of each day.",
                lines(span.labels, [Series(name="current", values=told)]),
            ),
            Panel(
                "Never recalled",
                "Current memories older than a week, by whether a chatbot was ever told them.",
                junk(workspace, now),
            ),
            Panel(
                "Conflicts by key",
                "Where statements disagree most often: replaced by the gate, or asked a person.",
                conflicts(workspace, span),
            ),
        ],
    )
