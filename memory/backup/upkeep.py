"""The database for a command: the one that is named, the one that runs, or started for a while."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from memory.supervisor.account import service_account
from memory.supervisor.endpoints import read_endpoints
from memory.supervisor.errors import SupervisorError
from memory.supervisor.folders import cluster_folder, locked, prepare_folders, refuse_foreign
from memory.supervisor.postgres import Postgres
from memory.supervisor.variables import refuse_misnamed


@contextmanager
def database_url(
    data: Path, environ: Mapping[str, str], *, alone: bool, make: bool = False
) -> Iterator[str]:
    """The URL of the database that DATABASE_URL names, or of the embedded one.

    alone: nothing else may run on the data folder. make: an embedded one that does not exist yet
    is made. Raises SupervisorError.
    """
    refuse_misnamed(environ)
    if named := environ.get("DATABASE_URL"):
        yield named
        return
    running = read_endpoints(data)
    if running is not None and running.database_url and not alone:
        yield running.database_url
        return
    if not make and not cluster_folder(data).exists():
        raise SupervisorError(
            f"There is no database in {data} yet: start with `make run`, or set PALIMPSEST_DATA."
        )
    refuse_foreign(data)
    with locked(data):
        account = service_account(cluster_folder(data), environ)
        postgres = Postgres(prepare_folders(data, account), account)
        try:
            postgres.start()
            postgres.wait()
            yield postgres.url
        finally:
            postgres.stop()
