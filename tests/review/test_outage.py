"""Pages while a server is away."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from django.db import OperationalError
from django.test import Client
from redis.exceptions import ConnectionError as CacheAway

pytestmark = pytest.mark.django_db


def log_in():
    form = {"login": "ana", "password": "wrong"}
    return Client(raise_request_exception=False).post("/login/", form)


def test_a_page_without_a_database_says_so():
    with patch("review.accounts.Accounts.authenticate", side_effect=OperationalError("away")):
        answer = log_in()

    assert answer.status_code == 503
    assert answer["Retry-After"]
    assert "try again in a moment" in answer.content.decode()


def test_without_the_cache_that_counts_guesses_nobody_guesses():
    with patch("allauth.core.internal.ratelimit.cache.get", side_effect=CacheAway):
        answer = log_in()

    assert answer.status_code == 503
    assert "try again in a moment" in answer.content.decode()
