"""Games of the three real ones that were played at random from a fixed seed, and tables that go on from a step of them."""

from __future__ import annotations

from functools import cache

from hanlin.core.jit.rng import below, seeded
from hanlin.core.position.game import game
from hanlin.server.accounts.tokens import key_hash
from hanlin.server.db import Seat
from hanlin.server.routes.deps import KEY
from hanlin.server.uploads.parser_process import Study, read

PERSON = "the key of the person in these tests"
OPTIONS = {"year_of_the_dragon": {"great_wall": True}}


@cache
def random_game(name, players, seed):
    """The last position of a game of random legal actions."""
    rng = seeded(seed, name)
    position = game(name).start(players, **OPTIONS.get(name, {})).settle(rng)
    while not position.over:
        legal = position.legal
        position.play(legal[below(rng, len(legal))]).settle(rng)
    return position


@cache
def kinds_of_decision(name, players, seed):
    """For each kind of decision (the first words of what was legal) a ply of that game with something to choose."""
    end = random_game(name, players, seed)
    found = {}
    position, plies = end.at(0), [ply for ply, (actor, _text) in enumerate(end.moves) if actor >= 0]
    for ply in plies:
        position = end.at(ply)
        kinds = tuple(sorted({action.split()[0] for action in position.legal}))
        if len(position.legal) > 1:
            found.setdefault(kinds, ply)
    return found


class Tables:
    """Tables on a server where the person of the tests is to decide, at any step of a random game."""

    def __init__(self, server):
        self.server = server
        self.owner = key_hash(PERSON)
        self._studies = {}

    def known_to(self, context, **cookies):
        """Lets a browser be that person's."""
        every = {KEY: PERSON, **cookies}
        context.add_cookies([{"name": name, "value": value, "url": self.server.address} for name, value in every.items()])
        return context

    def at(self, name, players, seed, ply, bot="random"):
        """The address of a table whose game continues from that ply; the active player there is the person."""
        end = random_game(name, players, seed)
        tables = self.server.services.tables
        if (name, players, seed) not in self._studies:
            found = read(Study(end.record([""] * players), {}, "en")).found
            self._studies[name, players, seed] = tables.study(found, self.owner).id
        actor = end.moves[ply][0]
        seats = [Seat(kind="person", owner=self.owner) if n == actor else Seat(kind="bot", bot=bot) for n in range(players)]
        table = tables.play_on(tables.open(self._studies[name, players, seed]), ply, seats, self.owner)
        tables.set_pause(table, 0.0)
        return f"{self.server.address}/t/{table.row.id}"

    def finished(self, name, players, seed):
        """The address of a table at which that game has ended, the person among the players."""
        end = random_game(name, players, seed)
        last = max(ply for ply, (actor, _text) in enumerate(end.moves) if actor >= 0)
        address = self.at(name, players, seed, last)
        table = self.server.services.tables.open(address.rpartition("/")[2])
        while not table.over:
            position = table.position
            self.server.services.tables.play(table, position.actor, position.legal[0], table.number)
        return address
