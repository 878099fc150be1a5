"""The overview: what it counts, for whom, and that it costs the same whatever there is."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from memory import store
from memory.gate.verdict import Outcome, Reason, Verdict
from memory.inference.embeddings import embed
from memory.models import Decision, Memory, ReviewItem
from review import actions, changes
from review.charts import MISSING
from review.listings.overview import overview
from review.models import Resolution
from tests.people import ask, make_claim, remember

Action = Resolution.Action


def panel(workspace, title, days=7):
    (found,) = [p for p in overview(workspace, days=days).panels if p.title == title]
    return found.chart


def table(chart):
    """The table behind the chart, without its empty rows."""
    rows = {row.label: dict(zip(chart.names, row.cells, strict=True)) for row in chart.rows}
    return {label: cells for label, cells in rows.items() if set(cells.values()) - {"0", MISSING}}


def figure(workspace, name):
    (found,) = [f for f in overview(workspace, days=7).figures if f.name == name]
    return found.value


def replace(subject, old, content, **fields):
    """The gate replaces a memory by itself."""
    claim = make_claim(subject, content, **fields)
    verdict = Verdict(outcome=Outcome.REPLACE, reason=Reason.KEYED, target=old.id)
    with store.change(subject.id, store.GATE) as c:
        store.carry_out(c, claim, verdict, embed([content])[0], {"thresholds": {}})
    return Decision.objects.get(claim_ref=claim.id)


def age(item, **amount):
    ReviewItem.objects.filter(id=item.id).update(created_at=timezone.now() - timedelta(**amount))


def test_verdicts_are_counted_by_day_and_kind(harbour, mira, denver, moved):
    (today,) = table(panel(harbour, "Verdicts per day")).values()
    assert (today["add"], today["review"], today["replace"]) == ("1", "1", "0")


def test_a_turn_that_holds_nothing_is_no_verdict_on_a_statement(harbour, mira):
    with store.change(mira.id, store.GATE) as c:
        c.record(Decision.Action.SKIP, Reason.QUESTION, turn_ref="trn_0123456789ab")
    assert table(panel(harbour, "Verdicts per day")) == {}


@pytest.mark.parametrize(
    ("amount", "label"),
    [
        ({"minutes": 59}, "under an hour"),
        ({"minutes": 61}, "1 to 24 hours"),
        ({"hours": 25}, "1 to 3 days"),
        ({"days": 4}, "3 to 7 days"),
        ({"days": 8}, "1 to 4 weeks"),
        ({"days": 100}, "older"),
    ],
)
def test_open_questions_by_age(harbour, moved, amount, label):
    age(moved, **amount)
    assert table(panel(harbour, "Open questions by age")) == {label: {"open": "1"}}
    assert figure(harbour, "questions wait") == "1"


def test_time_to_a_decision(harbour, mira, moved, ana, decider):
    age(moved, hours=5)
    actions.resolve(moved, actions.Answer(action=Action.REJECT), decider(ana))
    (today,) = table(panel(harbour, "Time to a decision")).values()
    assert today == {"half (p50)": "5.0 h", "nine of ten (p90)": "5.0 h"}
    assert figure(harbour, "until a decision") == "5.0 h"


def test_a_percentile_lies_between_the_answers(harbour, mira, denver, ana, decider):
    for hours in range(1, 12):
        item = ask(mira, f"Has {hours} cats.", denver)
        age(item, hours=hours)
        actions.resolve(item, actions.Answer(action=Action.REJECT), decider(ana))
    (today,) = table(panel(harbour, "Time to a decision")).values()
    assert today == {"half (p50)": "6.0 h", "nine of ten (p90)": "10.0 h"}


def test_replacements_that_people_undid(harbour, mira, denver, ana, decider):
    first = replace(mira, denver, "Lives in Austin.", key="city", value="Austin")
    cat = remember(mira, "Has a cat.")
    replace(mira, cat, "Has no cat.")
    changes.undo_decision(mira, first, decider(ana).actor)
    (today,) = table(panel(harbour, "Automatic replacements")).values()
    assert today == {"stands": "1", "undone": "1"}
    assert figure(harbour, "undone by people") == "50 %"


def test_what_a_person_replaced_is_no_automatic_replacement(harbour, moved, ana, decider):
    actions.resolve(moved, actions.Answer(action=Action.REPLACE), decider(ana))
    assert table(panel(harbour, "Automatic replacements")) == {}


def test_agreement_by_reason(harbour, mira, denver, moved, ana, decider):
    other = ask(mira, "Has a dog.", denver, reason=Reason.NEAR_MISS)
    actions.resolve(other, actions.Answer(action=Action.REJECT), decider(ana))
    actions.resolve(moved, actions.Answer(action=Action.REPLACE), decider(ana))
    assert table(panel(harbour, "Agreement with the suggestion")) == {
        "told as an event": {"as suggested": "100 %"},
        "may contradict": {"as suggested": "0 %"},
    }
    assert figure(harbour, "as suggested") == "50 %"


def test_an_answer_that_was_taken_back_does_not_count(harbour, moved, ana, decider):
    actions.resolve(moved, actions.Answer(action=Action.REPLACE), decider(ana))
    changes.undo_answer(ReviewItem.objects.get(id=moved.id), decider(ana).actor)
    assert figure(harbour, "as suggested") == MISSING
    assert figure(harbour, "until a decision") == MISSING


def test_memories_that_hold_at_the_end_of_each_day(harbour, mira):
    now = timezone.now()
    lasting, ended, gone, later = (remember(mira, f"Has {n} cats.") for n in range(4))
    rows = Memory.objects.all()
    rows.update(created_at=now - timedelta(days=4))
    rows.filter(id=ended.id).update(valid_until=now - timedelta(days=2))
    rows.filter(id=gone.id).update(deleted_at=now - timedelta(days=1))
    rows.filter(id=later.id).update(valid_from=now + timedelta(days=1))
    counts = [row.cells[0] for row in panel(harbour, "Memories that hold").rows]
    assert counts == ["0", "0", "3", "3", "2", "1", "1"]
    assert lasting.id in rows.current(now).values_list("id", flat=True)


def test_what_held_before_the_days_shown_still_counts(harbour, denver):
    Memory.objects.update(created_at=timezone.now() - timedelta(days=300))
    assert {row.cells[0] for row in panel(harbour, "Memories that hold").rows} == {"1"}


def test_junk_is_what_is_old_and_was_never_recalled(harbour, mira):
    used, never, _young = (remember(mira, f"Has {n} cats.") for n in range(3))
    old = Memory.objects.filter(id__in=[used.id, never.id])
    old.update(created_at=timezone.now() - timedelta(days=8))
    old.filter(id=used.id).update(access_count=3)
    assert table(panel(harbour, "Never recalled")) == {
        "true now": {"recalled": "1", "never recalled": "1"}
    }


def test_conflicts_by_key(harbour, mira, denver, moved):
    ask(mira, "Has a dog.", remember(mira, "Has a cat."))
    job = remember(mira, "Works at Acme.", key="employer", value="Acme")
    replace(mira, job, "Works at Initech.", key="employer", value="Initech")
    assert table(panel(harbour, "Conflicts by key")) == {
        "city": {"replaced": "0", "asked": "1"},
        "employer": {"replaced": "1", "asked": "0"},
        "without a key": {"replaced": "0", "asked": "1"},
    }


def test_other_workspaces_do_not_count(orchard, harbour, moved):
    assert all(table(p.chart) == {} for p in overview(orchard, days=7).panels)
    assert table(panel(harbour, "Conflicts by key")) != {}


def test_the_page_shows_charts_with_their_numbers(vera, browser_of, moved):
    page = browser_of(vera).get("/review/overview/").content.decode()
    assert "The last 30 days of Harbour" in page
    assert re.search(r"<title>\d+ \w{3}, review: 1</title>", page)
    assert re.search(r'<th scope="row"[^>]*>city</th>', page)


@pytest.mark.parametrize(("asked", "days"), [("7", 7), ("90", 90), ("8", 30), ("x", 30)])
def test_days_come_from_the_address(vera, browser_of, asked, days):
    page = browser_of(vera).get(f"/review/overview/?days={asked}").content.decode()
    assert f"The last {days} days" in page


def test_an_empty_workspace_has_a_page_too(otto, browser_of):
    assert (
        "Nothing to show for these days yet."
        in browser_of(otto).get("/review/overview/").content.decode()
    )


def test_the_page_costs_the_same_whatever_there_is(vera, browser_of, mira, denver, moved):
    def queries():
        with CaptureQueriesContext(connection) as found:
            assert browser.get("/review/overview/").status_code == 200
        return len(found)

    browser = browser_of(vera)
    queries()  # the session is written once
    few = queries()
    for number in range(6):
        ask(mira, f"Has {number} dogs.", remember(mira, f"Has {number} cats.", key=f"pet{number}"))
    assert queries() == few
