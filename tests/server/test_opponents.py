"""Opponents: they move by themselves, in a process of their own or, failing that, here."""

import asyncio
import time

from people import OWNER

from fake_game import GAME
from hanlin.core.game import game
from hanlin.core.rng import seeded
from hanlin.server import opponents
from hanlin.server.opponents import Opponents, Thought, Worker
from hanlin.server.store import Seat
from hanlin.server.tables import Tables
from hanlin.server.thinking import answer


def bots(n=2):
    return [Seat(kind="bot", bot="random") for _ in range(n)]


async def until(condition, seconds=10.0):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it took too long"
        await asyncio.sleep(0.01)


def test_opponents_play_a_game_to_its_end_each_move_stored(tables, store):
    table = tables.create(GAME, bots(3), {}, {}, pause=0)
    heard = []
    tables.listen(lambda name, number: heard.append(number))

    async def play():
        house = Opponents(tables)
        house.start()
        house.wake(table.row.id)
        await until(lambda: table.over)
        await house.stop()

    asyncio.run(play())
    assert heard == sorted(set(heard))
    assert len(heard) == 9
    assert len(store.entries(table.row.id)) == table.number


def test_opponents_wait_for_persons(tables):
    table = tables.create(GAME, [bots(1)[0], Seat(kind="person", owner=OWNER)], {}, {}, pause=0)

    async def play():
        house = Opponents(tables)
        house.start()
        house.wake(table.row.id)
        await until(lambda: table.to_move == 1)
        await asyncio.sleep(0.05)
        tables.play(table, 1, "skip", table.number)
        house.wake_soon(table.row.id)
        await until(lambda: table.to_move == 1 and table.ply >= 7)
        await house.stop()

    asyncio.run(play())


def test_an_opponent_pauses_so_that_one_can_follow(tables):
    table = tables.create(GAME, bots(), {}, {}, pause=0.2)

    async def play():
        house = Opponents(tables)
        house.start()
        began = table.number
        house.wake(table.row.id)
        await asyncio.sleep(0.05)
        assert table.number == began
        await until(lambda: table.number > began)
        await house.stop()

    asyncio.run(play())


def test_only_the_own_view_is_thought_about(tables):
    """What goes to the worker is what the seat may see."""
    sent = []

    class Listener(Worker):
        async def choose(self, thought):
            sent.append(thought)
            return "skip"

        def start(self):
            pass

    table = tables.create(GAME, bots(), {}, {}, pause=0)

    async def play():
        house = Opponents(tables, Listener([]))
        house.start()
        house.wake(table.row.id)
        await until(lambda: table.over)
        await house.stop()

    asyncio.run(play())
    assert [thought.seat for thought in sent] == [0, 1] * 3
    for thought in sent:
        other = 2 - thought.seat
        assert all(text.endswith("?") for _, text in thought.moves if text.startswith(f"draw {other} "))


def thought(seed="1", bot="greedy"):
    of_game = game("year_of_the_dragon")
    seen = of_game.start(2).settle(seeded("thought"))
    seen = seen.seen_by(seen.actor)
    return Thought(of_game.name, 2, {}, opponents.packed(seen), seen.moves, seen.seat, bot, seed), seen.legal


def test_a_thought_travels_whole():
    asked, legal = thought(bot="random")
    assert answer(asked) in legal
    assert answer(asked) == answer(asked)


class Impostor(Worker):
    """A worker whose process runs a script of ours."""

    def __init__(self, script):
        super().__init__(["year_of_the_dragon"])
        self.script = script

    def command(self):
        return [*super().command()[:1], "-c", self.script]


READY = 'import sys, time; print(\'{"ready": "year_of_the_dragon"}\', flush=True); '


def test_an_opponent_that_overruns_is_replaced(monkeypatch):
    monkeypatch.setattr(opponents, "PATIENCE", 0.2)
    monkeypatch.setattr(opponents, "RESTART_PAUSE", 0.05)

    async def overrun():
        worker = Impostor(READY + "time.sleep(60)")
        worker.start()
        await until(lambda: worker.ready)
        first = worker.process_id
        assert await worker.choose(thought()[0]) is None
        await until(lambda: worker.ready)
        assert worker.process_id != first
        await worker.stop()

    asyncio.run(overrun())


def test_an_opponent_that_dies_is_replaced(monkeypatch):
    monkeypatch.setattr(opponents, "RESTART_PAUSE", 0.05)

    async def die():
        worker = Impostor(READY + "sys.stdin.readline(); sys.exit(1)")
        worker.start()
        await until(lambda: worker.ready)
        first = worker.process_id
        assert await worker.choose(thought()[0]) is None
        await until(lambda: worker.ready and worker.process_id != first)
        await worker.stop()

    asyncio.run(die())


def test_until_it_is_ready_the_answer_comes_from_here():
    async def ask():
        worker = Impostor("import time; time.sleep(60)")
        worker.start()
        assert await worker.choose(thought()[0]) is None
        await worker.stop()

    asyncio.run(ask())


def test_a_restarted_server_goes_on(store, tmp_path):
    """A table whose opponent is to move goes on as soon as somebody looks at it."""
    table = Tables(store, {"lanterns": GAME}, tmp_path).create(GAME, bots(), {}, {}, pause=0)
    later = Tables(store, {"lanterns": GAME}, tmp_path)

    async def go_on():
        house = Opponents(later)
        house.start()
        house.wake(table.row.id)
        await until(lambda: later.open(table.row.id).over)
        await house.stop()

    asyncio.run(go_on())


def test_the_process_of_its_own_answers():
    """The true worker, with machine code: an answer that is legal."""

    async def ask():
        worker = Worker(["year_of_the_dragon"])
        worker.start()
        await until(lambda: worker.ready, 280)
        asked, legal = thought()
        action = await worker.choose(asked)
        await worker.stop()
        return action, legal

    action, legal = asyncio.run(ask())
    assert action in legal
