"""Where people always take the new one, the overview offers a rule, with its trial on the past."""

from __future__ import annotations

import pytest

from memory.gate.verdict import Reason
from memory.models import AdminRecord, Subject, Workspace
from review.actions import Answer, resolve
from review.changes import undo_answer
from review.models import Resolution
from review.suggested_rules import rules_in_force, suggested_rules
from tests.people import ask, remember

Action = Resolution.Action
USE, DROP = "/review/rules/events/use/", "/review/rules/events/drop/"


@pytest.fixture
def answered(decider):
    """Questions of a workspace that were answered: `answered(workspace, user, "replace", 12)`."""

    def answer(workspace, user, action, number, *, reason=Reason.EVENT):
        person = Subject.objects.create(
            workspace=workspace, external_id=f"p{Subject.objects.count()}"
        )
        items = [
            ask(
                person, f"Moved to town {at}.", remember(person, f"Owns house {at}."), reason=reason
            )
            for at in range(number)
        ]
        for item in items:
            resolve(item, Answer(action=action), decider(user))
        return items

    return answer


def names(workspace):
    return [(each.rule.field, each.alike, each.answers) for each in suggested_rules(workspace)]


def policy(workspace):
    return Workspace.objects.values_list("events", "policy").get(id=workspace.id)


def test_what_is_always_answered_alike_is_suggested(answered, ana, harbour, orchard):
    answered(harbour, ana, Action.REPLACE, 10)
    assert names(harbour) == []  # not sure yet
    answered(harbour, ana, Action.REPLACE, 2)
    assert names(harbour) == [("events", 12, 12)]
    assert names(orchard) == []


def test_an_exception_is_shown_and_several_are_too_many(answered, ana, ada, harbour, browser_of):
    answered(harbour, ana, Action.REPLACE, 20)
    (other,) = answered(harbour, ana, Action.REJECT, 1)
    assert names(harbour) == [("events", 20, 21)]
    page = browser_of(ada).get("/review/overview/").content.decode()
    assert "in 20 of the last 21 such questions" in page
    assert f"/review/items/{other.id}/" in page
    answered(harbour, ana, Action.KEEP_BOTH, 3)
    assert names(harbour) == []


def test_an_answer_that_was_taken_back_does_not_count(answered, ana, harbour, decider):
    items = answered(harbour, ana, Action.REPLACE, 11)
    assert names(harbour) == [("events", 11, 11)]
    items[0].refresh_from_db()
    undo_answer(items[0], decider(ana).actor)
    assert names(harbour) == []


def test_of_other_questions_nothing_is_concluded(answered, ana, harbour):
    answered(harbour, ana, Action.REPLACE, 12, reason=Reason.HIGH_STAKES)
    assert names(harbour) == []


def test_an_administrator_makes_it_a_rule_and_takes_it_back(
    answered, ana, ada, harbour, browser_of
):
    answered(harbour, ana, Action.REPLACE, 12)
    browser = browser_of(ada)
    page = browser.post(USE, follow=True).content.decode()
    assert policy(harbour) == ("replace", "strict")
    assert DROP in page
    harbour.refresh_from_db()
    assert [rule.field for rule in rules_in_force(harbour)] == ["events"]
    assert names(harbour) == []
    assert "People are asked again." in browser.post(DROP, follow=True).content.decode()
    assert policy(harbour) == ("review", "strict")
    logged = AdminRecord.objects.filter(actor_ref=str(ada.pk)).order_by("created_at")
    assert list(logged.values_list("detail", flat=True)) == ["events=replace", "events=review"]


@pytest.mark.parametrize("path", [USE, DROP])
def test_nobody_else_does(answered, ana, vera, harbour, browser_of, path):
    answered(harbour, ana, Action.REPLACE, 12)
    before = policy(harbour)
    for user in (ana, vera):
        assert browser_of(user).post(path).status_code == 403
    page = browser_of(ana).get("/review/overview/").content.decode()
    assert "An administrator can make this a rule." in page
    assert policy(harbour) == before


def test_what_is_not_suggested_is_no_rule(ada, harbour, browser_of):
    before = policy(harbour)
    assert browser_of(ada).post(USE).status_code == 409
    assert browser_of(ada).post("/review/rules/name/use/").status_code == 404
    assert policy(harbour) == before


def test_a_workspace_that_asks_about_everything(answered, ana, harbour):
    Workspace.objects.filter(id=harbour.id).update(policy="review_all")
    harbour.refresh_from_db()
    answered(harbour, ana, Action.REPLACE, 12, reason=Reason.POLICY)
    assert names(harbour) == [("policy", 12, 12)]
