"""End users as people who know nothing but the page."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from memory.consent.choices import own_modes
from memory.links import make_link
from memory.models import ErasureReceipt, Memory
from tests.people import remember

PHONE = {"viewport": {"width": 360, "height": 740}}


@pytest.mark.usefixtures("fake_models")
@pytest.mark.parametrize("scripts", [True, False])
def test_an_end_user_finds_corrects_and_erases_one_fact_on_a_phone(somebody, mira, scripts):
    for at in range(30):
        remember(mira, f"User owns book {at}.")
    remember(mira, "User lives in Denver.", said="I live in Denver.", key="city", value="Denver")
    person = somebody(**PHONE, java_script_enabled=scripts)
    page = person.go(make_link(mira))
    page.get_by_label("Search what I remember").fill("denver")
    page.get_by_role("button", name="Search").click()
    expect(page.get_by_text("You own book 3.", exact=True)).to_have_count(0)
    page.get_by_role("link", name="Edit: You live in Denver.").click()
    page.get_by_label("As I should remember it").fill("I live in Boulder")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("You live in Boulder.", exact=True)).to_be_visible()
    page.locator("li", has_text="You live in Boulder.").locator("summary").click()
    page.get_by_role("link", name="Erase for good: You live in Boulder.").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Erase this for good?")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Erase this").click()
    expect(page.locator("[data-toast]")).to_contain_text("Erased for good. Receipt era_")
    assert ErasureReceipt.objects.get().id in person.text()
    for word in ("Denver", "Boulder"):
        assert word not in person.text()
        assert not Memory.objects.filter(content__contains=word).exists()
    assert Memory.objects.count() == 30


@pytest.mark.usefixtures("fake_models")
@pytest.mark.parametrize("scripts", [True, False])
def test_an_end_user_wants_a_kind_not_kept_and_takes_it_back(somebody, mira, scripts):
    remember(mira, "User is allergic to nuts.", scope="constraint")
    remember(mira, "User has asthma.")
    person = somebody(**PHONE, java_script_enabled=scripts)
    page = person.go(make_link(mira))
    page.locator("li", has_text="You have asthma.").locator("summary").click()
    page.get_by_role("link", name="Don’t keep this kind: You have asthma.").click()  # noqa: RUF001
    expect(page.get_by_text("2 things about it that I remember now")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("checkbox").check()
    page.get_by_role("button", name="Don’t keep this kind").click()  # noqa: RUF001
    expect(page.get_by_role("region", name="What I do not keep")).to_contain_text("your health")
    expect(page.get_by_text("You have asthma.", exact=True)).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_text("You have asthma.", exact=True)).to_be_visible()
    assert own_modes(mira) == {}
    assert Memory.objects.current(timezone.now()).count() == 2


@pytest.mark.usefixtures("fake_models")
def test_an_end_user_reads_the_page_in_german(somebody, mira, denver):
    person = somebody(locale="de-DE")
    page = person.go(make_link(mira))
    expect(page.get_by_role("heading", level=1)).to_have_text("Was ich über dich weiß")
    page.get_by_role("button", name="Löschen: Lives in Denver.").click()
    expect(page.locator("[data-toast]")).to_contain_text("Gelöscht.")
