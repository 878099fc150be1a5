"""Every action of the operators, by its key and by its button."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from memory.gate.verdict import Reason
from tests.browser.test_pages import item_page, state
from tests.people import ask, remember

pytestmark = pytest.mark.usefixtures("fake_models")
ANSWERS = [
    ("1", "Take the new one", "replace"),
    ("2", "Keep the old one", "reject"),
    ("3", "Keep both", "keep_both"),
    ("5", "Neither (deletes the old one)", "delete"),
    ("6", "Retire the old one", "retire"),
    ("7", "Not a conflict", "no_conflict"),
]


@pytest.fixture
def copies(mira):
    """A question about what still states a memory that was replaced."""
    home = remember(mira, "Home: Denver.")
    return ask(mira, "Lives in Austin.", home, reason=Reason.COPIES, decided=True)


@pytest.fixture
def to_forget(mira):
    """A question about what a person asked to forget."""
    pasta = remember(mira, "Likes pasta.")
    return ask(mira, "Forget the pasta.", pasta, reason=Reason.FORGET, decided=True)


def press(page, key, button):
    """By key where one is given, else by mouse."""
    if key:
        expect(page.get_by_role("button", name=button)).to_be_visible()
        page.keyboard.press(key)
    else:
        page.get_by_role("button", name=button).click()
    expect(page.locator("[data-toast]").last).to_contain_text("Done")


def test_each_answer_by_key_and_by_mouse(ana, operator, mira):
    """In one sitting: a question for each answer and means, one after the other."""
    items = []
    for at, (key, button, action) in enumerate([*ANSWERS, *ANSWERS]):
        by_key = at < len(ANSWERS)
        item = ask(mira, f"Has {at} cats.", remember(mira, f"Has {at} dogs."))
        items.append((item, key if by_key else "", button, action))
    person = operator(ana)
    for item, key, button, action in items:
        press(person.go(item_page(item)), key, button)
        assert state(item) == action


@pytest.mark.parametrize("by_key", [True, False])
def test_copies_and_what_is_to_be_forgotten(ana, operator, copies, to_forget, by_key):
    person = operator(ana)
    press(person.go(item_page(copies)), "6" if by_key else "", "Retire it")
    press(person.go(item_page(to_forget)), "6" if by_key else "", "Forget it")
    assert [state(copies), state(to_forget)] == ["retire", "forget"]


def test_every_page_of_the_menu_has_a_key(ada, operator, moved):
    page = operator(ada).go(item_page(moved))
    for key, address in (
        ("p", "/review/subjects/"),
        ("o", "/review/overview/"),
        ("y", "/review/playground/"),
    ):
        page.keyboard.press(key)
        page.wait_for_url(f"**{address}")
        page.evaluate("document.activeElement.blur()")  # some have their first field focused
    page.keyboard.press("q")
    page.wait_for_url("**/review/")
    page.goto(page.url.removesuffix("/review/") + item_page(moved))
    page.keyboard.press("d")
    page.wait_for_url("**/erase/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Erase this memory for good?")
