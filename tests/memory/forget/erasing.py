"""What the processes do that `test_killed` starts: `erasing.py WHAT SUBJECT_ID [MEMORY_ID]`."""

from __future__ import annotations

import sys
import time
from typing import Any

import django

django.setup()

from memory import store  # noqa: E402
from memory.errors import PalimpsestError  # noqa: E402
from memory.forget import erase, proof  # noqa: E402
from memory.inference.fakes import use_fakes  # noqa: E402
from memory.models import Memory, Subject  # noqa: E402
from memory.write_path import NewClaim, NewTurn, decide_claim, receive_claims, receive_turns  # noqa: E402

CANARY = "I keep bees in Quixhaven."


def say(word: str) -> None:
    sys.stdout.write(f"{word}\n")
    sys.stdout.flush()


def stand_still(*_: Any, **__: Any) -> Any:
    """The parent kills the process here."""
    say("here")
    time.sleep(600)


def keep_telling(subject: Subject) -> None:
    """What a busy worker does: take in, decide, and again. Ends when the person is gone."""
    say("here")
    for number in range(400):
        try:
            receive_turns(subject, session=f"s{number % 3}", turns=[NewTurn("user", CANARY)])
            for content in (CANARY, f"Alma has {number} hives."):
                for claim in receive_claims(subject, [NewClaim(content=content)]):
                    decide_claim(claim.id)
        except PalimpsestError:
            if not Subject.objects.filter(id=subject.id).exists():
                break
        except Exception as error:  # a row that was erased in this moment
            say(type(error).__name__)
            if not Subject.objects.filter(id=subject.id).exists():
                break
    say("done")


def main() -> None:
    what, subject_id, *rest = sys.argv[1:]
    subject = Subject.objects.get(id=subject_id)
    with use_fakes():
        if what == "busy":
            keep_telling(subject)
            return
        if what == "before_commit":
            erase._finish = stand_still
        if what == "before_proof":
            erase.prove = proof.prove = stand_still
        memory = Memory.objects.get(id=rest[0])
        erase.erase_memory(memory, store.SYSTEM)


if __name__ == "__main__":
    main()
