"""Which sites may show the end users' pages in a frame, and which cookies these pages then have."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from django.core.management import CommandError, call_command
from django.urls import reverse

from memory.errors import InvalidError
from memory.framing import allow_frames, origin
from memory.links import make_link
from memory.models import AdminRecord
from tests.people import remember

SHOP = "https://shop.example"


def ancestors(response):
    """What the page lets show it in a frame."""
    policy = dict(part.split(" ", 1) for part in response["Content-Security-Policy"].split("; "))
    return policy["frame-ancestors"]


def enter(client, subject):
    return client.get(urlsplit(make_link(subject)).path)


@pytest.mark.parametrize(
    "site",
    [
        SHOP,
        "https://shop.example:8443",
        "http://localhost:3000",
        "http://127.0.0.1",
        "http://[::1]:81",
    ],
)
def test_a_site_is_an_origin(site):
    assert origin(site) == origin(f" {site.upper()}/ ") == site


@pytest.mark.parametrize(
    "site",
    [
        "", "shop.example", "http://shop.example", "https://*.shop.example", "https://shop.example/me",
        "https://", "https://shop.example; script-src *", "https://a.example https://b.example", "*",
        "https://user@shop.example", "https://shop.example:99999", "https://shop.example?x", "data:",
        "'self'", "https://münchen.example", "https://-shop.example", f"https://{'a' * 260}",
    ],
)  # fmt: skip
def test_what_is_no_site_is_refused_and_nothing_changes(harbour, site):
    allow_frames(harbour, [SHOP])
    with pytest.raises(InvalidError):
        allow_frames(harbour, [SHOP, site])
    harbour.refresh_from_db()
    assert harbour.frame_ancestors == [SHOP]


def test_by_default_no_site_may(client, mira):
    enter(client, mira)
    page = client.get("/me/")
    assert ancestors(page) == "'none'"
    assert page["X-Frame-Options"] == "DENY"


OWN_PAGES = ["/me/", "/me/reads/", "/me/erase/", "/me/nowhere/"]


@pytest.mark.parametrize("path", OWN_PAGES)
def test_the_sites_of_the_workspace_may(client, mira, path):
    allow_frames(mira.workspace, [SHOP, "https://app.shop.example"])
    enter(client, mira)
    page = client.get(path)
    assert ancestors(page) == f"{SHOP} https://app.shop.example"
    assert "X-Frame-Options" not in page


def test_also_once_everything_is_erased(client, mira):
    allow_frames(mira.workspace, [SHOP])
    enter(client, mira)
    remember(mira, "Has a cat.")
    client.post("/me/erase/", {"sure": "on"})
    for path in ("/me/erased/", "/me/"):
        assert ancestors(client.get(path)) == SHOP


def test_another_workspaces_pages_and_the_operators_may_not(client, ana, mira, olga):
    allow_frames(mira.workspace, [SHOP])
    enter(client, olga)
    client.force_login(ana)
    for path in ("/me/", "/review/", "/login/", reverse("healthz")):
        assert ancestors(client.get(path)) == "'none'"


def test_the_pages_have_cookies_of_their_own(client, mira, denver):
    arrived = enter(client, mira).cookies["visit"]
    assert (arrived["path"], arrived["samesite"], arrived["httponly"]) == ("/me/", "Lax", True)
    page = client.get("/me/")
    assert page.cookies["visit_csrf"]["path"] == "/me/"
    assert not {"sessionid", "csrftoken"} & set(client.cookies)


def test_a_login_opens_no_visit(client, ana):
    client.force_login(ana)
    client.cookies["visit"] = client.cookies["sessionid"].value
    assert client.get("/me/").status_code == 410


@pytest.mark.parametrize(
    ("sites", "https", "same_site"),
    [([SHOP], True, "None"), ([SHOP], False, "Lax"), ([], True, "Lax")],
)
def test_only_a_framed_page_over_https_gives_cookies_to_other_sites(
    client, mira, settings, sites, https, same_site
):
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = https
    allow_frames(mira.workspace, sites)
    visit = enter(client, mira).cookies["visit"]
    token = client.get("/me/", secure=https).cookies["visit_csrf"]
    for cookie in (visit, token):
        assert cookie["samesite"] == same_site
        assert bool(cookie["secure"]) == https


def test_the_operators_cookie_is_for_no_other_site(client, ana, mira, settings):
    settings.SESSION_COOKIE_SECURE = True
    allow_frames(mira.workspace, [SHOP])
    ana.set_password("a long enough one")
    ana.save()
    sent = {"login": "ana", "password": "a long enough one"}
    assert client.post("/login/", sent).cookies["sessionid"]["samesite"] == "Lax"


def test_the_command_names_sites_and_tells_them(harbour, capsys):
    call_command("frames", "harbour", SHOP, "http://localhost:3000")
    assert capsys.readouterr().out.split() == [SHOP, "http://localhost:3000"]
    call_command("frames", "harbour")
    assert capsys.readouterr().out.split() == [SHOP, "http://localhost:3000"]
    with pytest.raises(CommandError, match="is no site"):
        call_command("frames", "harbour", "shop.example")
    call_command("frames", "harbour", "--none")
    harbour.refresh_from_db()
    assert harbour.frame_ancestors == []
    told = AdminRecord.objects.order_by("created_at").values_list("detail", flat=True)
    assert list(told)[-1] == "frame_ancestors=none"
