"""Variables that look like ours stop the start."""

from __future__ import annotations

import pytest

from memory.supervisor.errors import SupervisorError
from memory.supervisor.variables import refuse_misnamed


@pytest.mark.parametrize(
    "name",
    ["POSTGRES_URL", "POSTGRESQL_URL", "DB_URL", "PG_URL", "PGHOST", "PGPASSWORD", "DATABASE_URI",
     "PALIMPSEST_DATABASE_URL", "DATABASE_URL_PROD", "database_url", "POSTGRES_HOST", "POSTGRES_DSN",
     "DB_HOST"],
)  # fmt: skip
def test_a_database_variable_that_is_not_ours_is_named_with_the_right_one(name: str) -> None:
    with pytest.raises(
        SupervisorError, match=rf"^{name} is set.* set DATABASE_URL .* unset {name}"
    ):
        refuse_misnamed({name: "postgresql://db.example/memories"})


@pytest.mark.parametrize(
    "name",
    [
        "REDIS_URL",
        "BROKER_URL",
        "VALKEY_URL",
        "CLOUDAMQP_URL",
        "RABBITMQ_URL",
        "MY_REDIS_URL",
        "REDIS_HOST",
        "REDIS_TLS_URL",
    ],
)
def test_a_broker_variable_that_is_not_ours_is_named_with_the_right_one(name: str) -> None:
    with pytest.raises(SupervisorError, match=rf"^{name} is set.* set CELERY_BROKER_URL "):
        refuse_misnamed({name: "redis://broker.example"})


def test_every_such_variable_is_named_at_once() -> None:
    with pytest.raises(SupervisorError) as refusal:
        refuse_misnamed({"POSTGRES_URL": "x", "REDIS_URL": "y"})
    assert "POSTGRES_URL" in str(refusal.value)
    assert "REDIS_URL" in str(refusal.value)


def test_our_own_variables_and_strangers_pass() -> None:
    refuse_misnamed(
        {"DATABASE_URL": "a", "CELERY_BROKER_URL": "b", "PALIMPSEST_CACHE_URL": "c",
         "PALIMPSEST_PG_BIN": "d", "PGDATA": "e", "HOME": "f", "PAGER": "g", "PUBLIC_URL": "h"}
    )  # fmt: skip


def test_a_look_alike_does_not_matter_beside_the_right_variable() -> None:
    refuse_misnamed({"DATABASE_URL": "postgresql://here", "POSTGRES_URL": "postgresql://there"})


def test_an_empty_look_alike_does_not_matter() -> None:
    refuse_misnamed({"POSTGRES_URL": ""})
