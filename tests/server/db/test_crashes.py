"""The server is killed at random moments under load: every acknowledged action is there once, and everybody goes on."""

import os
import random
import threading
import time
from contextlib import contextmanager

import pytest

from hanlin.client import Client, Late
from hanlin.core.position.game import games
from hanlin.server.db import DOWNTIME, Store
from hanlin.server.tables.service import Tables
from helpers.postgres import postgresql
from helpers.serving import Process

KILLS = int(os.environ.get("HANLIN_KILLS", "2"))
TABLES = int(os.environ.get("HANLIN_TABLES", "5"))
DATABASES = ["sqlite", "postgresql"][: int(os.environ.get("HANLIN_DATABASES", "1"))]
GAMES = ("year_of_the_dragon", "china", "forbidden_city")
CLOCKS = {"kind": "live", "base": 864000, "increment": 5}


class Players:
    """A program for each seat of one table, in one thread: they play on whatever happens, and note what was acknowledged.

    Every other table has clocks, and its players talk. The two sit at different processes where there are several.
    """

    def __init__(self, urls, seed):
        self.rng = random.Random(seed)
        self.clients = [Client.guest(urls[seat % len(urls)], f"P{seat}") for seat in range(2)]
        self.talks = bool(seed % 2)
        players = {"players": 3, "seats": ["me", "open", "bot:random"], "time": CLOCKS if self.talks else None}
        self.table = self.clients[0]._http.post("/api/tables", json={"game": GAMES[seed % 3], **players}).json()["id"]
        self.clients[1].join(self.table)
        self.acknowledged, self.said = [], []
        self.error = None
        self.ended = threading.Event()

    def play(self, until):
        try:
            while not until.is_set():
                for client in self.clients:
                    state = client.state(self.table)
                    if state.state == "over":
                        return
                    if state.actor == state.seat:
                        self._move(client, state)
                time.sleep(0.01)
        except Exception as error:
            self.error = error
        finally:
            self.ended.set()

    def _move(self, client, state):
        action = self.rng.choice(state.legal)
        try:
            after = client.play(state, action)
        except Late:
            return
        assert after.number > state.number
        self.acknowledged.append((state.number, state.seat, action))
        if self.talks and len(self.acknowledged) % 5 == 0:
            text = f"after {action}"
            client.say(self.table, text)
            self.said.append((state.seat, text))


@contextmanager
def processes(kind, folder):
    """The processes of a server that is one on a file, two on a PostgreSQL, and a way to open its store."""
    if kind == "sqlite":
        yield [Process(folder)], lambda: Store.in_folder(folder)
        return
    with postgresql() as address:
        yield [Process(folder, f"{address}/postgres") for _ in range(2)], lambda: Store.at(f"{address}/postgres")


@pytest.mark.timeout(300 + 60 * KILLS)
@pytest.mark.parametrize("kind", DATABASES)
def test_no_acknowledged_move_is_lost_when_the_server_is_killed(kind, tmp_path):
    with processes(kind, tmp_path) as (servers, store):
        for server in servers:
            server.start()
        check(play_on(servers), store())


def play_on(servers):
    """Tables at which is played while the processes are killed one by one; the tables afterwards."""
    done = threading.Event()
    tables = [Players([server.url for server in servers], seed) for seed in range(TABLES)]
    threads = [threading.Thread(target=each.play, args=(done,)) for each in tables]
    for thread in threads:
        thread.start()
    moment = random.Random("moments")
    try:
        for n in range(KILLS):
            server = servers[n % len(servers)]
            before = [len(each.acknowledged) for each in tables]
            wait_until(
                lambda before=before: all(
                    e.ended.is_set() or len(e.acknowledged) > n for e, n in zip(tables, before, strict=True)
                )
            )
            time.sleep(moment.uniform(0, 0.3))
            server.kill()
            server.start()
        before = [len(each.acknowledged) for each in tables]
        wait_until(lambda: all(e.ended.is_set() or len(e.acknowledged) > n for e, n in zip(tables, before, strict=True)))
    finally:
        done.set()
        for thread in threads:
            thread.join(90)
        for server in servers:
            server.kill()
    assert [each.error for each in tables] == [None] * TABLES
    return tables


def check(played, store):
    """What is stored of the tables is what was acknowledged, each thing once and in order, and can be derived again."""
    tables = Tables(store, games())
    for each in played:
        entries = store.entries(each.table)
        assert [entry.number for entry in entries] == list(range(len(entries)))
        for number, seat, action in each.acknowledged:
            # A restart notes its downtime before the move that was sent to the server before it.
            entry = next(entry for entry in entries[number:] if entry.kind != DOWNTIME)
            assert (entry.actor, entry.action) == (seat, action)
        commands = [entry.client for entry in entries if entry.client]
        assert len(commands) == len(set(commands)) >= len(each.acknowledged)
        said = [(message.seat, message.text) for message in store.messages(each.table, "table", 10**6)]
        assert not set(each.said) - set(said)
        table = tables.open(each.table)
        assert (table.stuck, table.number) == (False, len(entries))
        assert (table.clocks is not None) == each.talks
        assert not each.talks or all(0 <= left <= 864000 + 5 * table.ply for left in table.clocks.left)
    store.close()


def wait_until(condition, seconds=120):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.02)
