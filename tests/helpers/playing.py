"""Programs that play many tables of a real server at once, and what has to be stored of that afterwards."""

import random
import threading

from hanlin.client import Client, Late
from hanlin.core.position.game import games
from hanlin.server.db import DOWNTIME
from hanlin.server.tables.service import Tables

GAMES = ("year_of_the_dragon", "china", "forbidden_city")
CLOCKS = {"kind": "live", "base": 864000, "increment": 5}


class Players:
    """A program for each seat of one table, in one thread: they play on through failures and note what was acknowledged.

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

    def play(self, until, pause=0.01):
        """Play until the event is set or the game is over; ``pause``: seconds between two requests."""
        try:
            while not until.is_set():
                for client in self.clients:
                    state = client.state(self.table)
                    if state.state == "over":
                        return
                    if state.actor == state.seat:
                        self._move(client, state)
                until.wait(pause)
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


def played_on(tables):
    """A condition: since now, every table had another action acknowledged or ended."""
    before = [len(each.acknowledged) for each in tables]
    return lambda: all(e.ended.is_set() or len(e.acknowledged) > n for e, n in zip(tables, before, strict=True))


def check_stored(played, store):
    """Assert that everything acknowledged is stored once and in order, and that each table can be derived again."""
    tables = Tables(store, games())
    for each in played:
        entries = store.entries(each.table)
        assert [entry.number for entry in entries] == list(range(len(entries)))
        for number, seat, action in each.acknowledged:
            # A restart may note a downtime first; what was shown before it still holds.
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
