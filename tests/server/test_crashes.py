"""The server is killed at random moments under load: every acknowledged action is there once, and everybody goes on."""

import os
import random
import threading
import time

from serving import Process

from hanlin.client import Client, Late
from hanlin.server.store import Store

KILLS = int(os.environ.get("HANLIN_KILLS", "2"))
TABLES = int(os.environ.get("HANLIN_TABLES", "5"))
GAMES = ("year_of_the_dragon", "china", "forbidden_city")


class Players:
    """A program for each seat of one table, in one thread: they play on whatever happens, and note what was acknowledged."""

    def __init__(self, url, seed):
        self.rng = random.Random(seed)
        self.clients = [Client.guest(url, f"P{seat}") for seat in range(2)]
        players = {"players": 3, "seats": ["me", "open", "bot:random"]}
        self.table = self.clients[0].create(GAMES[seed % 3], **players).id
        self.clients[1].join(self.table)
        self.acknowledged = []
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


def test_3_nothing_acknowledged_is_lost_when_the_server_is_killed(tmp_path):
    server, done = Process(tmp_path), threading.Event()
    server.start()
    tables = [Players(server.url, seed) for seed in range(TABLES)]
    threads = [threading.Thread(target=each.play, args=(done,)) for each in tables]
    for thread in threads:
        thread.start()
    moment = random.Random("moments")
    try:
        for _ in range(KILLS):
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
        server.kill()
    assert [each.error for each in tables] == [None] * TABLES
    store = Store.in_folder(tmp_path)
    for each in tables:
        entries = store.entries(each.table)
        assert [entry.number for entry in entries] == list(range(len(entries)))
        for number, seat, action in each.acknowledged:
            assert (entries[number].actor, entries[number].action) == (seat, action)
        commands = [entry.client for entry in entries if entry.client]
        assert len(commands) == len(set(commands)) >= len(each.acknowledged)
    store.close()


def wait_until(condition, seconds=120):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.02)
