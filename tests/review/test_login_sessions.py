"""What stands in the table of logins lets nobody in."""

from __future__ import annotations

from datetime import timedelta

import pytest
import time_machine
from django.conf import settings
from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from memory.tasks import clear_logins
from review.own_pages import COOKIES

QUEUE = reverse("review:queue")
LOGIN = settings.SESSION_COOKIE_NAME


def logged_in(ana) -> Client:
    browser = Client(raise_request_exception=False)
    browser.force_login(ana)
    assert browser.get(QUEUE).status_code == 200
    return browser


def test_a_key_from_a_dump_opens_neither_a_login_nor_a_visit(ana, mira, moved, visit_of):
    browser, person = logged_in(ana), visit_of(mira)
    own = {browser.cookies[LOGIN].value, person.cookies[COOKIES[LOGIN]].value}
    dumped = set(Session.objects.values_list("session_key", flat=True))
    assert len(dumped) == 2
    assert not dumped & own

    for key in dumped:
        thief = Client()
        thief.cookies[LOGIN] = thief.cookies[COOKIES[LOGIN]] = key
        assert thief.get(QUEUE).status_code == 302
        assert thief.get(reverse("review:me")).status_code == 410
    assert browser.get(QUEUE).status_code == 200
    assert person.get(reverse("review:me")).status_code == 200


def test_logging_out_removes_the_row(ana):
    browser = logged_in(ana)
    browser.post("/logout/")
    assert browser.get(QUEUE).status_code == 302
    assert not Session.objects.exists()


@pytest.mark.parametrize("cookie", ['"abcdefgh\\000"', "short", "x" * 500, '"\\377\\376abcdefgh"'])
def test_a_cookie_that_is_none_is_nobody_s(db, cookie):
    browser = Client(raise_request_exception=False, headers={"cookie": f"{LOGIN}={cookie}"})
    assert browser.get(QUEUE).status_code == 302


def test_what_has_expired_is_removed_and_the_others_stay(ana, ben):
    logged_in(ana)
    with time_machine.travel(timezone.now() + timedelta(days=10)):
        later = logged_in(ben)
    with time_machine.travel(timezone.now() + timedelta(days=20)):
        clear_logins()
        assert Session.objects.count() == 1
        assert later.get(QUEUE).status_code == 200
