"""People on PostgreSQL, which several processes share: one match for each, one friendship, one number of people here."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading

import httpx
import pytest
import sqlalchemy as sa

from hanlin.client import Client
from hanlin.server.accounts.ratings import Standings
from hanlin.server.accounts.tokens import People
from hanlin.server.community.presence import LINGER, SHARED, STALE, Presence
from hanlin.server.community.seeks import Seeks
from hanlin.server.db import Account, Invitation, Seat, Store
from hanlin.server.db.ties import WANTED, Tie
from hanlin.server.tables.service import Tables
from helpers.concurrently import wait_until
from helpers.people import persons
from helpers.postgres import new_database, postgresql
from helpers.serving import free_port
from helpers.simulated import SimulatedClock
from lanterns import GAME


@pytest.fixture(scope="module")
def server():
    with postgresql() as address:
        yield address


@pytest.fixture
def database(server):
    return new_database(server)


@pytest.fixture
def stores(database):
    """The database as two processes have it open."""
    both = [Store.at(database), Store.at(database)]
    yield both
    for store in both:
        store.close()


def together(*calls):
    """Run calls at the same moment, each in a thread of its own."""
    barrier = threading.Barrier(len(calls))

    def run(call):
        barrier.wait()
        call()

    threads = [threading.Thread(target=run, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def add_account(store, owner):
    store.add_account(Account(owner, owner.title(), owner, "-", False, 0.0), [])


def test_two_who_ask_at_once_at_two_processes_are_friends(stores):
    for owner in ("ann", "ben"):
        add_account(stores[0], owner)

    def ask(store, owner, other):
        return lambda: store.change_ties(owner, other, lambda _mine, theirs: (Tie(owner, other, WANTED, 1.0), theirs))

    together(ask(stores[0], "ann", "ben"), ask(stores[1], "ben", "ann"), ask(stores[1], "ann", "ben"))
    assert [(each.name, each.is_friend) for each in stores[0].tied_to("ann")] == [("Ben", True)]
    assert stores[1].friends_of(["ann"]) == {"ben"}
    stores[0].set_invisible("ben", True)
    assert stores[1].tied_to("ann")[0].invisible
    stores[0].remove_account("ben")
    assert stores[1].tied_to("ann") == []
    assert stores[1].friends_of(["ann"]) == set()


def test_invitations_are_claimed_by_one_process(stores):
    table = Tables(stores[0], {"lanterns": GAME}).create(GAME, [*persons(1), Seat(kind="open")], {}, {}, pause=0)
    invitation = Invitation("ben", table.row.id, "ann", "Ben", True, "push", "en", 1.0, 0.0)
    stores[0].invite([invitation])
    assert stores[1].invitations_to("ben", 5) == stores[1].untold_invitations(1.0, 5) == [invitation]
    assert stores[1].count_invitations("ann") == 1
    claimed = []
    together(*(lambda store=store: claimed.append(store.claim_invitation(invitation, 2.0)) for store in stores))
    assert sorted(claimed) == [False, True]
    stores[0].hide_invitation("ben", table.row.id)
    assert stores[1].invitations_to("ben", 5) == []


def test_two_processes_that_match_at_once_make_one_table(stores):
    """As after a change of the lead: whoever comes second finds that the people have a game."""
    clock, found = SimulatedClock(), []

    def make(store):
        tables = Tables(store, {"lanterns": GAME}, clock=clock)
        lobby = Standings(store, tables), Presence(store, clock)
        return Seeks(tables, People(store), *lobby, lambda _table, owners: found.append(owners), lambda: None)

    both = [make(store) for store in stores]
    for number in range(4):
        for owner in (f"ann{number}", f"ben{number}", f"cy{number}"):
            both[number % 2].find(owner, "lanterns", "none", 3)
            clock.go_on(0.01)
        together(*(each.match for each in both))
    assert sorted(found) == [(f"ann{n}", f"ben{n}", f"cy{n}") for n in range(4)]
    with stores[0].engine.connect() as connection:
        assert connection.execute(sa.text("SELECT COUNT(*) FROM tables")).scalar() == 4
    assert stores[0].seek_of("ann0").match == stores[1].seek_of("cy0").match != ""


def test_who_is_here_is_one_number_for_all_processes(stores):
    clock = SimulatedClock()
    first, second = (Presence(store, clock) for store in stores)
    first.enter("ann")
    second.enter("ann", "t1")
    second.enter("ben")
    for each in (first, second, first):
        each.share()
        clock.go_on(SHARED)
    assert first.here() == second.here() == {"ann": True, "ben": False}
    second.leave("ben")
    second.leave("ann", "t1")
    clock.go_on(LINGER + 1)
    for each in (second, first):
        each.share()
    assert first.here() == {"ann": False}
    # The second one is gone without a word.
    second.enter("cy")
    clock.go_on(SHARED)
    second.share()
    first.share()
    assert "cy" in first.here()
    clock.go_on(STALE + 1)
    first.share()
    assert first.here() == {"ann": False}


@pytest.mark.long
def test_people_at_two_running_processes_get_one_game(database, tmp_path):
    started = [_serve(database, tmp_path) for _n in range(2)]
    try:
        people = [Client.guest(url, name) for (_process, url), name in zip(started, ("Ann", "Ben"), strict=True)]
        wanted = {"game": "china", "speed": "none", "players": 3, "fill": False}
        third = Client.guest(started[0][1], "Cy")
        everybody = [(started[0][1], people[0].token), (started[1][1], people[1].token), (started[0][1], third.token)]
        for url, token in everybody:
            assert httpx.post(f"{url}/api/seek", json=wanted, headers={"authorization": f"Bearer {token}"}).status_code == 200
        tables = []

        def all_have_found_one():
            asked = [httpx.get(f"{url}/api/seek", headers={"authorization": f"Bearer {token}"}) for url, token in everybody]
            tables[:] = [each.json()["mine"]["table"] for each in asked]
            return None not in tables

        wait_until(all_have_found_one, 60)
        assert len(set(tables)) == 1
        assert people[1].state(tables[0]).state == "running"
    finally:
        for process, _url in started:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            process.stdout.close()


def _serve(database, folder):
    command = [sys.executable, "-m", "hanlin", "serve", "--no-open", "--port", str(free_port()), "--database", database]
    environment = {**os.environ, "LANGUAGE": "en", "HOME": str(folder)}
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, start_new_session=True)
    return process, process.stdout.readline().split()[-1]
