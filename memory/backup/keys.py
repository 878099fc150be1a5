"""Where the installation's secret key is kept."""

from __future__ import annotations

import os
from pathlib import Path

from django.conf import settings


def key_file() -> Path | None:
    """The file in the data folder; None where the environment gives the key."""
    return None if os.environ.get("PALIMPSEST_SECRET_KEY") else Path(settings.DATA) / "secret_key"
