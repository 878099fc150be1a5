"""Where something breaks, neither the page nor the log tells a secret or what somebody said."""

from __future__ import annotations

import logging
import os
from unittest.mock import patch
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client

from memory import tasks
from memory.api_keys import create_key
from memory.links import make_link
from review.login_links import make_link as login_link

SAID = "I keep bees in Quixhaven."


def break_down(*_: object, **__: object) -> None:
    """Fail as a database does, which quotes the row."""
    try:
        raise KeyError(SAID)
    except KeyError as error:
        raise ValueError(f"violates {SAID}") from error


def told(answer, log) -> str:
    """All that the visitor and the log were told."""
    return answer.content.decode() + log.getvalue()


def secrets_of_the_server() -> list[str]:
    database = urlsplit(os.environ["DATABASE_URL"]).password or settings.SECRET_KEY
    return [settings.SECRET_KEY, database]


@pytest.fixture
def client():
    return Client(raise_request_exception=False)


def test_of_a_link_that_breaks_the_token_is_not_told(client, mira, log):
    address = urlsplit(make_link(mira)).path
    with patch("review.views.me.read_link", break_down):
        answer = client.get(address)
    text = told(answer, log)
    assert answer.status_code == 500
    assert "ValueError from KeyError" in text and "me/enter/<str:token>" in text
    assert address.rsplit("/", 1)[1] not in text
    assert SAID not in text and "Quixhaven" not in text
    assert not [secret for secret in secrets_of_the_server() if secret in text]


def test_of_a_login_link_that_breaks_neither(client, ana, log):
    address = urlsplit(login_link(ana)).path
    with patch("review.views.login.login_links", None):
        answer = client.get(address)
    text = told(answer, log)
    assert answer.status_code == 500
    assert address.rstrip("/").rsplit("/", 1)[1] not in text


def test_of_a_call_that_breaks_no_key_and_no_id_is_told(client, harbour, mira, log):
    _, secret = create_key(harbour, name="bot", scopes=["read"])
    with patch("memory.api.memories.memories", break_down):
        answer = client.get(
            "/api/v1/subjects/mira/memories?text=bees",
            headers={"Authorization": f"Bearer {secret}"},
        )
    text = told(answer, log)
    assert answer.status_code == 500
    assert "ValueError" in text
    for word in (secret, SAID, "mira", "bees", *secrets_of_the_server()):
        assert word not in text


def test_of_a_task_that_breaks_only_the_name_is_told(db, log):
    with patch("memory.forget.prune.prune_turns", break_down):
        done = tasks.prune_turns.apply()
    assert done.failed()
    assert "memory.tasks.prune_turns" in log.getvalue() and "ValueError" in log.getvalue()
    assert "Quixhaven" not in log.getvalue()


def test_a_page_that_is_not_there_tells_nothing(client, db, log):
    text = told(client.get("/me/nothing-of-this-kind/"), log)
    assert not [secret for secret in secrets_of_the_server() if secret in text]
    assert "Traceback" not in text and "urlpatterns" not in text


def test_of_a_download_that_breaks_while_it_is_sent_the_web_server_tells_only_the_place(log):
    """Django is done with the request by then; gunicorn logs what ended the answer."""
    try:
        break_down()
    except ValueError:
        address = "/me/enter/a-token?of=mira"
        logging.getLogger("gunicorn.error").exception("Error handling request %s", address)
    text = log.getvalue()
    assert "ValueError from KeyError" in text and "break_down" in text
    assert SAID not in text and "a-token" not in text and "mira" not in text


def test_whoever_calls_by_another_name_is_refused_and_fills_no_log(client, db, log):
    answer = client.get("/login/", headers={"host": "evil.example"})
    assert answer.status_code == 400
    assert told(answer, log).count("evil") == 0
    assert log.getvalue() == ""
