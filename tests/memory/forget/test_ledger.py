"""The ledger keeps an erasure as long as a backup may bring it back, and no longer."""

from __future__ import annotations

import json
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest
import time_machine
from django.utils import timezone

from memory import store
from memory.forget import ledger, ledger_file
from memory.forget.erase import erase_memory
from memory.models import ErasureReceipt, Memory
from memory.tasks import keep_ledger
from tests.memory.conftest import tell

pytestmark = pytest.mark.usefixtures("fakes")


@pytest.fixture
def file(settings, tmp_path) -> Path:
    settings.ERASURE_LEDGER = tmp_path / "erasures.jsonl"
    settings.BACKUP_AGE = timedelta(days=30)
    return settings.ERASURE_LEDGER


@pytest.fixture
def erased(alma, file, django_capture_on_commit_callbacks) -> ErasureReceipt:
    """Now, and written down twice: when it was done and when it was proven."""
    tell(alma, "Alma's bakery opens at seven.")
    with django_capture_on_commit_callbacks(execute=True):
        receipt = erase_memory(Memory.objects.get(), store.SYSTEM)
    assert len(file.read_bytes().splitlines()) == 2
    return receipt


def after(days: int) -> time_machine.travel:
    return time_machine.travel(timezone.now() + timedelta(days=days), tick=False)


def test_it_goes_when_the_last_backup_from_before_has_run_out(erased, file):
    whole = ErasureReceipt.objects.get().gone
    with after(30):
        keep_ledger()
        assert list(ledger.read(file)) == [erased.id], "a backup of its hour is still kept"
        assert ErasureReceipt.objects.get().gone == whole
    with after(32):
        keep_ledger()
        assert file.read_bytes() == b""
        keep_ledger()  # and it is not written down anew
        assert file.read_bytes() == b""
        assert ErasureReceipt.objects.get().gone == {}, "nor do ids and hashes stay elsewhere"
    assert file.stat().st_mode & 0o077 == 0


def test_what_is_proven_by_the_receipt_stays_so(erased, file):
    from django.core.management import call_command

    with after(32):
        keep_ledger()
        call_command("verify_erasure", erased.id)


def test_backups_that_are_kept_longer_by_now_keep_it_longer(erased, file, settings):
    settings.BACKUP_AGE = timedelta(days=90)
    with after(60):
        keep_ledger()
        assert list(ledger.read(file)) == [erased.id]
    settings.BACKUP_AGE = timedelta(days=7)
    with after(10):
        keep_ledger()
        assert list(ledger.read(file)) == [erased.id], "its receipt promises 30"


def test_lines_that_are_not_understood_stay(erased, file):
    with file.open("ab") as opened:
        opened.write(b'{"format":99,"what":"is this"}\n{"format":1,"receipt":\n')
    with after(40):
        keep_ledger()
    assert file.read_bytes() == b'{"format":99,"what":"is this"}\n{"format":1,"receipt":\n'


def test_a_process_that_waited_for_the_lock_writes_into_the_new_file(file, settings):
    """Two processes: one removes lines while the other waits to add some."""
    ledger_file.append(file, [{"n": 0}])
    program = (
        "import sys; from pathlib import Path; from memory.forget import ledger_file\n"
        "file = Path(sys.argv[1])\n"
        "for n in range(1, 301): ledger_file.append(file, [{'n': n}])\n"
    )
    adding = subprocess.Popen([sys.executable, "-c", program, str(file)])
    dropped = 0
    while adding.poll() is None:
        dropped += ledger_file.drop(file, lambda told: told["n"] % 2 == 0)
    dropped += ledger_file.drop(file, lambda told: told["n"] % 2 == 0)

    assert adding.returncode == 0
    assert [told["n"] for told in ledger_file.lines(file)] == list(range(1, 301, 2))
    assert dropped == 151


def test_a_full_disk_leaves_the_old_file(erased, file, monkeypatch):
    before = file.read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(ledger_file.os, "fsync", full)
    with after(40), pytest.raises(OSError, match="No space"):
        ledger.let_go(timezone.now())
    assert file.read_bytes() == before
    assert json.loads(before.splitlines()[0])["receipt"]["id"] == erased.id
