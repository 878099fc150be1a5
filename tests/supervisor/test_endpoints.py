"""The file that tells the settings where the services are."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from memory.supervisor.endpoints import (
    REPOSITORY,
    Endpoints,
    data_folder,
    endpoints_file,
    read_endpoints,
    remove_endpoints,
    write_endpoints,
)

SOME = Endpoints(database_url="postgresql://memory:secret@/palimpsest?host=%2Frun")


def test_what_was_written_is_read(tmp_path: Path) -> None:
    write_endpoints(tmp_path, SOME)
    assert read_endpoints(tmp_path) == SOME


def test_nobody_else_may_read_it(tmp_path: Path) -> None:
    assert write_endpoints(tmp_path, SOME).stat().st_mode & 0o777 == 0o600


def test_nothing_runs_before_the_first_start_and_after_the_end(tmp_path: Path) -> None:
    assert read_endpoints(tmp_path) is None
    write_endpoints(tmp_path, SOME)
    remove_endpoints(tmp_path)
    assert read_endpoints(tmp_path) is None


def test_a_file_that_is_not_ours_is_passed_over(tmp_path: Path) -> None:
    file = write_endpoints(tmp_path, SOME)
    for content in ("", "[]", '{"other": 1}', "{"):
        file.write_text(content)
        assert read_endpoints(tmp_path) is None
    assert endpoints_file(tmp_path) == file


def test_the_settings_take_what_the_environment_leaves_out(tmp_path: Path) -> None:
    write_endpoints(tmp_path, Endpoints(public_url="http://127.0.0.1:8123", nli_path="/weights"))
    code = "from memory import settings as s; print(s.PUBLIC_URL, s.NLI_PATH, s.ALLOWED_HOSTS[-1])"

    def said(**environ: str) -> str:
        return subprocess.run(
            [sys.executable, "-c", code], cwd=REPOSITORY, check=True, text=True,
            capture_output=True, env={"PALIMPSEST_DATA": str(tmp_path), **environ},
        ).stdout.strip()  # fmt: skip

    assert said() == "http://127.0.0.1:8123 /weights 127.0.0.1"
    own = {"PALIMPSEST_PUBLIC_URL": "https://m.example", "PALIMPSEST_NLI_PATH": "/mine"}
    assert said(**own) == "https://m.example /mine m.example"


def test_the_data_folder_is_absolute() -> None:
    assert data_folder({}) == REPOSITORY / "var"
    assert data_folder({"PALIMPSEST_DATA": "elsewhere"}) == Path.cwd() / "elsewhere"


def test_reading_the_settings_loads_neither_psycopg_nor_redis() -> None:
    code = "import sys, memory.supervisor.endpoints; sys.exit(bool({'psycopg','redis','django'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], cwd=REPOSITORY, check=False).returncode == 0
