"""Everybody of `tests.people`, fake models, and browsers without a screen."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client

from memory.inference.fakes import use_fakes
from memory.models import Membership, Subject
from review import policies, visits
from review.own_pages import COOKIES
from tests.people import *  # noqa: F403 (pytest finds fixtures by their names here)


@pytest.fixture(autouse=True)
def _fake_models() -> Iterator[None]:
    cache.clear()
    with use_fakes():
        yield


@pytest.fixture
def decider() -> Callable[[User], policies.Decider]:
    return lambda user: policies.operator(Membership.objects.select_related("user").get(user=user))


@pytest.fixture
def browser_of() -> Callable[[User], Client]:
    """A browser in which somebody is logged in."""

    def make(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return make


@pytest.fixture
def visit_of() -> Callable[[Subject], Client]:
    """A browser that came to its own page by a link."""

    def make(subject: Subject) -> Client:
        client = Client()
        session = client.session
        session.save()
        visits.begin(session, subject)
        session.save()
        client.cookies[COOKIES["sessionid"]] = session.session_key
        return client

    return make
