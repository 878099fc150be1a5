"""Where the browser is. Debian's Chromium is driven; nothing is downloaded."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
MISSING = "Chromium is missing: install it (apt-get install chromium), or set CHROMIUM to its path."


def path() -> str | None:
    """Chromium's path, or None where there is none."""
    named = os.environ.get("CHROMIUM")
    return named or next((found for name in NAMES if (found := shutil.which(name))), None)


@contextmanager
def open_browser() -> Iterator[Browser]:
    """A browser without a screen. Its sandbox cannot run as root, as in most containers."""
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path(), args=arguments)
        yield browser
        browser.close()
