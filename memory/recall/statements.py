"""The statements of the read path: compiled once, and prepared by the database.

Each context asks for the same rows of another person. What takes time is less to find them than to
say so: Django compiles a queryset, and PostgreSQL plans a statement, anew each time. So a queryset
with the values that differ left open (`Given`) becomes SQL once (`compiled`); and its values are sent
beside it (`fetch`), so that the database keeps the plan for as long as the connection lasts.
"""

from __future__ import annotations

from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.utils import CursorWrapper
from django.db.models import (
    CharField,
    DateField,
    DateTimeField,
    Expression,
    Field,
    Lookup,
    QuerySet,
)
from psycopg import Cursor
from psycopg.sql import Literal
from psycopg.types.datetime import TimestamptzLoader

Row = tuple[Any, ...]


class Given(Expression):
    """In a queryset to be compiled, a value that each `fetch` gives by this name."""

    def __init__(self, name: str, kind: Field[Any, Any]) -> None:
        super().__init__(output_field=kind)
        self.name = name

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        return "%s", [self]


SUBJECT = Given("subject", CharField())
NOW = Given("now", DateTimeField())
TODAY = Given("today", DateField())
SESSION = Given("session", CharField())
BEGIN, AFTER = Given("begin", DateTimeField()), Given("after", DateTimeField())
"""The time that is asked about, its end excluded."""


@Field.register_lookup
class AnyOf(Lookup):
    """`id__any_of=Given("ids", …)`: one of a list, which `in` cannot leave open."""

    lookup_name = "any_of"

    def as_sql(self, compiler: Any, connection: Any) -> Any:
        column, values = self.process_lhs(compiler, connection)
        array, given = self.process_rhs(compiler, connection)
        return f"{column} = ANY({array})", [*values, *given]


def compiled(rows: QuerySet[Any, Any]) -> str:
    """The queryset in SQL, with a named place for each `Given`. All other values stand in it as
    they are, so that partial indexes are found."""
    sql, values = rows.query.sql_with_params()
    return sql.replace("%%", "%%%%") % tuple(map(_place, values))


def _place(value: object) -> str:
    if isinstance(value, Given):
        return f"%({value.name})s"
    return Literal(str(value) if isinstance(value, str) else value).as_string().replace("%", "%%")


def fetch(sql: str, **given: Any) -> list[Row]:
    """The rows of a compiled or written statement; `given` may hold more than it asks for."""
    with _cursor() as cursor:
        cursor.execute(sql, given)
        rows: list[Row] = cursor.fetchall()
    return rows


def _cursor() -> CursorWrapper:
    database = connections[DEFAULT_DB_ALIAS]
    if database.queries_logged:
        return database.cursor()
    # Django's own cursors put the values into the text, which is another statement each time.
    database.ensure_connection()
    bound: Any = Cursor(database.connection)
    # Its own reader of moments is compiled, Django's is not; the connection's zone is UTC for both.
    bound.adapters.register_loader("timestamptz", TimestamptzLoader)
    return database.make_cursor(bound)
