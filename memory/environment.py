"""Values out of the environment. One of the wrong kind stops the start, with its name in a sentence."""

from __future__ import annotations

import secrets
from datetime import timedelta
from pathlib import Path
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured
from environs import Env

env = Env()


def made(folder: Path) -> Path:
    """The folder, made where it is missing, for the owner alone."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise ImproperlyConfigured(
            f"{folder} cannot be made ({error.strerror}): set PALIMPSEST_DATA to a folder that "
            "you may write to."
        ) from error
    return folder


def secret_key(data: Path) -> str:
    """The key from the environment, else the one kept in the data folder, made at first use."""
    given = env.str("PALIMPSEST_SECRET_KEY", "")
    if given:
        return given
    path = made(data) / "secret_key"
    try:
        if not path.exists():
            path.touch(mode=0o600)
            path.write_text(secrets.token_urlsafe(50))
        return path.read_text().strip()
    except OSError as error:
        raise ImproperlyConfigured(
            f"{path} cannot be used ({error.strerror}): give yourself the right to it, or set "
            "PALIMPSEST_SECRET_KEY."
        ) from error


def database(url: str) -> dict[str, object]:
    """Django's settings for a PostgreSQL URL; a `host` in the query may name a socket folder."""
    parts = urlsplit(url)
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured(
            "DATABASE_URL must begin with postgresql://; Palimpsest needs PostgreSQL with pgvector."
        )
    options = dict(pair.split("=", 1) for pair in parts.query.split("&") if "=" in pair)
    host = unquote(options.pop("host", "")) or parts.hostname or ""
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": host,
        "PORT": str(parts.port or ""),
        "OPTIONS": {
            **{name: unquote(value) for name, value in options.items()},
            # Of statements that are sent apart from their values (`recall.statements`); no others.
            "prepare_threshold": 0,
        },
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
    }


def minutes(variable: str, default: int) -> timedelta:
    """A time from the environment, of one minute to a week."""
    given = env.int(variable, default)
    if not 1 <= given <= 7 * 24 * 60:
        raise ImproperlyConfigured(f"{variable} must be from 1 to 10080 minutes.")
    return timedelta(minutes=given)


def whole(variable: str, default: int, *, most: int) -> int:
    """A whole number from the environment, from 1 to `most`."""
    given = env.int(variable, default)
    if not 1 <= given <= most:
        raise ImproperlyConfigured(f"{variable} must be from 1 to {most}.")
    return given
