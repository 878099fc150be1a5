"""Ways in, workspaces and addresses of the operators' pages, without JavaScript."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests.people import ask, remember


def address(name, item):
    return reverse(f"review:{name}", kwargs={"item_id": item.id})


def test_the_address_itself_leads_to_the_queue(client):
    assert client.get("/").headers["Location"] == "/review/"


@pytest.mark.parametrize("path", ["/review/", "/review/subjects/"])
def test_strangers_are_asked_to_log_in(client, db, path):
    assert client.get(path).headers["Location"] == f"/login/?next={path}"


def test_somebody_without_a_workspace_is_told_so(client, django_user_model):
    client.force_login(django_user_model.objects.create_user("nina"))
    response = client.get("/review/")
    assert response.status_code == 403
    assert "no workspace yet" in response.content.decode()


def test_an_operator_of_two_workspaces_can_switch(ana, browser_of, harbour, orchard, olga, moved):
    ana.memberships.create(workspace=orchard, role="reviewer")
    ask(olga, "Grows pears.", remember(olga, "Grows apples."))
    browser = browser_of(ana)
    page = browser.post("/review/workspace/", {"workspace": orchard.id}, follow=True)
    assert "Grows pears." in page.content.decode()
    assert "Lives in Austin." not in page.content.decode()


def test_nobody_switches_to_a_workspace_of_others(ana, browser_of, orchard, olga):
    ask(olga, "Grows pears.", remember(olga, "Grows apples."))
    page = browser_of(ana).post("/review/workspace/", {"workspace": orchard.id}, follow=True)
    assert "Grows pears." not in page.content.decode()


@pytest.mark.parametrize("path", ["/review/items/rev_1/", "/review/items/%00/", "/nowhere/"])
def test_an_address_that_is_none(ana, browser_of, path):
    assert browser_of(ana).get(path).status_code == 404


def test_every_page_forbids_styles_and_scripts_of_others(ana, browser_of, moved):
    response = browser_of(ana).get(address("item", moved))
    policy = response.headers["Content-Security-Policy"]
    assert "style-src 'self'" in policy
    assert "unsafe" not in policy
    assert " style=" not in response.content.decode()


def test_words_of_people_are_never_markup(ana, browser_of, noor):
    item = ask(noor, "<script>alert(1)</script>", remember(noor, "<b>bold</b> move"))
    page = browser_of(ana).get(address("item", item)).content.decode()
    assert "<script>alert" not in page
    assert "<b>bold" not in page
