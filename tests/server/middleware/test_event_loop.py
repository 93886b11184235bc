"""The event loop never blocks: neither for the database, nor for a long computation."""

from __future__ import annotations

import asyncio
import gc
import secrets
import threading
import time
import traceback
from contextlib import contextmanager

import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher
from litestar.testing import TestClient

from hanlin.client import Client
from hanlin.server.accounts import passwords
from hanlin.server.accounts.tokens import People
from hanlin.server.asgi import attach_services, make_services
from hanlin.server.db.group_commit import Appender
from hanlin.server.db.prepared import PreparedQuery
from hanlin.server.notifications.pubsub import PubSub
from helpers.programs import Program
from helpers.serving import served
from lanterns import GAME

PASSWORD = "seven lanterns"


def in_event_loop():
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


@contextmanager
def watched(monkeypatch):
    """Uses of the database in the thread of an event loop."""
    found = []

    def note(*_about):
        if in_event_loop():
            found.append("".join(traceback.format_stack(limit=12)))

    def noting(method):
        def noted(*given):
            note()
            return method(*given)

        return noted

    for where, name in ((Appender, "append"), (PreparedQuery, "first")):
        monkeypatch.setattr(where, name, noting(getattr(where, name)))
    events = [(sa.Engine, "before_cursor_execute"), (sa.pool.Pool, "checkout")]
    for where, name in events:
        sa.event.listen(where, name, note)
    try:
        yield found
    finally:
        for where, name in events:
            sa.event.remove(where, name, note)


@pytest.fixture
def client(routes, tmp_path, monkeypatch):
    """A browser at a server without a cache of tokens: each is looked up, and each use is stored."""
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    monkeypatch.setattr(People, "cached_caller", lambda *_: None)
    monkeypatch.setattr(People, "_remembered", lambda *_: None)
    monkeypatch.setattr(People, "_is_to_be_noted", lambda *_: True)
    with TestClient(attach_services(routes, make_services(tmp_path, {"lanterns": GAME}, worker=False))) as client:
        yield client


def asked(app, table, token):
    """Each route of an application, with a method and an address that fits."""
    fits = {
        "table_id": table, "name": "lanterns", "code": "de", "number": "1", "what": "stop", "token": token, "build": "0",
        "game": "lanterns", "seat": "0", "ply": "0", "key": "a", "page": "a",
    }  # fmt: skip
    for route in app.routes:
        path = route.path_format
        for each in getattr(route, "path_parameters", {}):
            path = path.replace(f"{{{each}}}", fits.get(each, "1"))
        for method in sorted(getattr(route, "methods", ())):
            yield method, path


def test_no_route_asks_the_database_in_the_event_loop(client, monkeypatch):
    """Each route, without a token, for a guest, for an account and for a program, with a body of either kind."""
    ann, ben = Program(client, "Ann"), Program(client, "Ben")
    table = ann.set_up("me", "open", time={"kind": "live", "base": 600, "increment": 5})["id"]
    ben.post(f"/api/tables/{table}/join", {})
    signed_in = client.post("/api/accounts", json={"name": "Cleo", "password": PASSWORD}).json()["token"]
    callers = [{}, ann.headers, {"authorization": "Bearer nobody"}, {"cookie": "hanlin-key=a"}]
    callers.append({"cookie": f"hanlin-account={signed_in}"})
    command = {"seat": 0, "number": 1, "action": "skip", "client": secrets.token_hex(8)}
    walked = 0
    with watched(monkeypatch) as found:
        for method, path in asked(client.app, table, "token"):
            for headers in callers:
                bodies = [{}] if method in ("GET", "HEAD", "OPTIONS") else [{"json": command}, {"data": {"name": "A"}}, {}]
                for body in bodies:
                    client.cookies.clear()
                    client.request(method, path, headers=headers, follow_redirects=False, **body)
                    walked += 1
    assert walked > 300
    assert found == []


def test_no_command_asks_the_database_in_the_event_loop(client, monkeypatch):
    """The life of a table: set up, joined, played, chat, views, by programs and browsers, news."""
    with watched(monkeypatch) as found:
        ann, ben = Program(client, "Ann"), Program(client, "Ben")
        table = ann.set_up("me", "open", time={"kind": "live", "base": 600, "increment": 5})["id"]
        assert ben.post(f"/api/tables/{table}/join", {}).status_code < 300
        for _turn in range(4):
            for who in (ann, ben):
                state = who.state(table)
                if state["actor"] == state["seat"]:
                    assert who.play(table, state["legal"][0]).status_code == 200
                    client.get(f"/t/{table}/view", headers=who.headers)
                    ben.post(f"/api/tables/{table}/chat", {"text": "Well played"})
        ann.post(f"/api/tables/{table}/resign", {"seat": 0, "number": ann.state(table)["number"], "client": "x"})
        client.cookies.clear()
        page = client.post("/new/lanterns", data={"players": "2", "seat0": "person", "seat1": "person", "pause": "0"})
        assert page.status_code == 200
        client.get(f"/t/{table}")
        for address in (f"/news?table={table}", "/news"):
            with client.websocket_connect(address, headers=ann.headers) as socket:
                socket.receive_text()
    assert found == []


def test_the_watch_finds_what_it_looks_for(store, monkeypatch):
    """The tests above can fail."""

    async def ask():
        store.name_of("nobody")

    with watched(monkeypatch) as found:
        store.name_of("nobody")
        assert found == []
        asyncio.run(ask())
    assert found


async def note_turns(turns):
    """Note how long the event loop computes until this task has its turn again: in CPU time, whatever else the machine does."""
    while True:
        began = time.thread_time()
        await asyncio.sleep(0.005)
        turns.append(time.thread_time() - began)


def test_the_event_loop_answers_while_tables_are_busy(tmp_path, monkeypatch):
    """Views, states, moves, long forms and large pages, by several at a time: it is never stuck in one of them."""
    turns, tasks = [], []
    begin = PubSub.start

    def started(self):
        begin(self)
        tasks.append(asyncio.get_running_loop().create_task(note_turns(turns)))

    monkeypatch.setattr(PubSub, "start", started)
    with served(tmp_path) as address:
        players = [Client.guest(address, f"P{n}") for n in range(4)]
        table = players[0].create("china", 4, seats=["me", "open", "open", "open"]).id
        for player in players[1:]:
            player.join(table)
        turns.clear()
        # A collection goes over all that other tests of this process have made.
        gc.disable()
        threads = [threading.Thread(target=play, args=(player, table)) for player in players]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        gc.enable()
        for player in players:
            player.close()
    # Five milliseconds at most, as measured; a computation in the loop takes hundreds.
    assert turns
    assert max(turns) < 0.1


def play(player, table):
    for _round in range(15):
        state = player.state(table)
        if state.actor == state.seat and state.legal:
            player.play(state, state.legal[0])
        player._http.get(f"/t/{table}/view", headers={"accept-encoding": "gzip"})
        player._http.get(f"/t/{table}")
        player._http.post(
            "/setup/china", content="a=" + "%41b" * 20000, headers={"content-type": "application/x-www-form-urlencoded"}
        )
