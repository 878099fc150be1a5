"""Take the pictures of the README from a running demo.

    python -m tests.browser.pictures URL [FOLDER]

URL is a login link, as `manage.py up --demo` or `manage.py login_link` prints it. With MY_MEMORIES
set to a person's link (POST /api/v1/subjects/{id}/links gives one), their page is taken too.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from urllib.parse import urlsplit

from playwright.sync_api import Page

from tests.browser.chromium import open_browser

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"
SIZE = {"width": 1280, "height": 800}
THEMES = ("light", "dark")


def take(login_link: str, my_memories: str, folder: Path) -> None:
    """Open each page and write its picture in both themes."""
    folder.mkdir(parents=True, exist_ok=True)
    site = "{0.scheme}://{0.netloc}".format(urlsplit(login_link))
    with open_browser() as browser:
        page = browser.new_page(viewport=SIZE, reduced_motion="reduce")
        page.goto(login_link)
        _both(page, folder, "queue")
        page.goto(f"{site}/review/?reason=event")
        page.locator("[data-row]").first.click()
        page.wait_for_url("**/items/**")
        _both(page, folder, "item")
        page.goto(f"{site}/review/subjects/")
        page.locator("[data-row]").first.click()
        page.wait_for_url("**/subjects/sub_*/")
        page.set_viewport_size({"width": 1280, "height": 1000})
        _both(page, folder, "person")
        if my_memories:
            page.goto(my_memories)
            page.set_viewport_size({"width": 760, "height": 1100})
            _both(page, folder, "my-memories")


def _both(page: Page, folder: Path, name: str) -> None:
    page.mouse.move(0, 0)
    for theme in THEMES:
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.wait_for_timeout(300)
        page.screenshot(path=folder / f"{name}-{theme}.png")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    target = Path(sys.argv[2]) if len(sys.argv) > 2 else FOLDER
    take(sys.argv[1], os.environ.get("MY_MEMORIES", ""), target)
