"""Which user the services run as."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from memory.supervisor import account as module
from memory.supervisor.account import Account, is_root, service_account
from memory.supervisor.errors import SupervisorError

as_root = pytest.mark.skipif(not is_root(), reason="needs root")


def test_an_ordinary_user_needs_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "is_root", lambda: False)
    assert service_account(environ={"PALIMPSEST_USER": "daemon"}) is None


@as_root
def test_root_takes_the_user_that_it_is_told() -> None:
    account = service_account(environ={"PALIMPSEST_USER": "daemon"})
    assert account is not None
    assert account.name == "daemon"


@as_root
@pytest.mark.parametrize("name", ["root", "nobody-of-that-name"])
def test_a_user_that_cannot_be_taken_is_refused(name: str) -> None:
    with pytest.raises(SupervisorError, match=f"PALIMPSEST_USER is {name}, "):
        service_account(environ={"PALIMPSEST_USER": name})


@as_root
def test_a_folder_of_an_unknown_user_is_refused(tmp_path: Path) -> None:
    os.chown(tmp_path, 54321, 54321)
    with pytest.raises(SupervisorError, match=r"belongs to user number 54321.*chown"):
        service_account(tmp_path, {})


@as_root
def test_a_closed_parent_folder_is_out_of_reach(tmp_path: Path, account: Account) -> None:
    closed = tmp_path / "closed"
    closed.mkdir(mode=0o700)
    (closed / "open").mkdir(mode=0o777)
    assert not account.reaches(closed / "open")
    assert account.reaches(Path("/tmp"), "w")


@as_root
def test_a_program_out_of_reach_does_not_succeed(tmp_path: Path, account: Account) -> None:
    program = tmp_path / "program"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o700)
    assert not account.succeeds(str(program))
    assert account.succeeds("true")
    assert not account.succeeds("false")
