"""A pytest plugin: PostgreSQL and Valkey of their own for every test run.

It starts them before Django reads its settings, under the product's own supervisor classes, in a
temporary data folder. They end with the run, also when it is killed. With DATABASE_URL set, the
tests use that server instead. Where pytest-xdist runs the tests in several processes, each has
servers of its own: they would take each other's tasks from one broker. `-p tests.services` in
pyproject.toml loads it.
"""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from memory.supervisor.account import service_account
from memory.supervisor.errors import SupervisorError
from memory.supervisor.folders import far_home, prepare_folders, remove_sockets
from memory.supervisor.postgres import Postgres
from memory.supervisor.valkey import Valkey


class Services:
    """The servers of one run."""

    def __init__(self) -> None:
        self.data = Path(tempfile.mkdtemp(prefix="palimpsest-tests-"))
        account = service_account()
        folders = prepare_folders(self.data, account)
        self.postgres = Postgres(folders, account, durable=False)
        self.valkey = Valkey(folders, durable=False)

    def start(self) -> None:
        self.postgres.start()
        self.valkey.start()
        self.postgres.wait()
        self.valkey.wait()
        os.environ["PALIMPSEST_DATA"] = str(self.data)
        os.environ["DATABASE_URL"] = self.postgres.url
        os.environ["CELERY_BROKER_URL"] = self.valkey.broker_url
        os.environ["PALIMPSEST_CACHE_URL"] = self.valkey.cache_url

    def stop(self) -> None:
        self.valkey.stop()
        self.postgres.stop()
        remove_sockets(self.data)
        for folder in (self.data, far_home(self.data)):
            shutil.rmtree(folder, ignore_errors=True)


@pytest.hookimpl(wrapper=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> Iterator[None]:
    """A wrapper, so that it comes before pytest-django's hook, which loads the settings."""
    asked = early_config.known_args_namespace
    given = os.environ.get("DATABASE_URL")
    many = asked.numprocesses and "PYTEST_XDIST_WORKER" not in os.environ
    if given and many:
        raise pytest.UsageError("One server is for one process: unset DATABASE_URL or drop -n.")
    if not (asked.help or asked.version or asked.collectonly or given or many):
        _start(early_config)
    yield


def _start(config: pytest.Config) -> None:
    try:
        services = Services()
        config.add_cleanup(services.stop)
        services.start()
    except SupervisorError as error:
        raise pytest.UsageError(str(error)) from error


@pytest.fixture
def own_database() -> Iterator[str]:
    """The URL of a new, empty database on this test run's server."""
    name = f"own_{secrets.token_hex(4)}"
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
        parts = urlsplit(os.environ["DATABASE_URL"])
        yield parts._replace(path=f"/{name}").geturl()
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)")
