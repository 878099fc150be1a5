"""The container's entrypoint and commands, run against the servers of this test run."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
import yaml

from memory.supervisor.address import Address
from memory.supervisor.child import Child
from memory.supervisor.endpoints import REPOSITORY
from tests.docker.dockerfile import parse
from tests.supervisor.conftest import free_port

ENTRYPOINT = ["sh", "docker/entrypoint.sh"]
COMPOSE = yaml.safe_load((REPOSITORY / "docker" / "compose.yml").read_text())


@pytest.fixture
def environ(tmp_path: Path, own_database: str) -> dict[str, str]:
    """A container's environment, with a database of its own."""
    return os.environ | {
        "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
        "DATABASE_URL": own_database,
        "PALIMPSEST_DATA": str(tmp_path),
        "PALIMPSEST_SECRET_KEY": "a key for this test",
        "PALIMPSEST_WAIT": "1",
    }


def enter(environ: dict[str, str], *command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*ENTRYPOINT, *command], env=environ, cwd=REPOSITORY,
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip


def test_it_becomes_the_command(environ: dict[str, str]) -> None:
    done = enter(environ, "sh", "-c", "echo $$; exit 7")
    assert done.returncode == 7
    assert done.stdout.strip().isdecimal()


@pytest.mark.parametrize(
    ("variable", "url"),
    [
        ("DATABASE_URL", "postgresql://memory:hidden@127.0.0.1:1/palimpsest"),
        ("CELERY_BROKER_URL", "redis://:hidden@127.0.0.1:1/0"),
        ("CELERY_BROKER_URL", "amqp://memory:hidden@127.0.0.1:1//"),
    ],
)
def test_a_server_that_does_not_answer_is_named_in_time(
    environ: dict[str, str], variable: str, url: str
) -> None:
    done = enter(environ | {variable: url}, "echo", "started")
    assert done.returncode == 1
    assert f"The server that {variable} names (127.0.0.1) did not answer" in done.stderr
    assert "hidden" not in done.stderr
    assert "started" not in done.stdout


def test_a_missing_variable_is_named(environ: dict[str, str]) -> None:
    done = enter(environ | {"CELERY_BROKER_URL": ""}, "true")
    assert done.returncode == 1
    assert done.stderr.startswith("CELERY_BROKER_URL is not set: name the server")


def test_web_worker_and_beat_run_on_servers(environ: dict[str, str], tmp_path: Path) -> None:
    """The commands of the image and of compose.yml, as they are but for the port and /data."""
    address = Address("127.0.0.1", free_port())
    web = next(one for one in parse(REPOSITORY / "docker" / "Dockerfile") if one.name == "CMD")
    commands: dict[str, Any] = {
        "web": [word.replace("0.0.0.0:8000", address.bind) for word in web.words],
        "worker": COMPOSE["services"]["worker"]["command"],
        "beat": [
            word.replace("/data", str(tmp_path)) for word in COMPOSE["services"]["beat"]["command"]
        ],
    }
    signs = {"web": "Listening at", "worker": " ready.", "beat": "beat: Starting"}
    containers = {
        name: Child(
            name, [*ENTRYPOINT, *command], log=tmp_path / f"{name}.log", cwd=REPOSITORY,
            environ=environ | {"PALIMPSEST_MIGRATE": "1" if name == "web" else "0"},
        )
        for name, command in commands.items()
    }  # fmt: skip
    with ExitStack() as stack:
        for name, container in containers.items():
            stack.callback(container.stop)
            container.start()
            if name == "web":  # the others come when it has migrated, as compose.yml says
                wait_for(container, signs[name])
        for name, container in containers.items():
            wait_for(container, signs[name])
        ask_for_health(containers["web"], address)
        ends = {name: end(container) for name, container in containers.items()}
    assert ends == dict.fromkeys(signs, 0)


def wait_for(container: Child, sign: str) -> None:
    """Until the container has written the sign."""
    deadline = time.monotonic() + 60
    while sign not in (said := container.log.read_text()):
        assert container.running, said
        assert time.monotonic() < deadline, said
        time.sleep(0.1)


def ask_for_health(container: Child, address: Address) -> None:
    """It listens before it has loaded the project, so ask again."""
    deadline = time.monotonic() + 60
    while not address.answers():
        assert time.monotonic() < deadline, container.log.read_text()


def end(container: Child) -> int:
    """Its exit code after SIGTERM, which is what an engine sends."""
    assert container.process is not None
    container.process.terminate()
    return container.process.wait(30)
