"""Where mail is handed in, read from one address. Palimpsest works without any."""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

PORTS = {"smtp": 587, "smtps": 465, "smtp+plain": 25}
WRITTEN = (
    "PALIMPSEST_MAIL_URL must be written as smtp://user:password@host:587 (STARTTLS), smtps://… "
    "(TLS from the first byte) or smtp+plain://… (no TLS, for a server on this machine)."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class MailServer:
    """A server that takes mail by SMTP; an empty user is none."""

    host: str
    port: int
    user: str
    password: str
    is_tls: bool
    is_starttls: bool


def read_mail_server(url: str) -> MailServer | None:
    """The server behind the address; None for an empty one. Raises ImproperlyConfigured."""
    if not url:
        return None
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise ImproperlyConfigured(WRITTEN) from error
    if parts.scheme not in PORTS or not parts.hostname:
        raise ImproperlyConfigured(WRITTEN)
    return MailServer(
        host=parts.hostname,
        port=port or PORTS[parts.scheme],
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        is_tls=parts.scheme == "smtps",
        is_starttls=parts.scheme == "smtp",
    )
