"""The queue of people who look for a game: matched once, left by who goes away, kept over a restart."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from hanlin.core.errors import BadOption
from hanlin.server.accounts import throttle
from hanlin.server.accounts.ratings import Rating, Standings
from hanlin.server.accounts.tokens import People
from hanlin.server.community.matching import PATIENCE
from hanlin.server.community.presence import Presence
from hanlin.server.community.seeks import ALIVE, GONE, Seeks
from hanlin.server.db import Store
from hanlin.server.db.ties import BLOCKED, Tie
from hanlin.server.exceptions import TooMany
from hanlin.server.tables.service import Tables
from helpers.simulated import SimulatedClock
from lanterns import GAME


def make_lobby(store, clock):
    tables, people = Tables(store, {"lanterns": GAME}, clock=clock), People(store)
    presence, standings, found = Presence(store, clock), Standings(store, tables), []
    seeks = Seeks(tables, people, standings, presence, lambda table, owners: found.append((table.row.id, owners)), lambda: None)
    return SimpleNamespace(seeks=seeks, presence=presence, standings=standings, tables=tables, people=people, found=found)


@pytest.fixture
def clock():
    return SimulatedClock()


@pytest.fixture
def lobby(store, clock):
    return make_lobby(store, clock)


def look(lobby, owner, players=2, speed="live", **more):
    lobby.presence.enter(owner)
    return lobby.seeks.find(owner, "lanterns", speed, players, name=owner.title(), **more)


def test_two_who_look_for_the_same_get_one_table(lobby):
    look(lobby, "ann")
    look(lobby, "ben", speed="days")
    look(lobby, "cy", players=3)
    lobby.seeks.beat(leads=True)
    assert lobby.found == []
    look(lobby, "dan")
    lobby.seeks.beat(leads=True)
    ((table, owners),) = lobby.found
    assert owners == ("ann", "dan")
    row = lobby.tables.open(table).row
    assert {seat.owner: seat.name for seat in row.seats} == {"ann": "Ann", "dan": "Dan"}
    assert (row.state, row.time.base, row.listed) == ("running", 900, True)
    assert lobby.seeks.of("ann").match == lobby.seeks.of("dan").match == table
    assert [seek.owner for seek in lobby.seeks.queue()] == ["ben", "cy"]
    lobby.seeks.beat(leads=True)
    assert len(lobby.found) == 1


def test_only_the_leading_process_matches(lobby):
    look(lobby, "ann")
    look(lobby, "ben")
    lobby.seeks.beat(leads=False)
    assert lobby.found == []


def test_who_has_left_the_queue_is_not_seated(lobby, monkeypatch):
    """Also where that happened after the match was found: the transaction that makes the table decides."""
    look(lobby, "ann")
    look(lobby, "ben")
    queue = lobby.seeks.queue()
    lobby.seeks.end("ben")
    monkeypatch.setattr(lobby.seeks, "queue", lambda: queue)
    assert lobby.seeks.match() == []
    assert lobby.tables.of_owner("ann") == []
    assert lobby.seeks.of("ann").match == ""


def test_a_browser_that_goes_away_leaves_the_queue(lobby, clock):
    look(lobby, "ann")
    clock.go_on(ALIVE + 1)
    lobby.seeks.beat(leads=True)
    assert [seek.owner for seek in lobby.seeks.queue()] == ["ann"], "her page is open"
    lobby.presence.leave("ann")
    clock.go_on(ALIVE + 1)
    lobby.seeks.beat(leads=True)
    assert lobby.seeks.queue() == []
    look(lobby, "ben")
    lobby.seeks.beat(leads=True)
    assert lobby.found == []
    clock.go_on(GONE)
    lobby.presence.enter("ann")
    lobby.seeks.beat(leads=True)
    assert lobby.seeks.of("ann") is None, "she comes back after long, and looks for nothing"


def test_a_page_at_a_table_opens_no_found_game(lobby, clock):
    lobby.seeks.find("ann", "lanterns", "live", 2)
    lobby.presence.enter("ann", "t1")
    clock.go_on(ALIVE + 1)
    lobby.seeks.beat(leads=True)
    assert lobby.seeks.queue() == []


def test_a_restart_keeps_who_comes_back(lobby, clock, tmp_path):
    look(lobby, "ann")
    look(lobby, "ben")
    clock.go_on(30)
    again = make_lobby(Store.in_folder(tmp_path), clock)
    again.seeks.beat(leads=True)
    assert again.found == []
    again.presence.enter("ann")
    again.seeks.beat(leads=True)
    assert again.found == []
    again.presence.enter("ben")
    again.seeks.beat(leads=True)
    assert [owners for _table, owners in again.found] == [("ann", "ben")]


def test_ratings_and_blocks_are_respected(lobby, store, clock, monkeypatch):
    monkeypatch.setattr(
        lobby.standings, "ratings", lambda *_kind: {"cy": Rating(40.0, 1.0, 30), "bot:strong": Rating(30.0, 1.0, 99)}
    )
    look(lobby, "ann")
    look(lobby, "ben")
    store.change_ties("ann", "ben", lambda _mine, theirs: (Tie("ann", "ben", BLOCKED, 0.0), theirs))
    lobby.seeks.beat(leads=True)
    assert lobby.found == []
    assert look(lobby, "cy").rating == 37.0
    lobby.seeks.beat(leads=True)
    assert lobby.found == [], "too strong, as yet"
    for _second in range(75):
        clock.go_on(1)
        lobby.seeks.beat(leads=True)
    assert [owners for _table, owners in lobby.found] == [("ann", "cy")]


def test_levels_sit_in_after_a_wait(lobby, clock):
    look(lobby, "ann", players=3, fill=True)
    for _second in range(round(PATIENCE) - 1):
        clock.go_on(1)
        lobby.seeks.beat(leads=True)
    assert lobby.found == []
    clock.go_on(1)
    lobby.seeks.beat(leads=True)
    ((table, owners),) = lobby.found
    assert owners == ("ann",)
    assert sorted(seat.kind for seat in lobby.tables.open(table).row.seats) == ["bot", "bot", "person"]


def test_a_new_search_replaces_the_old_one_and_ends(lobby):
    look(lobby, "ann")
    look(lobby, "ann", players=3, speed="none")
    assert [(seek.players, seek.speed) for seek in lobby.seeks.queue()] == [(3, "none")]
    lobby.seeks.end("ann")
    lobby.seeks.end("ann")
    assert lobby.seeks.queue() == []


def test_what_is_not_offered_is_refused(lobby, monkeypatch):
    for game, speed, players in (
        ("chess", "live", 2),
        ("lanterns", "bullet", 2),
        ("lanterns", "live", 9),
        ("lanterns", "live", 1),
    ):
        with pytest.raises(BadOption):
            lobby.seeks.find("ann", game, speed, players)
    with pytest.raises(BadOption):
        lobby.seeks.find("ann", "lanterns", "live", 2, name='"|')
    assert lobby.seeks.queue() == []
    monkeypatch.setattr(throttle, "REQUESTS", 1)
    look(lobby, "ben")
    with pytest.raises(TooMany):
        look(lobby, "ben")
