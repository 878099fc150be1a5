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
    """Bring the tables up to date, raise the walls, end what was open then, and erase again.

    Answers how many erasures were done again, and where traces of them are left: nowhere.
    """
    from django.contrib.sessions.models import Session as Visit
    from django.core.management import call_command
    from django.utils import timezone

    from memory.forget import proof
    from memory.forget.replay import replay
    from memory.management.commands.erasure_ledger import read_all
    from memory.models import Subject
    from memory.walls import raise_walls

    call_command("migrate", interactive=False, verbosity=0)
    raise_walls()
    now = timezone.now()
    # Who signed out or whose link was ended since would be let in again.
    Visit.objects.all().delete()
    Subject.objects.update(doors_closed_at=now)
    done, left = replay(read_all(ledgers))
    proof.vacuum(timezone.now())
    return {"erasures": done, "left": sorted(left)}


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory.settings")
    django.setup()
    sys.stdout.write(json.dumps(settle([Path(name) for name in sys.argv[1:]])))


if __name__ == "__main__":
    main()
