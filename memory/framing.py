"""Which sites may show a workspace's end users' pages in a frame: none, unless it names them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from urllib.parse import urlsplit

from django.db import transaction

from memory.audit.administration import note_admin
from memory.errors import InvalidError
from memory.models import Workspace
from memory.models.audit import AdminAct

MOST = 20
LONGEST = 255
_HOST = re.compile(
    r"(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?|\[[0-9a-f:]+\]"
)
_THIS_MACHINE = {"localhost", "127.0.0.1", "[::1]"}


@transaction.atomic
def allow_frames(workspace: Workspace, sites: Iterable[str]) -> list[str]:
    """Let these sites, and no others, show the end users' pages in a frame; answers their origins.

    Raises InvalidError where one of them is no origin; then nothing is written.
    """
    origins = list(dict.fromkeys(origin(site) for site in sites))
    if len(origins) > MOST:
        raise InvalidError(f"Name at most {MOST} sites.", field="frame_ancestors")
    workspace.frame_ancestors = origins
    workspace.save(update_fields=["frame_ancestors"])
    told = f"frame_ancestors={', '.join(origins) or 'none'}"
    note_admin(workspace, None, AdminAct.POLICY, detail=told[:300])
    return origins


def origin(site: str) -> str:
    """The site as a source of the directive `frame-ancestors`: scheme, host and port, no path.

    Without encryption only this machine: whoever sits between could put their own page around
    somebody's memories. No wildcards, which would let in hosts that nobody has looked at. Raises
    InvalidError.
    """
    text = site.strip().rstrip("/").lower()
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError as error:
        raise _not_a_site(site) from error
    host = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname or ""
    plain = f"{parts.scheme}://{host}" + (f":{port}" if port is not None else "")
    if plain != text or not _HOST.fullmatch(host) or len(text) > LONGEST:
        raise _not_a_site(site)
    if parts.scheme == "https" or (parts.scheme == "http" and host in _THIS_MACHINE):
        return plain
    raise _not_a_site(site)


def _not_a_site(site: str) -> InvalidError:
    return InvalidError(
        f"{site!r} is no site: write it like https://shop.example, without a path and without *.",
        field="frame_ancestors",
    )
