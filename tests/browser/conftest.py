"""A live site and a real Chromium. Skipped, with a sentence, where Chromium is missing."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from playwright.sync_api import Browser, BrowserContext, Page, expect

from memory.inference.fakes import use_fakes
from review.login_links import make_link
from tests.browser.chromium import MISSING, open_browser, path
from tests.people import *  # noqa: F403 (pytest finds fixtures by their names here)

# Playwright's loop runs in this thread, and Django takes any loop for an asynchronous caller.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"

PATIENCE = 60_000
"""Milliseconds until a page counts as stuck: a busy machine is no fault of the page."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.parent.name == "browser":
            item.add_marker("browser")
            item.add_marker(pytest.mark.django_db(transaction=True))
            if path() is None:
                item.add_marker(pytest.mark.skip(reason=MISSING))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with open_browser() as browser:
        yield browser


@pytest.fixture(autouse=True)
def site(live_server, settings) -> str:
    """The address of the live site; links that the server makes lead there."""
    cache.clear()
    settings.PUBLIC_URL = live_server.url
    return live_server.url


@pytest.fixture
def fake_models() -> Iterator[None]:
    with use_fakes():
        yield


class Person:
    """Somebody at a browser. Whatever the browser complains about fails the test."""

    def __init__(self, context: BrowserContext, site: str) -> None:
        self.page: Page = context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.site = site
        self.complaints: list[str] = []
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("console", self._note)

    def _note(self, message) -> None:
        # Chromium reports every 4xx page as an error; those are asserted where they belong.
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.complaints.append(message.text)

    def go(self, path: str) -> Page:
        self.page.goto(path if urlsplit(path).scheme else f"{self.site}{path}")
        return self.page

    def text(self) -> str:
        return self.page.inner_text("body")


@pytest.fixture
def somebody(chromium, site) -> Iterator[Callable[..., Person]]:
    """Opens a browser of its own for somebody: `somebody()`, `somebody(java_script_enabled=False)`."""
    contexts, people = [], []

    def open_(**options) -> Person:
        context = chromium.new_context(**{"reduced_motion": "reduce", **options})
        contexts.append(context)
        people.append(Person(context, site))
        return people[-1]

    yield open_
    for context in contexts:
        context.close()
    assert [complaint for person in people for complaint in person.complaints] == []


@pytest.fixture
def operator(somebody) -> Callable[..., Person]:
    """Somebody who is logged in: `operator(ana)`."""

    def open_(user: User, **options) -> Person:
        person = somebody(**options)
        person.go(make_link(user))
        return person

    return open_
