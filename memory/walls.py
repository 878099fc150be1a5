"""The second wall between workspaces: PostgreSQL's row-level security, for the API's role.

`memory.access` is the first wall, and every query goes through it. Should one of them ever forget
its workspace, the database itself still shows no row of another one: a request of the API runs
as a role without rights of its own, which sees only rows of the workspace that the request named,
and none before it named one. Workers, pages and commands run as the owner of the tables.

The walls follow from the models (`walls_of`): a table with a workspace column is walled by it, any
other by a row that it belongs to. `migrate` raises them anew, so that no table is forgotten.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection, transaction
from django.db.models import ForeignKey, Model
from psycopg import errors, sql

SETTING = "palimpsest.workspace"
_OPENED = sql.SQL("current_setting('palimpsest.workspace', true)")
APPS = ("memory", "review")
NEVER_CHANGED = (
    "memory.Workspace",
    "memory.ApiKey",
    "memory.Membership",
    "memory.HostDoor",
    "review.Invitation",
)
"""Who may come in, and to what: a request of the API changes none of it."""
NEVER_TOLD = ("secret_hash",)
"""What opens a door, in whichever table. A key is looked up before its request steps behind the
wall."""
TOLD_OF_OPERATORS = ("id", "username")
"""Operators stand in leases and answers by their name: the API's role reads that and nothing else
of them, least of all the hash of a password."""


def walls_of(models: Sequence[type[Model]]) -> dict[str, sql.Composable]:
    """Of each table, the condition under which the API's role sees a row of it."""
    walls: dict[type[Model], sql.Composable] = {}
    waiting = list(models)
    while waiting:
        found = {model: wall for model in waiting if (wall := _wall(model, walls)) is not None}
        if not found:
            names = ", ".join(model._meta.label for model in waiting)
            raise ImproperlyConfigured(f"Nothing leads from {names} to a workspace.")
        walls |= found
        waiting = [model for model in waiting if model not in found]
    return {model._meta.db_table: wall for model, wall in walls.items()}


def _wall(model: type[Model], known: dict[type[Model], sql.Composable]) -> sql.Composable | None:
    """The model's condition, from its own columns; None where what it hangs on is not known yet."""
    if model._meta.label == "memory.Workspace":
        return sql.SQL("id = {}").format(_OPENED)
    keys = [field for field in model._meta.concrete_fields if isinstance(field, ForeignKey)]
    for key in keys:
        if key.related_model._meta.label == "memory.Workspace":
            return sql.SQL("{} = {}").format(sql.Identifier(str(key.column)), _OPENED)
    for key in keys:
        # A row that may hang on nothing is not walled by what it hangs on.
        if key.related_model in known and not key.null and key.related_model is not model:
            return sql.SQL("EXISTS (SELECT FROM {} AS above WHERE above.{} = {}.{})").format(
                sql.Identifier(key.related_model._meta.db_table),
                sql.Identifier(str(key.target_field.column)),
                sql.Identifier(model._meta.db_table),
                sql.Identifier(str(key.column)),
            )
    return None


def by_name(relation: str) -> list[str]:
    """What a query leaves out (`defer`) that reaches an operator through `relation` and may run
    as the API's role: all columns but those that it may read."""
    columns = [field.name for field in get_user_model()._meta.concrete_fields]
    return [f"{relation}__{name}" for name in columns if name not in TOLD_OF_OPERATORS]


def walled_models() -> list[type[Model]]:
    """Every model of the project, with the tables between two of them."""
    return [
        model
        for app in APPS
        for model in apps.get_app_config(app).get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy
    ]


def raise_walls() -> None:
    """Make the role, its rights and its policies as the models want them. Safe to run twice.

    Raises ImproperlyConfigured where the database's user may not make the role.
    """
    if not settings.API_ROLE:
        return
    role = sql.Identifier(settings.API_ROLE)
    with transaction.atomic(), connection.cursor() as cursor:
        _ensure_role(cursor, role)
        cursor.execute(sql.SQL("GRANT USAGE ON SCHEMA public TO {}").format(role))
        cursor.execute(sql.SQL("GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {}").format(role))
        walls = walls_of(walled_models())
        for model in walled_models():
            table = model._meta.db_table
            rights = _rights(model)
            for statement in _OF_TABLE:
                cursor.execute(
                    statement.format(
                        table=sql.Identifier(table), role=role, wall=walls[table], rights=rights
                    )
                )
        named = sql.SQL(", ").join(map(sql.Identifier, TOLD_OF_OPERATORS))
        for statement in _OF_OPERATORS:
            cursor.execute(statement.format(role=role, opened=_OPENED, named=named))


def _rights(model: type[Model]) -> sql.Composable:
    """What the role may do with the rows that it sees."""
    if model._meta.label not in NEVER_CHANGED:
        return sql.SQL("SELECT, INSERT, UPDATE, DELETE")
    columns = [str(field.column) for field in model._meta.concrete_fields]
    told = [sql.Identifier(name) for name in columns if name not in NEVER_TOLD]
    return sql.SQL("SELECT ({})").format(sql.SQL(", ").join(told))


_OF_TABLE = (
    # What earlier versions gave goes first.
    sql.SQL("REVOKE ALL ON {table} FROM {role}"),
    sql.SQL("GRANT {rights} ON {table} TO {role}"),
    sql.SQL("ALTER TABLE {table} ENABLE ROW LEVEL SECURITY"),
    sql.SQL("DROP POLICY IF EXISTS api_workspace ON {table}"),
    sql.SQL("CREATE POLICY api_workspace ON {table} TO {role} USING ({wall}) WITH CHECK ({wall})"),
)
_OF_OPERATORS = (
    sql.SQL("REVOKE ALL ON auth_user FROM {role}"),
    sql.SQL("GRANT SELECT ({named}) ON auth_user TO {role}"),
    sql.SQL("ALTER TABLE auth_user ENABLE ROW LEVEL SECURITY"),
    sql.SQL("DROP POLICY IF EXISTS api_workspace ON auth_user"),
    sql.SQL(
        "CREATE POLICY api_workspace ON auth_user FOR SELECT TO {role} USING (EXISTS ("
        "SELECT FROM memory_membership AS above WHERE above.user_id = auth_user.id "
        "AND above.workspace_id = {opened}))"
    ),
)


def _ensure_role(cursor: Any, role: sql.Identifier) -> None:
    cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [settings.API_ROLE])
    try:
        if cursor.fetchone() is None:
            with transaction.atomic():
                cursor.execute(sql.SQL("CREATE ROLE {} NOLOGIN").format(role))
        cursor.execute("SELECT pg_has_role(current_user, %s, 'SET')", [settings.API_ROLE])
        if not cursor.fetchone()[0]:
            cursor.execute(sql.SQL("GRANT {} TO CURRENT_USER").format(role))
    except DatabaseError as error:
        if isinstance(error.__cause__, errors.DuplicateObject | errors.UniqueViolation):
            return  # another database on this server made it in this moment
        raise ImproperlyConfigured(
            f"The database's user may not make the role {settings.API_ROLE}. Let an administrator "
            f"run `CREATE ROLE {settings.API_ROLE} NOLOGIN; GRANT {settings.API_ROLE} TO "
            "<the user of DATABASE_URL>;`, or set PALIMPSEST_API_ROLE to nothing to do without "
            "the second wall."
        ) from error


def after_migrate(*, plan: Sequence[object] = (), **_: object) -> None:
    """Django's signal after `migrate`: the walls follow the tables. They are left alone where
    nothing was migrated, since raising them holds every table: a change of this module needs a
    migration beside it."""
    if plan:
        raise_walls()


def step_behind(workspace_id: str) -> None:
    """From now on this connection sees rows of the workspace and no others."""
    if settings.API_ROLE:
        with connection.cursor() as cursor:
            cursor.execute(
                sql.SQL("SELECT set_config('palimpsest.workspace', {}, false); SET ROLE {}").format(
                    sql.Literal(workspace_id), sql.Identifier(settings.API_ROLE)
                )
            )


def step_out() -> None:
    """The connection is the owner's again. One that cannot be reset is closed: it must not serve
    somebody else from behind the wall, nor stay open with a workspace named."""
    if not settings.API_ROLE or connection.connection is None:
        return
    try:
        with connection.cursor() as cursor:
            cursor.execute("RESET ROLE; SELECT set_config('palimpsest.workspace', '', false)")
    except DatabaseError:
        if connection.in_atomic_block:
            raise  # only in a test's transaction: whoever opened it rolls it back
        connection.close()


@contextmanager
def behind(workspace_id: str) -> Iterator[None]:
    """Within this block the connection sees rows of the workspace and no others."""
    step_behind(workspace_id)
    try:
        yield
    finally:
        step_out()


@contextmanager
def in_front() -> Iterator[None]:
    """Within this block of a request the connection is the owner's: for upkeep of whole tables,
    such as a VACUUM or the scan that follows an erasure. It reads nothing for the caller."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('role'), current_setting(%s, true)", [SETTING])
        role, workspace_id = cursor.fetchone()
    if role in ("none", "") or not workspace_id:
        yield
        return
    step_out()
    try:
        yield
    finally:
        step_behind(workspace_id)
