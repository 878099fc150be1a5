"""A new operator, who knows nothing but what the page shows: keys alone, on the demo."""

from __future__ import annotations

import pytest
from django.core.management import call_command
from playwright.sync_api import expect

from memory.models import Membership, ReviewItem
from review.models import Resolution
from tests.people import ask, remember

TEN = 10


def waiting(page):
    """The number beside "Queue"."""
    return page.locator("nav[aria-label=Main] .badge")


def key_of(page, button):
    """The key that the page names on this button."""
    return page.locator("main").get_by_role("button", name=button).locator("kbd").inner_text()


def suggested(page):
    """The key of the answer that stands out."""
    return page.locator("section[aria-label=Decide] .btn-primary kbd").inner_text()


def decided(page, key):
    """Press it, and wait until the page says what was done and shows the next question."""
    before = page.url
    page.keyboard.press(key)
    page.wait_for_url(lambda url: url != before)
    expect(page.locator("[data-toast]").last).to_contain_text("Done")
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.fixture
def demo_workspace(ana):
    """The demo, for Ana: told through the real write path with the real models."""
    call_command("load_demo", verbosity=0)
    demo = Membership.objects.get(user__username="demo", workspace__slug="harbour-helpdesk")
    Membership.objects.filter(user=ana).update(workspace=demo.workspace)
    return demo.workspace


@pytest.mark.models
def test_ten_items_of_the_demo_are_decided_by_keys_alone(ana, operator, demo_workspace):
    page = operator(ana).go("/review/")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("take the new one")
    page.keyboard.press("Escape")
    page.keyboard.press("s")
    page.wait_for_url("**/items/**")
    for at in range(TEN):
        expect(page.locator("section[aria-label=Decide] kbd").first).to_be_visible()
        decided(page, key_of(page, "Keep the old one") if at == 3 else suggested(page))
    assert Resolution.objects.filter(user=ana).count() == TEN
    page.keyboard.press("l")
    expect(page.get_by_role("heading", level=1)).to_have_text("My last answers")
    expect(page.locator("main ul > li")).to_have_count(TEN)
    expect(page.get_by_role("button", name="Undo: keep the old one").first).to_be_visible()


@pytest.mark.usefixtures("fake_models")
def test_ten_about_few_memories_leave_no_dead_end(ana, operator, harbour, mira):
    """Each answer settles other questions about the same memory; the next that opens is one that
    can be answered."""
    for at in range(TEN):
        home = remember(mira, f"Lives in town {at}.")
        for other in range(3):
            ask(mira, f"Lives in village {at}{other}.", home)
    page = operator(ana).go("/review/")
    expect(waiting(page)).to_contain_text(str(3 * TEN))
    page.keyboard.press("s")
    page.wait_for_url("**/items/**")
    for at in range(TEN):
        decided(page, key_of(page, "Take the new one"))
        if left := TEN - at - 1:
            expect(waiting(page)).to_contain_text(str(3 * left))
    expect(page.get_by_text("Nothing waits for you")).to_be_visible()
    assert ReviewItem.objects.filter(state="resolved").count() == TEN
    assert ReviewItem.objects.filter(state="closed").count() == 2 * TEN


@pytest.mark.usefixtures("fake_models")
def test_from_a_question_that_somebody_has_one_goes_on_by_key(ana, ben, operator, noor, moved):
    other = ask(noor, "Has a cat.", remember(noor, "Has a dog."))
    operator(ben).go(f"/review/items/{moved.id}/")
    page = operator(ana).go(f"/review/items/{moved.id}/")
    expect(page.get_by_text("ben is looking at this one now")).to_be_visible()
    page.keyboard.press("s")
    page.wait_for_url(f"**/items/{other.id}/")
    expect(page.get_by_role("button", name="Keep the old one")).to_be_visible()
