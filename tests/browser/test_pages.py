"""What only a browser can tell: keys, focus, small screens, contrast, and pages without scripts."""

from __future__ import annotations

import re
from datetime import date

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from memory.gate.verdict import Reason
from memory.links import make_link
from memory.models import FollowUp, Memory, ReviewItem
from tests.people import ask, remember

pytestmark = pytest.mark.usefixtures("fake_models")


def item_page(item):
    return reverse("review:item", kwargs={"item_id": item.id})


def state(item):
    return ReviewItem.objects.get(id=item.id).closed_reason


def test_e_opens_the_editor_with_the_cursor_in_it(ana, operator, moved):
    person = operator(ana)
    page = person.go(item_page(moved))
    page.keyboard.press("e")
    expect(page.locator("textarea[name=content]")).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type("Lives in Waco 1 2 3.")
    page.get_by_role("button", name="Save and take").click()
    expect(page.locator("[data-toast]")).to_contain_text(
        "“Lives in Waco 1 2 3.” takes the old one's place"
    )
    assert moved.subject.memories.filter(content="Lives in Waco 1 2 3.").exists()


@pytest.mark.parametrize("keys", ["Control+1", "Alt+2", "Meta+3"])
def test_keys_of_the_browser_are_left_alone(ana, operator, moved, keys):
    person = operator(ana)
    person.go(item_page(moved)).keyboard.press(keys)
    person.page.wait_for_timeout(300)
    assert state(moved) == ""


def test_keys_can_be_switched_off(ana, operator, moved):
    person = operator(ana)
    page = person.go(item_page(moved))
    page.keyboard.press("?")
    page.get_by_role("checkbox", name="Use these keys").uncheck()
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    page.wait_for_timeout(300)
    assert state(moved) == ""


def test_u_takes_the_last_answer_back(ana, operator, moved):
    person = operator(ana)
    page = person.go(item_page(moved))
    page.keyboard.press("1")
    expect(page.locator("[data-toast]")).to_contain_text("Done")
    page.keyboard.press("u")
    expect(page.locator("[data-toast]")).to_contain_text("Undone")
    assert ReviewItem.objects.get(id=moved.id).state == "open"


def test_the_next_item_opens(ana, operator, noor, moved):
    other = ask(noor, "Has a cat.", remember(noor, "Has a dog."))
    person = operator(ana)
    person.go(item_page(moved)).keyboard.press("2")
    person.page.wait_for_url(f"**{item_page(other)}")
    expect(person.page.locator("main")).to_be_focused()


def test_two_reviewers_see_each_other(ana, ben, operator, moved):
    operator(ana).go(item_page(moved))
    second = operator(ben)
    page = second.go(item_page(moved))
    assert "ana is looking at this" in second.text()
    page.keyboard.press("1")
    page.wait_for_timeout(300)
    assert state(moved) == ""
    page.keyboard.press("t")
    page.keyboard.type("Ana is at lunch.")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Take the new one")).to_be_visible()
    assert "took it over from ana" in second.text()


def test_a_changed_memory_is_shown_and_the_note_kept(ana, operator, denver, moved):
    person = operator(ana)
    page = person.go(item_page(moved))
    page.keyboard.press("n")
    expect(page.locator("textarea[name=note]")).to_be_focused()
    page.keyboard.type("Checked with her.")
    type(denver).objects.filter(id=denver.id).update(importance=9)
    page.get_by_role("button", name="Take the new one").click()
    expect(page.get_by_role("alert")).to_contain_text("changed after the page was opened")
    expect(page.locator("textarea[name=note]")).to_have_value("Checked with her.")
    assert state(moved) == ""


def test_the_list_follows_the_search(ana, operator, noor, moved):
    ask(noor, "Has a cat.", remember(noor, "Has a dog."))
    page = operator(ana).go("/review/")
    page.keyboard.press("/")
    page.keyboard.type("denver")
    expect(page.locator("[data-row]")).to_have_count(1)
    assert "text=denver" in page.url


def test_an_item_is_answered_without_scripts(ana, operator, moved):
    person = operator(ana, java_script_enabled=False)
    page = person.go("/review/")
    page.locator("[data-row]").click()
    page.get_by_role("button", name="Take the new one").click()
    assert "Nothing waits for you" in person.text()
    page.get_by_role("button", name="Undo").click()
    assert ReviewItem.objects.get(id=moved.id).state == "open"


def test_a_person_corrects_and_deletes_on_a_phone(somebody, mira, denver, moved):
    phone = somebody(viewport={"width": 360, "height": 740})
    page = phone.go(make_link(mira))
    page.get_by_role("link", name="Edit: Lives in Denver.").click()
    page.get_by_label("As I should remember it").fill("I live in Boulder")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("You live in Boulder.", exact=True)).to_be_visible()
    page.get_by_role("button", name="Delete: You live in Boulder.").click()
    expect(page.get_by_text("You live in Boulder.", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("You live in Boulder.", exact=True)).to_be_visible()


def test_a_person_answers_without_scripts(somebody, mira, moved):
    visitor = somebody(java_script_enabled=False)
    visitor.go(make_link(mira)).get_by_role("button", name="Yes, replace it").click()
    assert "Lives in Austin." in visitor.text()
    assert state(moved) == "replace"


@pytest.mark.parametrize("where", ["queue", "item"])
def test_search_right_after_the_sheet_of_keys_takes_the_letters(ana, operator, moved, where):
    person = operator(ana)
    page = person.go("/review/" if where == "queue" else item_page(moved))
    page.keyboard.press("?")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("s12")
    field = page.locator("[data-hotkey='/']")
    expect(field).to_be_focused()
    expect(field).to_have_value("s12")
    assert state(moved) == ""


def test_search_on_an_item_leads_to_the_queue(ana, operator, moved):
    page = operator(ana).go(item_page(moved))
    page.keyboard.press("/")
    page.keyboard.type("denver")
    page.keyboard.press("Enter")
    page.wait_for_url("**/review/?text=denver")
    expect(page.locator("[data-row]")).to_have_count(1)


def test_history_shows_at_once(ana, operator, mira, denver):
    Memory.objects.filter(id=denver.id).update(valid_until=timezone.now())
    person = operator(ana)
    page = person.go(reverse("review:subject", kwargs={"subject_id": mira.id}))
    expect(page.locator("[data-row]")).to_have_count(0)
    page.get_by_role("checkbox", name="with history").check()
    expect(page.locator("[data-row]")).to_have_text([re.compile("Lives in Denver.")])
    assert page.url.endswith("history=on")
    page.get_by_role("checkbox", name="with history").uncheck()
    expect(page.locator("[data-row]")).to_have_count(0)


def test_history_shows_without_scripts(ana, operator, mira, denver):
    Memory.objects.filter(id=denver.id).update(valid_until=timezone.now())
    person = operator(ana, java_script_enabled=False)
    page = person.go(reverse("review:subject", kwargs={"subject_id": mira.id}))
    page.get_by_role("checkbox", name="with history").check()
    page.get_by_role("button", name="Search").click()
    assert "Lives in Denver." in page.inner_text("main")


@pytest.mark.parametrize(
    ("device", "shown"),
    [
        ({}, True),
        ({"viewport": {"width": 360, "height": 740}}, False),
        ({"has_touch": True, "is_mobile": True}, False),
    ],
)
def test_keys_are_named_only_where_there_are_some(somebody, mira, denver, device, shown):
    page = somebody(**device).go(make_link(mira))
    page.get_by_role("button", name="Delete: Lives in Denver.").click()
    key = page.locator("[data-toast] kbd")
    expect(key).to_be_visible() if shown else expect(key).to_be_hidden()


def test_the_next_item_is_of_the_same_view(ana, operator, noor, moved):
    allergy = remember(noor, "Is allergic to nuts.", importance=9)
    ask(noor, "Eats nuts.", allergy, reason=Reason.HIGH_STAKES)
    other = ask(noor, "Has a cat.", remember(noor, "Has a dog."))
    page = operator(ana).go("/review/?reason=event")
    page.keyboard.press("s")
    page.wait_for_url("**/items/**")
    page.keyboard.press("2")
    page.wait_for_url(f"**{item_page(other)}?reason=event")


def test_the_theme_can_be_switched_and_stays(ana, operator):
    page = operator(ana).go("/review/")
    page.get_by_role("button", name="Light or dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "ink")
    page.reload()
    expect(page.locator("html")).to_have_attribute("data-theme", "ink")


def serious(page):
    """What axe finds that keeps people out."""
    return [
        (rule["id"], node["html"][:200], node["failureSummary"][:300])
        for rule in Axe().run(page).response["violations"]
        if rule["impact"] in {"serious", "critical"}
        for node in rule["nodes"]
    ]


def pages_of(mira, memory, item):
    """An address of every kind of page."""
    allergy = remember(mira, "Is allergic to nuts.", scope="constraint", confidence=0.4)
    return [
        "/review/",
        item_page(item),
        "/review/subjects/",
        "/review/failed/",
        "/review/mine/",
        "/review/overview/",
        "/review/playground/",
        reverse("review:playground_person", kwargs={"subject_id": mira.id}),
        reverse("review:timeline", kwargs={"subject_id": mira.id}),
        reverse("review:subject", kwargs={"subject_id": mira.id}),
        reverse("review:memory", kwargs={"memory_id": memory.id}),
        reverse("review:erase_memory", kwargs={"memory_id": memory.id}),
        reverse("review:forgotten", kwargs={"subject_id": mira.id}),
        make_link(mira),
        "/me/reads/",
        "/me/erase/",
        "/me/forgotten/",
        "/me/nowhere/",
        *(
            reverse(f"review:{name}", kwargs={"memory_id": allergy.id})
            for name in ("me_edit", "me_kind", "me_erase_one")
        ),
        "/nowhere/",
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_page_is_accessible(ada, operator, mira, denver, moved, scheme):
    FollowUp.objects.create(subject=mira, question="How was the move?", due_date=date(2026, 3, 2))
    person = operator(ada, color_scheme=scheme, bypass_csp=True)
    for path in pages_of(mira, denver, moved):
        assert serious(person.go(path)) == [], path


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_toast_and_the_sheet_of_keys_are_accessible(ana, operator, moved, scheme):
    page = operator(ana, color_scheme=scheme, bypass_csp=True).go(item_page(moved))
    page.keyboard.press("?")
    assert serious(page) == []
    page.keyboard.press("Escape")
    page.keyboard.press("2")
    expect(page.locator("[data-toast]")).to_be_visible()
    assert serious(page) == []


@pytest.mark.parametrize("width", [360, 2_560])
def test_no_page_scrolls_sideways(ada, operator, mira, denver, moved, width):
    person = operator(ada, viewport={"width": width, "height": 800})
    for path in pages_of(mira, denver, moved):
        page = person.go(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_playgrounds_steps_are_accessible(ana, operator, mira, denver, scheme):
    person = operator(ana, color_scheme=scheme, bypass_csp=True)
    page = person.go(reverse("review:playground_person", kwargs={"subject_id": mira.id}))
    page.get_by_label("A message").fill("I live in Austin. I'm allergic to nuts.")
    page.get_by_role("button", name="Compare policies").click()
    expect(page.get_by_text("Nothing of this was stored.")).to_be_visible()
    assert serious(page) == []
    assert mira.memories.count() == 1
    page.get_by_role("button", name="Say it").click()
    page.wait_for_url("**?turn=trn_*")
    assert serious(page) == []
    assert mira.memories.count() > 1


def test_the_playground_works_without_scripts_on_a_phone(ana, operator, mira, denver):
    phone = {"viewport": {"width": 360, "height": 740}, "java_script_enabled": False}
    person = operator(ana, **phone)
    page = person.go("/review/playground/")
    page.get_by_label("The person’s id").fill("nils")  # noqa: RUF001 (an apostrophe)
    page.get_by_role("button", name="Open").click()
    page.get_by_label("A message").fill("I live in Austin.")
    page.get_by_role("button", name="Say it").click()
    assert "Stored as" in person.text()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_overview_has_a_table_behind_each_chart(ana, operator, moved):
    page = operator(ana).go("/review/")
    page.keyboard.press("o")
    page.wait_for_url("**/review/overview/")
    expect(page.get_by_role("img", name="Verdicts per day")).to_be_visible()
    page.get_by_text("Table", exact=True).first.click()
    expect(page.get_by_role("table", name="Verdicts per day")).to_be_visible()


def test_a_person_calls_something_wrong_on_a_phone(somebody, mira, denver):
    phone = somebody(viewport={"width": 360, "height": 740})
    page = phone.go(make_link(mira))
    page.get_by_text("You said so on").click()
    page.get_by_role("button", name="This is wrong").click()
    expect(page.locator("[data-toast]")).to_contain_text("I no longer believe that")
    expect(page.get_by_text("Lives in Denver.", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("Lives in Denver.", exact=True)).to_be_visible()
