"""How many statements a second an import decides, and how much sooner than one by one.

    python bench/imports.py [--statements 1000] [--people 20] [--single 200]

Starts a PostgreSQL of its own, with commits that wait for the disk as in production, and uses the
real models. Statements are the cases of a gate file where one is given (--cases), else built from
a few patterns. Both ways run in one process, after one warm-up.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle, islice, product
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

VERBS = ("lives in", "works in", "grew up in", "dreams of moving to", "has a sister in")
OBJECTS = ("owns a", "collects", "is learning to play the", "sold the", "would like a")
PLACES = ("Pau", "Lyon", "Leeds", "Ghent", "Turin", "Porto", "Graz", "Cork", "Bergen", "Delft")
THINGS = ("tuba", "canoe", "violin", "stamp album", "cargo bike", "greenhouse", "drum kit", "boat")


def statements(cases: Path | None) -> Iterator[str]:
    """Statements without end: those of the cases, else built."""
    if cases is not None:
        rows = [json.loads(line) for line in cases.read_text(encoding="utf-8").splitlines()]
        return cycle([text for row in rows for text in (*row["existing"], row["incoming"])])
    pairs = [*product(VERBS, PLACES), *product(OBJECTS, THINGS)]
    return (
        f"User {verb} {noun}{f', since {1990 + n}' if n else ''}."
        for n in range(1_000)
        for verb, noun in pairs
    )


@contextmanager
def own_postgres(*, durable: bool = True) -> Iterator[None]:
    """A PostgreSQL that ends with the run. durable: whether commits wait for the disk."""
    from memory.supervisor.account import service_account
    from memory.supervisor.folders import far_home, prepare_folders
    from memory.supervisor.postgres import Postgres

    data = Path(tempfile.mkdtemp(prefix="palimpsest-bench-"))
    account = service_account()
    postgres = Postgres(prepare_folders(data, account), account, durable=durable)
    try:
        postgres.start()
        postgres.wait()
        # A broker that takes nudges at once, and nobody who hears them.
        broker = {"CELERY_BROKER_URL": "memory://"}
        os.environ |= {"PALIMPSEST_DATA": str(data), "DATABASE_URL": postgres.url, **broker}
        yield
    finally:
        postgres.stop()
        for folder in (data, far_home(data)):
            shutil.rmtree(folder, ignore_errors=True)


def run(options: argparse.Namespace) -> None:
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "memory.settings"
    os.environ.setdefault("PALIMPSEST_LOG_LEVEL", "WARNING")
    django.setup()
    from django.core.management import call_command

    from memory.models import Workspace

    call_command("migrate", verbosity=0)
    texts = list(islice(statements(options.cases), options.statements))
    rows = [(f"person-{n % options.people}", text) for n, text in enumerate(texts)]
    names = ("warm", "single", "same", "whole")
    homes = {name: Workspace.objects.create(name=name, slug=name) for name in names}
    by_import(homes["warm"], rows[:50])
    single = by_one(homes["single"], rows[: options.single])
    print(f"one by one: {options.single:,} statements, {single:.1f} a second")
    same, _ = by_import(homes["same"], rows[: options.single])
    print(f"the same as an import: {same:.1f} a second ({same / single:.1f} times)")
    whole, outcomes = by_import(homes["whole"], rows)
    print(f"all as an import: {len(rows):,} statements, {whole:.1f} a second")
    print(", ".join(f"{count:,} {name}" for name, count in outcomes.items()))


def by_one(workspace, rows) -> float:
    """Statements a second, each posted and decided by itself."""
    from memory import access
    from memory.write_path import NewClaim, decide_claim, receive_claims

    start = time.perf_counter()
    for name, text in rows:
        subject = access.ensure_subject(workspace, name)
        (claim,) = receive_claims(subject, [NewClaim(content=text, source="import")])
        decide_claim(claim.id)
    return len(rows) / (time.perf_counter() - start)


def by_import(workspace, rows) -> tuple[float, Counter[str]]:
    """Statements a second from the file to the last verdict, and what became of them."""
    from memory.imports.intake import Order, check_file, receive_import
    from memory.imports.report import report_of
    from memory.imports.work import decide_some, waiting_shards
    from memory.store import SYSTEM

    lines = [json.dumps({"content": text, "subject": name}) for name, text in rows]
    start = time.perf_counter()
    file = check_file(io.BytesIO("\n".join(lines).encode()))
    taken_in = receive_import(Order(workspace=workspace, actor=SYSTEM), file)
    print(f"taken in: {len(rows) / (time.perf_counter() - start):,.0f} lines a second")
    while sum(decide_some(taken_in, shard) for shard in waiting_shards(taken_in)):
        pass
    seconds = time.perf_counter() - start
    return len(rows) / seconds, Counter(report_of(taken_in).outcomes)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--statements", type=int, default=1_000)
    parser.add_argument("--people", type=int, default=20)
    parser.add_argument("--single", type=int, default=200, help="how many go one by one")
    parser.add_argument("--cases", type=Path, help="gate cases to take statements from")
    with own_postgres():
        run(parser.parse_args())
