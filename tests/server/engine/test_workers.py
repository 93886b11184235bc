"""Worker processes: replacement, kept state, and shutdown. The test plays all of them."""

from __future__ import annotations

import asyncio

import pytest
from workers import Clock, Processes

from hanlin.server.engine import opponents
from hanlin.server.engine.hints import Adviser
from hanlin.server.engine.liveness import COMPILING, THINKING
from hanlin.server.engine.opponents import MoveRequest, Opponents, Worker
from helpers.concurrently import until

GAMES = ("a", "b")


def about(game="a"):
    return MoveRequest(game, 2, {}, {}, "", [], 0, "greedy", "1")


@pytest.fixture(autouse=True)
def _quickly(monkeypatch):
    monkeypatch.setattr(opponents, "RESTART_PAUSE", 0.001)
    monkeypatch.setattr(opponents, "LONGEST_PAUSE", 0.001)
    monkeypatch.setattr(opponents, "CHECK", 0.001)


class Run:
    """A worker whose processes and clock are the test's."""

    def __init__(self, games=GAMES):
        self.started, self.clock = Processes(), Clock()
        self.worker = Worker(games, self.started, self.clock)

    async def __aenter__(self):
        self.worker.start()
        await until(lambda: self.started)
        return self

    async def __aexit__(self, *_):
        await self.worker.stop()
        assert not self.started.running

    async def ready(self, *games):
        self.started[-1].ready(*games)
        await until(lambda: self.worker.ready >= set(games))

    async def ask(self, game="a"):
        process = self.started[-1]
        before = len(process.asked)
        task = asyncio.create_task(self.worker.ask(about(game)))
        await until(lambda: len(process.asked) > before or task.done())
        return task


def run(scenario):
    async def go():
        async with Run() as it:
            await scenario(it)

    asyncio.run(go())


def test_a_question_is_answered_while_another_game_compiles():
    """The process is asked at once, and is the same one afterwards."""

    async def scenario(it):
        it.started[0].report(phase=COMPILING, preparing="b", total=1.0)
        await it.ready("a")
        asked = await it.ask()
        it.started[0].report(phase=COMPILING, number=1, preparing="b", total=500.0)
        it.started[0].answer("x")
        assert await asked == "x"
        assert len(it.started) == 1

    run(scenario)


def test_a_thought_beyond_its_cpu_time_ends_the_process(monkeypatch, caplog):
    async def scenario(it):
        await it.ready("a", "b")
        asked = await it.ask()
        it.started[0].report(phase=THINKING, number=1, cpu=opponents.PATIENCE + 0.1, total=9.0)
        assert await asked is None
        await until(lambda: len(it.started) == 2)
        assert "worker process unresponsive" in caplog.text

    run(scenario)


def test_a_question_nobody_waits_for_costs_no_process():
    """Its late answer is not taken for that of the next question."""

    async def scenario(it):
        await it.ready("a")
        first = await it.ask()
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        second = await it.ask()
        it.started[0].answer("late", number=1)
        it.started[0].answer("right", number=2)
        assert await second == "right"
        assert len(it.started) == 1

    run(scenario)


def test_a_game_that_does_not_compile_is_given_up():
    async def scenario(it):
        it.started[0].report(failed="a", reason="TypingError")
        await it.ready("b")
        assert it.worker.failed == {"a": "TypingError"}
        assert await it.worker.ask(about("a")) is None
        assert not it.worker.is_preparing("a")
        it.started[0].end()
        await until(lambda: len(it.started) == 2)
        assert it.started[1].command[-1:] == ["b"]
        assert it.worker.is_preparing("b")

    run(scenario)


def test_a_game_that_kills_its_process_is_given_up():
    """It is not tried for ever, and the others are compiled after all."""

    async def scenario(it):
        for n in range(opponents.ENDS):
            await until(lambda n=n: len(it.started) == n + 1)
            it.started[n].report(phase=COMPILING, preparing="a")
            await until(lambda: it.worker._preparing == "a")
            it.started[n].end(-11)
        await until(lambda: len(it.started) == opponents.ENDS + 1)
        assert set(it.worker.failed) == {"a"}
        assert it.started[-1].command[-1:] == ["b"]
        await it.ready("b")

    run(scenario)


def test_a_process_that_never_starts_holds_up_nobody():
    async def scenario(it):
        for n in range(opponents.ENDS):
            await until(lambda n=n: len(it.started) == n + 1)
            it.started[n].end()
        await until(lambda: set(it.worker.failed) == set(GAMES))
        await until(lambda: len(it.started) > opponents.ENDS)
        await it.ready("a", "b")
        assert not it.worker.failed, "it recovers"

    run(scenario)


def test_the_time_left_is_estimated_at_the_pace_of_the_machine():
    async def scenario(it):
        assert it.worker.seconds_left("a") is None
        it.started[0].report(phase=COMPILING, preparing="a", prepared=0.0)
        await until(lambda: it.worker._preparing == "a")
        it.clock.now += 100.0
        it.started[0].report(phase=COMPILING, preparing="a", prepared=10.0)
        await until(lambda: it.worker._latest.prepared)
        assert it.worker.seconds_left("a") == 10 * (opponents.PREPARATION - 10)
        assert it.worker.seconds_left("b") == 10 * (2 * opponents.PREPARATION - 10)
        await it.ready("a")
        assert it.worker.seconds_left("a") is None

    run(scenario)


def test_a_game_that_is_wanted_is_compiled_first():
    async def scenario(it):
        it.worker.want("c")
        it.worker.want("b")
        assert it.started[0].asked == [{"type": "prepare", "game": "c"}, {"type": "prepare", "game": "b"}]
        assert it.worker.games == ("b", "c", "a")
        it.started[0].end()
        await until(lambda: len(it.started) == 2)
        assert it.started[1].command[-3:] == ["b", "c", "a"]

    run(scenario)


def test_stopping_answers_all_waiting_and_stays_stopped():
    async def scenario(it):
        await it.ready("a")
        asked, second = await it.ask(), asyncio.create_task(it.worker.ask(about()))
        await asyncio.sleep(0)
        await asyncio.gather(it.worker.stop(), it.worker.stop())
        assert await asked is None
        assert await second is None
        assert not it.started.running
        assert len(it.started) == 1

    run(scenario)


# -- advice -------------------------------------------------------------------------------------------------------------------


class Advice:
    """An adviser whose processes are the test's; that of the opponents is ready for all games."""

    def __init__(self):
        self.searching, self.quick = Processes(), Processes()
        of_opponents = Worker(GAMES)
        of_opponents.ready.update(GAMES)
        self.of_opponents = of_opponents
        services = Opponents(None, of_opponents)
        services._loop = asyncio.get_running_loop()
        self.adviser = Adviser(services, lambda games: Worker(games, self.searching), lambda games: Worker(games, self.quick))


def test_asks_that_overlap_leave_no_process_behind():
    """Of different games, with a stop in their midst, and more after it."""

    async def go():
        it = Advice()
        asks = [asyncio.create_task(it.adviser.ask(about(game), lambda: True)) for game in ("a", "b", "new", "other")]
        await asyncio.sleep(0)
        await asyncio.gather(it.adviser.stop(), *asks, it.adviser.ask(about("late"), lambda: True), it.adviser.stop())
        assert await it.adviser.ask(about(), lambda: True) is None
        assert len(it.searching) <= 1
        assert not it.searching.running
        assert not it.quick.running

    asyncio.run(go())


def test_a_game_added_later_costs_no_restart():
    async def go():
        it = Advice()
        await it.adviser.ask(about("a"), lambda: True)
        await until(lambda: it.searching)
        it.searching[0].ready("a")
        await until(lambda: it.adviser.is_ready("a"))
        assert not it.adviser.is_warming("a")
        it.of_opponents.ready.add("new")
        await it.adviser.ask(about("new"), lambda: True)
        assert it.adviser.is_warming("new")
        assert it.searching[0].asked == [{"type": "prepare", "game": "new"}]
        assert it.adviser.is_ready("a")
        await it.adviser.stop()
        assert len(it.searching) == 1

    asyncio.run(go())
