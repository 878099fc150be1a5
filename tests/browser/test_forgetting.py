"""Deleted, restored, erased, learned again: a person at their own page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from memory.links import make_link
from memory.models import Memory, Tombstone
from tests.memory.conftest import tell

pytestmark = pytest.mark.usefixtures("fake_models")


def test_from_delete_to_learning_it_again(somebody, mira, denver):
    page = somebody().go(make_link(mira))
    page.get_by_role("button", name="Delete: Lives in Denver.").click()
    expect(page.locator("[data-toast]")).to_contain_text("Deleted")
    page.get_by_role("link", name="Look").click()
    expect(page.locator("h1")).to_have_text("Deleted and erased")
    page.get_by_role("button", name="Restore: Lives in Denver.").click()
    expect(page.locator("[data-toast]")).to_contain_text("Restored")
    assert Memory.objects.visible().get() == denver

    page.get_by_role("link", name="Back to what I remember").click()
    page.get_by_text("You said so on").click()
    page.get_by_role("link", name="Erase for good: Lives in Denver.").click()
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Erase this").click()
    expect(page.locator("[data-toast]")).to_contain_text("Erased for good")
    assert not Memory.objects.exists()
    tell(mira, "Lives in Denver.")
    assert not Memory.objects.exists(), "it is not learned again by itself"

    page.get_by_role("link", name="Look").click()
    page.get_by_label("Learn this again").fill("Lives in Denver.")
    page.get_by_role("button", name="Learn this again").click()
    expect(page.locator("[data-toast]")).to_contain_text("I will listen")
    assert not Tombstone.objects.exists()
    tell(mira, "Lives in Denver.")
    assert Memory.objects.get().content == "Lives in Denver."
