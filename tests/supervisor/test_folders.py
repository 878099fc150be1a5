"""The data folder: private, ours alone, and one start at a time."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memory.supervisor.account import Account, is_root
from memory.supervisor.errors import SupervisorError
from memory.supervisor.folders import (
    Folders,
    locked,
    prepare_folders,
    refuse_foreign,
    remove_sockets,
)


def test_every_folder_is_closed_to_others(folders: Folders) -> None:
    made = [folders.data, folders.logs, folders.valkey, folders.beat, folders.data / "run"]
    assert {path.stat().st_mode & 0o777 for path in made} == {0o700}


def test_a_second_start_is_refused_with_what_to_do(data: Path) -> None:
    refusal = pytest.raises(SupervisorError, match=r"already runs on .*: stop it first .*or set")
    with locked(data), refusal, locked(data):
        pass


def test_the_lock_goes_with_its_holder(data: Path) -> None:
    with locked(data):
        pass
    with locked(data):
        pass


def test_a_folder_with_other_files_is_refused_and_keeps_its_rights(data: Path) -> None:
    data.mkdir(mode=0o755)
    (data / "thesis.odt").touch()
    with pytest.raises(SupervisorError, match="holds other files: set PALIMPSEST_DATA"):
        refuse_foreign(data)
    assert data.stat().st_mode & 0o777 == 0o755


def test_an_empty_or_a_used_folder_is_taken(data: Path, account: Account | None) -> None:
    data.mkdir()
    (data / "secret_key").touch()  # the settings may have been read before
    refuse_foreign(data)
    prepare_folders(data, account)
    (data / "export.json").touch()
    refuse_foreign(data)


@pytest.mark.skipif(not is_root(), reason="needs root, to become another user")
def test_a_folder_of_another_user_is_refused(data: Path) -> None:
    data.mkdir(mode=0o700)
    child = os.fork()
    if child == 0:
        os.setuid(65534)
        try:
            refuse_foreign(data)
        except SupervisorError as error:
            os._exit(0 if "belongs to another user" in str(error) else 1)
        os._exit(2)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


@pytest.mark.parametrize("name", ["long" * 40, "with space"])
def test_sockets_go_to_a_short_plain_private_path(
    data: Path, account: Account | None, name: str
) -> None:
    odd = data / name
    sockets = prepare_folders(odd, account).sockets
    assert sockets.parent == Path("/tmp")
    assert sockets.stat().st_mode & 0o777 == 0o700
    remove_sockets(odd)
    assert not sockets.exists()


def test_a_later_start_removes_the_sockets_of_an_earlier_one(
    data: Path, account: Account | None
) -> None:
    odd = data / "with space"
    first = prepare_folders(odd, account).sockets
    second = prepare_folders(odd, account).sockets
    assert not first.exists()
    assert second.exists()
    remove_sockets(odd)
