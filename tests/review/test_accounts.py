"""An operator's own account: passwords, second factors, mail, and that secrets are not readable."""

from __future__ import annotations

import re
import time
from urllib.parse import unquote

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from django.contrib.auth.models import User
from django.core import mail
from django.core.cache import cache
from django.urls import get_resolver

from memory.mail import MailServer, read_mail_server
from review.login_links import make_link

PASSWORD = "harbour light"


@pytest.fixture
def ana(ana):
    ana.set_password(PASSWORD)
    ana.save(update_fields=["password"])
    return ana


@pytest.fixture
def sends_mail(settings):
    settings.MAIL_SERVER = read_mail_server("smtp://mail.example")
    settings.ACCOUNT_EMAIL_NOTIFICATIONS = True


def code_of(secret):
    """What an authenticator app shows now."""
    cache.clear()  # a code works once; the next test comes within the same half minute
    return format_hotp_value(hotp_value(secret, int(time.time()) // 30))


def log_in(client, password=PASSWORD):
    return client.post("/login/", {"login": "ana", "password": password})


def confirm(client):
    return client.post("/account/confirm/", {"password": PASSWORD})


def set_up_app(client):
    """The secret that the page shows, and that is active from now on."""
    log_in(client)
    confirm(client)
    page = client.get("/account/sign-in/totp/activate/").content.decode()
    secret = re.search(r'value="([A-Z2-7]{32})"', page)[1]
    answer = client.post("/account/sign-in/totp/activate/", {"code": code_of(secret)})
    assert answer.status_code == 302, answer.content.decode()
    return secret


def is_in(client):
    return client.get("/review/").status_code == 200


def test_with_an_app_the_password_alone_lets_nobody_in(client, ana):
    secret = set_up_app(client)
    client.post("/logout/")
    assert log_in(client).headers["Location"] == "/account/sign-in/authenticate/"
    assert not is_in(client)
    wrong = client.post("/account/sign-in/authenticate/", {"code": "000000"})
    assert "Incorrect code" in wrong.content.decode()
    assert not is_in(client)
    client.post("/account/sign-in/authenticate/", {"code": code_of(secret)})
    assert is_in(client)


def test_a_recovery_code_lets_in_once(client, ana):
    set_up_app(client)
    page = client.get("/account/sign-in/recovery-codes/").content.decode()
    code = re.search(r"\b\d{8}\b", page)[0]
    for lets_in in (True, False):
        client.post("/logout/")
        log_in(client)
        client.post("/account/sign-in/authenticate/", {"code": code})
        assert is_in(client) is lets_in


def test_guesses_of_a_code_are_limited(client, ana):
    secret = set_up_app(client)
    client.post("/logout/")
    log_in(client)
    code = code_of(secret)
    for _ in range(6):
        client.post("/account/sign-in/authenticate/", {"code": "000000"})
    page = client.post("/account/sign-in/authenticate/", {"code": code})
    assert "Too many" in page.content.decode()
    assert not is_in(client)


def test_a_second_factor_is_changed_only_after_the_password(client, ana):
    log_in(client)
    answer = client.get("/account/sign-in/totp/activate/")
    assert answer.headers["Location"].startswith("/account/confirm/")
    assert client.post("/account/confirm/", {"password": "wrong"}).status_code == 200
    assert client.get("/account/sign-in/totp/activate/").status_code == 302


def test_secrets_are_not_readable_in_the_database(client, ana, settings):
    secret = set_up_app(client)
    rows = Authenticator.objects.all()
    assert {row.type for row in rows} == {"totp", "recovery_codes"}
    assert all(secret not in str(row.data) for row in rows)
    client.post("/logout/")
    settings.SECRET_KEY = "another" * 9
    log_in(client)
    for code in (code_of(secret), code_of("")):
        client.post("/account/sign-in/authenticate/", {"code": code})
        assert not is_in(client)


def test_who_came_by_a_link_sets_a_password_and_then_an_app(client, ana):
    ana.set_unusable_password()
    ana.save(update_fields=["password"])
    client.get("/" + make_link(ana).split("/", 3)[3])
    assert "Set a password" in client.get("/account/", follow=True).content.decode()
    form = {"password1": "quiet morning tide", "password2": "quiet morning tide"}
    answer = client.post("/account/password/set/", form)
    assert answer.headers["Location"] == "/account/sign-in/"
    client.post("/logout/")
    assert log_in(client, "quiet morning tide").headers["Location"] == "/review/"
    assert (
        client.get("/account/sign-in/totp/activate/")
        .headers["Location"]
        .startswith("/account/confirm/")
    )


@pytest.mark.parametrize("password", ["short", "12345678901", "password123"])
def test_a_poor_password_is_refused(client, ana, password):
    log_in(client)
    form = {"oldpassword": PASSWORD, "password1": password, "password2": password}
    assert client.post("/account/password/", form).status_code == 200
    ana.refresh_from_db()
    assert ana.check_password(PASSWORD)


PAGES = [
    "/account/sign-in/",
    "/account/password/",
    "/account/sign-in/totp/activate/",
    "/account/sign-in/webauthn/",
    "/account/sign-in/webauthn/add/",
    "/account/sign-in/recovery-codes/generate/",
    "/logout/",
]


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_of_this_site_and_runs_no_script_of_its_own(client, ana, path):
    set_up_app(client)
    Authenticator.objects.filter(type="totp").delete()
    if "recovery" in path:
        return
    confirm(client)
    page = client.get(path).content.decode()
    assert "Palimpsest</title>" in page
    assert "palimpsest.css" in page
    assert " style=" not in page
    for attributes, body in re.findall(r"<script([^>]*)>(.*?)</script>", page, re.DOTALL):
        assert "src=" in attributes or "application/json" in attributes, body


@pytest.mark.parametrize("path", PAGES[:-1])
def test_strangers_see_no_account(client, db, path):
    assert unquote(client.get(path).headers["Location"]) == f"/login/?next={path}"


# What there is for those who are not logged in; without a mail server, all about mail answers 404.
FOR_EVERYBODY = {"account_login", "account_signup", "account_inactive"}
BY_MAIL = {
    "account_email", "account_email_verification_sent", "account_confirm_email",
    "account_reset_password", "account_reset_password_done", "account_reset_password_from_key",
    "account_reset_password_from_key_done",
}  # fmt: skip


def addresses(patterns, before=""):
    """Every address below, with something in the place of what it names."""
    for each in patterns:
        path = before + str(each.pattern)
        if hasattr(each, "url_patterns"):
            yield from addresses(each.url_patterns, path)
        else:
            yield (
                each.name,
                "/" + re.sub(r"<int:pk>|\(\?P<[^>]+>[^)]*\)|[$^]", "1", path).strip("1"),
            )


ACCOUNT = dict(addresses(get_resolver("review.account_urls").url_patterns))


@pytest.mark.parametrize("name", sorted(ACCOUNT.keys() - FOR_EVERYBODY))
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_every_address_of_an_account_leads_a_stranger_to_the_login(client, ana, name, method):
    before = list(User.objects.values())
    answer = client.generic(method, ACCOUNT[name])
    if name in BY_MAIL:
        assert answer.status_code == 404
    else:
        place = answer.headers["Location"]
        assert answer.status_code == 302
        assert place.startswith("/login/") or (name, place) == ("account_home", "/account/sign-in/")
    assert list(User.objects.values()) == before


def test_nobody_makes_an_account_by_themselves(client, db):
    for method in ("GET", "POST"):
        answer = client.generic(method, ACCOUNT["account_signup"])
        assert "<form" not in answer.content.decode()
    client.post(ACCOUNT["account_signup"], {"username": "mallory", "password1": "tulip-9-boat"})
    assert not User.objects.exists()


def test_without_a_mail_server_a_page_says_what_to_do(client, db):
    assert "Forgot your password" not in client.get("/login/").content.decode()
    answer = client.get("/account/forgotten/")
    assert answer.status_code == 404
    assert "login_link" in answer.content.decode()


def test_a_forgotten_password_by_mail(client, ana, sends_mail):
    ana.email = "ana@example.com"
    ana.save(update_fields=["email"])
    assert "Forgot your password" in client.get("/login/").content.decode()
    client.post("/account/forgotten/", {"email": "ana@example.com"})
    (sent,) = mail.outbox
    path = re.search(r"/account/forgotten/\S+", sent.body)[0]
    path = client.get(path).headers["Location"]
    form = {"password1": "quiet morning tide", "password2": "quiet morning tide"}
    assert client.post(path, form).headers["Location"] == "/account/forgotten/done/"
    assert log_in(client, "quiet morning tide").headers["Location"] == "/review/"


def test_nobody_learns_by_mail_who_has_an_account(client, ana, sends_mail):
    answer = client.post("/account/forgotten/", {"email": "eve@example.com"})
    assert answer.headers["Location"] == "/account/forgotten/sent/"
    assert mail.outbox == []


def test_an_address_counts_once_its_link_was_opened(client, ana, sends_mail):
    log_in(client)
    client.post("/account/email/", {"email": "ana@example.com", "action_add": ""})
    (sent,) = mail.outbox
    ana.refresh_from_db()
    assert ana.email == ""
    client.post(re.search(r"/account/email/confirm/\S+", sent.body)[0])
    ana.refresh_from_db()
    assert ana.email == "ana@example.com"


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("smtp://mail.example", ("mail.example", 587, "", False, True)),
        ("smtps://ana%40x:p%3Aw@mail.example", ("mail.example", 465, "ana@x", True, False)),
        ("smtp+plain://localhost:2525", ("localhost", 2525, "", False, False)),
    ],
)
def test_addresses_of_mail_servers(url, server):
    read = read_mail_server(url)
    assert isinstance(read, MailServer)
    assert (read.host, read.port, read.user, read.is_tls, read.is_starttls) == server


@pytest.mark.parametrize("url", ["mail.example", "http://mail.example", "smtp://", "smtp://x:port"])
def test_an_address_that_is_none_says_how_to_write_one(url):
    with pytest.raises(Exception, match="PALIMPSEST_MAIL_URL must be written as"):
        read_mail_server(url)
