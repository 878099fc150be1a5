"""The programs that came with the packages."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.supervisor.account import Account, is_root
from memory.supervisor.binaries import (
    major_version,
    postgres_binaries,
    valkey_binary,
    within_reach,
)
from memory.supervisor.errors import SupervisorError
from memory.supervisor.folders import Folders


def test_the_packages_bring_postgresql_18_and_valkey() -> None:
    assert major_version(postgres_binaries({})) == "18"
    assert valkey_binary().is_file()


def test_a_folder_without_postgresql_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SupervisorError, match=r"has no PostgreSQL .* PALIMPSEST_PG_BIN must name"):
        postgres_binaries({"PALIMPSEST_PG_BIN": str(tmp_path)})


@pytest.mark.skipif(not is_root(), reason="needs root, to act for another user")
def test_programs_out_of_reach_are_copied_with_their_libraries(
    folders: Folders, account: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as closed:
        closed.setattr(Account, "reaches", lambda *_: False)
        copy = within_reach(postgres_binaries({}), account, folders.data)
        again = within_reach(postgres_binaries({}), account, folders.data)
    assert copy == again
    assert copy.is_relative_to(folders.data)
    for program in ("postgres", "initdb"):
        assert account.succeeds(str(copy / program), "--version")


@pytest.mark.skipif(not is_root(), reason="needs root, to act for another user")
def test_programs_that_were_chosen_and_are_out_of_reach_are_refused(
    tmp_path: Path, account: Account
) -> None:
    with pytest.raises(SupervisorError, match=f"The user {account.name} cannot reach {tmp_path}"):
        within_reach(tmp_path, account, tmp_path)
