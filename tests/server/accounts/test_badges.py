"""Badges of people: of games that count, stored once, carried to an account, and shown where they are looked for."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from hanlin.core.verbs.badges import Badge, earned
from hanlin.core.verbs.generic import OVER
from hanlin.server.accounts.badges import Badges, is_a_challenge, may_bring_badges
from hanlin.server.accounts.ratings import Standings
from hanlin.server.db import Seat
from helpers.people import persons
from lanterns import GAME

BOT = Seat(kind="bot", bot="casual")
WON, NEVER = Badge("won", "points", lambda plies: plies, least=1), Badge("never", "points", lambda plies: plies, least=10**6)
MODULE = SimpleNamespace(BADGES=(WON, NEVER), VERSION=1, deeds_of=lambda played: [len(played.plies)] * played.players)


def person(name):
    return Seat(kind="person", name=name, owner=f"the key of {name}")


@pytest.fixture
def badges(tables):
    found = Badges(tables.store, tables)
    found.modules = {"lanterns": MODULE}
    return found


def ended(tables, *seats, **more):
    table = tables.create(GAME, seats, {}, {}, pause=0, seed="a secret", **more)
    while table.to_move != OVER:
        tables.play(table, table.to_move, table.position.legal[0], table.number)
    return table


def winner(table):
    return table.row.seats[table.winners[0]].owner


def standings_of(tables, badges):
    standings = Standings(tables.store, tables)
    standings.listen(badges.note)
    return standings


def test_only_winners_earn(tables, badges):
    table = ended(tables, person("Ann"), person("Ben"))
    standings_of(tables, badges).catch_up()
    ids = {seat.owner: [each.ids for each in tables.store.badges_of(seat.owner)] for seat in table.row.seats}
    assert ids == {seat.owner: [("won",)] if n in table.winners else [] for n, seat in enumerate(table.row.seats)}
    (found,) = badges.new_at(table, winner(table))
    assert (found.badge, found.first.table, found.times) == (WON, table.row.id, 1)


def test_a_badge_is_new_once(tables, badges):
    first, second = (ended(tables, person("Ann"), person("Ben")) for _n in range(2))
    standings = standings_of(tables, badges)
    assert badges.new_at(first, winner(first)) is None
    standings.catch_up()
    owner = winner(first)
    assert owner == winner(second)
    assert sum(len(badges.new_at(table, owner)) for table in (first, second)) == 1
    ((_game, shown),) = badges.shown(owner, owner, ())
    assert [(each.badge.id, each.times) for each in shown] == [("won", 2), ("never", 0)]


def test_older_games_are_added_and_later_rules_look_again(tables, badges):
    table = ended(tables, person("Ann"), person("Ben"))
    Standings(tables.store, tables).catch_up()
    assert [badges.catch_up(), badges.catch_up()] == [1, 0]
    badges.modules["lanterns"] = SimpleNamespace(
        **{**vars(MODULE), "VERSION": 2, "BADGES": (NEVER, WON, Badge("b", "", int, 1))}
    )
    assert [badges.catch_up(), badges.catch_up()] == [1, 0]
    assert [each.ids for each in tables.store.badges_of(winner(table))] == [("won", "b")]
    tables.store.keep_badges(table.row.id, 1, [])
    assert [each.ids for each in tables.store.badges_of(winner(table))] == [("won", "b")]


def test_games_that_bring_no_badges(tables, badges):
    """Games that are not rated are not looked at; of those that are, not all are a challenge."""
    alone = ended(tables, *persons(2))
    advised = tables.create(GAME, (person("Ann"), person("Ben")), {}, {}, pause=0, seed="a secret")
    tables.note_hint(advised, 0)
    while advised.to_move != OVER:
        tables.play(advised, advised.to_move, advised.position.legal[0], advised.number)
    standings_of(tables, badges).catch_up()
    assert not may_bring_badges(alone)
    assert badges.new_at(alone, persons(1)[0].owner) == []
    assert badges.new_at(advised, person("Ann").owner) == []
    assert not any(tables.store.badges_of(owner) for owner in (persons(1)[0].owner, person("Ann").owner, person("Ben").owner))


@pytest.mark.parametrize(
    ("seats", "counts"),
    [
        ((person("Ann"), person("Ben")), True),
        ((person("Ann"), BOT), True),
        ((person("Ann"), Seat(kind="bot", bot="novice")), False),
        ((person("Ann"), Seat(kind="bot", bot="random")), False),
        ((person("Ann"), person("Ann")), False),
    ],
)
def test_who_is_a_challenge(seats, counts):
    assert is_a_challenge(seats) == counts


def test_badges_go_with_a_seat_to_an_account(tables, badges):
    table = ended(tables, person("Ann"), person("Ben"))
    standings_of(tables, badges).catch_up()
    old = winner(table)
    tables.hand_over(table.row.id, old, "the key of an account")
    assert [each.ids for each in tables.store.badges_of("the key of an account")] == [("won",)]
    assert tables.store.badges_of(old) == []


def test_private_games_are_not_linked_for_strangers(tables, badges):
    table = ended(tables, person("Ann"), person("Ben"))
    standings_of(tables, badges).catch_up()
    owner = winner(table)
    for asker, known, may_open in ((owner, (), True), ("a stranger", (), False), ("who sat there", (table.row.id,), True)):
        ((_game, shown),) = badges.shown(owner, asker, known)
        assert (shown[0].first is not None, shown[0].may_open) == (True, may_open)


def test_a_game_without_badges_has_none(tables):
    assert "lanterns" not in Badges(tables.store, tables).modules


def test_seats_that_share_a_win_all_earn():
    played = SimpleNamespace(players=3, shares=[0.5, 0.0, 0.5], plies=[1])
    assert earned(MODULE, played) == [(0, "won"), (2, "won")]
