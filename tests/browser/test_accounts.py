"""Logging in by a passkey, and from an invitation to a decision, in a real browser."""

from __future__ import annotations

import pytest
from allauth.mfa.models import Authenticator
from django.urls import reverse
from playwright.sync_api import expect

from memory.models import ReviewItem

pytestmark = pytest.mark.usefixtures("fake_models")
PASSWORD = "harbour light"


@pytest.fixture
def ada(ada):
    ada.set_password(PASSWORD)
    ada.save(update_fields=["password"])
    return ada


def log_in(person, name="ada"):
    page = person.go("/login/")
    page.get_by_label("User name").fill(name)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Log in", exact=True).click()
    return page


def confirm(page):
    """Give the password once more, where the page asks for it."""
    if "/account/confirm/" in page.url:
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Confirm").click()


def log_out(page):
    page.goto(f"{page.url.split('/', 3)[0]}//{page.url.split('/', 3)[2]}/logout/")
    page.get_by_role("button", name="Log out").click()
    page.wait_for_url("**/login/")


def add_key_device(page):
    """A passkey device of Chromium's own, which agrees to everything."""
    session = page.context.new_cdp_session(page)
    session.send("WebAuthn.enable")
    options = {
        "protocol": "ctap2",
        "transport": "internal",
        "hasResidentKey": True,
        "hasUserVerification": True,
        "isUserVerified": True,
        "automaticPresenceSimulation": True,
    }
    session.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def test_a_passkey_logs_in_without_a_password(ada, somebody):
    person = somebody()
    page = log_in(person)
    page.wait_for_url("**/review/")
    add_key_device(page)
    page.locator("summary", has_text="Account").click()
    page.get_by_role("link", name="Your account").click()
    page.get_by_role("link", name="Add one").click()
    confirm(page)
    page.get_by_label("Name").fill("Ada's laptop")
    page.get_by_label("Passwordless").check()
    page.get_by_role("button", name="Add").click()
    expect(page.get_by_role("heading", name="Recovery Codes")).to_be_visible()
    assert Authenticator.objects.get(type="webauthn").wrap().is_passwordless
    person.go("/account/sign-in/")
    assert "Ada's laptop" in person.text()
    log_out(page)
    page.get_by_role("button", name="Log in with a passkey").click()
    page.wait_for_url("**/review/")
    log_out(page)
    log_in(person)
    page.wait_for_url("**/account/sign-in/authenticate/")
    page.get_by_role("button", name="Use a security key").click()
    page.wait_for_url("**/review/")


def test_from_an_invitation_to_a_decision(ada, operator, somebody, moved):
    admin = operator(ada)
    page = admin.go(reverse("review:members"))
    page.get_by_role("button", name="Make the link").click()
    link = page.locator("#link").inner_text()

    zoe = somebody()
    page = zoe.go(link)
    page.get_by_label("Choose a user name").fill("zoe")
    page.get_by_label("Choose a password").fill("quiet morning tide")
    page.get_by_role("button", name="Join").click()
    page.wait_for_url("**/review/")
    page.locator("[data-row]").first.click()
    page.get_by_role("button", name="Take the new one").click()
    page.wait_for_url("**/review/")
    assert ReviewItem.objects.get(id=moved.id).closed_reason == "replace"

    page = admin.go(reverse("review:members"))
    page.get_by_label("Role of zoe", exact=True).select_option("viewer")
    page.get_by_role("button", name="Change the role of zoe").click()
    page.wait_for_url("**/members/")
    zoe.go(reverse("review:item", args=[moved.id]))
    expect(zoe.page.get_by_role("button", name="Undo")).to_have_count(0)
