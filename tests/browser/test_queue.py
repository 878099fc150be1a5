"""The queue and the item page at work: what is organised, many at once, keys of one's own."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from memory.models import Claim, ReviewItem, Subject
from review.models import BulkRun
from review.tasks import sweep_bulk, work_on_bulk
from tests.browser.test_pages import item_page, serious, state
from tests.people import ask, remember

pytestmark = pytest.mark.usefixtures("fake_models")


def fill(workspace, number):
    """People with one question each."""
    for at in range(number):
        person = Subject.objects.create(workspace=workspace, external_id=f"person-{at}")
        ask(person, f"Has {at} cats.", remember(person, f"Has {at} dogs."))


def fresh(item):
    return ReviewItem.objects.select_related("assignee").get(id=item.id)


def test_claim_by_key(ana, operator, moved):
    page = operator(ana).go(item_page(moved))
    page.keyboard.press("c")
    expect(page.locator("[data-toast]")).to_contain_text("ana's now")
    assert fresh(moved).assignee == ana


def test_put_off_by_key(ana, operator, moved):
    page = operator(ana).go(item_page(moved))
    page.keyboard.press("z")
    expect(page.locator("input[name=until]").last).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("[data-toast]")).to_contain_text("Put off")
    assert fresh(moved).snoozed_until.date() == timezone.localdate() + timedelta(days=1)


def test_hand_up_by_key(ana, ada, operator, moved):
    page = operator(ana).go(item_page(moved))
    page.keyboard.press("g")
    page.keyboard.type("Her doctor said otherwise.")
    page.keyboard.press("Enter")
    expect(page.locator("[data-toast]")).to_contain_text("An administrator decides")
    other = operator(ada).go(item_page(moved))
    expect(other.get_by_text("Her doctor said otherwise.")).to_be_visible()


def test_ask_the_person_by_key(ana, operator, moved):
    page = operator(ana).go(item_page(moved))
    page.keyboard.press("a")
    expect(page.locator("[data-toast]")).to_contain_text("mira is asked")
    page.get_by_role("link", name="1 with the person").click()
    expect(page.locator("[data-row]")).to_have_count(1)


def test_keep_both_with_a_limit_by_key(ana, operator, mira, moved):
    page = operator(ana).go(item_page(moved))
    page.keyboard.press("b")
    expect(page.locator("input[name=until]").first).to_be_focused()
    page.locator("input[name=until]").first.fill("2190-06-30")
    page.keyboard.press("Enter")
    expect(page.locator("[data-toast]")).to_contain_text("Done")
    assert state(moved) == "keep_both"
    assert mira.memories.get(content="Lives in Austin.").valid_until.year == 2190


def test_a_key_of_ones_own_takes_the_place_of_the_usual_one(ana, operator, moved):
    person = operator(ana)
    page = person.go(item_page(moved))
    page.keyboard.press("?")
    page.get_by_text("Choose other keys").click()
    page.locator("[data-remap='1']").fill("9")
    page.locator("[data-remap='2']").fill("9")
    page.locator("[data-remap='3']").focus()
    expect(page.get_by_text("That key does something else already.")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Take the new one")).to_contain_text("9")
    page.keyboard.press("1")
    page.wait_for_timeout(300)
    assert state(moved) == ""
    page.keyboard.press("9")
    expect(page.locator("[data-toast]")).to_contain_text("Done")
    assert state(moved) == "replace"


def test_two_of_three_are_selected_by_key_and_decided(ana, operator, harbour):
    fill(harbour, 3)
    page = operator(ana).go("/review/")
    for key in ("j", "x", "j", "x", "m"):
        page.keyboard.press(key)
    page.get_by_role("button", name="Look what would happen").click()
    expect(page.locator("#progress")).to_contain_text("2 questions would be changed")
    page.get_by_role("button", name="Do it").click()
    expect(page.locator("#progress")).to_contain_text("2 of 2 done")
    assert ReviewItem.objects.filter(state="resolved").count() == 2


def fill_at_once(subject, number):
    now = timezone.now()
    claims = [
        Claim(subject=subject, content=f"Reads {at} books.", said_at=now, state="waiting")
        for at in range(number)
    ]
    Claim.objects.bulk_create(claims)
    rows = [ReviewItem(subject=subject, claim=claim, reason="near_miss") for claim in claims]
    ReviewItem.objects.bulk_create(rows)


def test_all_143_that_fit_with_their_number_typed(ana, operator, mira):
    fill_at_once(mira, 143)
    page = operator(ana).go("/review/")
    page.keyboard.press("m")
    page.get_by_role("checkbox", name="all 143 that fit").check()
    page.get_by_role("button", name="Look what would happen").click()
    expect(page.locator("#progress")).to_contain_text("143 questions would be changed")
    ReviewItem.objects.filter(claim__content="Reads 7 books.").update(state="closed")
    page.get_by_label("Type 143").fill("143")
    page.get_by_role("button", name="Do it").click()
    expect(page.get_by_role("heading", name="At work")).to_be_visible()
    work_on_bulk(BulkRun.objects.get().id)
    expect(page.locator("#progress")).to_contain_text("142 of 143 done, 1 skipped")
    expect(page.locator("#progress")).to_contain_text("closed by itself")
    assert ReviewItem.objects.filter(state="resolved").count() == 142
    sweep_bulk()  # nothing is left to do


def test_many_without_scripts(ana, operator, harbour):
    fill(harbour, 2)
    person = operator(ana, java_script_enabled=False)
    page = person.go("/review/")
    page.get_by_role("checkbox", name="Select").first.check()
    page.locator("summary", has_text="Do something with many").click()
    page.get_by_role("button", name="Look what would happen").click()
    page.get_by_role("button", name="Do it").click()
    assert "1 of 1 done" in page.inner_text("#progress")


def test_a_view_is_saved_and_opened(ana, operator, moved):
    page = operator(ana).go("/review/?reason=event")
    page.keyboard.press("v")
    page.keyboard.type("Moves")
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="Moves 1")).to_be_visible()


def test_menus_open_within_a_phones_screen_and_close_when_one_goes_on(ana, operator, moved):
    person = operator(ana, viewport={"width": 360, "height": 740})
    for address, menu in (("/review/?reason=event", "Save this view"), (item_page(moved), "P3")):
        page = person.go(address)
        page.locator("main summary", has_text=menu).click()
        panel = page.locator("main details[open] > .dropdown-content")
        box = panel.bounding_box()
        assert box["x"] >= 0 and box["x"] + box["width"] <= 360, menu
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, menu
        page.get_by_role("heading", level=1).click()
        expect(panel).to_have_count(0)


def test_my_last_answers_are_taken_back_from_their_list(ana, operator, moved):
    page = operator(ana).go(item_page(moved))
    page.keyboard.press("1")
    expect(page.locator("[data-toast]")).to_contain_text("Done")
    page.keyboard.press("l")
    page.get_by_role("button", name="Undo: take the new one").click()
    expect(page.locator("[data-toast]")).to_contain_text("Undone")
    assert fresh(moved).state == "open"


def test_ten_items_are_decided_by_keyboard_alone(ana, operator, harbour):
    fill(harbour, 10)
    page = operator(ana).go("/review/")
    page.keyboard.press("s")
    for left, key in zip(range(9, -1, -1), "1231231231", strict=True):
        expect(page.get_by_role("button", name="Keep the old one")).to_be_visible()
        page.keyboard.press(key)
        expect(page.locator("nav[aria-label=Main] .badge")).to_contain_text(str(left))
    assert ReviewItem.objects.filter(state="resolved").count() == 10
    expect(page.get_by_text("Nothing waits for you")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_are_accessible(ana, operator, moved, scheme):
    remember(moved.subject, "Has a dog.")
    page = operator(ana, color_scheme=scheme, bypass_csp=True).go("/review/?reason=event")
    for key in ("v", "m"):
        page.keyboard.press(key)
        page.keyboard.press("Escape")
    assert serious(page) == []
    page.locator("[data-bulk]").evaluate("it => { it.open = true }")
    page.get_by_role("button", name="Look what would happen").click()
    assert page.locator("[role=alert], h1").count()
    page.goto(page.url.split("/review/")[0] + item_page(moved))
    for key in ("b", "z", "g", "n"):
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press(key)
    assert serious(page) == []
    page.goto(page.url.split("/review/")[0] + "/review/mine/")
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
