"""Seats of people who are gone: open in the next game, and decided about by the others, who are notified."""

from __future__ import annotations

import secrets

import pytest
from argon2 import PasswordHasher

from hanlin.contract import Days
from hanlin.core.verbs.generic import OVER
from hanlin.server.accounts import passwords, service
from hanlin.server.accounts.tokens import key_hash
from hanlin.server.db import OPEN, RUNNING, Seat
from hanlin.server.db.notifications import PUSH
from hanlin.server.notifications.service import Channels, Notices
from hanlin.server.tables.service import Tables
from hanlin.server.tables.timers import Timekeeper
from helpers.programs import Program
from helpers.receiving import Subscriber
from helpers.simulated import SimulatedClock
from lanterns import GAME

PASSWORD = "seven lanterns"
ANN, BEN, CLEO = (key_hash(name) for name in ("Ann", "Ben", "Cleo"))


@pytest.fixture(autouse=True)
def _cheap(monkeypatch):
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


# -- the next game -------------------------------------------------------------------------------------------------------------


def with_account(client, name):
    answer = Program(client).post("/api/accounts", {"name": name, "password": PASSWORD})
    return Program(client, token=answer.json()["token"])


def over(ann, ben):
    """A table of both, host Ann, whose game is over."""
    table = ann.set_up("me", "open")["id"]
    ben.post(f"/api/tables/{table}/join", {})
    state = ann.state(table)
    while state["actor"] != OVER:
        program = (ann, ben)[state["actor"]]
        state = program.play(table, program.state(table)["legal"][0]).json()
    return table


@pytest.mark.parametrize("gone", ["host", "other", "before"])
def test_a_deleted_accounts_seat_is_open_in_the_next_game(client, monkeypatch, gone):
    """Also where it was deleted before such seats were marked."""
    if gone == "before":
        monkeypatch.setattr(service, "nobodys", lambda: key_hash(secrets.token_hex(32)))
    ann, ben = with_account(client, "Ann"), with_account(client, "Ben")
    table = over(ann, ben)
    leaver, stays = (ann, ben) if gone == "host" else (ben, ann)
    assert leaver.post("/api/account/delete", {"password": PASSWORD}).status_code == 200
    following = stays.post(f"/api/tables/{table}/rematch").json()["id"]
    row = client.app.state.services.tables.open(following).row
    assert (row.state, sorted(seat.kind for seat in row.seats)) == (OPEN, ["open", "person"])
    assert row.host == next(seat.owner for seat in row.seats if seat.owner), "who is there can begin"
    assert stays.post(f"/api/tables/{table}/rematch").json()["id"] == following
    cleo = Program(client, "Cleo")
    assert cleo.post(f"/api/tables/{following}/join", {}).status_code == 200
    state = stays.state(following)
    assert state["state"] == RUNNING
    mover = next(each for each in (stays, cleo) if each.state(following)["seat"] == state["actor"])
    assert mover.play(following, mover.state(following)["legal"][0]).status_code == 200
    # Also in another process, which derives the table from what is stored.
    there = Tables(client.app.state.services.store, {"lanterns": GAME}).open(following)
    assert (there.number, there.position) == ((held := client.app.state.services.tables.open(following)).number, held.position)


def test_a_computer_may_take_a_deleted_accounts_seat(client):
    ann, ben = with_account(client, "Ann"), with_account(client, "Ben")
    table = over(ann, ben)
    ben.post("/api/account/delete", {"password": PASSWORD})
    following = ann.post(f"/api/tables/{table}/rematch").json()["id"]
    answer = ann.post(f"/api/tables/{following}/start", {"fill": "bot:casual"})
    assert (answer.status_code, answer.json()["state"]) == (200, RUNNING)


# -- notices -------------------------------------------------------------------------------------------------------------------


class Three:
    """A table of Ann, Ben and Cleo, who all want push messages."""

    def __init__(self, store, time=None):
        self.clock = SimulatedClock()
        self.tables = Tables(store, {"lanterns": GAME}, clock=self.clock)
        seats = [Seat(kind="person", name=n, owner=o) for n, o in (("Ann", ANN), ("Ben", BEN), ("Cleo", CLEO))]
        self.table = self.tables.create(GAME, seats, {}, {}, pause=0, seed="a secret", time=time, host=ANN)
        self.notices = Notices(self.tables, Timekeeper(self.tables), Channels())
        for owner in (ANN, BEN, CLEO):
            key = Subscriber(Service()).subscription
            store.add_receiver(owner, f"https://push.example.org/{owner}", key["p256dh"], key["auth"], "", 0)
            self.notices.want(self.table, owner, PUSH, True, "en")
        self.clock.go_on(1)

    def due(self):
        self.clock.go_on(100)
        return {wish.owner for wish in self.notices.stored.due_notices(self.clock(), 20, 10)}

    def words(self):
        wish = self.notices.stored.due_notices(self.clock(), 20, 10)[0]
        return self.notices._words(self.table.row, wish, None)


class Service:
    url = "https://push.example.org"


def test_those_who_decide_are_notified_and_the_one_who_left_is_not(store):
    three = Three(store)
    three.tables.play(three.table, 0, "skip", three.table.number)
    assert three.due() == {BEN}
    assert three.words().title == "Your turn: Lanterns"
    three.tables.resign(three.table, 1, three.table.number)
    assert three.due() == {ANN, CLEO}
    assert three.words() == ("Your decision: Lanterns", "Ben has left the game: decide how it goes on.")
    # A player is notified once, and a computer that plays on is not worth a notification.
    three.notices.looked(three.table, ANN, "en")
    assert three.due() == {CLEO}
    three.tables.decide(three.table, 0, 1, "opponent", three.table.number, "casual")
    assert three.due() == set()


def test_of_two_who_left_neither_is_notified(store):
    three = Three(store)
    for seat in (1, 0):
        three.tables.resign(three.table, seat, three.table.number)
    assert three.table.to_move == 0
    assert three.due() == {CLEO}


def test_who_is_out_of_time_leaves_the_decision_to_the_others(store):
    three = Three(store, Days(days=1))
    assert three.table.to_move == 0
    three.clock.go_on(2 * 86400)
    three.tables.flag(three.table)
    assert three.due() == {BEN, CLEO}
    three.tables.decide(three.table, 1, 0, "wait", three.table.number)
    assert three.due() == {ANN}


def test_a_deleted_accounts_turn_is_the_others_decision(client):
    services = client.app.state.services
    ann, ben, cleo = (with_account(client, name) for name in ("Ann", "Ben", "Cleo"))
    table = ann.set_up("me", "open", "open")["id"]
    for each in (ben, cleo):
        each.post(f"/api/tables/{table}/join", {})
        each.post("/api/notices/push", Subscriber(Service(), f"{id(each)}").subscription)
        each.post(f"/api/tables/{table}/notices", {"way": "push"})
    assert ann.state(table)["actor"] == 0
    ann.post("/api/account/delete", {"password": PASSWORD})
    owners = {services.accounts.named(name).owner for name in ("Ben", "Cleo")}
    later = services.tables.clock() + 1000
    assert {wish.owner for wish in services.store.due_notices(later, 20, 10)} == owners
