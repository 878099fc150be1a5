"""Where the running services answer: written by the supervisor, read by the settings.

Settings import this module, so it uses the standard library only.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent.parent


@dataclass(frozen=True)
class Endpoints:
    """What a second terminal must know of what runs.

    Of the embedded services; None where a server of one's own is used instead:

    database_url  postgresql://user:password@/name?host=/folder, percent-encoded
    broker_url    redis+socket:///folder/valkey.sock
    cache_url     unix:///folder/valkey.sock?db=1

    Of the web server:

    web_url       where it listens, as this machine reaches it
    public_url    where people and chatbots reach it
    nli_path      PALIMPSEST_NLI_PATH, if it was started with one
    """

    database_url: str | None = None
    broker_url: str | None = None
    cache_url: str | None = None
    web_url: str | None = None
    public_url: str | None = None
    nli_path: str | None = None


def data_folder(environ: Mapping[str, str] = os.environ) -> Path:
    """The data folder, absolute: PALIMPSEST_DATA, or `var` in the repository."""
    return Path(environ.get("PALIMPSEST_DATA") or REPOSITORY / "var").expanduser().absolute()


def endpoints_file(data: Path) -> Path:
    return data / "run" / "services.json"


def read_endpoints(data: Path) -> Endpoints | None:
    """What runs under this data folder; None when nothing was started or the file is not ours."""
    try:
        stored = json.loads(endpoints_file(data).read_text())
        return Endpoints(**stored)
    except (OSError, ValueError, TypeError):
        return None


def write_endpoints(data: Path, endpoints: Endpoints) -> Path:
    """Write the addresses, readable by the owner alone: one of them carries a password."""
    file = endpoints_file(data)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = file.with_suffix(".draft")
    draft.touch(mode=0o600)
    draft.chmod(0o600)
    draft.write_text(json.dumps(asdict(endpoints), indent=1))
    draft.replace(file)
    return file


def remove_endpoints(data: Path) -> None:
    endpoints_file(data).unlink(missing_ok=True)
