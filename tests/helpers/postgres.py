"""A PostgreSQL of the tests' own, in a folder that goes with them. It runs as somebody who is not root, as it insists on."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import tempfile
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa

from helpers.serving import free_port

USER = "postgres"


def program(name):
    """A program of PostgreSQL's: Debian keeps them in a folder for each version."""
    found = shutil.which(name) or next(map(str, sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)), None)
    if found is None:
        if os.environ.get("CI") == "true":
            pytest.fail("The tests need PostgreSQL: install it (apt-get install postgresql).")
        pytest.skip("PostgreSQL is not installed, so nothing was tested on it.")
    return found


def run(*words, cwd):
    """Run a program as the user that owns the database."""
    as_user = ["runuser", "-u", USER, "--"] if os.geteuid() == 0 else []
    subprocess.run([*as_user, *map(str, words)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT, cwd=cwd)


@contextmanager
def postgresql(*, synced=False):
    """The address of the server, without a database's name. ``synced``: whether it waits for the disk, as a real one does."""
    control, initdb = program("pg_ctl"), program("initdb")
    folder = Path(tempfile.mkdtemp(prefix="hanlin-postgresql-"))
    try:
        if os.geteuid() == 0:
            shutil.chown(folder, USER)
        data = folder / "data"
        run(initdb, "-D", data, "-U", USER, "-A", "trust", "--no-sync", "-E", "UTF8", cwd=folder)
        port = free_port()
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync={'on' if synced else 'off'}"
        run(control, "-D", data, "-w", "-l", folder / "log", "-o", options, "start", cwd=folder)
        try:
            yield f"postgresql://{USER}@127.0.0.1:{port}"
        finally:
            run(control, "-D", data, "-m", "immediate", "stop", cwd=folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


_number = itertools.count(1)


def new_database(server: str) -> str:
    """The address of a new, empty database of a server."""
    name = f"hanlin{next(_number)}"
    engine = sa.create_engine(f"{server.replace('postgresql', 'postgresql+psycopg')}/postgres", isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        connection.execute(sa.text(f"CREATE DATABASE {name}"))
    engine.dispose()
    return f"{server}/{name}"
