"""The production settings, as Django's own deployment check and a browser see them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def test_the_deployment_check_is_clean_with_production_settings():
    """In a process of its own: settings are read once."""
    given = {
        "PALIMPSEST_PUBLIC_URL": "https://memory.example",
        "PALIMPSEST_BEHIND_PROXY": "1",
        "PALIMPSEST_SECRET_KEY": "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUV",
        "PALIMPSEST_DEBUG": "0",
    }
    # What the browser's tests set for themselves, in whatever order they run, is no setting.
    outside = {k: v for k, v in os.environ.items() if k != "DJANGO_ALLOW_ASYNC_UNSAFE"}
    done = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env=outside | given,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "no issues" in done.stdout


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["/login/", "/me/", "/api/v1/subjects/alice/memories"])
def test_every_answer_carries_the_headers(client, address):
    answer = client.get(address)
    assert "default-src 'self'" in answer["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
