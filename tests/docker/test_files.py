"""The image and the compose file say what they should. No engine is needed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from memory.supervisor.address import Address
from memory.supervisor.endpoints import REPOSITORY
from memory.supervisor.folders import Folders
from memory.supervisor.programs import Programs
from tests.docker.dockerfile import last_stage, parse

DOCKER = REPOSITORY / "docker"
OURS = ("web", "worker", "beat")


@pytest.fixture
def compose() -> dict[str, Any]:
    loaded = yaml.safe_load((DOCKER / "compose.yml").read_text())
    assert isinstance(loaded, dict)
    return loaded


def values(name: str) -> list[str]:
    return [one.rest for one in last_stage(parse(DOCKER / "Dockerfile")) if one.name == name]


def test_the_image_is_built_in_two_stages_from_pinned_bases() -> None:
    bases = [one.rest.split()[0] for one in parse(DOCKER / "Dockerfile") if one.name == "FROM"]
    assert bases == ["python:3.11-slim-bookworm"] * 2


def test_the_image_runs_as_an_ordinary_user() -> None:
    assert values("USER")[-1] == "palimpsest"
    assert "useradd --system" in values("RUN")[0]


def test_nothing_is_fetched_in_the_last_stage() -> None:
    assert not values("ADD")
    assert not re.search(r"pip|apt|curl|wget|http", " ".join(values("RUN")))
    assert "HF_HUB_OFFLINE=1" in values("ENV")[0]


def test_what_the_image_copies_exists() -> None:
    copied = [one.rest.split() for one in parse(DOCKER / "Dockerfile") if one.name == "COPY"]
    sources = [words[0] for words in copied if not words[0].startswith("--from")]
    assert sources
    assert all((REPOSITORY / source).exists() for source in sources)


def test_the_entrypoint_is_there_and_the_working_folder_is_the_code() -> None:
    entrypoint = next(one for one in parse(DOCKER / "Dockerfile") if one.name == "ENTRYPOINT")
    inside = Path(entrypoint.words[-1]).relative_to(values("WORKDIR")[0])
    assert (REPOSITORY / inside).is_file()


def test_the_web_server_is_called_as_the_supervisor_calls_it(tmp_path: Path) -> None:
    command = next(one for one in parse(DOCKER / "Dockerfile") if one.name == "CMD")
    folders = Folders(tmp_path, tmp_path, tmp_path)
    web = Programs(folders, None, {}).web(Address("0.0.0.0", 8000))
    assert command.words[1:] == web.argv[1:]


def test_compose_has_the_three_programs_and_the_two_servers(compose: dict[str, Any]) -> None:
    assert set(compose["services"]) == {*OURS, "db", "valkey"}
    assert compose["services"]["db"]["image"] == "pgvector/pgvector:pg18"


def test_our_programs_have_init_no_rights_and_a_read_only_system(compose: dict[str, Any]) -> None:
    for name in OURS:
        service = compose["services"][name]
        assert service["init"] is True
        assert service["cap_drop"] == ["ALL"]
        assert service["read_only"] is True
        assert service["build"]["dockerfile"] == "docker/Dockerfile"


def test_only_the_web_server_migrates_and_is_published(compose: dict[str, Any]) -> None:
    services = compose["services"]
    migrating = [name for name in OURS if "PALIMPSEST_MIGRATE" in services[name]["environment"]]
    assert migrating == ["web"]
    assert [name for name, service in services.items() if "ports" in service] == ["web"]
    for name in ("worker", "beat"):
        assert services[name]["depends_on"] == {"web": {"condition": "service_healthy"}}


def test_no_password_is_written_down(compose: dict[str, Any]) -> None:
    text = (DOCKER / "compose.yml").read_text()
    secrets = re.findall(r"\$\{(\w+):\?", text)
    assert set(secrets) == {"DATABASE_PASSWORD", "PALIMPSEST_SECRET_KEY"}
    assert compose["networks"]["inside"]["internal"] is True


def test_every_variable_is_one_that_palimpsest_reads(compose: dict[str, Any]) -> None:
    known = (REPOSITORY / ".env.example").read_text()
    for name in OURS:
        assert all(f"{one}=" in known for one in compose["services"][name]["environment"])


def test_every_volume_and_network_is_declared(compose: dict[str, Any]) -> None:
    for service in compose["services"].values():
        named = {one.split(":")[0] for one in service["volumes"] if not one.startswith("${")}
        assert named <= set(compose["volumes"])
        assert set(service["networks"]) <= set(compose["networks"])
