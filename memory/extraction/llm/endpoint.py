"""Which endpoint to ask, as the environment says. Settings import this module."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from datetime import timedelta
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from environs import Env

LONGEST = 300
"""Seconds. A task must be done well before a broker gives it to another worker."""

MOST_CHARACTERS = 24_000
"""Of what was said, in one request: so that it fits a small model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """An OpenAI-compatible chat endpoint, and when it is asked.

    timeout: seconds for one reading with its repair try. every_turns, pause: a session is read
    when so many of its user's turns are unread, or when nothing came for so long.
    """

    base_url: str
    model: str
    key: str = field(default="", repr=False)
    timeout: float = 30.0
    every_turns: int = 4
    pause: timedelta = timedelta(seconds=60)

    @property
    def url(self) -> str:
        return f"{self.base_url}/chat/completions"

    @property
    def host(self) -> str:
        """Host and port, as a person may see them."""
        return urlsplit(self.base_url).netloc

    @property
    def mark(self) -> str:
        """A name for this endpoint, model and key, under which their state is kept."""
        told = "\n".join((self.base_url, self.model, self.key))
        return hashlib.sha256(told.encode()).hexdigest()[:16]


def read_endpoint(env: Env) -> Endpoint | None:
    """The endpoint that PALIMPSEST_LLM_BASE_URL and its fellows name; None without a base URL.

    Raises ImproperlyConfigured with a sentence for values that do not fit.
    """
    base_url = env.str("PALIMPSEST_LLM_BASE_URL", "").strip().rstrip("/")
    if not base_url:
        return None
    _check_url(base_url)
    model = env.str("PALIMPSEST_LLM_MODEL", "").strip()
    if not model:
        raise ImproperlyConfigured(
            "PALIMPSEST_LLM_BASE_URL is set: name the model as well, in PALIMPSEST_LLM_MODEL."
        )
    key = env.str("PALIMPSEST_LLM_KEY", "").strip()
    if not (key.isascii() and key.isprintable()):
        raise ImproperlyConfigured("PALIMPSEST_LLM_KEY has characters that no key has.")
    return Endpoint(
        base_url=base_url,
        model=model,
        key=key,
        timeout=_between(env.float("PALIMPSEST_LLM_TIMEOUT", 30.0), 1, LONGEST, "TIMEOUT"),
        every_turns=int(_between(env.int("PALIMPSEST_LLM_EVERY_TURNS", 4), 1, 20, "EVERY_TURNS")),
        pause=timedelta(
            seconds=_between(env.float("PALIMPSEST_LLM_PAUSE", 60.0), 1, 86_400, "PAUSE")
        ),
    )


def _check_url(base_url: str) -> None:
    try:
        parts = urlsplit(base_url)
        known = parts.scheme in {"http", "https"} and bool(parts.hostname)
        has_port = parts.port is None or parts.port > 0
    except ValueError:
        known = has_port = False
    if not (known and has_port) or parts.query or parts.fragment:
        raise ImproperlyConfigured(
            "PALIMPSEST_LLM_BASE_URL must be like https://llm.example.com/v1, without a query: "
            "/chat/completions is put behind it."
        )
    if parts.username or parts.password:
        raise ImproperlyConfigured(
            "PALIMPSEST_LLM_BASE_URL must not hold a user or password: use PALIMPSEST_LLM_KEY."
        )


def _between(value: float, low: float, high: float, name: str) -> float:
    if not low <= value <= high:
        raise ImproperlyConfigured(f"PALIMPSEST_LLM_{name} must be from {low} to {high}.")
    return value
