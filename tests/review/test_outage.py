"""Pages while a server is away."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from django.db import OperationalError
from django.test import Client
from redis.exceptions import ConnectionError as CacheAway

from review.attempts import Attempts

pytestmark = pytest.mark.django_db


def test_a_page_without_a_database_says_so():
    with patch("review.views.login.Attempts", side_effect=OperationalError("away")):
        answer = Client(raise_request_exception=False).post(
            "/login/", {"username": "ana", "password": "wrong"}
        )

    assert answer.status_code == 503
    assert answer["Retry-After"]
    assert "try again in a moment" in answer.content.decode()


def test_without_its_cache_the_login_still_answers():
    with (
        patch("review.attempts.cache.get", side_effect=CacheAway),
        patch("review.attempts.cache.add", side_effect=CacheAway),
        patch("review.attempts.cache.delete", side_effect=CacheAway),
    ):
        attempts = Attempts("127.0.0.1", "ana")
        attempts.count()
        attempts.forget()
        assert not attempts.are_used_up()
