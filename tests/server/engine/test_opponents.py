"""Computer players: they move automatically, in a separate process or, failing that, in the server's."""

import asyncio
import logging
import sqlite3

import msgspec
import pytest
import sqlalchemy
from sqlalchemy.exc import OperationalError

from hanlin.bots.levels import levels
from hanlin.core.jit.rng import seeded
from hanlin.core.position.game import game
from hanlin.server.db import Seat
from hanlin.server.engine import opponents
from hanlin.server.engine import process as engine_process
from hanlin.server.engine.opponents import MoveRequest, Opponents, Worker
from hanlin.server.engine.process import answer, answer_or_nothing
from hanlin.server.tables.service import Tables
from helpers.concurrently import until
from helpers.people import OWNER
from lanterns import GAME


def bots(n=2):
    return [Seat(kind="bot", bot="random") for _ in range(n)]


def test_opponents_play_a_game_to_its_end_each_move_stored(tables, store):
    table = tables.create(GAME, bots(3), {}, {}, pause=0)
    heard = []
    tables.listen(lambda name, number: heard.append(number))

    async def play():
        services = Opponents(tables)
        services.start()
        services.wake(table.row.id)
        await until(lambda: table.over)
        await services.stop()

    asyncio.run(play())
    assert heard == sorted(set(heard))
    assert len(heard) == 9
    assert len(store.entries(table.row.id)) == table.number


def test_each_seat_keeps_its_level_under_any_load(monkeypatch):
    """Its trees would be lost otherwise: between two decisions of one seat the others think, and cores get busy."""
    first = {name: engine_process.thinker(name, True) for name in levels()}
    for idle in (2, 1):
        monkeypatch.setattr(engine_process, "idle_cores", lambda idle=idle: idle)
        assert {name: engine_process.thinker(name, True) for name in levels()} == first
        assert {who.threads for who in first.values()} == {idle}


def test_opponents_wait_for_persons(tables):
    table = tables.create(GAME, [bots(1)[0], Seat(kind="person", owner=OWNER)], {}, {}, pause=0)

    async def play():
        services = Opponents(tables)
        services.start()
        services.wake(table.row.id)
        await until(lambda: table.to_move == 1 and not services._playing)
        tables.play(table, 1, "skip", table.number)
        services.wake_soon(table.row.id)
        await until(lambda: table.to_move == 1 and table.ply >= 7)
        await services.stop()

    asyncio.run(play())


def test_an_opponent_pauses_so_that_one_can_follow(tables, monkeypatch):
    """It moves after the pause of its table, and not before."""
    table = tables.create(GAME, bots(), {}, {}, pause=0.9)
    sleep, pauses = asyncio.sleep, []

    async def play():
        waited = asyncio.Event()

        async def rest(seconds):
            pauses.append((seconds, table.number))
            await waited.wait()

        services = Opponents(tables)
        services.start()
        began = table.number
        monkeypatch.setattr(opponents.asyncio, "sleep", rest)
        services.wake(table.row.id)
        while not pauses:
            await sleep(0)
        assert pauses == [(0.9, began)]
        waited.set()
        while not table.over:
            await sleep(0)
        monkeypatch.setattr(opponents.asyncio, "sleep", sleep)
        await services.stop()

    asyncio.run(play())
    assert {seconds for seconds, _number in pauses} == {0.9}


def test_only_the_own_view_is_thought_about(tables):
    """The worker is sent the seat's view only."""
    sent = []

    class Listener(Worker):
        async def choose(self, thought):
            sent.append(thought)
            return "skip"

        def start(self):
            pass

    table = tables.create(GAME, bots(), {}, {}, pause=0)

    async def play():
        services = Opponents(tables, Listener([]))
        services.start()
        services.wake(table.row.id)
        await until(lambda: table.over)
        await services.stop()

    asyncio.run(play())
    assert [thought.seat for thought in sent] == [0, 1] * 3
    for thought in sent:
        other = 2 - thought.seat
        assert all(text.endswith("?") for _, text in thought.moves if text.startswith(f"draw {other} "))


def thought(seed="1", bot="greedy"):
    of_game = game("year_of_the_dragon")
    seen = of_game.start(2).settle(seeded("thought"))
    seen = seen.seen_by(seen.actor)
    return MoveRequest(of_game.name, 2, {}, {}, opponents.packed(seen), seen.moves, seen.seat, bot, seed), seen.legal


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
        await until(lambda: worker.ready and worker.process_id != first)
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
    """A table whose computer player is to move continues as soon as somebody opens it."""
    table = Tables(store, {"lanterns": GAME}).create(GAME, bots(), {}, {}, pause=0)
    later = Tables(store, {"lanterns": GAME})

    async def go_on():
        services = Opponents(later)
        services.start()
        services.wake(table.row.id)
        await until(lambda: later.open(table.row.id).over)
        await services.stop()

    asyncio.run(go_on())


def test_tables_waiting_for_a_computer_go_on_at_start(store, tmp_path):
    table = Tables(store, {"lanterns": GAME}).create(GAME, bots(), {}, {}, pause=0)
    later = Tables(store, {"lanterns": GAME})

    async def go_on():
        services = Opponents(later)
        services.start()
        await until(lambda: later.open(table.row.id).over)
        await services.stop()

    asyncio.run(go_on())


# -- faults of opponents ---------------------------------------------------------------------------------------


def play_to_the_end(tables, table, meanwhile=None):
    async def play():
        services = Opponents(tables)
        services.start()
        services.wake(table.row.id)
        if meanwhile is not None:
            await meanwhile()
        await until(lambda: table.over)
        await services.stop()

    asyncio.run(play())


def test_an_opponent_tries_again_after_growing_pauses(tables, store, monkeypatch):
    """Errors of the database, of the bot, of anything: no page view is needed to go on. A move that succeeds is a new start."""
    slept, sleep, append = [], asyncio.sleep, store.append
    kinds = [OSError(), ValueError(), KeyError(), OperationalError("", {}, OSError())]
    course = iter([*kinds, *kinds, *kinds[:2], None, *kinds[:2]])

    def fail_at_times(*arguments):
        if (error := next(course, None)) is not None:
            raise error
        append(*arguments)

    async def note(seconds):
        slept.append(seconds)
        await sleep(0)

    monkeypatch.setattr(store, "append", fail_at_times)
    monkeypatch.setattr(opponents.asyncio, "sleep", note)
    play_to_the_end(tables, tables.create(GAME, bots(), {}, {}, pause=0))
    assert [seconds for seconds in slept if seconds >= 0.5] == [0.5, 1, 2, 4, 8, 16, 32, 60, 60, 60, 0.5, 1]


def test_a_locked_database_only_delays_a_computer(tables, store, tmp_path, monkeypatch):
    monkeypatch.setattr(opponents, "RETRY_PAUSE", 0.02)
    sqlalchemy.event.listen(store.engine, "connect", lambda connection, _: connection.execute("PRAGMA busy_timeout = 30"))
    table = tables.create(GAME, bots(), {}, {}, pause=0)
    store.engine.dispose()
    other = sqlite3.connect(tmp_path / "hanlin.sqlite3", check_same_thread=False, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    failed = []
    handler = logging.Handler()
    handler.emit = lambda record: failed.append(record.getMessage())
    opponents.log.addHandler(handler)

    async def let_go():
        await until(lambda: len(failed) >= 2)
        assert not table.over
        other.execute("COMMIT")

    try:
        play_to_the_end(tables, table, let_go)
    finally:
        opponents.log.removeHandler(handler)
        other.close()


def test_an_unknown_table_is_no_event_of_the_log(tables, caplog):
    async def ask():
        services = Opponents(tables)
        services.start()
        services.wake("no\x1b[31m\nERROR forged")
        await until(lambda: not services._playing)
        await services.stop()

    asyncio.run(ask())
    assert caplog.records == []


def test_waiting_for_its_turn_is_not_held_against_the_worker(monkeypatch):
    """A request that waits in the queue for longer than the worker may think is answered by the same process."""
    monkeypatch.setattr(opponents, "PATIENCE", 0.0)

    async def ask():
        worker = Impostor(READY + '[print(\'{"action": "x"}\', flush=True) for line in sys.stdin]')
        worker.start()
        await until(lambda: worker.ready)
        first = worker.process_id
        async with worker._turn:
            waiting = [asyncio.create_task(worker.choose(thought()[0])) for _ in range(4)]
            await until(lambda: len(worker._turn._waiters or ()) == 4)
            assert not any(task.done() for task in waiting)
            monkeypatch.setattr(opponents, "PATIENCE", 60)
        said = await asyncio.gather(*waiting)
        assert worker.process_id == first
        await worker.stop()
        return said

    assert asyncio.run(ask()) == ["x"] * 4


def test_the_pause_before_a_new_process_resets_after_an_answer(monkeypatch):
    monkeypatch.setattr(opponents, "RESTART_PAUSE", 0.01)

    async def ask():
        worker = Impostor(READY + 'sys.stdin.readline(); print(\'{"action": "x"}\', flush=True); sys.stdin.readline()')
        worker._pause = 0.01
        worker.start()
        for _ in range(3):
            await until(lambda: worker.ready)
            before, process = worker._pause, worker.process_id
            assert await worker.choose(thought()[0]) == "x"
            assert worker._pause == 0.01 <= before
            assert await worker.choose(thought()[0]) is None
            await until(lambda process=process: worker.ready and worker.process_id != process)
            assert worker._pause > 0.01
        await worker.stop()

    asyncio.run(ask())


@pytest.mark.parametrize(
    "nonsense", ["print('hello', flush=True)", "print('{}', flush=True)", "print('x' * 100_000, flush=True)"]
)
def test_a_worker_that_talks_nonsense_is_replaced(nonsense, monkeypatch):
    monkeypatch.setattr(opponents, "RESTART_PAUSE", 0.01)

    async def ask():
        worker = Impostor(READY + f"sys.stdin.readline(); {nonsense}; time.sleep(60)")
        worker.start()
        await until(lambda: worker.ready)
        first = worker.process_id
        assert await worker.choose(thought()[0]) is None
        await until(lambda: worker.ready and worker.process_id != first)
        await worker.stop()

    asyncio.run(ask())


def test_a_bot_that_fails_is_asked_again_here_and_the_worker_lives():
    assert answer_or_nothing(b"no thought at all") == ""
    asked, legal = thought(bot="nobody")
    assert answer_or_nothing(msgspec.json.encode(asked)) == ""
    asked, legal = thought(bot="random")
    assert answer_or_nothing(msgspec.json.encode(asked)) in legal


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
