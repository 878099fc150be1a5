"""A backup from before an erasure is restored: what was erased does not come back."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
import pytest

from memory.backup import archive, databases
from memory.backup.programs import program
from tests.memory.backup.conftest import ROOT, WORD, Installation
from tests.supervisor.conftest import new_data_folder


def test_what_was_erased_after_the_backup_is_erased_again(installation, erased_since):
    file, receipts = erased_since
    before = installation.act("look")

    said = installation.manage("restore", str(file), "--yes")

    assert f"{len(receipts)} erasures were done again" in said
    dump = installation.dump()
    assert [line for line in dump.splitlines() if WORD in line] == []
    assert "tuba" in dump, "what was not erased is there"
    assert installation.act("look") == before
    installation.act("verify", *receipts)
    assert installation.others() == set()


def test_on_a_new_machine_the_ledger_of_the_old_one_is_given(installation, erased_since, tmp_path):
    file, receipts = erased_since
    ledger = (installation.data / "erasures.jsonl").rename(tmp_path / "ledger.jsonl")
    with psycopg.connect(installation.url) as connection:  # the old machine's disk is gone
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")

    said = installation.manage("restore", str(file), "--yes", "--ledger", str(ledger))

    assert f"{len(receipts)} erasures were done again" in said
    assert WORD not in installation.dump()


def test_killed_in_the_middle_the_present_database_answers(installation, erased_since):
    file, _ = erased_since
    running = subprocess.Popen(
        [sys.executable, "-m", "tests.memory.backup.acting", "restore", "_settle", str(file)],
        cwd=ROOT, env=installation.environ, stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert running.stdout.readline() == "here\n"
    finally:
        running.kill()
        running.wait()
        running.stdout.close()

    assert WORD not in installation.dump()
    assert "tuba" in installation.dump(), "the present one is as it was"
    beside = Installation(databases.beside(installation.url), installation.data)
    assert WORD in beside.dump(), "it was killed with everything restored and nothing erased"

    installation.manage("erasure_ledger", "replay")  # as at every start
    assert installation.others() == set(), "what may hold the erased is dropped"


def test_restored_by_other_means_it_is_not_ready_until_the_ledger_is_replayed(
    installation, erased_since
):
    file, _ = erased_since
    with psycopg.connect(installation.url) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    where, secret = databases.for_programs(installation.url)
    with zipfile.ZipFile(file) as packed:
        subprocess.run(
            [str(program("pg_restore", at_least=16)), "--no-owner", f"--dbname={where}"],
            input=packed.read("database.dump"), env=os.environ | secret, check=True,
            capture_output=True,
        )  # fmt: skip
    ready = (
        "import django; django.setup(); from memory.api.health import erasures; print(erasures())"
    )
    assert WORD in installation.dump()
    assert "erasure_ledger replay" in installation.run("-c", ready).stdout

    installation.manage("erasure_ledger", "replay")

    assert installation.run("-c", ready).stdout == "None\n"
    assert WORD not in installation.dump()


def test_bad_files_and_a_database_in_use_are_refused_and_change_nothing(
    installation, erased_since, tmp_path
):
    file, _ = erased_since
    before = installation.dump()
    garbage, cut, damaged = (tmp_path / name for name in ("garbage", "cut", "damaged"))
    garbage.write_text("no backup")
    cut.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    harmed = bytearray(file.read_bytes())
    harmed[len(harmed) // 2] ^= 0xFF
    damaged.write_bytes(harmed)

    assert "cannot be read" in installation.refused("restore", str(tmp_path / "none"), "--yes")
    for wrong in (garbage, cut, damaged):
        said = installation.refused("restore", str(wrong), "--yes")
        assert "no backup" in said or "damaged" in said
    assert "another secret key" in installation.refused(
        "restore", str(file), "--yes", PALIMPSEST_SECRET_KEY="another"
    )
    assert "give --yes" in installation.refused("restore", str(file))
    with psycopg.connect(installation.url):
        assert "in use by 1" in installation.refused("restore", str(file), "--yes")
    assert installation.dump().splitlines()[6:-4] == before.splitlines()[6:-4]
    assert installation.others() == set()


def test_versions_that_do_not_fit_are_said(installation, erased_since, tmp_path):
    file, _ = erased_since
    newer = tmp_path / "newer.backup"
    with zipfile.ZipFile(file) as packed, zipfile.ZipFile(newer, "w") as other:
        told = json.loads(packed.read("manifest.json")) | {"server": 99}
        other.writestr("manifest.json", json.dumps(told))
        other.writestr("database.dump", packed.read("database.dump"))

    said = installation.refused("restore", str(newer), "--yes")

    assert "from PostgreSQL 99" in said
    assert "restore it on PostgreSQL 99 or newer" in said
    with pytest.raises(archive.BackupError, match="pg_dump of PostgreSQL 99 or newer"):
        program("pg_dump", at_least=99)


def test_old_backups_are_pruned_and_other_files_are_not(installation, tmp_path):
    folder = tmp_path / "backups"
    folder.mkdir()
    (folder / "notes.txt").write_text("x")
    with zipfile.ZipFile(folder / "photos.zip", "w") as other:
        other.writestr("a", "b")
    old = folder / "old.backup"
    past = (datetime.now(UTC) - timedelta(days=9)).isoformat()
    with zipfile.ZipFile(old, "w") as packed:
        manifest = archive.Manifest(archive.FORMAT, past, 18, 18, "")
        packed.writestr("manifest.json", json.dumps({name: getattr(manifest, name) for name in manifest.__slots__}))  # fmt: skip

    assert "--keep is from 1 to 30 days" in installation.refused("backup", str(folder), "--keep", "99")  # fmt: skip
    said = installation.manage("backup", str(folder), "--keep", "7")

    assert f"removed {old}" in said
    left = sorted(path.name for path in folder.iterdir())
    assert left[0] == "notes.txt"
    assert left[1].startswith("palimpsest-")
    assert left[2:] == ["photos.zip"]
    assert (folder / left[1]).stat().st_mode & 0o077 == 0


def test_the_embedded_database_is_restored_and_backed_up_while_nothing_runs(past, tmp_path):
    with new_data_folder() as data:
        new = Installation("", data)
        del new.environ["DATABASE_URL"], new.environ["CELERY_BROKER_URL"]
        assert "no database" in new.refused("backup", str(tmp_path / "nothing.backup"))

        said = new.manage(
            "restore", str(past.file), "--yes", "--ledger", str(past.data / "erasures.jsonl")
        )
        again = tmp_path / "again.backup"
        new.manage("backup", str(again))

        assert f"{len(past.receipts)} erasures were done again" in said
        text = in_words(again)
        assert "tuba" in text
        assert WORD not in text
        assert WORD in in_words(past.file)


def in_words(file: Path) -> str:
    """What a backup holds, as SQL."""
    with zipfile.ZipFile(file) as packed:
        done = subprocess.run(
            [str(program("pg_restore", at_least=16)), "--file=-"],
            input=packed.read("database.dump"), capture_output=True, check=True,
        )  # fmt: skip
    return done.stdout.decode().lower()
