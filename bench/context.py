"""How long a context takes beside the bare vector query, as a person's memories grow.

    python bench/context.py [--sizes 100,1000,10000] [--others 200000] [--rounds 60] [--walled]

Starts a PostgreSQL of its own and fills it. Each person has as many memories as a size says, 5 of them
constraints and 15 keyed, 500 turns, an open question and a follow-up that is due; other people's
memories fill the same table. Vectors are those of real sentences, moved a little, so that some of a
person's memories are near each question and no two are the same.

The bare query is the same exact search as the context's own, in SQL: the ten nearest of the person's current
memories, over the same connection, with the columns that are told, the rows fetched. A round asks for
it and then for the whole context, each time with another question, whose vector was made before.
--walled: both are asked as the API asks, as the role that sees one workspace only.

The floor is what cannot be saved below: as many statements as the context asks, but of no work
(`SELECT 1`), sent and read in the same way; the same through psycopg alone; and the bare query over the
person's turns, which a context searches as well. It is printed for the person with the fewest memories.

Printed are medians: of the time that passed, and of the time that this process and its PostgreSQL were at
work (CPU), which says the same on a machine that is busy with other things. No figure means anything
beyond its ratio to another one of the same run.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from datetime import timedelta
from itertools import cycle, islice
from pathlib import Path
from unittest.mock import patch

import numpy as np

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from bench.imports import own_postgres, statements  # noqa: E402

QUESTIONS = (
    "do you remember which city I wanted to move to, and what happened to the violin?",
    "any ideas for dinner with my sister?",
    "what did I say about the canoe last spring?",
    "how do I convert a PDF?",
    "where do I work",
    "I am off to Porto, what should I take along for the drum kit?",
    "thanks! and the stamp album?",
)
TURNS = 500
IN_SESSION = 20
POOL = 320
WARM_UP = 2 * len(QUESTIONS)
MOVED = 0.03
"""Standard deviation of what is added to each of the 384 numbers of a vector: the cosine to the sentence's own stays about 0.86."""

COLUMNS = (
    "id, subject_id, content, type, scope, beneficiary, category, key, value, source, importance, confidence, "
    "created_at, said_at, single_valued, fingerprint, access_count, confirmations, embedding, embedding_model"
)
OTHERS = f"""
INSERT INTO memory_memory ({COLUMNS})
SELECT 'mem_f' || lpad(to_hex(n), 11, '0'), crowd.id, content || ' No. ' || n, 'semantic', 'fact', 'self', '',
    '', '', 'user', 5, 1.0, now(), now(), false, md5(n::text), 0, 0, embedding, model
FROM generate_series(1, %s) AS n
JOIN pool ON pool.number = n %% (SELECT count(*) FROM pool)
JOIN crowd ON crowd.number = n %% (SELECT count(*) FROM crowd)
"""
BARE = """
SELECT id, content, type, scope, beneficiary, category, source, said_at, valid_from, valid_until,
    embedding <=> %s::vector AS distance
FROM memory_memory
WHERE subject_id = %s AND embedding_model = %s AND deleted_at IS NULL
    AND (valid_from IS NULL OR valid_from <= now()) AND (valid_until IS NULL OR valid_until > now())
ORDER BY distance, id LIMIT 10
"""
BARE_TURNS = """
SELECT turn.id, turn.content, turn.role, turn.created_at, turn.embedding <=> %s::vector AS distance
FROM memory_turn AS turn JOIN memory_session AS session ON session.id = turn.session_id
WHERE session.subject_id = %s AND turn.embedding_model = %s ORDER BY distance, turn.id LIMIT 10
"""


@dataclass(frozen=True, slots=True)
class Medians:
    """Milliseconds: what passed, how long this process and its PostgreSQL were at work, and how long
    PostgreSQL alone."""

    passed: float
    at_work: float
    answering: float


def run(options: argparse.Namespace) -> None:
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "memory.settings"
    os.environ.setdefault("PALIMPSEST_LOG_LEVEL", "WARNING")
    django.setup()
    from django.core.management import call_command

    from memory.inference.embeddings import embed
    from memory.models import Workspace
    from memory.walls import behind

    call_command("migrate", verbosity=0)
    workspace = Workspace.objects.create(name="Bench", slug="bench")
    start = time.perf_counter()
    people = fill(workspace, options.sizes, options.others)
    seconds = time.perf_counter() - start
    vectors = dict(zip(QUESTIONS, embed(QUESTIONS), strict=True))
    print(f"{options.others:,} memories of others; filled in {seconds:.0f} s")
    print(f"medians of {options.rounds} rounds, in ms; “CPU” is the time at work")
    head = (
        "bare query",
        "context",
        "times",
        "bare CPU",
        "context CPU",
        "times",
        "queries",
        "tokens",
    )
    print("  memories" + "".join(f"{name:>13}" for name in head))
    rows = []
    for size, person in zip(options.sizes, people, strict=True):
        with behind(workspace.id) if options.walled else nullcontext():
            bare, whole = measure(person, vectors, options.rounds)
        rows.append((bare, whole))
        numbers = (
            f"{bare.passed:.1f}",
            f"{whole.passed:.1f}",
            f"{whole.passed / bare.passed:.1f}",
            f"{bare.at_work:.2f}",
            f"{whole.at_work:.2f}",
            f"{whole.at_work / bare.at_work:.1f}",
            *map(str, sizes_of(person, vectors)),
        )
        print(f"{size:>10,}" + "".join(f"{number:>13}" for number in numbers), flush=True)
    first, last = rows[0], rows[-1]
    grown = [last[place].at_work / first[place].at_work for place in (0, 1)]
    print(
        f"from {options.sizes[0]:,} to {options.sizes[-1]:,} memories the bare query grows {grown[0]:.1f} "
        f"times, the context {grown[1]:.1f} times (CPU)"
    )
    print(
        f"{options.sizes[0]:,} memories: {rows[0][1].answering:.2f} ms of the context are PostgreSQL's"
    )
    statements, _ = sizes_of(people[0], vectors)
    for name, one in floor(people[0], vectors, statements, options.rounds):
        print(f"floor: {name:60}{one.at_work:>8.2f} ms CPU")


# What is measured on ------------------------------------------------------------------------------


def fill(workspace, sizes: list[int], others: int) -> list:
    """A person for each size, among the memories of others."""
    from django.db import connection

    from memory.inference.embeddings import embed
    from memory.models import Subject

    texts = list(islice(statements(None), POOL))
    vectors = embed(texts)
    pool = [(text, np.array(v.values), v.model) for text, v in zip(texts, vectors, strict=True)]
    people = [Subject.objects.create(workspace=workspace, external_id=f"p{n}") for n in sizes]
    crowd = Subject.objects.bulk_create(
        Subject(workspace=workspace, external_id=f"other-{n}") for n in range(2_000)
    )
    numbers = np.random.default_rng(7)
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TEMP TABLE pool (number int, content text, embedding vector(384), model text)"
        )
        cursor.execute("CREATE TEMP TABLE crowd (number int, id text)")
        with cursor.copy("COPY pool FROM STDIN") as copy:
            for n, (text, vector, model) in enumerate(pool):
                copy.write_row((n, text, plain(vector), model))
        with cursor.copy("COPY crowd FROM STDIN") as copy:
            for n, one in enumerate(crowd):
                copy.write_row((n, one.id))
        cursor.execute(OTHERS, [others])
        for number, (person, size) in enumerate(zip(people, sizes, strict=True)):
            with cursor.copy(f"COPY memory_memory ({COLUMNS}) FROM STDIN") as copy:
                for row in memories(person, number, size, pool, numbers):
                    copy.write_row(row)
            talk(person, pool, numbers)
        cursor.execute("VACUUM ANALYZE")
    return people


def memories(person, number: int, size: int, pool: list, numbers) -> Iterator[tuple]:
    """Rows for COPY: every fifth one an episode, the first five constraints, then fifteen with a key."""
    from django.utils import timezone

    now = timezone.now()
    for n, (text, vector, model) in enumerate(islice(cycle(pool), size), 1):
        episode = n > 20 and n % 5 == 0
        kind = "episodic" if episode else "semantic"
        scope = "constraint" if n <= 5 else "event" if episode else "fact"
        key = "hobby" if 5 < n <= 20 else ""
        said = now - timedelta(minutes=n)
        words = f"{text} No. {n}"
        yield (
            *(f"mem_{number}{n:0>11x}", person.id, words, kind, scope, "self", "", key, "", "user"),
            *(
                5,
                1.0,
                said,
                said,
                False,
                f"{number}-{n}",
                0,
                0,
                plain(moved(vector, numbers)),
                model,
            ),
        )


def talk(person, pool: list, numbers) -> None:
    """Turns that can be searched, some of which sound like a change or an instruction; an open
    question; a follow-up that is due."""
    from django.utils import timezone

    from memory.models import Claim, FollowUp, Memory, ReviewItem, Session, Turn

    now = timezone.now()
    turns = []
    for number, (text, vector, model) in enumerate(islice(cycle(pool), TURNS)):
        if number % IN_SESSION == 0:
            session = Session.objects.create(subject=person, external_id=f"{number // IN_SESSION}")
        user = number % 2 == 0
        turn = Turn(
            session=session,
            number=number % IN_SESSION + 1,
            role="user" if user else "assistant",
            content=text,
            created_at=now - timedelta(hours=TURNS - number),
            embedding=list(moved(vector, numbers)),
            embedding_model=model,
            standing_likelihood=(0.7 if number % 100 == 0 else 0.01) if user else None,
            change_likelihood=(0.7 if number % 40 == 2 else 0.01) if user else None,
        )
        turns.append(turn)
    Turn.objects.bulk_create(turns)
    memory = Memory.objects.filter(subject=person, scope="fact").order_by("id")[0]
    claim = Claim.objects.create(
        subject=person, content="User sold the canoe.", said_at=now, state=Claim.State.WAITING
    )
    ReviewItem.objects.create(subject=person, claim=claim, memory=memory, reason="near_miss")
    FollowUp.objects.create(subject=person, question="How was the concert?", due_date=person.today)


def moved(vector, numbers):
    """A vector of unit length near that one."""
    near = vector + numbers.normal(scale=MOVED, size=vector.size)
    return near / np.linalg.norm(near)


def plain(vector) -> str:
    return "[" + ",".join(map("{:.6f}".format, vector)) + "]"


# Measuring ----------------------------------------------------------------------------------------


def measure(person, vectors: dict, rounds: int) -> tuple[Medians, Medians]:
    """The bare query and the context, one after the other in each round."""
    from memory import read_path

    def bare(question: str) -> None:
        vector = vectors[question]
        ask(BARE, [vector.literal, person.id, vector.model])

    def whole(question: str) -> None:
        read_path.build_context(person, query=question, session=LAST_SESSION).as_dict()

    with patch.object(read_path, "embed", lambda texts: [vectors[text] for text in texts]):
        first, second = in_turn((bare, whole), rounds)
    return first, second


def floor(person, vectors: dict, statements: int, rounds: int) -> Iterator[tuple[str, Medians]]:
    """What a context cannot go below, by its name."""
    from django.db import connection

    from memory.recall.statements import fetch

    def prepared(_: str) -> None:
        for _number in range(statements):
            fetch("SELECT 1")

    def alone(_: str) -> None:
        for _number in range(statements):
            connection.connection.execute("SELECT 1").fetchall()

    def turns(question: str) -> None:
        vector = vectors[question]
        ask(BARE_TURNS, [vector.literal, person.id, vector.model])

    names = (
        f"{statements} statements SELECT 1 as a context asks them",
        f"{statements} statements SELECT 1 through psycopg alone",
        f"the bare query over {TURNS} turns",
    )
    yield from zip(names, in_turn((prepared, alone, turns), rounds), strict=True)


def ask(sql: str, values: list[str]) -> None:
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        cursor.fetchall()


def in_turn(acts: Sequence[Callable[[str], None]], rounds: int) -> list[Medians]:
    """Each act once in each round, with that round's question."""
    kept: list[list[Medians]] = [[] for _ in acts]
    for number, question in enumerate(islice(cycle(QUESTIONS), rounds + WARM_UP)):
        for taken, act in zip(kept, acts, strict=True):
            spent = timed(act, question)
            if number >= WARM_UP:  # the first ones fill caches
                taken.append(spent)
    return [median(taken) for taken in kept]


LAST_SESSION = str(TURNS // IN_SESSION - 1)


def median(rounds: list[Medians]) -> Medians:
    return Medians(
        statistics.median(one.passed for one in rounds),
        statistics.median(one.at_work for one in rounds),
        statistics.median(one.answering for one in rounds),
    )


def timed(act: Callable[[str], None], question: str) -> Medians:
    asking, answering, start = time.process_time(), answered(), time.perf_counter()
    act(question)
    passed = time.perf_counter() - start
    asking, answering = time.process_time() - asking, answered() - answering
    return Medians(1000 * passed, 1000 * (asking + answering), 1000 * answering)


def answered() -> float:
    """Seconds that this connection's PostgreSQL process has had a CPU."""
    from django.db import connection

    connection.ensure_connection()
    process = Path("/proc", str(connection.connection.info.backend_pid), "schedstat")
    return int(process.read_text().split()[0]) / 1e9


def sizes_of(person, vectors: dict) -> tuple[int, int]:
    """Queries and tokens of the context for the first question."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from memory import read_path

    with (
        patch.object(read_path, "embed", lambda texts: [vectors[text] for text in texts]),
        CaptureQueriesContext(connection) as asked,
    ):
        block = read_path.build_context(person, query=QUESTIONS[0], session=LAST_SESSION)
    return len(asked), block.tokens


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument(
        "--sizes", type=lambda text: [int(n) for n in text.split(",")], default=[100, 1_000, 10_000]
    )
    parser.add_argument("--others", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--walled", action="store_true")
    with own_postgres(durable=False):
        run(parser.parse_args())
