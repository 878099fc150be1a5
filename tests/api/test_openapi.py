"""The schema and its page."""

from __future__ import annotations

import pytest
from django.core.management import call_command


@pytest.fixture(scope="module")
def schema():
    from drf_spectacular.generators import SchemaGenerator

    return SchemaGenerator().get_schema(request=None, public=True)


def test_the_schema_is_valid_and_leaves_no_question_open(tmp_path):
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(tmp_path / "schema.yml"))


def operations(schema):
    for path, methods in schema["paths"].items():
        for method, operation in methods.items():
            yield f"{method} {path}", operation


def test_every_operation_asks_for_the_key_and_says_what_it_does(schema):
    for name, operation in operations(schema):
        assert operation["security"] == [{"ApiKey": []}], name
        assert operation["summary"], name
        assert "Needs a key with the scope" in operation["description"], name


def test_every_write_says_that_it_takes_an_idempotency_key(schema):
    # The first two write nothing; a link that has ended ends no more; the same file sent twice is
    # one import by nature, or refused.
    keyless = {"context_build", "links_create", "links_revoke", "imports_create"}
    keyless |= {"imports_create_many"}
    for name, operation in operations(schema):
        takes = any(p["name"] == "Idempotency-Key" for p in operation.get("parameters", ()))
        writes = not name.startswith("get") and operation["operationId"] not in keyless
        assert takes is writes, name


def test_every_refusal_has_the_one_shape(schema):
    for name, operation in operations(schema):
        for status, answer in operation["responses"].items():
            if int(status) >= 400:
                shape = answer["content"]["application/json"]["schema"]
                assert shape == {"$ref": "#/components/schemas/ErrorOutput"}, name


def test_no_shape_holds_an_embedding(schema):
    for name, shape in schema["components"]["schemas"].items():
        assert "embedding" not in shape.get("properties", {}), name


def test_inputs_say_that_they_take_nothing_else(schema):
    assert schema["components"]["schemas"]["TurnInput"]["additionalProperties"] is False


def test_the_page_runs_no_script_of_its_own(client):
    page = client.get("/api/docs/")
    assert page.status_code == 200
    assert "<script>" not in page.content.decode()
    policy = page["Content-Security-Policy"]
    assert "style-src 'self' 'unsafe-inline'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy.split("script-src")[1].split(";")[0]


def test_other_pages_keep_the_strict_policy(client):
    assert "unsafe" not in client.get("/healthz")["Content-Security-Policy"]
