"""What extraction keeps of whole chats, sentence by sentence, in chats that training left out.

    python bench/chats.py [--show]

Of each piece of a message that is labelled: was it kept, and should it have been? With the rules
alone, and with the statement model as their judge. --show prints the faults.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

sys.path.insert(0, str(Path(__file__).parent.parent))
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "memory.settings")

from memory.extraction.judge import judge
from memory.extraction.rules import Judge, extract
from memory.training.pairs import lines_of
from memory.training.statement_chats import CHATS, is_kept_aside

SAID_AT = datetime(2026, 3, 10, 12, tzinfo=UTC)
Piece = tuple[str, bool, bool]  # the words, whether they were kept, whether they should have been


def messages() -> Iterator[dict[str, Any]]:
    for _, row in lines_of(CHATS):
        chat = row["chat"]
        if isinstance(chat, int) and is_kept_aside(chat):
            yield dict(row)


def pieces(message: dict[str, Any], judge: Judge | None) -> Iterator[Piece]:
    """The pieces of the message; one is kept where a claim was read from its words."""
    text = message["text"]
    claims = extract(
        text, previous=message["before"], said_at=SAID_AT, zone=ZoneInfo("UTC"), judge=judge
    )
    at = 0
    for words, label in message["pieces"]:
        start = text.index(words, at)
        at = start + len(words)
        kept = any(one.span and one.span[0] < at and start < one.span[1] for one in claims)
        yield words, kept, label is not None


def report(title: str, judge: Judge | None, *, show: bool) -> None:
    """Print precision and recall; the faults too where they are wanted."""
    counts: Counter[tuple[bool, bool]] = Counter()
    for message in messages():
        for words, kept, wanted in pieces(message, judge):
            counts[kept, wanted] += 1
            if show and kept != wanted:
                print(f"{'kept' if kept else 'lost'}\t{words}")
    right, kept, wanted = (
        counts[True, True],
        counts[True, True] + counts[True, False],
        counts[True, True] + counts[False, True],
    )
    print(
        f"{title:<24} of {kept} kept {right} are worth it ({right / max(kept, 1):.1%}), "
        f"of {wanted} worth keeping {right} are kept ({right / max(wanted, 1):.1%}), {counts.total()} pieces"
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--show", action="store_true", help="print the faults, with the judge")
    options = parser.parse_args()
    report("rules alone", None, show=False)
    report("with the judge", judge, show=options.show)
