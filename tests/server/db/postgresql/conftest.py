"""A PostgreSQL server, and a new database on it for each test."""

from __future__ import annotations

import pytest

from hanlin.server.db import Store
from helpers.postgres import new_database, postgresql


@pytest.fixture(scope="session")
def server():
    with postgresql() as address:
        yield address


@pytest.fixture
def database(server):
    return new_database(server)


@pytest.fixture
def store(database):
    store = Store.at(database)
    yield store
    store.close()
