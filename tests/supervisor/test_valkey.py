"""The embedded Valkey: broker and cache on one private socket."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import redis
from kombu import Connection

from memory.supervisor.errors import SupervisorError
from memory.supervisor.folders import Folders
from memory.supervisor.valkey import Valkey


@pytest.fixture
def valkey(folders: Folders) -> Iterator[Valkey]:
    server = Valkey(folders)
    server.start()
    server.wait()
    yield server
    server.stop()


def test_only_its_user_may_open_the_socket(valkey: Valkey) -> None:
    assert valkey.socket.stat().st_mode & 0o777 == 0o700


def test_a_queued_task_survives_a_restart(valkey: Valkey) -> None:
    with Connection(valkey.broker_url) as broker:
        broker.SimpleQueue("celery").put("look at row 7")
    valkey.stop()
    valkey.start()
    valkey.wait()
    with Connection(valkey.broker_url) as broker:
        assert broker.SimpleQueue("celery").get(timeout=5).payload == "look at row 7"


def test_the_cache_is_apart_from_the_broker(valkey: Valkey) -> None:
    with redis.Redis.from_url(valkey.cache_url) as cache:
        cache.set("key", "value")
    with redis.Redis(unix_socket_path=str(valkey.socket), db=0) as broker:
        assert broker.get("key") is None


def test_a_server_that_cannot_start_says_why(folders: Folders) -> None:
    server = Valkey(folders)
    server.child.argv.append("--no-such-option")
    server.start()
    with pytest.raises(SupervisorError, match=r"Valkey did not start: .*see .*valkey\.log"):
        server.wait()
