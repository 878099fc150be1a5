"""How often the turns that answer a question are among those recalled, on LoCoMo, without any LLM.

    python bench/locomo.py ../shared/benchmarks/locomo10.json [--conversations 10]

LoCoMo (Maharana and others, 2024, CC BY-NC 4.0: for evaluation only, and not part of the project) has
ten long conversations of two people and questions, each with the turns that answer it. Printed
is the share of questions of which all such turns are among the first 10, and the first 25, that are
recalled: by the product's own search of raw turns, by BM25 and by the plain cosine of
all-MiniLM-L6-v2, over the same turns with the same words ("Caroline: …", since a turn has a role
and no name). BM25 gets the stems that PostgreSQL makes, without stop words, as the product does.
Starts a PostgreSQL of its own.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from bench.imports import own_postgres  # noqa: E402

CATEGORIES = {
    1: "several hops",
    2: "time",
    3: "world knowledge",
    4: "one hop",
    5: "unanswerable",
}
TOPS = (10, 25)
_PLACE = re.compile(r"D\d+:\d+")
_WHEN = "%I:%M %p on %d %B, %Y"

Ranking = Callable[[str], Sequence[str]]
"""A question to the ids of turns, the best first."""


def run(options: argparse.Namespace) -> None:
    import django

    os.environ["DJANGO_SETTINGS_MODULE"] = "memory.settings"
    os.environ.setdefault("PALIMPSEST_LOG_LEVEL", "WARNING")
    django.setup()
    from django.core.management import call_command

    from memory.models import Workspace

    call_command("migrate", verbosity=0)
    workspace = Workspace.objects.create(name="LoCoMo", slug="locomo")
    samples = json.loads(options.file.read_text(encoding="utf-8"))[: options.conversations]
    counts: dict[str, Counter[tuple[int, int]]] = defaultdict(Counter)
    asked: Counter[int] = Counter()
    for sample in samples:
        subject, places = hear(workspace, sample)
        ways = {"palimpsest": product(subject), "BM25": bm25(subject), "cosine": cosine(subject)}
        for question in sample["qa"]:
            wanted = {place for text in question["evidence"] for place in _PLACE.findall(text)}
            ids = {places[place] for place in wanted if place in places}
            if not ids:
                continue
            asked[question["category"]] += 1
            for name, ranking in ways.items():
                found = ranking(question["question"])
                for top in TOPS:
                    counts[name][question["category"], top] += ids <= set(found[:top])
        print(f"{sample['sample_id']}: {len(places)} turns", file=sys.stderr, flush=True)
    print("\n".join(table(counts, asked)))


def table(counts: dict[str, Counter[tuple[int, int]]], asked: Counter[int]) -> Iterator[str]:
    """A line a category, a column a way and depth."""
    heads = [f"{name} @{top}" for top in TOPS for name in counts]
    yield f"{'all evidence among the first':30}" + "".join(f"{head:>16}" for head in heads)
    for category in [*sorted(asked), None]:
        chosen = [category] if category else sorted(asked)
        of = sum(asked[one] for one in chosen)
        cells = [
            sum(counts[name][one, top] for one in chosen) / of for top in TOPS for name in counts
        ]
        name = f"{CATEGORIES[category] if category else 'all questions'} ({of:,})"
        yield f"{name:30}" + "".join(f"{cell:>16.1%}" for cell in cells)


def hear(workspace: Any, sample: dict[str, Any]) -> tuple[Any, dict[str, str]]:
    """The conversation as a subject's turns with their vectors, and each turn's id by its place."""
    from memory.models import Session, Subject, Turn
    from memory.turn_vectors import embed_turns

    talk = sample["conversation"]
    subject = Subject.objects.create(workspace=workspace, external_id=sample["sample_id"])
    places: dict[str, str] = {}
    numbers = sorted(int(key.split("_")[1]) for key in talk if re.fullmatch(r"session_\d+", key))
    for number in numbers:
        begun = datetime.strptime(talk[f"session_{number}_date_time"], _WHEN).replace(tzinfo=UTC)
        session = Session.objects.create(subject=subject, external_id=str(number))
        rows = [
            Turn(
                session=session,
                number=place,
                role="user" if said["speaker"] == talk["speaker_a"] else "assistant",
                content=f"{said['speaker']}: {said['text']}",
                created_at=begun + timedelta(minutes=place),
            )
            for place, said in enumerate(talk[f"session_{number}"], 1)
        ]
        Turn.objects.bulk_create(rows)
        said_at = zip(talk[f"session_{number}"], rows, strict=True)
        places |= {said["dia_id"]: row.id for said, row in said_at}
        embed_turns(session.id)
    return subject, places


def turns_of(subject: Any) -> Any:
    from memory.models import Turn

    return Turn.objects.filter(session__subject=subject)


def product(subject: Any) -> Ranking:
    """The search of the read path, after the last session."""
    from memory.inference.embeddings import embed
    from memory.recall.statements import SUBJECT
    from memory.recall.time_words import asked_span
    from memory.recall.turn_search import search_turns, searchable

    rows = searchable(turns_of(SUBJECT))
    now = turns_of(subject).latest("created_at").created_at + timedelta(days=1)

    def ranking(question: str) -> list[str]:
        span = asked_span(question, now, subject.zone_info)
        vector = embed([question])[0]
        found = search_turns(rows, question, vector, span=span, subject=subject.id)
        return [one.turn.id for one in found]

    return ranking


def cosine(subject: Any) -> Ranking:
    """The plain cosine of the same vectors."""
    import numpy as np

    from memory.inference.embeddings import embed

    rows = list(turns_of(subject).values_list("id", "embedding"))
    vectors = np.array([np.asarray(vector) for _, vector in rows])

    def ranking(question: str) -> list[str]:
        order = np.argsort(-(vectors @ np.asarray(embed([question])[0].values)), kind="stable")
        return [rows[at][0] for at in order[: max(TOPS)]]

    return ranking


def bm25(subject: Any, *, k1: float = 1.2, b: float = 0.75) -> Ranking:
    """Okapi BM25 (Robertson and Zaragoza 2009) with its usual constants, over stems."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT turn.id, lexeme, cardinality(positions) FROM memory_turn AS turn "
            "JOIN memory_session AS session ON session.id = turn.session_id, unnest(turn.words) "
            "WHERE session.subject_id = %s",
            [subject.id],
        )
        found = cursor.fetchall()
    holding: dict[str, list[tuple[str, int]]] = defaultdict(list)
    lengths: Counter[str] = Counter()
    for turn, lexeme, count in found:
        holding[lexeme].append((turn, count))
        lengths[turn] += count
    mean = sum(lengths.values()) / len(lengths)

    def ranking(question: str) -> list[str]:
        with connection.cursor() as cursor:
            cursor.execute("SELECT lexeme FROM unnest(to_tsvector('english', %s))", [question])
            asked = [lexeme for (lexeme,) in cursor.fetchall()]
        scores: Counter[str] = Counter()
        for lexeme in asked:
            held = holding[lexeme]
            rarity = math.log(1 + (len(lengths) - len(held) + 0.5) / (len(held) + 0.5))
            for turn, count in held:
                share = count + k1 * (1 - b + b * lengths[turn] / mean)
                scores[turn] += rarity * count * (k1 + 1) / share
        return sorted(scores, key=lambda turn: (-scores[turn], turn))[: max(TOPS)]

    return ranking


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("file", type=Path, help="locomo10.json")
    parser.add_argument("--conversations", type=int, default=10, help="only the first ones")
    options = parser.parse_args()
    if not options.file.is_file():
        sys.exit(f"{options.file} is not there: LoCoMo comes with no copy of this project.")
    with own_postgres():
        run(options)
