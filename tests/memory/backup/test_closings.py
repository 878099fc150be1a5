"""Who was shut out after a backup stays shut out once it is restored."""

from __future__ import annotations

import json
import os
import subprocess
import zipfile

import psycopg
import pytest

from memory.backup import databases
from memory.backup.programs import program

CLOSED = {
    "keys": ["kept"],
    "members": {"ada": "admin", "ana": "viewer", "cora": "viewer"},
    "invitations": 0,
    "host": 0,
    "faults": [],
}
"""After a restore: what was made or raised since is lost, and what was closed stays so."""


def doors(installation) -> dict[str, object]:
    return json.loads(installation.act("doors"))


def test_as_it_was_before_the_restore(installation):
    """Else the restore below would have nothing to close."""
    now = doors(installation)
    assert now["keys"] == ["kept", "later", "rotated", "rotated"]
    assert now["members"] == {**CLOSED["members"], "cora": "admin"}
    assert now["invitations"] == 2


def test_keys_roles_invitations_and_the_host_s_door_stay_closed(installation, erased_since):
    said = installation.manage("restore", str(erased_since[0]), "--yes")

    assert doors(installation) == CLOSED
    assert "6 keys, roles and invitations were ended again" in said
    assert "0 keys" in installation.manage("erasure_ledger", "replay"), "safe to run twice"
    assert doors(installation) == CLOSED


def test_on_a_new_machine_the_ledger_of_the_old_one_closes_them(
    installation, erased_since, tmp_path
):
    ledger = (installation.data / "erasures.jsonl").rename(tmp_path / "ledger.jsonl")
    with psycopg.connect(installation.url) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")

    installation.manage("restore", str(erased_since[0]), "--yes", "--ledger", str(ledger))

    assert doors(installation) == CLOSED


def test_what_a_killed_process_did_not_write_down_is_known_from_the_database(
    installation, erased_since
):
    (installation.data / "erasures.jsonl").unlink()

    installation.manage("restore", str(erased_since[0]), "--yes")

    assert doors(installation) == CLOSED


def test_restored_by_other_means_it_is_not_ready_until_they_are_closed(installation, erased_since):
    ledger = installation.data / "erasures.jsonl"
    closings = [line for line in ledger.read_text().splitlines() if '"closing"' in line]
    ledger.write_text("\n".join(closings) + "\n")
    with psycopg.connect(installation.url) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    where, secret = databases.for_programs(installation.url)
    with zipfile.ZipFile(erased_since[0]) as packed:
        subprocess.run(
            [str(program("pg_restore", at_least=16)), "--no-owner", f"--dbname={where}"],
            input=packed.read("database.dump"), env=os.environ | secret, check=True,
            capture_output=True,
        )  # fmt: skip
    ready = (
        "import django; django.setup(); from memory.api.health import erasures; print(erasures())"
    )
    assert "older than its ledger" in installation.run("-c", ready).stdout

    installation.manage("erasure_ledger", "replay")

    assert installation.run("-c", ready).stdout == "None\n"
    assert doors(installation) == CLOSED


@pytest.mark.parametrize("accepted", [False, True])
def test_a_backup_from_before_the_ledger_is_refused_unless_that_is_wanted(
    installation, erased_since, tmp_path, accepted
):
    old = tmp_path / "old.backup"
    with zipfile.ZipFile(erased_since[0]) as packed, zipfile.ZipFile(old, "w") as other:
        told = json.loads(packed.read("manifest.json")) | {"made_at": "2026-01-01T00:00:00+00:00"}
        other.writestr("manifest.json", json.dumps(told))
        other.writestr("database.dump", packed.read("database.dump"))
    before = doors(installation)

    if accepted:
        installation.manage("restore", str(old), "--yes", "--outdated")
        assert doors(installation) == CLOSED
        return
    said = installation.refused("restore", str(old), "--yes")
    assert said.startswith("The backup is of 2026-01-01, and backups are kept for 30 days")
    assert doors(installation) == before
