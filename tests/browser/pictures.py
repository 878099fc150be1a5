"""Take the pictures of the README and of `docs/pictures`, in both themes.

    python -m tests.browser.pictures [FOLDER]

starts PostgreSQL, Valkey and the site for itself, loads the demo with the real models, lets an
operator answer a few questions, and ends with everything stopped and the pictures written.
"""

from __future__ import annotations

import base64
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page

from tests.browser.chromium import open_browser
from tests.services import Services

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"
WIDE = {"width": 1280, "height": 800}
TALL = {"width": 1280, "height": 1000}
NARROW = {"width": 760, "height": 1100}
PATIENCE = 180_000
"""Milliseconds: on a busy machine the first page waits for the models."""
QUALITY = 82
"""Of the WebP files, in percent: letters stay sharp, and a picture is a fifth of its PNG."""


@contextmanager
def demo() -> Iterator[str]:
    """A site with the demo; answers its address."""
    services = Services()
    services.start()
    # Playwright's loop runs in this thread, and Django takes any loop for an asynchronous caller.
    os.environ |= {"DJANGO_SETTINGS_MODULE": "memory.settings", "DJANGO_ALLOW_ASYNC_UNSAFE": "1"}
    try:
        import django
        from django.core.management import call_command
        from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler

        django.setup()
        from django.conf import settings
        from django.core.wsgi import get_wsgi_application

        call_command("migrate", verbosity=0)
        call_command("load_demo")
        server = ThreadedWSGIServer(("127.0.0.1", 0), WSGIRequestHandler)
        server.set_app(get_wsgi_application())
        threading.Thread(target=server.serve_forever, daemon=True).start()
        settings.PUBLIC_URL = f"http://127.0.0.1:{server.server_port}"
        yield settings.PUBLIC_URL
        server.shutdown()
        server.server_close()
    finally:
        services.stop()


def take(site: str, folder: Path) -> None:
    """Open each page as an operator, and one's own as a person, and write the pictures."""
    from django.contrib.auth.models import User

    from memory.links import make_link as link_of_person
    from memory.models import Subject
    from review.login_links import make_link as link_of_operator

    folder.mkdir(parents=True, exist_ok=True)
    maren = Subject.objects.select_related("workspace").get(external_id="maren-oyelaran")
    with open_browser() as browser:
        page = browser.new_page(viewport=WIDE, reduced_motion="reduce")
        page.set_default_timeout(PATIENCE)
        page.goto(link_of_operator(User.objects.get(username="demo")))
        _answer_some(page, site)
        page.goto(f"{site}/review/")
        _both(page, folder, "queue")
        page.goto(f"{site}/review/?reason=event")
        page.locator("[data-row]").first.click()
        page.wait_for_url("**/items/**")
        _both(page, folder, "item")
        page.set_viewport_size(TALL)
        page.goto(f"{site}/review/subjects/{maren.id}/")
        _both(page, folder, "person")
        page.goto(f"{site}/review/overview/")
        _both(page, folder, "overview")
        page.goto(f"{site}/review/playground/{maren.id}/")
        page.get_by_label("A message").fill("I live in Lisbon now. I'm allergic to shellfish.")
        page.get_by_role("button", name="Compare policies").click()
        page.get_by_text("Nothing of this was stored.").wait_for()
        _both(page, folder, "playground")
        page.goto(link_of_person(maren))
        page.set_viewport_size(NARROW)
        _both(page, folder, "my-memories")


def _answer_some(page: Page, site: str) -> None:
    """As the buttons suggest, so that the overview has something to tell."""
    for _ in range(4):
        page.goto(f"{site}/review/?sort=oldest")
        page.locator("[data-row]").first.click()
        page.wait_for_url("**/items/**")
        page.locator("button.btn-primary[data-hotkey]").first.click()
        page.locator("[data-toast]").first.wait_for()


def _both(page: Page, folder: Path, name: str) -> None:
    page.mouse.move(0, 0)
    page.evaluate("document.querySelectorAll('[data-toast]').forEach((toast) => toast.remove())")
    browser = page.context.new_cdp_session(page)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.wait_for_timeout(300)
        taken = browser.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
        (folder / f"{name}-{theme}.webp").write_bytes(base64.b64decode(taken["data"]))


if __name__ == "__main__":
    with demo() as address:
        take(address, Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER)
