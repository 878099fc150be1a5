"""No sample of what people said in the planner's statistics.

PostgreSQL's ANALYZE keeps some values of each column in `pg_statistic`, where `pg_stats` shows them
to the table's owner, and where they stay after the rows are gone: until the next ANALYZE, and for
good where no row is left. Nothing is looked up by those columns alone, so the planner does without.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.db import connection
from psycopg import sql

from memory.forget.register import PERSONAL, model_of

CLEARS_SINCE = 180_000
"""The version of PostgreSQL from which on samples that were taken before can be removed."""


def columns() -> Iterator[tuple[str, str]]:
    """Every table and column that may hold what somebody said, as words or as a vector."""
    for label, place in PERSONAL.items():
        meta = model_of(label)._meta
        column_of = {field.name: str(field.column) for field in meta.concrete_fields}
        made = (name for name, _ in (*place.vectors, *place.words))
        for name in (*place.columns, *made):
            yield meta.db_table, column_of[name]


def keep_none() -> None:
    """Let ANALYZE take no samples of them, and remove those that it took. Safe to run twice."""
    with connection.cursor() as cursor:
        for table, column in columns():
            names = {"table": sql.Identifier(table), "column": sql.Identifier(column)}
            cursor.execute(
                sql.SQL("ALTER TABLE {table} ALTER COLUMN {column} SET STATISTICS 0").format(
                    **names
                )
            )
            if connection.pg_version >= CLEARS_SINCE:  # type: ignore[attr-defined]
                cursor.execute(
                    "SELECT pg_clear_attribute_stats(current_schema(), %s, %s, false)",
                    [table, column],
                )


def after_migrate(*, plan: Sequence[object] = (), **_: object) -> None:
    """Django's signal after `migrate`: new columns are treated like the others."""
    if plan:
        keep_none()
