"""Every route of the API against every kind of key, as one table."""

from __future__ import annotations

import re
from datetime import date, timedelta
from io import BytesIO

import pytest
from django.db import connection
from django.urls import get_resolver
from django.utils import timezone

from memory import write_path
from memory.api_keys import create_key, revoke
from memory.imports.intake import Order, check_file, receive_import
from memory.key_changes import NewKey, set_key
from memory.models import (
    AccessRecord,
    ApiKey,
    Claim,
    FollowUp,
    Import,
    Memory,
    ReviewItem,
    Subject,
    WorkspaceKey,
)
from memory.store import SYSTEM
from memory.write_path import NewClaim
from tests.api.conftest import ALL_SCOPES, Api

TURN = {"role": "user", "content": "I live in Oslo."}
FOLLOW_UP = {"question": "How was Oslo?", "due_date": "2026-05-01"}
# method, path, body, the scope it asks for, whether it makes its subject
ROUTES = [
    ("POST", "subjects/{subject}/turns", TURN, "write", True),
    ("POST", "subjects/{subject}/claims", {"content": "Lives in Oslo."}, "write", True),
    ("GET", "subjects/{subject}/memories", None, "read", False),
    ("POST", "subjects/{subject}/context", {"query": "?"}, "read", False),
    ("GET", "subjects/{subject}/reads", None, "read", False),
    ("POST", "subjects/{subject}/links", {}, "write", False),
    ("DELETE", "subjects/{subject}/links", None, "write", False),
    ("GET", "subjects/{subject}/export", None, "read", False),
    ("GET", "subjects/{subject}/follow-ups", None, "read", False),
    ("POST", "subjects/{subject}/follow-ups", FOLLOW_UP, "write", False),
    ("DELETE", "subjects/{subject}", None, "erase", False),
    ("DELETE", "subjects/{subject}/sessions/{session}", None, "erase", False),
    ("POST", "subjects/{subject}/tombstones/lift", {}, "erase", False),
    ("POST", "subjects/{subject}/imports", {"content": "Lives in Oslo."}, "write", True),
    ("GET", "subjects/{subject}/imports", None, "read", False),
    ("GET", "imports/{import}", None, "read", False),
    ("GET", "imports/{import}/result", None, "read", False),
    ("GET", "keys/{key}", None, "read", False),
    ("DELETE", "keys/{key}", None, "admin", False),
    ("GET", "turns/{turn}", None, "read", False),
    ("GET", "claims/{claim}", None, "read", False),
    ("GET", "memories/{memory}", None, "read", False),
    ("PATCH", "memories/{memory}", {"importance": 7}, "write", False),
    ("DELETE", "memories/{memory}", None, "write", False),
    ("DELETE", "memories/{memory}?erase=true", None, "erase", False),
    ("GET", "memories/{memory}/history", None, "read", False),
    ("POST", "memories/{memory}/undo", None, "write", False),
    ("PATCH", "follow-ups/{follow_up}", {"status": "done"}, "write", False),
    ("GET", "review-items/{item}", None, "review", False),
    ("POST", "review-items/{item}/resolve", {"action": "reject"}, "review", False),
]
# Those that name no row: of each, another workspace's key sees and changes its own.
OF_WORKSPACE = [
    ("GET", "export", None, "admin", False),
    ("GET", "imports", None, "admin", False),
    ("POST", "imports", {"subject": "dora", "content": "Lives in Oslo."}, "admin", False),
    ("GET", "keys", None, "read", False),
    ("PUT", "keys/kite_name", {"cardinality": "one"}, "admin", False),
    ("GET", "review-items", None, "review", False),
]


def every(routes):
    names = [f"{method} {path}" for method, path, *_ in routes]
    return pytest.mark.parametrize(("method", "path", "body", "scope", "makes"), routes, ids=names)


every_route = every([*ROUTES, *OF_WORKSPACE])
every_route_of_a_row = every(ROUTES)


@pytest.fixture
def ids(denver):
    """Public ids of rows about Alice in Acme."""
    (claim,) = write_path.receive_claims(denver.subject, [NewClaim(content="Lives in Austin.")])
    item = ReviewItem.objects.create(
        subject=denver.subject, claim=claim, memory=denver, reason="event"
    )
    question = FollowUp.objects.create(
        subject=denver.subject, question="And now?", due_date=date(2026, 5, 1)
    )
    written = write_path.receive_turns(
        denver.subject, session="s1", turns=[write_path.NewTurn("user", "Hello.")]
    )
    run = take_in(denver.subject)
    set_key(denver.subject.workspace, NewKey(name="boat_name", cardinality="one"))
    return {
        "import": run.id,
        "key": "boat_name",
        "subject": "alice",
        "session": "s1",
        "memory": denver.id,
        "claim": claim.id,
        "turn": written.turns[0].id,
        "follow_up": question.id,
        "item": item.id,
    }


def take_in(subject):
    """An import that waits for its worker."""
    order = Order(workspace=subject.workspace, actor=SYSTEM, subject=subject)
    return receive_import(order, check_file(BytesIO(b'{"content": "Plays the tuba."}')))


def said(answer):
    return answer.json()["error"]


@every_route
def test_no_key_opens_nothing(ids, nothing_written, method, path, body, scope, makes):
    with nothing_written():
        answer = Api().call(method, path.format(**ids), body)
    assert answer.status_code == 401
    assert said(answer)["code"] == "not_authenticated"
    assert answer["WWW-Authenticate"].startswith("Bearer")


@every_route
def test_a_wrong_scope_is_refused_by_name(
    ids, key, nothing_written, method, path, body, scope, makes
):
    others = [other for other in ALL_SCOPES if other != scope]
    with nothing_written():
        answer = key(*others).call(method, path.format(**ids), body)
    assert answer.status_code == 403
    assert f"“{scope}”" in said(answer)["message"]


@every_route
def test_the_one_right_scope_is_enough(ids, key, method, path, body, scope, makes):
    assert key(scope).call(method, path.format(**ids), body).status_code < 300


@every_route_of_a_row
def test_another_workspace_s_rows_do_not_exist(
    ids, key, globex, nothing_written, method, path, body, scope, makes
):
    other = key(*ALL_SCOPES, workspace=globex)
    if makes:
        assert other.call(method, path.format(**ids), body).status_code == 202
        assert Memory.objects.get().subject.workspace != globex
        return
    with nothing_written():
        answer = other.call(method, path.format(**ids), body)
    assert (answer.status_code, said(answer)["code"]) == (404, "not_found")


@every_route
def test_a_revoked_key_opens_nothing(ids, acme, nothing_written, method, path, body, scope, makes):
    key, secret = create_key(acme, name="old", scopes=ALL_SCOPES)
    revoke(key)
    with nothing_written():
        answer = Api(secret).call(method, path.format(**ids), body)
    assert (answer.status_code, said(answer)["code"]) == (401, "revoked_key")


@every_route
def test_an_expired_key_opens_nothing(ids, acme, nothing_written, method, path, body, scope, makes):
    past = timezone.now() - timedelta(seconds=1)
    _, secret = create_key(acme, name="old", scopes=ALL_SCOPES, expires_at=past)
    with nothing_written():
        answer = Api(secret).call(method, path.format(**ids), body)
    assert (answer.status_code, said(answer)["code"]) == (401, "expired_key")


@every(OF_WORKSPACE)
def test_what_names_no_row_is_about_the_key_s_own_workspace(
    ids, key, globex, carol, remember, method, path, body, scope, makes
):
    remember(carol, "Carol collects stamps.")
    mine = shown(key(scope).call(method, path, body))
    before = rows_of_others(globex)
    theirs = shown(key(scope, workspace=globex).call(method, path, body))

    assert rows_of_others(globex) == before
    hidden = ("alice", ids["item"], ids["import"], "boat_name", "Denver")
    assert not [name for name in hidden if name in theirs]
    if method == "GET":
        assert [name for name in hidden if name in mine], "else nothing would be hidden"
        assert "Carol" not in mine
        assert "carol" not in mine


def shown(answer):
    assert answer.status_code < 300
    return b"".join(answer).decode()


def rows_of_others(workspace):
    """What the workspace's key may neither see nor change."""
    models = (Memory, Claim, ReviewItem)
    return [
        *(list(m.objects.exclude(subject__workspace=workspace).values_list()) for m in models),
        list(WorkspaceKey.objects.exclude(workspace=workspace).values_list()),
        list(Import.objects.exclude(workspace=workspace).values_list("id", "total")),
        list(Subject.objects.exclude(workspace=workspace).values_list("id", "external_id")),
    ]


@every_route_of_a_row
def test_an_id_that_does_not_exist_is_not_found(
    api, acme, nothing_written, method, path, body, scope, makes
):
    if makes:
        return
    names = ("subject", "session", "memory", "claim", "follow_up", "item", "import", "key", "turn")
    for missing in ("mem_0000000000zz", "%00", "%ff", "x" * 150, "Ünsinn"):
        with nothing_written():
            answer = api.call(method, path.format(**dict.fromkeys(names, missing)), body)
        # A NUL byte cannot be part of a subject's id, which is told; other ids just do not exist.
        assert answer.status_code == (400 if missing == "%00" and "subjects/" in path else 404)


@every_route
def test_every_route_steps_behind_the_wall_before_it_reads(
    ids, key, method, path, body, scope, makes
):
    """Only the key and its workspace are looked up before."""
    said: list[str] = []

    def note(execute, sql, *rest):
        said.append(str(sql))
        return execute(sql, *rest)

    caller = key(scope)
    with connection.execute_wrapper(note):
        b"".join(caller.call(method, path.format(**ids), body))
    first = next(number for number, sql in enumerate(said) if "SET ROLE" in sql)
    before = {
        name for sql in said[:first] for name in re.findall(r'"((?:memory|review)_\w+)"', sql)
    }
    assert before == {"memory_apikey", "memory_workspace"}
    owner = False
    for sql in said[first:]:
        owner = "RESET ROLE" in sql or (owner and "SET ROLE" not in sql)
        assert not (owner and "memory_turn" in sql), "what people said is read behind it"


def test_the_table_has_every_route(api):
    schema = api.client.get("/api/schema/?format=json").json()
    documented = {
        (method.upper(), path.removeprefix("/api/v1/"))
        for path, methods in schema["paths"].items()
        for method in methods
        if path.startswith("/api/v1/")
    }
    names = {"{subject}": "{subject_id}", "{memory}": "{memory_id}", "{claim}": "{claim_id}"}
    names |= {"{follow_up}": "{follow_up_id}", "{item}": "{item_id}"}
    names |= {"{session}": "{session_id}"}
    names |= {"{import}": "{import_id}", "{key}": "{key_name}", "{turn}": "{turn_id}"}
    tested = set()
    for method, path, *_ in [*ROUTES, *OF_WORKSPACE]:
        for short, long in names.items():
            path = path.replace(short, long).replace("kite_name", "{key_name}")
        tested.add((method, path.partition("?")[0]))
    assert documented == tested


WITHOUT_WORDS = {
    "subjects/{subject}/reads", "subjects/{subject}/imports", "imports", "imports/{import}",
    "imports/{import}/result", "keys", "keys/{key}",
}  # fmt: skip
"""What tells numbers, ids and settings, and so is no reading of what people said."""


@every([one for one in [*ROUTES, *OF_WORKSPACE] if one[0] == "GET"])
def test_every_reading_of_what_people_said_is_logged(
    ids, denver, key, method, path, body, scope, makes
):
    b"".join(key(scope).call(method, path.format(**ids), body))
    read = AccessRecord.objects.filter(subject_ref=denver.subject_id)
    assert read.exists() is (path not in WITHOUT_WORDS)


def test_every_address_there_is_stands_in_a_table():
    """Else a door could be opened that the schema, and so the table, says nothing of."""
    api = get_resolver("memory.api.urls").url_patterns
    names = {str(getattr(each, "name", "") or each.pattern) for each in api}
    assert names == {"v1/", "schema", "docs", "unknown"}
    below = [each for group in api if hasattr(group, "url_patterns") for each in group.url_patterns]
    routed = {
        (method.upper(), re.sub(r"<\w+:\w+>", "{}", str(each.pattern)))
        for each in below
        for method in each.callback.cls.http_method_names
        if method != "options" and hasattr(each.callback.cls, method)
    }
    tested = {
        (method, re.sub(r"\{\w+\}|kite_name", "{}", path.partition("?")[0]))
        for method, path, *_ in [*ROUTES, *OF_WORKSPACE]
    }
    assert routed == tested
    top = {str(each.pattern) for each in get_resolver("memory.urls").url_patterns}
    assert top == {"healthz", "readyz", "api/", "admin/", ""}, "test it, then name it here"


def test_the_table_has_every_scope(api):
    scopes = {scope for *_, scope, _ in [*ROUTES, *OF_WORKSPACE]}
    assert scopes == set(ApiKey.Scope.values)
