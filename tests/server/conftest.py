"""Tables of the fake game, and a browser."""

from __future__ import annotations

import re
import secrets
import sqlite3
from contextlib import closing

import anyio
import pytest
import sqlalchemy as sa
from litestar.testing import TestClient, websocket_test_session

from hanlin.server.asgi import attach_services, make_routes, make_services
from hanlin.server.db import Store, migrations
from hanlin.server.tables.service import Tables
from hanlin.server.uploads import service
from helpers.people import persons
from helpers.programs import Program
from lanterns import GAME


class Browser:
    """A browser's cookies, its table and what it knows of it."""

    def __init__(self, client):
        self.client = client
        self.page = None

    def open(self, path, **query):
        self.page = self.client.get(path, params=query)
        return self.page.text

    def set_up(self, **form):
        """Set up a table of the fake game; by default for two persons."""
        fields = {"players": "2", "seat0": "person", "seat1": "person", "pause": "0", **form}
        self.page = self.client.post("/new/lanterns", data=fields)
        assert self.page.status_code == 200, self.page.text
        self.table = re.search(r'data-table="(\w+)"', self.page.text)[1]
        return self.table

    @property
    def number(self):
        return int(re.search(r'data-number="(\d+)"', self.page.text)[1])

    @property
    def actions(self):
        """The actions that the page's choices offer."""
        return re.findall(r'<button[^>]*\sdata-action="([^"]+)"', self.page.text)

    def send(self, path, seat=0, action="", number=None, client=None, ply=None, **query):
        command = {
            "seat": seat,
            "number": self.number if number is None else number,
            "client": client or secrets.token_hex(8),
            "action": action,
            "ply": ply,
        }
        self.page = self.client.post(f"/t/{self.table}/{path}", json=command, params=query)
        return self.page

    def play(self, action, seat=0, **more):
        return self.send("play", seat, action, **more)

    def undo(self, seat=0, **more):
        return self.send("undo", seat, **more)


@pytest.fixture(scope="session", autouse=True)
def layout(tmp_path_factory):
    """The layout is made once, one migration after another, and copied into each new file."""
    folder, upgrade = tmp_path_factory.mktemp("layout"), migrations.upgrade
    Store.in_folder(folder).close()

    def copy(engine):
        if engine.dialect.name != "sqlite" or sa.inspect(engine).get_table_names():
            upgrade(engine)
            return
        with closing(sqlite3.connect(folder / "hanlin.sqlite3")) as made, engine.connect() as connection:
            made.backup(connection.connection.driver_connection)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(migrations, "upgrade", copy)
        yield


@pytest.fixture(scope="session", autouse=True)
def patience():
    """Replace time limits by generous ones, so that a busy machine fails no test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(service, "PATIENCE", 200.0)
        yield


@pytest.fixture(scope="session", autouse=True)
def _sockets_wait_in_peace():
    """A socket of Litestar's test client asks for the next message without a pause: a few of them take a whole core."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(websocket_test_session, "sleep", lambda _seconds: anyio.sleep(0.005))
        yield


@pytest.fixture(scope="session")
def routes():
    """The routes of all servers of these tests; the services of one test after another are attached."""
    return make_routes()


@pytest.fixture
def app(routes, tmp_path):
    return attach_services(routes, make_services(tmp_path, {"lanterns": GAME}, worker=False))


@pytest.fixture
def client(app):
    with TestClient(app) as client:
        yield client


@pytest.fixture
def ann(client):
    return Program(client, "Ann")


@pytest.fixture
def ben(client):
    return Program(client, "Ben")


@pytest.fixture
def browser(client):
    return Browser(client)


@pytest.fixture
def stranger(app, client):
    """Another browser at the same server."""
    other = TestClient(app)
    other.blocking_portal = client.blocking_portal
    return Browser(other)


@pytest.fixture
def store(tmp_path):
    store = Store.in_folder(tmp_path)
    yield store
    store.close()


@pytest.fixture
def tables(store, tmp_path):
    return Tables(store, {"lanterns": GAME})


@pytest.fixture
def table(tables):
    return tables.create(GAME, persons(), {}, {}, pause=0, seed="a secret")
