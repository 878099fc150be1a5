"""What /readyz says, and what is said where it says nothing."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from memory.supervisor import doctor
from memory.supervisor.address import Address
from memory.supervisor.endpoints import Endpoints, write_endpoints
from memory.supervisor.readiness import Question, missing_parts, remarks
from tests.supervisor.conftest import free_port

BODY = json.dumps({"status": "unavailable", "parts": {"database": "ok", "nli": "Set it."}}).encode()


@pytest.fixture
def serve() -> Iterator[Callable[..., Address]]:
    """A server that gives one answer to everything, after so many seconds."""
    with ExitStack() as stack:

        def start(status: int, body: bytes, delay: float = 0.0) -> Address:
            class Handler(BaseHTTPRequestHandler):
                def do_GET(self) -> None:
                    time.sleep(delay)
                    self.send_response(status)
                    self.end_headers()
                    self.wfile.write(body)

                def log_message(self, *_: object) -> None:
                    pass

            server = HTTPServer(("127.0.0.1", 0), Handler)
            Thread(target=server.serve_forever, daemon=True).start()
            stack.callback(server.server_close)
            stack.callback(server.shutdown)
            return Address("127.0.0.1", server.server_port)

        yield start


def test_what_is_ready_is_not_named(serve: Callable[..., Address]) -> None:
    assert missing_parts(serve(503, BODY)) == {"nli": "Set it."}


def test_a_refused_host_is_told_apart(serve: Callable[..., Address]) -> None:
    said = missing_parts(serve(400, b"<h1>Bad Request</h1>"))
    assert "add 127.0.0.1 to it" in said["web server"]


def test_a_late_answer_is_not_waited_for(serve: Callable[..., Address]) -> None:
    said = missing_parts(serve(200, BODY, delay=1.0), patience=0.2)
    assert said == {"models": "They were not loaded within 0 s; `manage.py doctor` asks again."}


def test_nobody_there() -> None:
    said = missing_parts(Address("127.0.0.1", free_port()))
    assert said["web server"].startswith("It does not answer")


def test_a_question_holds_nobody_up(serve: Callable[..., Address]) -> None:
    question = Question(serve(503, BODY, delay=0.3))
    assert question.pending
    while question.pending:
        time.sleep(0.05)
    assert question.missing == {"nli": "Set it."}


def test_the_doctor_asks_the_server_that_runs(
    serve: Callable[..., Address], tmp_path: Path
) -> None:
    write_endpoints(
        tmp_path, Endpoints(web_url=serve(503, BODY).url, public_url="https://m.example")
    )
    findings = list(doctor.server(tmp_path))
    assert [one.seen for one in findings] == ["runs at https://m.example", "not ready"]
    assert doctor.conclusion(findings) == "1 of 2 checks need your attention: server: nli."
    assert doctor.conclusion(findings[:1]) == "All is well: it runs at https://m.example."


def test_the_doctor_tells_a_remark_without_finding_fault(
    serve: Callable[..., Address], tmp_path: Path
) -> None:
    said = {"status": "ok", "parts": {"database": "ok"}, "remarks": {"llm": "It rests."}}
    write_endpoints(tmp_path, Endpoints(web_url=serve(200, json.dumps(said).encode()).url))
    findings = list(doctor.server(tmp_path))
    assert [(one.subject, one.seen) for one in findings[1:]] == [("server: llm", "It rests.")]
    assert doctor.conclusion(findings).startswith("All is well")


def test_remarks_of_nobody_are_none(serve: Callable[..., Address]) -> None:
    assert remarks(serve(200, b"[]")) == {} == remarks(Address("127.0.0.1", free_port()))


def test_the_doctor_sees_a_server_that_has_only_begun(tmp_path: Path) -> None:
    (finding,) = doctor.server(tmp_path)
    assert finding.remedy == "It is starting: look again in a moment."
