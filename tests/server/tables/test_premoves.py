"""Plans at a table: carried out once when their turn comes, dropped when they mean something else, known to nobody else."""

from __future__ import annotations

import random

import pytest

import hanlin
from hanlin.contract import Live
from hanlin.core.position.premoves import ghost_of, goes_on
from hanlin.server.db import Seat
from hanlin.server.exceptions import NotYours, Refused, Stale
from hanlin.server.tables.premoves import NONE, Premoves, check_may_plan
from helpers.people import persons

GAMES = {name: hanlin.game(name) for name in ("china", "forbidden_city", "year_of_the_dragon")}
PLAYERS = {"china": 3, "forbidden_city": 2, "year_of_the_dragon": 2}


def person(name):
    return Seat(kind="person", name=name, owner=f"the key of {name}")


@pytest.fixture
def tables(store):
    from hanlin.server.tables.service import Tables

    return Tables(store, GAMES, "a secret")


@pytest.fixture
def premoves(tables):
    found = Premoves(tables)
    yield found
    found.stop()


def table_of(tables, name="china", moves=7, **more):
    """A table where some moves were played, and a seat that can plan."""
    seats = [person(f"P{n}") for n in range(PLAYERS[name])]
    table, rng = tables.create(GAMES[name], seats, {}, {}, pause=0, **more), random.Random(1)
    planner = None
    while planner is None or table.ply < moves:
        tables.play(table, table.to_move, rng.choice(table.position.legal), table.number)
        planner = next((seat for seat in range(len(seats)) if ghost_of(table.seen_by(seat)) is not None), None)
    return table, planner, rng


def some_plan(table, seat, rng):
    actions = []
    while goes_on(table.seen_by(seat), actions):
        actions.append(rng.choice(ghost_of(table.seen_by(seat), actions).legal))
    return actions


def until(tables, premoves, table, seat, rng, avoid=()):
    """Others play until a seat is asked, and its plan is carried out."""
    while table.to_move not in (seat, -2):
        legal = [each for each in table.position.legal if each not in avoid] or table.position.legal
        tables.play(table, table.to_move, rng.choice(legal), table.number)
    premoves.carry_out(table.row.id)


def moves_of(table, seat, since):
    return [text for actor, text in table.position.moves[since:] if actor == seat]


@pytest.mark.parametrize("name", GAMES)
def test_a_plan_is_played_as_the_seat_would_have(tables, premoves, name):
    table, seat, rng = table_of(tables, name)
    plan = some_plan(table, seat, rng)[:1]
    premoves.plan(table, seat, plan, table.number)
    assert premoves.of(table, seat).actions == tuple(plan)
    since, twin = table.ply, None
    while table.to_move != seat:
        tables.play(table, table.to_move, rng.choice(table.position.legal), table.number)
    legal, twin = table.position.legal, table.position.copy()
    as_planned = premoves.of(table, seat).is_possible
    premoves.carry_out(table.row.id)
    if as_planned:
        assert plan[0] in legal
        assert moves_of(table, seat, since) == plan
        assert table.position.at(twin.ply + 1).state.tobytes() == twin.play(plan[0]).state.tobytes()
        assert premoves.of(table, seat) == NONE
    else:
        assert moves_of(table, seat, since) == []
        assert premoves.of(table, seat).is_dropped


def test_a_whole_turn_is_played_in_order_and_once(tables, premoves):
    table, seat, rng = table_of(tables)
    plan = some_plan(table, seat, rng)
    assert len(plan) > 1
    premoves.plan(table, seat, plan, table.number)
    since = table.ply
    until(tables, premoves, table, seat, rng, avoid=plan)
    number = table.number
    premoves.carry_out(table.row.id)
    assert table.number == number
    played = moves_of(table, seat, since)
    assert played == plan[: len(played)]


def test_an_action_that_others_made_impossible_is_dropped(tables, premoves):
    """Another palace at the planned place drops the plan, and its seat is told so until it acts."""
    for moves in range(7, 40):
        table, seat, _rng = table_of(tables, moves=moves)
        theirs = {each.rsplit(" ", 1)[0]: each for each in table.position.legal if each.startswith("palace")}
        plan = next((each for each in ghost_of(table.seen_by(seat)).legal if each.rsplit(" ", 1)[0] in theirs), "")
        if plan:
            break
    premoves.plan(table, seat, [plan], table.number)
    since = table.ply
    tables.play(table, table.to_move, theirs[plan.rsplit(" ", 1)[0]], table.number)
    assert not premoves.of(table, seat).is_possible
    assert not premoves.of(table, seat).is_dropped
    while table.to_move != seat:
        tables.play(table, table.to_move, table.position.legal[-1], table.number)
    assert premoves.of(table, seat).is_dropped
    premoves.carry_out(table.row.id)
    assert moves_of(table, seat, since) == []
    assert premoves.of(table, seat).is_dropped
    tables.play(table, seat, table.position.legal[0], table.number)
    assert premoves.of(table, seat) == NONE


def test_a_plan_can_be_replaced_and_taken_back(tables, premoves):
    table, seat, rng = table_of(tables)
    first, second = ghost_of(table.seen_by(seat)).legal[:2]
    premoves.plan(table, seat, [first], table.number)
    premoves.plan(table, seat, [second], table.number)
    assert premoves.of(table, seat).actions == (second,)
    premoves.plan(table, seat, [], table.number)
    assert premoves.of(table, seat) == NONE
    since = table.ply
    until(tables, premoves, table, seat, rng)
    assert moves_of(table, seat, since) == []


def test_what_can_not_be_planned_is_refused(tables, premoves):
    table, seat, _rng = table_of(tables)
    legal = ghost_of(table.seen_by(seat)).legal
    with pytest.raises(Refused):
        premoves.plan(table, seat, ["palace nowhere 1 red"], table.number)
    with pytest.raises(Refused):
        premoves.plan(table, seat, [legal[0], "pass"], table.number)
    with pytest.raises(Refused):
        premoves.plan(table, table.to_move, [table.position.legal[0]], table.number)
    with pytest.raises(Stale):
        premoves.plan(table, seat, [legal[0]], table.number - 1)
    with pytest.raises(Stale):
        premoves.plan(table, seat, [legal[0]], table.number + 1)
    assert premoves.of(table, seat) == NONE


def test_a_plan_costs_no_time(tables, premoves):
    clock = [1000.0]
    tables.clock = lambda: clock[0]
    table, seat, rng = table_of(tables, time=Live(base=600, increment=0))
    plan = some_plan(table, seat, rng)[:1]
    premoves.plan(table, seat, plan, table.number)
    left = table.clocks.left[seat]
    while table.to_move != seat:
        clock[0] += 5
        tables.play(table, table.to_move, table.position.legal[0], table.number)
    clock[0] += 30
    if premoves.of(table, seat).is_possible:
        premoves.carry_out(table.row.id)
        assert tables.store.entries(table.row.id)[-1].time == clock[0] - 30
        assert table.clocks.left[seat] == left


def test_two_processes_play_it_once(tables, premoves, store):
    from hanlin.server.tables.service import Tables

    table, seat, rng = table_of(tables)
    plan = some_plan(table, seat, rng)[:1]
    premoves.plan(table, seat, plan, table.number)
    while table.to_move != seat:
        tables.play(table, table.to_move, rng.choice(table.position.legal), table.number)
    row = store.premove(table.row.id, seat)
    other = Premoves(Tables(store, GAMES, "a secret"))
    assert store.claim_premove(row)
    other.carry_out(table.row.id)
    with pytest.raises(Refused):
        premoves.take_back(table, seat)
    assert tables.store.number(table.row.id) == table.number
    number = table.number
    other.catch_up()
    other.stop()
    premoves.carry_out(table.row.id)
    tables.reload_all()
    assert table.number <= number + 2
    assert [entry.action for entry in store.entries(table.row.id)].count(plan[0]) >= 1


def test_plans_end_with_the_game(tables, premoves, store):
    table, seat, rng = table_of(tables)
    premoves.plan(table, seat, some_plan(table, seat, rng)[:1], table.number)
    for each in range(3):
        tables.resign(table, each, table.number)
    assert table.over
    premoves.carry_out(table.row.id)
    assert store.premove(table.row.id, seat) is None


def test_only_who_has_one_seat_plans_for_it(tables):
    table, seat, _rng = table_of(tables)
    check_may_plan(table, f"the key of P{seat}", seat)
    shared = tables.create(GAMES["china"], persons(3), {}, {}, pause=0)
    for at, owner, of in ((table, "a stranger", seat), (table, "", seat), (shared, persons(1)[0].owner, 0)):
        with pytest.raises(NotYours):
            check_may_plan(at, owner, of)
