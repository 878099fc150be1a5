"""Data folders, environments and services of their own for the supervisor's tests."""

from __future__ import annotations

import os
import shutil
import socket
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from memory.supervisor.account import Account, service_account
from memory.supervisor.endpoints import REPOSITORY
from memory.supervisor.folders import Folders, far_home, prepare_folders, remove_sockets
from memory.supervisor.leftovers import end_leftovers
from memory.supervisor.postgres import Postgres


@contextmanager
def new_data_folder() -> Iterator[Path]:
    """A data folder that does not exist yet. pytest's tmp_path is closed to a service user."""
    parent = Path(tempfile.mkdtemp(prefix="palimpsest-supervisor-"))
    parent.chmod(0o755)
    folder = parent / "data"
    yield folder
    clean(folder)
    shutil.rmtree(parent)


def clean(data: Path) -> None:
    """End what runs on a data folder, and remove what lies outside it."""
    end_leftovers(data)
    remove_sockets(data)
    shutil.rmtree(far_home(data), ignore_errors=True)


@pytest.fixture
def data() -> Iterator[Path]:
    with new_data_folder() as folder:
        yield folder


@pytest.fixture
def account() -> Account | None:
    return service_account()


@pytest.fixture
def folders(data: Path, account: Account | None) -> Folders:
    return prepare_folders(data, account)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Postgres]:
    """One cluster for the tests of a module, for making one takes seconds."""
    with new_data_folder() as data:
        account = service_account()
        server = Postgres(prepare_folders(data, account), account, durable=False)
        yield server
        server.stop()


@pytest.fixture
def postgres(cluster: Postgres) -> Postgres:
    """A running server, whatever the test before did to it."""
    if not cluster.child.running:
        cluster.start()
    cluster.wait()
    return cluster


@pytest.fixture
def environ(data: Path) -> dict[str, str]:
    """What a person's shell would hold: none of the servers that these tests run on."""
    ours = ("DATABASE_URL", "CELERY_BROKER_URL", "PALIMPSEST_CACHE_URL", "DJANGO_SETTINGS_MODULE")
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    return kept | {
        "PALIMPSEST_DATA": str(data),
        "PALIMPSEST_PORT": str(free_port()),
        "PYTHONPATH": str(REPOSITORY),
    }


def free_port() -> int:
    with socket.socket() as attempt:
        attempt.bind(("127.0.0.1", 0))
        return int(attempt.getsockname()[1])
