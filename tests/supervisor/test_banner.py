"""What a person reads when everything runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.supervisor import banner
from memory.supervisor.address import Address
from memory.supervisor.folders import Folders
from memory.supervisor.programs import Programs


def text(**environ: str) -> str:
    folders = Folders(Path("/data"), Path("/data/postgres"), Path("/data/run"))
    address = Address("127.0.0.1", 8000)
    return banner.text(folders, address, environ, Programs(folders, None, {}), "http://one-time")


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
