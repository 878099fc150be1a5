"""PALIMPSEST_LLM_*: what the settings make of the environment."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.exceptions import ImproperlyConfigured
from environs import Env, EnvError

from memory.extraction.llm.endpoint import Endpoint, read_endpoint

URL, MODEL = "PALIMPSEST_LLM_BASE_URL", "PALIMPSEST_LLM_MODEL"


def read(monkeypatch, **variables: str) -> Endpoint | None:
    for name in ("BASE_URL", "MODEL", "KEY", "TIMEOUT", "EVERY_TURNS", "PAUSE"):
        monkeypatch.delenv(f"PALIMPSEST_LLM_{name}", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(f"PALIMPSEST_LLM_{name}", value)
    return read_endpoint(Env())


@pytest.mark.parametrize("url", ["", " "])
def test_without_a_base_url_there_is_none(monkeypatch, url):
    assert read(monkeypatch, BASE_URL=url, MODEL="m") is None


def test_every_variable_is_read(monkeypatch):
    endpoint = read(
        monkeypatch,
        BASE_URL="https://llm.example/v1/",
        MODEL="m",
        KEY="sk-hidden",
        TIMEOUT="7.5",
        EVERY_TURNS="3",
        PAUSE="90",
    )
    assert endpoint == Endpoint(
        base_url="https://llm.example/v1",
        model="m",
        key="sk-hidden",
        timeout=7.5,
        every_turns=3,
        pause=timedelta(seconds=90),
    )
    assert endpoint.url == "https://llm.example/v1/chat/completions"
    assert endpoint.host == "llm.example"
    assert "sk-hidden" not in repr(endpoint) and "sk-hidden" not in endpoint.mark


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"MODEL": ""}, "name the model as well, in PALIMPSEST_LLM_MODEL"),
        ({"BASE_URL": "llm.example/v1"}, "must be like https://llm.example.com/v1"),
        ({"BASE_URL": "ftp://llm.example"}, "must be like"),
        ({"BASE_URL": "http://"}, "must be like"),
        ({"BASE_URL": "http://[::1"}, "must be like"),
        ({"BASE_URL": "http://llm.example:port"}, "must be like"),
        ({"BASE_URL": "https://llm.example/v1?x=1"}, "without a query"),
        ({"BASE_URL": "https://me:pw@llm.example"}, "use PALIMPSEST_LLM_KEY"),
        ({"KEY": "sk-\u2013"}, "PALIMPSEST_LLM_KEY has characters"),
        ({"KEY": "a\nb"}, "PALIMPSEST_LLM_KEY has characters"),
        ({"TIMEOUT": "0"}, "PALIMPSEST_LLM_TIMEOUT must be from 1 to 300"),
        ({"EVERY_TURNS": "0"}, "PALIMPSEST_LLM_EVERY_TURNS must be from 1 to 20"),
        ({"PAUSE": "0"}, "PALIMPSEST_LLM_PAUSE must be from 1"),
    ],
)
def test_what_does_not_fit_is_a_sentence(monkeypatch, variables, said):
    usual = {"BASE_URL": "https://llm.example/v1", "MODEL": "m"}
    with pytest.raises(ImproperlyConfigured, match=said) as caught:
        read(monkeypatch, **(usual | variables))
    assert "pw@" not in str(caught.value)


def test_a_value_of_the_wrong_kind_names_its_variable(monkeypatch):
    with pytest.raises(EnvError, match="PALIMPSEST_LLM_TIMEOUT"):
        read(monkeypatch, BASE_URL="https://llm.example", MODEL="m", TIMEOUT="soon")
