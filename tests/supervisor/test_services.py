"""The plugin that gives every test run its own servers."""

from __future__ import annotations

import os

import psycopg
import redis


def test_the_tests_have_a_postgresql_with_pgvector() -> None:
    with psycopg.connect(os.environ["DATABASE_URL"]) as connection:
        found = connection.execute(
            "SELECT 1 FROM pg_available_extensions WHERE name = 'vector'"
        ).fetchone()
    assert found


def test_the_tests_have_a_valkey_for_the_cache() -> None:
    with redis.Redis.from_url(os.environ["PALIMPSEST_CACHE_URL"]) as client:
        assert client.ping()
