"""Simultaneous commands at one table: the first counts, the others are refused, and a fresh process derives the same."""

import pytest

from hanlin.server.accounts.tokens import key_hash
from hanlin.server.db import Seat
from hanlin.server.exceptions import Refused, Stale
from hanlin.server.tables import commands
from hanlin.server.tables.service import Tables
from helpers.concurrently import at_once
from lanterns import GAME

PEOPLE = [key_hash(name) for name in ("Ann", "Ben", "Cleo")]


@pytest.fixture
def table(tables):
    seats = [Seat(kind="person", name=f"P{n}", owner=owner) for n, owner in enumerate(PEOPLE)]
    return tables.create(GAME, seats, {}, {}, pause=0, seed="a secret", host=PEOPLE[0])


def derived(tables, table):
    fresh = Tables(tables.store, tables.games).open(table.row.id)
    known = tables.open(table.row.id)
    assert (fresh.position, fresh.row, fresh.agenda, fresh.number) == (known.position, known.row, known.agenda, known.number)
    return fresh


def acted(table):
    return [actor for actor, _text in table.position.moves if actor >= 0]


@pytest.mark.parametrize("processes", [1, 2])
def test_of_eight_at_one_seat_one_acts_and_seven_are_refused(tables, table, processes):
    houses = [tables, Tables(tables.store, tables.games)][:processes]
    number = table.number
    came = at_once(*[
        lambda n=n: houses[n % processes].play(houses[n % processes].open(table.row.id), 0, "skip", number, f"command-{n}")
        for n in range(8)
    ])  # fmt: skip
    assert sum(isinstance(each, Stale) for each in came) == 7
    assert acted(Tables(tables.store, tables.games).open(table.row.id)) == [0]
    assert [entry.kind for entry in tables.store.entries(table.row.id) if entry.actor == 0] == ["action"]


def test_eight_resends_of_a_command_are_answered_and_done_once(tables, table):
    number = table.number
    assert at_once(*[lambda: tables.play(table, 0, "skip", number, "the-command")] * 8) == [None] * 8
    assert acted(derived(tables, table)) == [0]


def test_two_who_agree_at_once_take_back_once(tables, table):
    for _ in range(2):
        tables.play(table, table.to_move, "skip", table.number)
    tables.ask(table, 0, "undo", table.number)
    number = table.number
    assert at_once(*[lambda seat=seat: tables.answer(table, seat, True, number) for seat in (1, 2)]) == [None, None]
    assert acted(derived(tables, table)) == []


def test_agreeing_and_declining_at_once_undoes_nothing(tables, table):
    for _ in range(2):
        tables.play(table, table.to_move, "skip", table.number)
    tables.ask(table, 0, "undo", table.number)
    number = table.number
    at_once(*[lambda seat=seat: tables.answer(table, seat, seat == 1, number) for seat in (1, 2)])
    assert (len(acted(derived(tables, table))), table.agenda.asked) == (2, None)


def test_two_who_decide_at_once_decide_once(tables, table):
    tables.resign(table, 0, table.number)
    number = table.number
    came = at_once(*[lambda seat=seat: tables.decide(table, seat, 0, "opponent", number, "random") for seat in (1, 2)])
    assert sum(isinstance(each, Refused) for each in came) == 1
    assert [seat.kind for seat in derived(tables, table).row.seats] == ["bot", "person", "person"]


def test_giving_up_against_a_move(tables, table):
    """The move counts or the seat is vacant before it: never something in between."""
    number = table.number
    moved, _gone = at_once(lambda: tables.play(table, 0, "skip", number), lambda: tables.resign(table, 0, number))
    fresh = derived(tables, table)
    assert acted(fresh) == ([0] if moved is None else [])
    assert commands.vacancies(fresh) == [(0, "left")]


def test_an_answer_against_a_move(tables, table):
    """The last consent and the next move: one of them comes first, and the other is refused."""
    for _ in range(2):
        tables.play(table, table.to_move, "skip", table.number)
    tables.ask(table, 0, "undo", table.number)
    tables.answer(table, 1, True, table.number)
    number = table.number
    agreed, moved = at_once(lambda: tables.answer(table, 2, True, number), lambda: tables.play(table, 2, "skip", number))
    assert isinstance(agreed, Refused) != isinstance(moved, Refused)
    assert acted(derived(tables, table)) == ([0, 1, 2] if moved is None else [])


def test_an_undo_changes_the_active_player_in_the_lists(tables, table):
    tables.play(table, 0, "skip", table.number)
    assert tables.store.table(table.row.id).to_move == 1
    tables.undo(table, 0, table.number)
    assert tables.store.table(table.row.id).to_move == 0
    for _ in range(2):
        tables.play(table, table.to_move, "skip", table.number)
    tables.ask(table, 0, "undo", table.number)
    for seat in (1, 2):
        tables.answer(table, seat, True, table.number)
    assert tables.store.table(table.row.id).to_move == 0


def test_after_an_undo_all_is_as_before(tables, table):
    before = table.position
    tables.play(table, 0, "skip", table.number)
    tables.undo(table, 0, table.number)
    assert table.position == before
    assert table.seen_by(0).legal == before.legal


def test_the_actions_of_others_are_not_revealed(tables, table):
    for viewer in (-1, 1, 2):
        assert table.seen_by(viewer).legal == []
