"""Who is invited to a table and away gets one notification, unless they answer, decline, or have blocked the sender."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest

from hanlin.server.accounts.tokens import People
from hanlin.server.community.challenges import Challenges
from hanlin.server.db import Seat
from hanlin.server.db.notifications import MAIL
from hanlin.server.db.ties import BLOCKED, Tie
from hanlin.server.notifications.service import GRACE, Channels, Notices
from hanlin.server.tables.service import Tables
from hanlin.server.tables.timers import Timekeeper
from helpers.simulated import SimulatedClock
from lanterns import GAME


@pytest.fixture
def town(store, monkeypatch):
    """Ann has challenged Ben again; what is sent is recorded."""
    clock = SimulatedClock()
    tables = Tables(store, {"lanterns": GAME}, clock=clock)
    notices = Notices(tables, Timekeeper(tables), Channels(smtp="smtp://localhost?from=a@example.org"))
    seats = [Seat(kind="person", name=owner.title(), owner=owner) for owner in ("ann", "ben")]
    table = tables.create(GAME, seats, {}, {}, pause=0, host="ann")
    store.want_notice("ben", table.row.id, MAIL, True, "de", clock())
    while not table.over:
        tables.play(table, table.to_move, "skip", table.number)
    challenges, sent = Challenges(tables, People(store), lambda _owners: None), []

    def record(way):
        async def send(wish, row, words):
            sent.append((way, wish.owner, row.id, *words))
            return True

        return send

    monkeypatch.setattr(notices, "_by_push", record("push"))
    monkeypatch.setattr(notices, "_by_mail", record("mail"))
    new = challenges.again(table, "ann", "en")

    def look():
        async def run():
            await asyncio.gather(*notices._to_do())

        asyncio.run(run())
        return sent

    return SimpleNamespace(look=look, clock=clock, challenges=challenges, new=new, store=store)


def test_it_is_sent_once_after_a_while_by_the_chosen_ways(town):
    assert town.look() == []
    town.clock.go_on(GRACE + 1)
    said = ("Herausforderung: Laternen", "Ann möchte mit dir spielen.")
    assert sorted(town.look()) == [(way, "ben", town.new.row.id, *said) for way in ("mail", "push")]
    town.clock.go_on(3600)
    assert len(town.look()) == 2


def test_an_answer_comes_before_it(town):
    town.challenges.accept(town.new, "ben")
    town.clock.go_on(GRACE + 1)
    assert town.look() == []


def test_a_decline_comes_before_it(town):
    town.challenges.decline("ben", town.new.row.id)
    town.clock.go_on(GRACE + 1)
    assert town.look() == []


def test_a_block_comes_before_it(town):
    town.store.change_ties("ben", "ann", lambda _mine, theirs: (Tie("ben", "ann", BLOCKED, 0.0), theirs))
    town.clock.go_on(GRACE + 1)
    assert town.look() == []
