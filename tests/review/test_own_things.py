"""One thing on a person's own page: found among many, and erased for good."""

from __future__ import annotations

from django.urls import reverse

from memory.models import ErasureReceipt, Memory
from review.listings.mine import PAGE
from tests.people import everything, remember


def of_memory(name, memory):
    return reverse(f"review:{name}", kwargs={"memory_id": memory.id})


def test_one_thing_is_erased_for_good(visit_of, mira, denver):
    browser = visit_of(mira)
    before = everything()
    page = browser.get(of_memory("me_erase_one", denver)).content.decode()
    assert "Lives in Denver." in page
    assert browser.post(of_memory("me_erase_one", denver)).status_code == 422
    assert everything() == before
    done = browser.post(of_memory("me_erase_one", denver), {"sure": "on"}, follow=True)
    assert ErasureReceipt.objects.get().id in done.content.decode()
    assert not Memory.objects.exists()
    assert "Denver" not in browser.get("/me/").content.decode()


def test_nobody_erases_what_is_about_another(visit_of, noor, denver):
    before = everything()
    response = visit_of(noor).post(of_memory("me_erase_one", denver), {"sure": "on"})
    assert response.status_code == 404
    assert everything() == before


def test_many_things_are_searched_and_come_on_pages(visit_of, mira):
    for at in range(PAGE + 3):
        remember(mira, f"User owns book {at}.", importance=5 if at else 9)
    browser = visit_of(mira)
    first = browser.get("/me/").content.decode()
    assert f"{PAGE + 3} things from our conversations" in first
    assert first.count('<li class="flex items-start gap-3') == PAGE
    second = browser.get("/me/?page=2").content.decode()
    assert second.count('<li class="flex items-start gap-3') == 3
    found = browser.get("/me/?text=BOOK+7.").content.decode()
    assert "You own book 7." in found
    assert "You own book 8." not in found
    assert "I remember nothing with these words." in browser.get("/me/?text=cat").content.decode()
