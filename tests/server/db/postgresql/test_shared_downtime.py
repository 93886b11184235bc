"""Downtime of several processes on one PostgreSQL."""

from __future__ import annotations

import threading

from hanlin.contract import Live
from hanlin.server.db import DOWNTIME, Store
from hanlin.server.tables import clocks, heartbeat
from hanlin.server.tables.heartbeat import GAP, Heartbeat
from hanlin.server.tables.service import Tables
from helpers.people import persons
from helpers.simulated import SimulatedClock
from helpers.stored_moves import end_connections, move
from lanterns import GAME


class Beating:
    """A process on a database: it is alive until it is killed, which closes its connections."""

    def __init__(self, database, clock):
        self.store = Store.at(database)
        self.tables = Tables(self.store, {"lanterns": GAME}, clock=clock)
        self.heartbeat = Heartbeat(self.tables)

    def start(self):
        self.heartbeat._note(GAP, starting=True)
        return self

    def kill(self):
        self.store.close()


def downtimes(store, table):
    return [entry for entry in store.entries(table.row.id) if entry.kind == DOWNTIME]


def timed(tables):
    return tables.create(GAME, persons(), {}, {}, pause=0, seed="a secret", time=Live(base=60.0, increment=5.0))


def test_processes_that_come_and_go_are_no_downtime(database, store):
    """A process that starts or ends while another is alive changes nobody's time."""
    clock = SimulatedClock()
    first = Beating(database, clock).start()
    table = timed(first.tables)
    for _each in range(3):
        clock.go_on(3)
        second = Beating(database, clock).start()
        first.kill()
        clock.go_on(3)
        second.heartbeat.beat()
        first = second
    assert downtimes(store, table) == []
    first.kill()
    clock.go_on(3)
    last = Beating(database, clock).start()
    assert [each.time for each in downtimes(store, table)] == [clock()]
    table = last.tables.open(table.row.id)
    assert clocks.remaining(table.clocks, table.row.time, table.to_move, clock()) == 60 - 18
    last.kill()


def test_processes_that_start_together_find_one_downtime(database, store):
    clock = SimulatedClock()
    first = Beating(database, clock).start()
    table = timed(first.tables)
    first.kill()
    clock.go_on(100)
    others = [Beating(database, clock) for _ in range(4)]
    threads = [threading.Thread(target=each.start) for each in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(downtimes(store, table)) == 1
    for each in others:
        each.kill()


def test_a_heartbeat_goes_on_over_a_lost_connection(database, store):
    clock = SimulatedClock()
    process = Beating(database, clock).start()
    table = timed(process.tables)
    end_connections(database)
    clock.go_on(2)
    process.heartbeat.beat()
    other = Beating(database, clock).start()
    assert downtimes(store, table) == []
    process.kill()
    other.kill()


def test_an_outage_of_the_database_costs_nobody_time(database, store, monkeypatch):
    """Two processes run on; the first one to reach the database again restores the clocks, once."""
    clock, ticks = SimulatedClock(), [0.0]
    monkeypatch.setattr(heartbeat, "_ticks", lambda: ticks[0])
    first, second = (Beating(database, clock).start() for _ in range(2))
    table = timed(first.tables)
    there = second.tables.open(table.row.id)
    clock.go_on(1000)
    ticks[0] += 1000
    move(second.tables, there)
    first.heartbeat.beat()
    assert len(downtimes(store, table)) == 1
    first.tables.load_changes([table.row.id])
    assert table.clocks.left == there.clocks.left == (65.0, 60.0)
    first.kill()
    second.kill()
