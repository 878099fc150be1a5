"""Signing in with a second factor or a passkey, invitations, and the settings, in a real browser."""

from __future__ import annotations

import re
import time

import httpx
import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.urls import reverse
from playwright.sync_api import expect

from memory.api_keys import create_key
from memory.models import Membership, ReviewItem
from review import invitations
from tests.browser.test_pages import serious

pytestmark = pytest.mark.usefixtures("fake_models")
PASSWORD = "harbour light"
ACCOUNT_PAGES = [
    "/account/sign-in/",
    "/account/password/",
    "/account/sign-in/totp/activate/",
    "/account/sign-in/webauthn/",
    "/account/sign-in/webauthn/add/",
    "/logout/",
]
SETTINGS = ["settings", "settings_keys", "settings_keeping", "settings_consent", "api_keys",
            "members", "changes"]  # fmt: skip


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


def code_of(secret):
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


@pytest.mark.parametrize("scripts", [True, False])
def test_an_authenticator_app_is_set_up_and_asked_for(ada, somebody, scripts):
    person = somebody(java_script_enabled=scripts)
    page = log_in(person)
    page.wait_for_url("**/review/")
    person.go("/account/sign-in/totp/activate/")
    confirm(page)
    expect(page.get_by_role("img", name="A QR code")).to_be_visible()
    secret = page.get_by_label("Authenticator secret").input_value()
    page.get_by_label("Authenticator code").fill(code_of(secret))
    page.get_by_role("button", name="Activate").click()
    expect(page.get_by_role("heading", name="Recovery Codes")).to_be_visible()
    log_out(page)
    log_in(person)
    page.wait_for_url("**/account/sign-in/authenticate/")
    assert person.go("/review/").url.endswith("/login/?next=/review/") or "authenticate" in page.url
    person.go("/account/sign-in/authenticate/")
    page.get_by_label("A code of your authenticator app").fill(code_of(secret))
    page.get_by_role("button", name="Log in", exact=True).click()
    page.wait_for_url("**/review/")


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


def test_the_login_after_a_session_ended_still_offers_the_passkey(ada, operator):
    """htmx follows the way to the login; what passkeys need must be loaded all the same."""
    person = operator(ada)
    person.page.context.clear_cookies()
    person.page.get_by_role("link", name="People", exact=True).click()
    person.page.wait_for_url("**/login/?next=/review/subjects/")
    assert person.page.evaluate("typeof window.allauth?.webauthn") == "object"


def test_without_scripts_no_passkey_is_offered(somebody, db):
    page = somebody(java_script_enabled=False).go("/login/")
    expect(page.get_by_role("button", name="Log in with a passkey")).to_be_hidden()
    expect(page.get_by_role("button", name="Log in", exact=True)).to_be_visible()


@pytest.mark.parametrize("scripts", [True, False])
def test_from_an_invitation_to_a_decision(ada, operator, somebody, moved, scripts):
    admin = operator(ada, java_script_enabled=scripts)
    page = admin.go(reverse("review:members"))
    page.get_by_role("button", name="Make the link").click()
    link = page.locator("#link").inner_text()

    zoe = somebody(java_script_enabled=scripts)
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


@pytest.mark.parametrize("scripts", [True, False])
def test_the_settings_from_the_menu_to_a_key_that_works(
    ada, operator, site, harbour, mira, scripts
):
    person = operator(ada, java_script_enabled=scripts)
    page = person.page
    page.locator("summary", has_text="Account").click()
    page.get_by_role("link", name="Settings").click()
    page.get_by_label("Ask about everything").check()
    page.get_by_role("button", name="Save the policy").click()
    expect(page.locator("[data-toast]")).to_contain_text("from the next message on")
    harbour.refresh_from_db()
    assert harbour.policy == "review_all"
    page.get_by_label("Contradiction from which a memory is replaced").fill("1.5")
    page.get_by_role("button", name="Save the thresholds").click()
    expect(page.get_by_role("alert").last).to_contain_text("Write a number from 0 to 1")
    page.get_by_role("link", name="API keys").click()
    page.get_by_label("What it is for").fill("website")
    page.get_by_role("button", name="Make the key").click()
    secret = page.locator("#secret").inner_text()
    answer = httpx.get(
        f"{site}/api/v1/subjects/mira/memories", headers={"Authorization": f"Bearer {secret}"}
    )
    assert answer.status_code == 200
    page.get_by_role("link", name="Changes").click()
    page.wait_for_url("**/changes/")
    assert re.search(r"ada made an API key \S+: read, write", page.inner_text("main"))


def test_a_viewer_finds_no_settings(vera, operator):
    person = operator(vera)
    person.page.locator("summary", has_text="Account").click()
    expect(person.page.get_by_role("link", name="Settings")).to_have_count(0)
    assert "Only an administrator" in person.go(reverse("review:settings")).inner_text("body")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_new_pages_are_accessible_and_fit_a_phone(ada, somebody, harbour, ana, scheme):
    create_key(harbour, name="website", scopes=["read"])
    _, link = invitations.invite(Membership.objects.get(user=ada), role="viewer")
    person = somebody(color_scheme=scheme, bypass_csp=True, viewport={"width": 360, "height": 740})

    def check(path):
        page = person.go(path)
        confirm(page)
        assert serious(page) == [], path
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, path

    for path in ("/login/", link, "/invitation/none/", "/account/signup/"):
        check(path)
    log_in(person).wait_for_url("**/review/")
    for path in (*(reverse(f"review:{name}") for name in SETTINGS), link, *ACCOUNT_PAGES):
        check(path)
