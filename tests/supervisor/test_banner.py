"""What a person reads when everything runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.supervisor import banner
from memory.supervisor.address import Address
from memory.supervisor.folders import Folders
from memory.supervisor.programs import Programs


def text(missing: dict[str, str] | None = None, **environ: str) -> str:
    folders = Folders(Path("/data"), Path("/data/postgres"), Path("/data/run"))
    address = Address("127.0.0.1", 8000)
    programs = Programs(folders, None, {})
    return banner.text(folders, address, environ, programs, "http://one-time", missing or {})


def test_it_says_where_everything_is_and_how_to_stop() -> None:
    said = text()
    for words in (
        "Address   http://127.0.0.1:8000",
        "Log in    http://one-time",
        "Database  PostgreSQL, embedded, in /data/postgres",
        "Broker    Valkey, embedded",
        "Logs      /data/logs/*.log",
        "Stop      Ctrl-C",
    ):
        assert words in said


def test_it_names_loudly_what_is_not_ready() -> None:
    assert "!!" not in text()
    said = text({"broker": "Start it.", "nli": "Set PALIMPSEST_NLI_PATH."})
    assert "!!  broker is not ready: Start it." in said
    assert "!!  nli is not ready: Set PALIMPSEST_NLI_PATH." in said
    assert "waits undecided" in said
    assert "waits undecided" not in text({"broker": "Start it."})


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("postgresql://alice:hidden@db.example:5432/memories", "postgresql server at db.example"),
        ("postgresql://alice:hidden@/memories?host=%2Frun%2Fpg", "postgresql server at /run/pg"),
        ("redis+socket:///run/valkey.sock", "redis server at /run/valkey.sock"),
    ],
)
def test_a_server_is_named_without_user_and_password(url: str, words: str) -> None:
    said = text(DATABASE_URL=url)
    assert words in said
    assert "alice" not in said
    assert "hidden" not in said
