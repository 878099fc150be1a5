"""The database of a URL, and the one beside it into which a backup is restored.

A backup is never restored over the database that answers. It is restored into a database beside
it, where what was erased since is erased again; then the two change their names in one
transaction. Killed at any moment before that, the server still has the present one; killed after,
it has one in which all is erased.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any
from urllib.parse import unquote, urlsplit

import psycopg
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from memory.backup.errors import BackupError

BESIDE = "_restoring"
REPLACED = "_replaced"
MAINTENANCE = ("postgres", "template1")


def name_of(url: str) -> str:
    """The database's name."""
    return unquote(urlsplit(url).path.lstrip("/"))


def beside(url: str, ending: str = BESIDE) -> str:
    """The URL of the database beside it."""
    return urlsplit(url)._replace(path=f"/{name_of(url)}{ending}").geturl()


def for_programs(url: str) -> tuple[str, dict[str, str]]:
    """A connection string for PostgreSQL's programs, and the environment with the password: every
    user of a machine may read a program's arguments."""
    told = {name: str(value) for name, value in conninfo_to_dict(url).items()}
    password = told.pop("password", "")
    return make_conninfo("", **told), {"PGPASSWORD": password} if password else {}


def server_version(url: str) -> int:
    """PostgreSQL's major version."""
    with _maintenance(url) as connection:
        return connection.info.server_version // 10_000


def exists(url: str) -> bool:
    """Whether there is such a database."""
    with _maintenance(url) as connection:
        return _exists(connection, name_of(url))


def has_table(url: str, table: str) -> bool:
    """Whether the database has the table; False also where there is no such database."""
    if not exists(url):
        return False
    with psycopg.connect(url) as connection:
        row = connection.execute("SELECT to_regclass(%s)", [table]).fetchone()
    return bool(row and row[0])


def refuse_in_use(url: str) -> None:
    """Raises BackupError where anybody else is connected to the database."""
    with _maintenance(url) as connection:
        row = connection.execute(
            "SELECT count(*) FROM pg_stat_activity "
            "WHERE datname = %s AND backend_type = 'client backend'",
            [name_of(url)],
        ).fetchone()
    if row and row[0]:
        raise BackupError(
            f"The database is in use by {row[0]} connections: stop the web server, the workers "
            "and beat on every machine, and try again."
        )


@contextmanager
def new_beside(url: str) -> Iterator[str]:
    """A new, empty database beside; its URL. It is dropped where the block fails."""
    name = name_of(url) + BESIDE
    with _maintenance(url) as connection:
        try:
            _drop(connection, name)
            connection.execute(
                sql.SQL("CREATE DATABASE {} TEMPLATE template0").format(sql.Identifier(name))
            )
        except psycopg.errors.InsufficientPrivilege as error:
            raise BackupError(
                "The database's user may not create the database into which the backup is "
                f'restored: let an administrator run ALTER ROLE "{connection.info.user}" CREATEDB.'
            ) from error
        except psycopg.errors.ObjectInUse as error:
            raise BackupError("Another restore is running.") from error
    try:
        with psycopg.connect(beside(url)):  # so that `drop_leftovers` does not take it for one
            yield beside(url)
    except BaseException:
        with _maintenance(url) as connection:
            _drop(connection, name, force=True)
        raise


def swap(url: str) -> None:
    """Let the database beside take the place of the present one, which is dropped.

    Raises BackupError, with nothing changed, where somebody is connected to the present one.
    """
    name = name_of(url)
    with _maintenance(url) as connection:
        _drop(connection, name + REPLACED)
        try:
            with connection.transaction():
                if _exists(connection, name):
                    _rename(connection, name, name + REPLACED)
                _rename(connection, name + BESIDE, name)
        except psycopg.errors.ObjectInUse as error:
            _drop(connection, name + BESIDE, force=True)
            raise BackupError(
                "Somebody connected to the database meanwhile, so it was left as it is: stop the "
                "web server, the workers and beat on every machine, and try again."
            ) from error
        _drop(connection, name + REPLACED, force=True)


def drop_leftovers(url: str) -> None:
    """Drop what a restore that was killed left behind: it may hold what was erased since.

    One that still runs is connected to its database, which is then left alone.
    """
    with suppress(psycopg.Error, BackupError), _maintenance(url) as connection:
        for ending in (BESIDE, REPLACED):
            with suppress(psycopg.Error):
                _drop(connection, name_of(url) + ending)


@contextmanager
def _maintenance(url: str) -> Iterator[psycopg.Connection[Any]]:
    """A connection to the server that keeps none of these databases busy."""
    error: psycopg.OperationalError | None = None
    for name in MAINTENANCE:
        try:
            connection = psycopg.connect(url, dbname=name, autocommit=True)
        except psycopg.OperationalError as refused:
            error = refused
            continue
        with connection:
            yield connection
        return
    raise BackupError(
        "The database server does not answer: check that it runs, and the address, user and "
        "password in DATABASE_URL."
    ) from error


def _exists(connection: psycopg.Connection[Any], name: str) -> bool:
    found = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
    return found.fetchone() is not None


def _drop(connection: psycopg.Connection[Any], name: str, *, force: bool = False) -> None:
    statement = sql.SQL("DROP DATABASE IF EXISTS {}" + (" WITH (FORCE)" if force else ""))
    connection.execute(statement.format(sql.Identifier(name)))


def _rename(connection: psycopg.Connection[Any], old: str, new: str) -> None:
    connection.execute(
        sql.SQL("ALTER DATABASE {} RENAME TO {}").format(sql.Identifier(old), sql.Identifier(new))
    )
