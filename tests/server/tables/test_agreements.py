"""Agreements: undo by consent, ending, giving up. All of them are entries."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hanlin.bots.levels import levels
from hanlin.core.position.game import games
from hanlin.core.verbs.generic import OVER
from hanlin.server.accounts.ratings import result_of
from hanlin.server.accounts.tokens import key_hash
from hanlin.server.db import FINISHED, Seat
from hanlin.server.exceptions import NotYours, Refused, Stale
from hanlin.server.tables import commands
from hanlin.server.tables.names import one_level_up
from hanlin.server.tables.service import Tables
from hanlin.server.views.table_view import Perspective, view_of
from hanlin.server.views.verdict import verdict
from helpers.long import examples
from lanterns import GAME

PEOPLE = [key_hash(name) for name in ("Ann", "Ben", "Cleo")]
ANN, BEN, CLEO = PEOPLE


def seated(tables, owners=PEOPLE):
    seats = [
        Seat(kind="person", name=f"P{n}", owner=owner) if owner else Seat(kind="bot", bot="random")
        for n, owner in enumerate(owners)
    ]
    return tables.create(GAME, seats, {}, {}, pause=0, seed="a secret", host=owners[0])


def skip(tables, table, times=1):
    for _ in range(times):
        tables.play(table, table.to_move, "skip", table.number)


def derived(tables, table):
    """The table as a fresh process derives it; it agrees with the kept one."""
    fresh = Tables(tables.store, tables.games).open(table.row.id)
    assert fresh.row == table.row == tables.store.table(table.row.id)
    assert (fresh.agenda, fresh.position, fresh.number) == (table.agenda, table.position, table.number)
    return fresh


def moves(table):
    return [(actor, text) for actor, text in table.position.moves if actor >= 0]


def test_an_undo_all_agree_to_is_done(tables):
    table = seated(tables)
    skip(tables, table, 2)
    tables.ask(table, 0, "undo", table.number)
    assert (table.agenda.asked.what, commands.awaited(table), len(moves(table))) == ("undo", [1, 2], 2)
    tables.answer(table, 2, True, table.number)
    assert commands.awaited(table) == [1]
    tables.answer(table, 1, True, table.number)
    assert (moves(table), table.to_move, table.agenda.asked) == ([], 0, None)
    derived(tables, table)


def test_one_refusal_prevents_an_undo(tables):
    table = seated(tables)
    skip(tables, table, 2)
    tables.ask(table, 0, "undo", table.number)
    tables.answer(table, 1, True, table.number)
    tables.answer(table, 2, False, table.number)
    assert (len(moves(table)), table.agenda.asked) == (2, None)
    with pytest.raises(Refused, match="no open request"):
        tables.answer(table, 1, True, table.number)


def test_the_requester_withdraws_but_does_not_agree(tables):
    table = seated(tables)
    skip(tables, table, 2)
    tables.ask(table, 0, "undo", table.number)
    with pytest.raises(Refused, match="don't have to answer"):
        tables.answer(table, 0, True, table.number)
    tables.answer(table, 0, False, table.number)
    assert table.agenda.asked is None


def test_nothing_random_or_hidden_is_undone_even_if_all_agree(tables):
    table = seated(tables)
    tables.play(table, 0, table.position.legal[0], table.number)
    assert table.position.moves[-1][0] == -1, "lighting a lantern draws one"
    skip(tables, table)
    with pytest.raises(Refused, match="has been revealed"):
        tables.ask(table, 0, "undo", table.number)


def test_a_move_withdraws_what_was_asked(tables):
    table = seated(tables)
    skip(tables, table, 2)
    tables.ask(table, 1, "undo", table.number)
    number = table.number
    skip(tables, table)
    assert table.agenda.asked is None
    with pytest.raises(Stale):
        tables.answer(table, 0, True, number)


def test_play_does_not_withdraw_an_offer_to_end(tables):
    table = seated(tables)
    tables.ask(table, 1, "end", table.number)
    skip(tables, table)
    assert table.agenda.asked.what == "end"
    for seat in (0, 2):
        tables.answer(table, seat, True, table.number)
    assert table.over
    derived(tables, table)


def test_who_has_done_nothing_can_take_nothing_back(tables):
    table = seated(tables)
    skip(tables, table)
    with pytest.raises(Refused, match="no move to undo"):
        tables.ask(table, 2, "undo", table.number)


def test_one_thing_is_asked_at_a_time(tables):
    table = seated(tables)
    skip(tables, table, 2)
    tables.ask(table, 0, "undo", table.number)
    with pytest.raises(Refused, match="open request first"):
        tables.ask(table, 1, "end", table.number)


def test_chat_makes_no_move_stale(tables):
    """Somebody asks or declines while another thinks: the move that was made for the same position counts."""
    table = seated(tables)
    skip(tables, table, 2)
    number = table.number
    tables.ask(table, 0, "end", number)
    tables.play(table, 2, "skip", number, "the-command")
    tables.play(table, 2, "skip", number, "the-command")
    assert len(moves(table)) == 3


def test_among_opponents_nobody_has_to_be_asked(tables):
    table = seated(tables, [ANN, "", ""])
    skip(tables, table, 3)
    tables.ask(table, 0, "undo", table.number)
    assert (moves(table), table.to_move) == ([], 0)
    tables.ask(table, 0, "end", table.number)
    assert (table.over, table.row.state) == (True, FINISHED)
    derived(tables, table)


def test_the_game_ends_when_all_agree(tables):
    table = seated(tables)
    skip(tables, table)
    tables.ask(table, 1, "end", table.number)
    for seat in (0, 2):
        tables.answer(table, seat, True, table.number)
    assert (table.over, table.agenda.ended, table.to_move, table.row.to_move) == (True, "agreed", OVER, OVER)
    with pytest.raises(Refused):
        tables.play(table, 1, "skip", table.number)
    derived(tables, table)
    assert tables.rematch(table, ANN).row.state == "running"


def test_the_others_decide_about_an_abandoned_seat(tables):
    table = seated(tables)
    tables.resign(table, 0, table.number)
    assert commands.vacancies(table) == [(0, "left")]
    with pytest.raises(Refused, match="have resigned"):
        skip(tables, table)
    with pytest.raises(Refused, match="let the computer"):
        tables.decide(table, 1, 0, "wait", table.number)
    with pytest.raises(NotYours):
        tables.decide(table, 0, 0, "opponent", table.number)
    tables.decide(table, 1, 0, "opponent", table.number, "random")
    assert (table.row.seats[0].bot, commands.vacancies(table)) == ("random", [])
    derived(tables, table)
    skip(tables, table)


def test_the_last_player_left_ends_the_game_or_plays_on(tables):
    table = seated(tables, [ANN, BEN])
    tables.resign(table, 0, table.number)
    assert not table.over
    tables.decide(table, 1, 0, "end", table.number)
    assert (table.over, table.agenda.ended) == (True, "agreed")
    derived(tables, table)


def test_the_win_is_claimed_when_the_other_resigned(tables):
    table = seated(tables, [ANN, BEN])
    tables.resign(table, 0, table.number)
    tables.decide(table, 1, 0, "claim", table.number)
    assert (table.winners, table.agenda.ended) == ([1], "claimed")
    assert derived(tables, table).winners == [1]
    entries = tables.store.entries(table.row.id)
    found = result_of(table, entries)
    assert (found.places, found.rated) == ([2, 1], False)
    assert verdict(view_of(table, Perspective(None, (1,)))) == "You win: P0 resigned."


def test_a_harder_next_game_has_stronger_computer_players(tables):
    tables, game = Tables(tables.store, games()), games()["forbidden_city"]
    seats = [Seat(kind="person", name="P", owner=ANN), Seat(kind="bot", bot="greedy"), Seat(kind="bot", bot="casual")]
    table = tables.create(game, seats, {}, {}, pause=0, seed="a secret", host=ANN)
    tables.ask(table, 0, "end", table.number)
    following = tables.rematch(table, ANN, harder=True)
    assert [seat.bot for seat in following.row.seats] == ["novice", "strong", ""]
    assert tables.rematch(table, ANN) is following
    top = list(levels())[-1]
    assert one_level_up(game, 3, top) == top


def test_a_game_without_players_ends(tables):
    for owners, leavers in (([ANN, "", ""], [0]), ([ANN, BEN], [0, 1])):
        table = seated(tables, owners)
        for seat in leavers:
            tables.resign(table, seat, table.number)
        assert (table.over, table.agenda.ended) == (True, "left")
        derived(tables, table)


def test_a_command_that_is_sent_again_is_done_once(tables):
    table = seated(tables)
    skip(tables, table, 2)
    number = table.number
    for _ in range(2):
        tables.ask(table, 0, "undo", number, "ask-once-1")
    assert table.number == number + 1
    with pytest.raises(Refused, match="already used"):
        tables.resign(table, 1, number, "ask-once-1")


@given(data=st.data())
@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_people_agree_on_a_fresh_process_derives_the_same(tables, data):
    table = seated(tables, data.draw(st.sampled_from([PEOPLE, [ANN, BEN], [ANN, "", BEN], [ANN, ANN, BEN]])))
    seats = st.integers(0, table.row.players - 1)
    for _ in range(data.draw(st.integers(1, 16))):
        step = data.draw(st.sampled_from(["play", "play", "play", "undo", "ask", "answer", "answer", "resign", "decide"]))
        seat, before = data.draw(seats), table.number
        stood = moves(table)
        try:
            if step == "play" and table.to_move >= 0:
                tables.play(table, table.to_move, data.draw(st.sampled_from(table.position.legal)), table.number)
            elif step == "undo":
                tables.undo(table, seat, table.number)
            elif step == "ask":
                tables.ask(table, seat, data.draw(st.sampled_from(["undo", "undo", "end"])), table.number)
            elif step == "answer":
                tables.answer(table, seat, data.draw(st.booleans()), table.number)
            elif step == "resign" and table.row.seats[seat].kind == "person":
                tables.resign(table, seat, table.number)
            elif step == "decide":
                choice = data.draw(st.sampled_from(["opponent", "end", "wait", "claim"]))
                tables.decide(table, seat, data.draw(seats), choice, table.number, "random")
        except Refused:
            assert table.number == before
        gone = stood[len(moves(table)) :]
        assert step in ("undo", "ask", "answer") or not gone
        fresh = derived(tables, table)
        assert fresh.to_move == table.to_move
