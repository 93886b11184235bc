"""Downtime of any cause and length costs no player any time."""

from __future__ import annotations

import sqlite3
from contextlib import closing

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hanlin.client import Client
from hanlin.contract import Days, Live
from hanlin.server.accounts.tokens import key_hash
from hanlin.server.db import DOWNTIME, Seat, Store
from hanlin.server.tables import clocks, commands, heartbeat
from hanlin.server.tables.clocks import DAY
from hanlin.server.tables.heartbeat import BEAT, GAP, Heartbeat
from hanlin.server.tables.service import Play, Tables
from helpers.long import examples
from helpers.serving import Process
from helpers.simulated import SimulatedClock
from lanterns import GAME

ANN, BEN = (key_hash(name) for name in ("Ann", "Ben"))
LIVE, THREE_DAYS = Live(base=60.0, increment=5.0), Days(days=3)
WORKDAYS = Days(days=3, weekends=True, holidays=["2026-06-03"])


class World:
    """A server that is killed and started again, on a clock that stops until it is advanced."""

    def __init__(self, store, monkeypatch=None):
        self.store, self.clock, self.ticks = store, SimulatedClock(), 0.0
        if monkeypatch is not None:
            monkeypatch.setattr(heartbeat, "_ticks", lambda: self.ticks)
        self.start()

    def start(self):
        self.tables = Tables(self.store, {"lanterns": GAME}, clock=self.clock)
        self.heartbeat = Heartbeat(self.tables)
        # As ``start``, but the beats come when they are wanted.
        self.heartbeat._note(0.0, starting=True)

    def sit(self, time=LIVE):
        seats = [Seat(kind="person", name=name, owner=key_hash(name)) for name in ("Ann", "Ben")]
        self.name = self.tables.create(GAME, seats, {}, {}, pause=0, seed="a secret", host=ANN, time=time).row.id
        return self.table

    @property
    def table(self):
        return self.tables.open(self.name)

    def think(self, seconds):
        """The server is alive meanwhile."""
        while seconds > 0:
            step = min(BEAT, seconds) if seconds < 1000 else seconds
            self.clock.go_on(step)
            self.ticks += step
            self.heartbeat._last = self.ticks
            self.heartbeat.beat()
            seconds -= step

    def be_down(self, seconds):
        """The process is killed, and another one starts later."""
        self.clock.go_on(seconds)
        self.ticks = 0.0
        self.start()

    def left(self):
        table, when = self.table, self.clock()
        return [clocks.remaining(table.clocks, table.row.time, seat, when) for seat in range(2)]

    def skip(self):
        table = self.table
        self.tables.play(table, table.to_move, "skip", table.number)


@pytest.fixture
def world(store, monkeypatch):
    return World(store, monkeypatch)


@pytest.mark.parametrize("time", [LIVE, THREE_DAYS, WORKDAYS], ids=["live", "days", "workdays"])
@pytest.mark.parametrize("seconds", [1.0, 30.0, 3600.0, 10 * DAY])
def test_clocks_resume_where_they_stopped(world, time, seconds):
    world.sit(time)
    world.think(20)
    before = world.left()
    world.be_down(seconds)
    assert world.left() == before
    world.think(10)
    world.skip()
    assert world.table.clocks.left[0] >= before[0] - 10
    assert World.left(world)[1] == before[1]


def test_restarts_in_a_row_cost_nothing(world):
    world.sit()
    world.think(20)
    for seconds in (5, 1, 100, 0, 100 * DAY):
        world.be_down(seconds)
    assert world.left() == [40, 60]
    world.think(30)
    world.be_down(1000)
    assert world.left() == [10, 60]
    world.think(10)
    world.tables.flag(world.table)
    assert commands.vacancies(world.table) == [(0, "time")]


def test_who_was_out_of_time_stays_so_and_the_others_decide_in_time(world):
    world.sit()
    world.think(61)
    world.tables.flag(world.table)
    world.be_down(3 * DAY)
    assert commands.vacancies(world.table) == [(0, "time")]
    world.tables.decide(world.table, 1, 0, "wait", world.table.number)
    world.skip()
    assert world.left()[1] == 60


def test_nobody_is_silent_for_long_while_the_server_is_down(world):
    world.sit(time=None)
    world.think(3600)
    world.be_down(10 * DAY)
    assert commands.vacancies(world.table) == []
    world.think(commands.ABSENT - 3600)
    assert commands.vacancies(world.table) == [(0, "time")]


def test_a_command_from_before_is_done(world):
    """What was shown before the server was down holds still, and a move that was stored is known when it is sent again."""
    table = world.sit()
    number = table.number
    world.tables.play(table, 0, "skip", number, "a client")
    after = table.number
    world.be_down(100)
    world.tables.play(world.table, 0, "skip", number, "a client")
    world.tables.play(world.table, 1, "skip", after, "another")
    assert [entry.kind for entry in world.store.entries(world.name)].count(DOWNTIME) == 1


def test_what_was_asked_is_asked_still(world):
    table = world.sit()
    world.tables.ask(table, 0, "end", table.number)
    world.be_down(100)
    assert world.table.agenda == table.agenda


def test_the_list_of_tables_stays_in_order(world):
    table = world.sit()
    last = world.store.table(table.row.id).last
    world.be_down(100)
    assert (world.table.row.last, world.store.table(table.row.id).last) == (last, last)


def test_it_is_noted_in_the_log(world, caplog):
    world.sit()
    world.think(4)
    world.be_down(90)
    assert [record.getMessage() for record in caplog.records] == [
        "clocks resumed tables=1 downtime_seconds=90.0 since=2026-06-01T00:00:04+00:00"
    ]


@pytest.mark.parametrize("done", ["play", "play together", "flag", "undo"])
def test_a_process_that_was_stopped_gives_time_back_first(world, done):
    """A machine that slept, a database that was away: whatever is done first finds the clocks as they stood."""
    world.sit()
    if done == "undo":
        world.skip()
    table, seat = world.table, world.table.to_move
    world.think(2)
    before = world.left()
    world.clock.go_on(1000)
    world.ticks += 1000
    if done == "flag":
        world.tables.flag(table)
    elif done == "undo":
        world.tables.undo(table, 0, table.number)
    elif done == "play together":
        assert world.tables.play_all([Play(table, seat, "skip", table.number, None, None, world.clock())]) == [None]
    else:
        world.skip()
    expected = before[seat] + (LIVE.increment if "play" in done else 0)
    assert world.left()[seat] == pytest.approx(expected)
    assert commands.vacancies(world.table) == []


def test_a_clock_that_is_set_is_no_downtime(world):
    """Only a process that was not there, or stood still, makes a gap; a jump of the machine's clock alone makes none."""
    world.sit()
    world.clock.go_on(1000)
    world.ticks += GAP / 2
    world.heartbeat.beat()
    assert [entry.kind for entry in world.store.entries(world.name)].count(DOWNTIME) == 0
    world.clock.go_on(-5000)
    world.heartbeat.beat()
    world.be_down(0)
    assert [entry.kind for entry in world.store.entries(world.name)].count(DOWNTIME) == 0


def test_an_end_in_order_is_noted_to_the_moment(store):
    clock = SimulatedClock()
    tables = Tables(store, {"lanterns": GAME}, clock=clock)
    beating = Heartbeat(tables)
    beating.start()
    clock.go_on(1.5)
    beating.stop()
    assert store.note_alive(clock() + 10, 0.0, starting=True)[:2] == (clock(), clock() + 10)


@settings(max_examples=examples(25), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), time=st.sampled_from([LIVE, THREE_DAYS, WORKDAYS]))
def test_only_time_while_the_server_is_alive_is_used(tmp_path_factory, data, time):
    """Whatever is played, and however often the server is down: nobody uses more time than passed while it was alive."""
    store = Store.in_folder(tmp_path_factory.mktemp("data"))
    try:
        world = World(store)
        world.sit(time)
        alive, gained = 0.0, 0.0
        first = sum(world.left())
        for _step in range(data.draw(st.integers(1, 12))):
            step = data.draw(st.sampled_from(["think", "down", "play"]))
            if step == "think":
                seconds = data.draw(st.floats(0, 4))
                world.think(seconds)
                alive += seconds
            elif step == "down":
                world.be_down(data.draw(st.floats(0, 40 * DAY)))
            elif not world.table.over:
                before = sum(world.left())
                world.skip()
                gained += sum(world.left()) - before
        assert sum(world.left()) >= first + gained - alive - 1e-3
        fresh = Tables(store, {"lanterns": GAME}, clock=world.clock).open(world.name)
        assert fresh.clocks == world.table.clocks
    finally:
        store.close()


@pytest.mark.slow
def test_a_killed_server_gives_back_the_time_it_was_away(tmp_path):
    """The real thing: SIGKILL, and an hour later (in the database all of it is an hour earlier) another start."""
    server = Process(tmp_path)
    server.start()
    try:
        with (
            Client.guest(server.url, "Ann") as ann,
            Client.guest(server.url, "Ben") as ben,
            Client.guest(server.url, "Cleo") as cleo,
        ):
            time = {"kind": "live", "base": 600, "increment": 0}
            wanted = {"game": "china", "players": 3, "seats": ["me", "open", "open"], "time": time}
            table = ann._http.post("/api/tables", json=wanted).json()["id"]
            ben.join(table)
            cleo.join(table)
            server.kill()
            with closing(sqlite3.connect(tmp_path / "hanlin.sqlite3")) as database, database:
                database.execute("UPDATE entries SET time = time - 3600")
                database.execute("UPDATE tables SET created = created - 3600, last = last - 3600")
                assert database.execute("UPDATE heartbeat SET seen = seen - 3600").rowcount == 1
            server.start()
            state = ann._http.get(f"/api/tables/{table}").json()
            assert state["vacant"] == []
            assert min(state["clocks"]["left"]) > 500
            assert state["clocks"]["due"] - state["clocks"]["since"] > 500
    finally:
        server.kill()
