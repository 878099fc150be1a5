"""How long a context takes beside the bare vector query, as a person's memories grow.

    python bench/context.py [--sizes 100,1000,10000] [--others 200000] [--rounds 40]

Starts a PostgreSQL of its own. Each person has as many memories as a size says, 5 of them constraints and 15
keyed, and 500 turns; other people's memories fill the same table. A round asks for the bare query, which is
the ten nearest memories of the person, and for the whole context, one after the other; the query's
embedding is made once, outside of both. Printed are medians, and the context as a multiple of the bare
query. No figure means anything beyond its ratio to another one of the same run.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from unittest.mock import patch

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from bench.imports import own_postgres, statements  # noqa: E402

QUERY = "do you remember which city I wanted to move to, and what happened to the violin?"
TURNS = 500
POOL = 1_000

OTHERS = """
INSERT INTO memory_memory (
    id, subject_id, content, type, scope, beneficiary, category, key, value, source, importance,
    confidence, created_at, said_at, single_valued, fingerprint, access_count, confirmations,
    embedding, embedding_model)
SELECT 'mem_' || lpad(to_hex(n + %(first)s), 12, '0'), {subject}, content || ' No. ' || n,
    CASE WHEN n %% 5 = 0 THEN 'episodic' ELSE 'semantic' END,
    CASE WHEN n <= 5 THEN 'constraint' WHEN n %% 5 = 0 THEN 'event' ELSE 'fact' END,
    'self', '', CASE WHEN n BETWEEN 6 AND 20 THEN 'hobby' ELSE '' END, '', 'user', 5,
    1.0, now(), now(), false, md5(n::text), 0, 0, embedding, model
FROM generate_series(1, %(count)s) AS n JOIN pool ON pool.number = n %% %(pool)s
"""


def run(options: argparse.Namespace) -> None:
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "memory.settings"
    os.environ.setdefault("PALIMPSEST_LOG_LEVEL", "WARNING")
    django.setup()
    from django.core.management import call_command

    from memory.inference.embeddings import embed
    from memory.models import Workspace

    call_command("migrate", verbosity=0)
    workspace = Workspace.objects.create(name="Bench", slug="bench")
    people = fill(workspace, options.sizes, options.others)
    (vector,) = embed([QUERY])
    print(f"{options.others:,} memories of others; medians of {options.rounds} rounds")
    print(f"{'memories':>10}{'bare query':>14}{'context':>14}{'context / bare':>17}{'tokens':>9}")
    base: tuple[float, float] | None = None
    for size, subject in zip(options.sizes, people, strict=True):
        bare, whole, tokens = measure(subject, vector, options.rounds)
        base = base or (bare, whole)
        print(
            f"{size:>10,}{1000 * bare:>11.1f} ms{1000 * whole:>11.1f} ms{whole / bare:>16.1f}x{tokens:>9}"
        )
    print(
        f"from {options.sizes[0]:,} to {options.sizes[-1]:,} memories: the bare query grows "
        f"{bare / base[0]:.1f} times, the context {whole / base[1]:.1f} times"
    )


def fill(workspace, sizes: list[int], others: int) -> list:
    """A person for each size, with turns, among the memories of others."""
    from itertools import islice

    from django.db import connection

    from memory.inference.embeddings import embed
    from memory.models import Subject

    texts = list(islice(statements(None), POOL))
    vectors = embed(texts)
    people = [Subject.objects.create(workspace=workspace, external_id=f"p{n}") for n in sizes]
    crowd = Subject.objects.bulk_create(
        [Subject(workspace=workspace, external_id=f"other-{n}") for n in range(2_000)]
    )
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TEMP TABLE pool (number int, content text, embedding vector(384), model text)"
        )
        cursor.executemany(
            "INSERT INTO pool VALUES (%s, %s, %s, %s)",
            [
                (n, t, str(v.values), v.model)
                for n, (t, v) in enumerate(zip(texts, vectors, strict=True))
            ],
        )
        cursor.execute("CREATE TEMP TABLE crowd (number int, id text)")
        cursor.executemany(
            "INSERT INTO crowd VALUES (%s, %s)", [(n, one.id) for n, one in enumerate(crowd)]
        )
        theirs = "(SELECT id FROM crowd WHERE number = n % 2000)".replace("%", "%%")
        first = 0
        for subject, count in [
            *((f"'{p.id}'", n) for p, n in zip(people, sizes, strict=True)),
            (theirs, others),
        ]:
            values = {"first": first, "count": count, "pool": POOL}
            cursor.execute(OTHERS.format(subject=subject), values)
            first += count
    for person in people:
        talk(person, texts, vectors)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    return people


def talk(person, texts: list[str], vectors: list) -> None:
    """Turns that can be searched, in sessions of twenty."""
    from django.utils import timezone

    from memory.models import Session, Turn

    now = timezone.now() - timedelta(days=20)
    for number in range(TURNS // 20):
        session = Session.objects.create(subject=person, external_id=str(number))
        Turn.objects.bulk_create(
            [
                Turn(
                    session=session,
                    number=place + 1,
                    role="assistant" if place % 2 else "user",
                    content=texts[number * 20 + place],
                    created_at=now + timedelta(hours=number, minutes=place),
                    embedding=list(vectors[number * 20 + place].values),
                    embedding_model=vectors[number * 20 + place].model,
                )
                for place in range(20)
            ]
        )


def measure(subject, vector, rounds: int) -> tuple[float, float, int]:
    """Median seconds of the bare query and of the context, and the context's tokens."""
    from django.db import connection

    from memory import read_path

    def bare() -> None:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT id, content FROM memory_memory WHERE subject_id = %s AND embedding_model = %s "
                "ORDER BY embedding <=> %s::vector LIMIT 10",
                [subject.id, vector.model, str(vector.values)],
            )
            cursor.fetchall()

    tokens = 0

    def whole() -> None:
        nonlocal tokens
        tokens = read_path.build_context(subject, query=QUERY, session="24").tokens

    times: tuple[list[float], list[float]] = ([], [])
    with patch.object(read_path, "embed", lambda _texts: [vector]):
        for number in range(rounds + 3):
            for kept, act in zip(times, (bare, whole), strict=True):
                seconds = timed(act)
                if number >= 3:  # the first ones fill caches
                    kept.append(seconds)
    return statistics.median(times[0]), statistics.median(times[1]), tokens


def timed(act: Callable[[], None]) -> float:
    start = time.perf_counter()
    act()
    return time.perf_counter() - start


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "--sizes", type=lambda text: [int(n) for n in text.split(",")], default=[100, 1_000, 10_000]
    )
    parser.add_argument("--others", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=40)
    with own_postgres():
        run(parser.parse_args())
