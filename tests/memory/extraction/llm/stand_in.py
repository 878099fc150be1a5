"""A real HTTP server that plays a chat endpoint, well and badly."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from typing import Any

Play = Callable[[BaseHTTPRequestHandler], None]


class StandIn:
    """Plays one answer a request, the last one again and again; keeps what it was asked."""

    def __init__(self) -> None:
        self.plays: list[Play] = []
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []
        self.paths: list[str] = []
        self.url = ""

    def will(self, *plays: Play) -> None:
        self.plays = list(plays)

    @property
    def texts(self) -> str:
        """All that it was ever told."""
        return json.dumps(self.asked, ensure_ascii=False)

    def answer(self, handler: BaseHTTPRequestHandler) -> None:
        body = handler.rfile.read(int(handler.headers["Content-Length"]))
        self.asked.append(json.loads(body))
        self.headers.append(dict(handler.headers))
        self.paths.append(handler.path)
        play = self.plays.pop(0) if len(self.plays) > 1 else self.plays[0]
        with suppress(BrokenPipeError, ConnectionResetError):  # whoever asked has gone
            play(handler)


@contextmanager
def stand_in() -> Iterator[StandIn]:
    endpoint = StandIn()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            endpoint.answer(self)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    endpoint.url = f"http://127.0.0.1:{server.server_port}/v1"
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield endpoint
    finally:
        server.shutdown()
        server.server_close()


# What it can play.


def send(status: int, body: bytes = b"", **headers: str) -> Play:
    def play(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(body)

    return play


def say(content: object) -> Play:
    """A well-formed completion with this content, or with the JSON of it."""
    text = content if isinstance(content, str) else json.dumps(content)
    body = {"choices": [{"message": {"role": "assistant", "content": text}}], "usage": {}}
    return send(200, json.dumps(body).encode())


def claims(*stated: dict[str, object]) -> Play:
    return say({"claims": list(stated)})


def sleep(seconds: float) -> Play:
    def play(handler: BaseHTTPRequestHandler) -> None:
        time.sleep(seconds)
        say({"claims": []})(handler)

    return play


def drip(seconds: float) -> Play:
    """A byte now and then, so that no single one is late."""

    def play(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            handler.wfile.write(b" ")
            time.sleep(0.05)

    return play


def flood(handler: BaseHTTPRequestHandler) -> None:
    """More than anybody reads."""
    handler.send_response(200)
    handler.end_headers()
    for _ in range(10_000):
        handler.wfile.write(b"x" * 10_000)


def hang_up(handler: BaseHTTPRequestHandler) -> None:
    """Close the connection in the middle of an answer."""
    handler.send_response(200)
    handler.send_header("Content-Length", "1000")
    handler.end_headers()
    handler.wfile.write(b'{"choices": [')
    handler.close_connection = True


def wait_for(started: Event, go_on: Event, play: Play) -> Play:
    """Tell that a request is there, and answer it when told to."""

    def held(handler: BaseHTTPRequestHandler) -> None:
        started.set()
        go_on.wait(10)
        play(handler)

    return held


def stated(quote: str, statement: str, turn: int = 1, **fields: object) -> dict[str, object]:
    """A claim as a model writes it."""
    return {
        "turn": turn,
        "quote": quote,
        "statement": statement,
        "present": None,
        "type": "semantic",
        "scope": "fact",
        "about": "self",
        "modality": "current",
        "change": "none",
        "key": None,
        "value": None,
        "valid_from": None,
        "valid_until": None,
        "importance": 5,
        "confidence": 1.0,
    } | fields
