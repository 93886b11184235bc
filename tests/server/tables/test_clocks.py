"""Clocks: time is only ever used up, the server's receipt decides, and the others decide about who is out of time."""

import threading
from contextlib import suppress

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hanlin.contract import Days, Live
from hanlin.core.verbs.generic import OVER
from hanlin.server.accounts.tokens import key_hash
from hanlin.server.db import FINISHED, Seat
from hanlin.server.exceptions import NotYours, Refused
from hanlin.server.tables import clocks, commands
from hanlin.server.tables.clocks import DAY
from hanlin.server.tables.service import Tables
from hanlin.server.views.table_state import state_for
from hanlin.server.views.table_view import SPECTATOR, Perspective, view_of
from hanlin.server.views.vacant_seats import news_of_seats, vacant_seats
from hanlin.server.views.verdict import verdict
from helpers.long import examples
from helpers.simulated import SimulatedClock
from lanterns import GAME

PEOPLE = [key_hash(name) for name in ("Ann", "Ben", "Cleo")]
ANN, BEN, CLEO = PEOPLE
LIVE = Live(base=60.0, increment=5.0)


@pytest.fixture
def clock():
    return SimulatedClock()


@pytest.fixture
def services(store, clock):
    return Tables(store, {"lanterns": GAME}, clock=clock)


def seated(services, time=LIVE, owners=PEOPLE, **more):
    seats = [Seat(kind="person", name=f"P{n}", owner=owner) for n, owner in enumerate(owners)]
    return services.create(GAME, seats, {}, {}, pause=0, seed="a secret", host=owners[0], time=time, **more)


def left(table):
    when = table.clock()
    return [clocks.remaining(table.clocks, table.row.time, seat, when) for seat in range(table.row.players)]


def skip(services, table, **more):
    services.play(table, table.to_move, "skip", table.number, **more)


def restarted(services, clock):
    return Tables(services.store, services.games, clock=clock)


def test_the_active_players_clock_runs_and_gains_the_increment(services, clock):
    table = seated(services)
    assert left(table) == [60, 60, 60]
    clock.go_on(20)
    assert left(table) == [40, 60, 60]
    skip(services, table)
    assert left(table) == [45, 60, 60]
    clock.go_on(10)
    assert left(table) == [45, 50, 60]


def test_without_clocks_nobody_is_ever_late(services, clock):
    table = seated(services, time=None)
    clock.go_on(10 * DAY)
    assert (table.clocks, table.due) == (None, None)
    skip(services, table)


def test_the_clocks_begin_when_the_game_does(services, clock):
    seats = [Seat(kind="person", name="Ann", owner=ANN), Seat(kind="open")]
    table = services.create(GAME, seats, {}, {}, pause=0, host=ANN, time=LIVE)
    clock.go_on(1000)
    assert table.due is None
    services.join(table, BEN, "Ben")
    assert left(table) == [60, 60]
    clock.go_on(7)
    assert left(table) == [53, 60]
    assert left(restarted(services, clock).open(table.row.id)) == [53, 60]


def test_computers_use_their_clock_but_never_lose_on_time(services, clock):
    seats = [Seat(kind="bot", bot="random"), Seat(kind="person", name="Ann", owner=ANN)]
    table = services.create(GAME, seats, {}, {}, pause=0, time=LIVE)
    clock.go_on(25)
    assert left(table) == [35, 60]
    clock.go_on(100)
    assert (left(table), table.due) == ([0, 60], None)
    skip(services, table)
    assert left(table) == [5, 60]


def test_the_days_of_a_move_restart_with_each_turn(services, clock):
    table = seated(services, Days(days=2.0))
    clock.go_on(DAY)
    assert left(table) == [DAY, 2 * DAY, 2 * DAY]
    for _ in range(3):
        skip(services, table)
    assert left(table) == [2 * DAY, 2 * DAY, 2 * DAY]


def test_holidays_do_not_count():
    """From Friday noon two days that count, with the weekend and the Tuesday free, last until Wednesday noon."""
    friday = SimulatedClock().time + 4.5 * DAY
    time = Days(days=2.0, weekends=True, holidays=["2026-06-09"])
    assert clocks.reached(time, friday, 2 * DAY) == friday + 5 * DAY
    assert clocks.counted(time, friday, friday + 2.5 * DAY) == DAY / 2


@given(st.floats(0, 40 * DAY), st.floats(0, 5 * DAY), st.booleans(), st.sets(st.integers(1, 30), max_size=20))
def test_what_is_reached_has_been_counted(begin, seconds, weekends, days):
    since = SimulatedClock().time + begin
    time = Days(days=1.0, weekends=weekends, holidays=[f"2026-06-{day:02}" for day in sorted(days)])
    assert clocks.counted(time, since, clocks.reached(time, since, seconds)) == pytest.approx(seconds, abs=1e-3)


def test_time_that_ends_with_a_day_ends_before_the_weekend():
    time = Days(days=1.0, weekends=True)
    assert clocks.reached(time, SimulatedClock().time, 5 * DAY) == SimulatedClock().time + 5 * DAY


# -- out of time --------------------------------------------------------------------------------------------------------------


def test_a_player_is_out_of_time_exactly_at_zero(services, clock):
    table = seated(services)
    clock.go_on(59.9)
    services.flag(table)
    assert (table.clocks.out, commands.vacancies(table)) == (OVER, [])
    clock.go_on(0.2)
    services.flag(table)
    assert (table.clocks.out, left(table)[0]) == (0, 0.0)
    assert commands.vacancies(table) == [(0, "time")]


def test_a_move_in_time_is_accepted_though_it_arrives_with_the_flag(services, clock):
    table = seated(services)
    number, due = table.number, table.due
    clock.go_on(61)
    services.flag(table)
    assert table.clocks.out == 0
    services.play(table, 0, "skip", number, received=due - 0.25)
    assert table.clocks.out == OVER
    assert left(table)[0] == pytest.approx(5.25)
    assert left(restarted(services, clock).open(table.row.id)) == left(table)


def test_a_late_move_is_refused_with_or_without_a_fallen_flag(services, clock):
    table = seated(services)
    number = table.number
    clock.go_on(61)
    for _ in range(2):
        with pytest.raises(Refused, match="time is up"):
            services.play(table, 0, "skip", number)
        assert table.clocks.out == 0
    assert [entry.kind for entry in services.store.entries(table.row.id)].count("time") == 1


def test_flag_against_move(services, clock):
    """Eight moves and eight flags at once: the receipt alone decides, and a fresh process agrees."""
    for n, early in enumerate([True, False] * 4):
        table = seated(services)
        number, due = table.number, table.due
        clock.time = due + 1
        together = threading.Barrier(16)

        def move(table=table, number=number, due=due, early=early, together=together):
            together.wait()
            with suppress(Refused):
                services.play(table, 0, "skip", number, received=due - 1 if early else due + 0.5)

        def flag(table=table, together=together):
            together.wait()
            services.flag(table)

        threads = [threading.Thread(target=work) for work in (move, flag) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        fresh = restarted(services, clock).open(table.row.id)
        acted = [entry.kind for entry in services.store.entries(table.row.id) if entry.kind == "action" and entry.actor == 0]
        assert (len(acted), fresh.clocks.out) == ((1, OVER) if early else (0, 0)), n
        assert fresh.clocks == table.clocks


def test_the_others_may_wait_for_a_player_out_of_time(services, clock):
    table = seated(services)
    clock.go_on(61)
    services.flag(table)
    with pytest.raises(NotYours):
        services.decide(table, 0, 0, "wait", table.number)
    services.decide(table, 1, 0, "wait", table.number)
    clock.go_on(3600)
    skip(services, table)
    assert left(table) == [5, 60, 60]
    assert table.position.moves[-1] == (0, "skip")


def test_waiting_gives_no_time_back(services, clock):
    table = seated(services, Live(base=60.0))
    clock.go_on(61)
    services.flag(table)
    services.decide(table, 1, 0, "wait", table.number)
    skip(services, table)
    assert left(table) == [0, 60, 60]


def test_a_computer_takes_the_seat(services, clock):
    table = seated(services)
    clock.go_on(61)
    services.flag(table)
    services.decide(table, 2, 0, "opponent", table.number, "random")
    assert (table.row.seats[0].bot, table.owned_by(ANN), table.clocks.out) == ("random", [], OVER)
    assert services.store.table(table.row.id) == table.row
    assert restarted(services, clock).open(table.row.id).row == table.row
    skip(services, table)
    assert left(table)[0] == 5


def test_the_last_person_left_may_end_the_game(services, clock):
    table = seated(services, owners=[ANN, BEN])
    clock.go_on(61)
    services.flag(table)
    services.decide(table, 1, 0, "end", table.number)
    assert (table.over, table.agenda.ended, table.row.state, table.to_move) == (True, "agreed", FINISHED, OVER)
    fresh = restarted(services, clock).open(table.row.id)
    assert (fresh.over, fresh.row, fresh.clocks) == (True, table.row, table.clocks)


def test_to_end_all_who_are_there_have_to_agree(services, clock):
    table = seated(services)
    clock.go_on(61)
    services.flag(table)
    services.decide(table, 1, 0, "end", table.number)
    assert (table.over, commands.awaited(table)) == (False, [2])
    services.answer(table, 2, True, table.number)
    assert table.over


def test_the_only_other_player_claims_the_win_whatever_the_points(services, clock):
    table = seated(services, owners=[ANN, BEN])
    services.play(table, 0, table.position.legal[0], table.number)
    skip(services, table)
    assert table.position.scores[0] >= table.position.scores[1]
    with pytest.raises(Refused, match="nothing to decide"):
        services.decide(table, 1, 0, "claim", table.number)
    clock.go_on(120)
    services.flag(table)
    with pytest.raises(NotYours):
        services.decide(table, 0, 0, "claim", table.number)
    services.decide(table, 1, 0, "claim", table.number)
    assert (table.over, table.agenda.ended, table.agenda.forfeited) == (True, "claimed", (0,))
    assert (table.winners, table.places, table.row.state) == ([1], [2, 1], FINISHED)
    fresh = restarted(services, clock).open(table.row.id)
    assert (fresh.winners, fresh.agenda, fresh.clocks) == (table.winners, table.agenda, table.clocks)
    with pytest.raises(Refused, match="over"):
        services.decide(table, 1, 0, "grant", table.number)


def test_three_players_claim_by_agreement_and_points_decide(services, clock):
    table = seated(services)
    skip(services, table)
    services.play(table, 1, table.position.legal[0], table.number)
    skip(services, table)
    clock.go_on(120)
    services.flag(table)
    services.decide(table, 1, 0, "claim", table.number)
    assert (table.over, table.agenda.asked.what, commands.awaited(table)) == (False, "claim", [2])
    services.answer(table, 2, True, table.number)
    scores, places = table.position.scores, table.places
    assert (table.over, places[0]) == (True, 3)
    assert places[1 + (scores[2] > scores[1])] == 1


def test_a_claim_is_void_once_the_player_has_time_again(services, clock):
    table = seated(services)
    clock.go_on(61)
    services.flag(table)
    services.decide(table, 1, 0, "claim", table.number)
    services.decide(table, 2, 0, "grant", table.number)
    assert (table.agenda.asked, table.clocks.out) == (None, OVER)
    with pytest.raises(Refused, match="no open request"):
        services.answer(table, 2, True, table.number)


def test_two_more_minutes_run_at_once_and_run_out_again(services, clock):
    table = seated(services)
    clock.go_on(61)
    services.flag(table)
    services.decide(table, 1, 0, "grant", table.number)
    assert (left(table)[0], commands.vacancies(table)) == (120, [])
    with pytest.raises(Refused, match="nothing to decide"):
        services.decide(table, 1, 0, "grant", table.number)
    clock.go_on(119)
    assert restarted(services, clock).open(table.row.id).clocks == table.clocks
    clock.go_on(2)
    services.flag(table)
    assert commands.vacancies(table) == [(0, "time")]
    services.decide(table, 1, 0, "grant", table.number)
    skip(services, table)
    assert left(table)[0] == 125


def test_where_days_count_a_player_gets_one_more_day(services, clock):
    table = seated(services, Days(days=1))
    clock.go_on(2 * DAY)
    services.flag(table)
    services.decide(table, 1, 0, "grant", table.number)
    assert left(table)[0] == DAY


def test_a_player_without_a_clock_cannot_be_beaten_by_a_claim(services, clock):
    table = seated(services, time=None)
    clock.go_on(DAY + 1)
    for choice, why in (("claim", "claim the win only when"), ("grant", "give time only to")):
        with pytest.raises(Refused, match=why):
            services.decide(table, 1, 0, choice, table.number)


def test_a_claim_against_more_time_only_one_of_them_counts(services, clock):
    for _ in range(4):
        table = seated(services, owners=[ANN, BEN])
        clock.go_on(61)
        services.flag(table)
        number, together = table.number, threading.Barrier(8)

        def decide(choice, table=table, number=number, together=together):
            together.wait()
            with suppress(Refused):
                services.decide(table, 1, 0, choice, number)

        threads = [threading.Thread(target=decide, args=(choice,)) for choice in ("claim", "grant") * 4]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        kinds = [entry.kind for entry in services.store.entries(table.row.id)]
        assert (kinds.count("end"), kinds.count("grant")) in ((1, 0), (0, 1), (1, 1))
        assert restarted(services, clock).open(table.row.id).over == table.over == ("end" in kinds)


def test_decisions_about_a_seat_are_in_the_log(services, clock):
    table = seated(services, owners=[ANN, BEN])
    clock.go_on(61)
    services.flag(table)
    services.decide(table, 1, 0, "grant", table.number)
    said = ["P0 ran out of time.", "P1 gave P0 two more minutes."]
    perspective = Perspective(1, (1,))
    assert list(news_of_seats(view_of(table, perspective))) == said
    skip(services, table)
    assert news_of_seats(view_of(table, perspective)) == ()
    assert [line.text for lines in table.log(1, table.ply) for line in lines if line.text in said] == said


def test_who_is_out_of_time_sees_why_nothing_can_be_chosen(services, clock):
    table = seated(services, owners=[ANN, BEN])
    assert view_of(table, Perspective(0, (0,))).asked
    clock.go_on(61)
    services.flag(table)
    late, other = (view_of(table, Perspective(seat, (seat,))) for seat in (0, 1))
    assert (late.asked, late.choices.shown) == (False, [])
    (of_late,), (of_other,) = vacant_seats(late), vacant_seats(other)
    assert (of_late.text, of_late.options) == ("You ran out of time. Now it is up to P1.", ())
    assert of_late.void
    assert not of_other.void
    assert [option.label for option in of_other.options] == [
        "Claim the win", "Let the computer play on for P0", "Give P0 two minutes",
    ]  # fmt: skip
    assert all(option.about for option in of_other.options)
    services.decide(table, 1, 0, "claim", table.number)
    assert verdict(view_of(table, Perspective(0, (0,)))) == "P1 wins: you ran out of time."
    assert verdict(view_of(table, Perspective(1, (1,)))) == "You win: P0 ran out of time."


def test_a_player_out_of_time_plays_on_if_nobody_decides(services, clock):
    table = seated(services)
    clock.go_on(61)
    services.flag(table)
    clock.go_on(DAY)
    skip(services, table)
    assert table.position.moves[-1] == (0, "skip")


def test_without_clocks_the_others_decide_after_a_day_of_silence(services, clock):
    table = seated(services, time=None)
    clock.go_on(DAY - 1)
    with pytest.raises(Refused, match="nothing to decide"):
        services.decide(table, 1, 0, "opponent", table.number)
    clock.go_on(2)
    services.decide(table, 1, 0, "opponent", table.number)
    assert table.row.seats[0].kind == "bot"


@pytest.mark.parametrize("time", [Live(base=60.0, increment=5.0), Days(days=3), None])
def test_the_others_decide_again_about_a_player_still_absent(services, clock, time):
    """Waiting once is not waiting for ever: a day of silence, or a day after the time was used up, and they are asked again."""
    table = seated(services, time)
    clock.go_on(3 * DAY + 1)
    services.flag(table)
    services.decide(table, 1, 0, "wait", table.number)
    clock.go_on(DAY - 2)
    assert commands.vacancies(table) == []
    clock.go_on(2)
    assert commands.vacancies(table) == [(0, "time")]
    services.decide(table, 2, 0, "wait", table.number)
    assert commands.vacancies(table) == []
    skip(services, table)
    skip(services, table)
    skip(services, table)
    clock.go_on(DAY + 5)
    assert commands.vacancies(table) == ([] if isinstance(time, Days) else [(0, "time")])
    clock.go_on(3 * DAY)
    assert commands.vacancies(restarted(services, clock).open(table.row.id)) == [(0, "time")]
    services.decide(table, 1, 0, "opponent", table.number)
    assert table.row.seats[0].kind == "bot"


def test_alone_among_opponents_nobody_is_out_of_time(services, clock):
    seats = [Seat(kind="person", name="Ann", owner=ANN), Seat(kind="bot", bot="random")]
    table = services.create(GAME, seats, {}, {}, pause=0, time=LIVE)
    clock.go_on(100)
    assert (table.due, left(table)) == (None, [0, 60])
    skip(services, table)


# -- time is only used up ------------------------------------------------------------------------------------------------------


def test_undo_gives_no_time_back_and_the_clock_runs_on(services, clock):
    table = seated(services)
    clock.go_on(20)
    skip(services, table)
    clock.go_on(10)
    services.undo(table, 0, table.number)
    assert left(table) == [45, 50, 60]
    clock.go_on(5)
    assert left(table) == [40, 50, 60]
    skip(services, table)
    assert left(table) == [40, 50, 60]
    assert table.due == clock.time + 50


@given(data=st.data())
@settings(max_examples=examples(60), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_total_time_is_conserved_and_never_negative(store, data):
    """Time is used by the active seat only; only turns that end for the first time earn any."""
    clock = SimulatedClock()
    services = Tables(store, {"lanterns": GAME}, clock=clock)
    increment = float(data.draw(st.integers(0, 10)))
    table = seated(services, Live(base=30.0, increment=increment))
    most = 0
    for _ in range(data.draw(st.integers(1, 20))):
        before, running = left(table), table.to_move
        step = data.draw(st.sampled_from(["think", "think", "play", "play", "undo", "restart", "flag", "wait"]))
        ended = sum(table.clocks.earned)
        if step == "think":
            seconds = float(data.draw(st.integers(0, 12)))
            clock.go_on(seconds)
            paid = [min(seconds, there) if seat == running else 0 for seat, there in enumerate(before)]
            assert left(table) == pytest.approx([there - some for there, some in zip(before, paid, strict=True)])
            continue
        try:
            if step == "play" and running >= 0:
                skip(services, table)
            elif step == "undo" and table.undoable() is not None:
                services.undo(table, table.undoable(), table.number)
            elif step == "restart":
                services = restarted(services, clock)
                table = services.open(table.row.id)
            elif step == "flag":
                services.flag(table)
            elif step == "wait" and table.clocks.out >= 0:
                services.decide(table, (table.clocks.out + 1) % 3, table.clocks.out, "wait", table.number)
        except Refused:
            pass
        earned = sum(table.clocks.earned) - ended
        assert sum(left(table)) == pytest.approx(sum(before) + earned * increment)
        assert min(left(table)) >= 0
        most = max(most, table.ply)
        assert sum(table.clocks.earned) <= most
        assert earned == 0 or step == "play"


def test_clocks_reveal_nothing_of_the_last_choice_to_spectators(services, clock):
    """For each maker of the choice, each duration and each thinker, also after an undo or a restart of the server."""

    def seen(table):
        there = msgspec.json.decode(state_for(table, "nobody"))
        shown = view_of(table, Perspective(SPECTATOR, ())).seats
        return there["actor"], there["clocks"], [each.left for each in shown], [each.ticking for each in shown]

    quick, slow = seated(services), seated(services)
    begun = seen(quick)
    assert (begun[0], begun[1]["running"], begun[2:]) == (0, 0, ([60, 60, 60], [True, False, False]))
    skip(services, quick)
    first = seen(quick)
    clock.go_on(20)
    skip(services, slow)
    still = first[1] | {"running": None, "due": None}
    assert seen(quick) == seen(slow) == (0, still, [60, 60, 60], [False] * 3)
    clock.go_on(7)
    skip(services, quick)
    second = seen(quick)
    assert (second[0], second[2:]) == (1, ([65, 60, 60], [False] * 3))
    services.undo(quick, 1, quick.number)
    again = restarted(services, clock).open(quick.row.id)
    assert seen(quick) == seen(again) == first
    skip(services, quick)
    assert seen(quick)[2:] == ([65, 38, 60], [False] * 3)
