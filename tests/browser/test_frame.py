"""A person's page in a frame of the chatbot's own site: another origin, in a real browser."""

from __future__ import annotations

import html
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest
from playwright.sync_api import expect

from memory.framing import allow_frames
from memory.links import make_link

pytestmark = pytest.mark.usefixtures("fake_models")


class Shop:
    """A site on a port of its own with one page: a frame around an address."""

    def __init__(self) -> None:
        self.framed = ""
        shop = self

        class Page(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                frame = (
                    f'<iframe width="500" height="600" src="{html.escape(shop.framed)}"></iframe>'
                )
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.end_headers()
                self.wfile.write(f'<!doctype html><link rel="icon" href="data:,">{frame}'.encode())

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("localhost", 0), Page)
        self.url = f"http://localhost:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()


@pytest.fixture
def shop() -> Iterator[Shop]:
    made = Shop()
    yield made
    made.server.shutdown()
    made.server.server_close()


def test_a_named_site_shows_the_page_and_it_works_there(somebody, shop, mira, denver):
    allow_frames(mira.workspace, [shop.url])
    shop.framed = make_link(mira)
    person = somebody()
    frame = person.go(shop.url).frame_locator("iframe")
    expect(frame.get_by_text("Lives in Denver.", exact=True)).to_be_visible()
    frame.get_by_role("button", name="Delete: Lives in Denver.").click()
    expect(frame.get_by_text("Lives in Denver.", exact=True)).to_have_count(0)
    frame.get_by_role("button", name="Undo").click()
    expect(frame.get_by_text("Lives in Denver.", exact=True)).to_be_visible()
    assert mira.memories.get().deleted_at is None


@pytest.mark.parametrize("named", [[], ["https://elsewhere.example"]])
def test_no_other_site_shows_it(chromium, shop, mira, denver, named):
    allow_frames(mira.workspace, named)
    shop.framed = make_link(mira)
    page = chromium.new_page()
    refused = []
    page.on("console", lambda message: refused.append(message.text))
    page.goto(shop.url)
    page.wait_for_timeout(500)
    assert "Lives in Denver." not in page.frame_locator("iframe").locator("html").inner_text()
    assert any("frame-ancestors" in text for text in refused)
    page.close()


def test_no_site_shows_the_operators_pages(chromium, shop, site, harbour):
    allow_frames(harbour, [shop.url])
    shop.framed = f"{site}/login/"
    page = chromium.new_page()
    refused = []
    page.on("console", lambda message: refused.append(message.text))
    page.goto(shop.url)
    page.wait_for_timeout(500)
    assert any("frame" in text.lower() for text in refused)
    page.close()
