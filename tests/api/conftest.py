"""Two workspaces that know nothing of each other, their keys, and a quick way to call the API.

Acme's chatbot talks with Alice and Bob, Globex's with Carol.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import pytest
from django.core.cache import cache
from django.http import HttpResponse
from django.test import Client

from memory import access, write_path
from memory.api_keys import create_key
from memory.inference.fakes import use_fakes
from memory.models import (
    ApiKey,
    Claim,
    Decision,
    FollowUp,
    Memory,
    Session,
    Subject,
    Turn,
    Workspace,
)
from memory.write_path import NewClaim

ALL_SCOPES = list(ApiKey.Scope.values)


# One for all: a new client loads the middleware anew, which looks through all static files.
CLIENT = Client(raise_request_exception=False)


@dataclass
class Api:
    """Calls below /api/v1/ with one key."""

    secret: str = ""
    client: Client = CLIENT

    def get(self, path: str, **headers: str) -> HttpResponse:
        return self.call("GET", path, **headers)

    def post(self, path: str, data: object = None, **headers: str) -> HttpResponse:
        return self.call("POST", path, data, **headers)

    def patch(self, path: str, data: object = None, **headers: str) -> HttpResponse:
        return self.call("PATCH", path, data, **headers)

    def delete(self, path: str, **headers: str) -> HttpResponse:
        return self.call("DELETE", path, **headers)

    def call(self, method: str, path: str, data: object = None, **headers: str) -> HttpResponse:
        """`headers` are spelt with underscores, such as Idempotency_Key."""
        if self.secret:
            headers.setdefault("Authorization", f"Bearer {self.secret}")
        send = getattr(self.client, method.lower())
        body = {} if method == "GET" else {"data": data, "content_type": "application/json"}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return send(f"/api/v1/{path}", headers=named, **body)


@pytest.fixture(autouse=True)
def _fake_models() -> Iterator[None]:
    cache.clear()
    with use_fakes():
        yield


@pytest.fixture
def acme(db: None) -> Workspace:
    return Workspace.objects.create(name="Acme", slug="acme")


@pytest.fixture
def globex(db: None) -> Workspace:
    return Workspace.objects.create(name="Globex", slug="globex")


@pytest.fixture
def alice(acme: Workspace) -> Subject:
    return access.ensure_subject(acme, "alice")


@pytest.fixture
def bob(acme: Workspace) -> Subject:
    return access.ensure_subject(acme, "bob")


@pytest.fixture
def carol(globex: Workspace) -> Subject:
    return access.ensure_subject(globex, "carol")


@pytest.fixture
def key(acme: Workspace) -> Callable[..., Api]:
    """Makes an Api with a key of Acme: `key("read", "write")`."""

    def make(*scopes: str, workspace: Workspace = acme) -> Api:
        return Api(create_key(workspace, name="test", scopes=scopes)[1])

    return make


@pytest.fixture
def api(key: Callable[..., Api]) -> Api:
    """Acme's chatbot, which may do everything."""
    return key(*ALL_SCOPES)


@pytest.fixture
def remember() -> Callable[..., Memory]:
    """Lets a statement through the gate: `remember(alice, "Alice lives in Denver.")`."""

    def through_the_gate(subject: Subject, content: str, **given: Any) -> Memory:
        moments = {
            name: datetime.fromisoformat(value)
            for name, value in given.items()
            if name.startswith("valid_") and isinstance(value, str)
        }
        statement = NewClaim(content=content, **{**given, **moments})
        (claim,) = write_path.receive_claims(subject, [statement])
        assert write_path.decide_claim(claim.id).state == Claim.State.DECIDED
        made = Decision.objects.filter(claim_ref=claim.id).earliest("created_at")
        return Memory.objects.get(id=made.memory_ref)

    return through_the_gate


@pytest.fixture
def denver(alice: Subject, remember: Callable[..., Memory]) -> Memory:
    return remember(alice, "Alice lives in Denver.", key="city", value="Denver")


@pytest.fixture
def austin(denver: Memory, alice: Subject, remember: Callable[..., Memory]) -> Memory:
    """The memory that took Denver's place."""
    return remember(alice, "Alice lives in Austin.", key="city", value="Austin")


COUNTED = (Subject, Session, Turn, Claim, Memory, Decision, FollowUp)


@pytest.fixture
def nothing_written(db: None) -> Callable[[], AbstractContextManager[None]]:
    """A block in which no row of the memory is made, changed in number or removed."""

    def rows() -> dict[str, list[Any]]:
        return {model.__name__: sorted(map(str, model.objects.values_list())) for model in COUNTED}

    @contextmanager
    def watch() -> Iterator[None]:
        before = rows()
        yield
        assert rows() == before

    return watch
