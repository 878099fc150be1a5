"""What is done to a restored database before anybody sees it: `python -m memory.backup.settle`.

It is a process of its own, because Django's settings name one database for good. Arguments are
ledgers besides this installation's. Prints one JSON object.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import django


def settle(ledgers: list[Path]) -> dict[str, object]:
    """Bring the tables up to date, raise the walls, end what was open then and what was ended since,
    and erase again.

    Answers how many erasures were done again, how many keys, roles and invitations were ended, and
    where traces of the erased are left: nowhere.
    """
    from django.core.management import call_command
    from django.utils import timezone

    from memory.backup import closings
    from memory.forget import ledger, proof
    from memory.forget.replay import replay
    from memory.management.commands.erasure_ledger import ledgers as files_of
    from memory.walls import raise_walls

    call_command("migrate", interactive=False, verbosity=0)
    raise_walls()
    files = files_of(ledgers)
    closed = closings.replay(files)
    closings.end_ways_in(timezone.now())
    done, left = replay(ledger.read_all(files))
    proof.vacuum(timezone.now())
    return {"erasures": done, "closings": closed, "left": sorted(left)}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory.settings")
    django.setup()
    sys.stdout.write(json.dumps(settle([Path(name) for name in sys.argv[1:]])))


if __name__ == "__main__":
    main()
