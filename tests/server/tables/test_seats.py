"""Tables that wait for people: taking seats, beginning, leaving, the next game. Entries are the only truth."""

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.server.accounts.tokens import key_hash
from hanlin.server.db import CLOSED, FINISHED, OPEN, RUNNING, Seat
from hanlin.server.exceptions import NotYours, Refused, SeatTaken
from hanlin.server.tables import events
from hanlin.server.tables.service import Tables
from hanlin.server.views.table_view import SPECTATOR
from helpers.concurrently import at_once
from helpers.long import examples
from helpers.people import OWNER
from lanterns import GAME

ANN, BEN, CLEO = (key_hash(name) for name in ("Ann", "Ben", "Cleo"))
SEATS = {
    "me": Seat(kind="person", name="Host", owner=OWNER),
    "open": Seat(kind="open"),
    "bot": Seat(kind="bot", bot="random"),
}


def waiting(tables, *kinds, **more):
    return tables.create(GAME, [SEATS[kind] for kind in kinds], {}, {}, pause=0, host=OWNER, **more)


def again(tables, store):
    """The tables of another process."""
    return Tables(store, tables.games)


def names(table):
    return [seat.name or seat.kind for seat in table.row.seats]


def test_nothing_is_dealt_before_every_seat_is_taken(tables):
    table = waiting(tables, "me", "open", "open")
    assert (table.row.state, table.number, table.ply, table.to_move) == (OPEN, 0, 0, OVER)
    assert tables.join(table, ANN, "Ann") == 1
    assert (table.number, table.ply, names(table)) == (1, 0, ["Host", "Ann", "open"])
    with pytest.raises(Refused, match="not started"):
        tables.play(table, 0, "skip", table.number)
    assert tables.join(table, BEN, "Ben") == 2
    assert table.row.state == RUNNING
    entries = tables.store.entries(table.row.id)
    assert [entry.kind for entry in entries[:3]] == ["join", "join", "start"]
    assert {entry.actor for entry in entries[3:]} == {CHANCE}
    assert table.to_move == 0


def test_a_seat_belongs_to_the_person_who_took_it(tables):
    table = waiting(tables, "me", "open", "open")
    tables.join(table, ANN, "Ann", 2)
    with pytest.raises(SeatTaken, match="just been taken"):
        tables.join(table, BEN, "Ben", 2)
    with pytest.raises(Refused, match="no such seat"):
        tables.join(table, BEN, "Ben", 3)
    with pytest.raises(SeatTaken, match="You already have a seat"):
        tables.join(table, ANN, "Ann again", 1)
    tables.join(table, BEN, "Ben", 1)
    assert [table.owned_by(owner) for owner in (OWNER, BEN, ANN)] == [[0], [1], [2]]
    with pytest.raises(SeatTaken, match="All seats"):
        tables.join(table, CLEO, "Cleo")


def test_a_person_who_joins_twice_has_one_seat(tables):
    """A resend, or a second tap: the same seat again, and no entry."""
    table = waiting(tables, "me", "open", "open")
    for seat in (None, None, 1):
        assert tables.join(table, ANN, "Ann", seat) == 1
    assert table.number == 1


def test_the_host_begins_with_opponents_in_the_open_seats(tables):
    table = waiting(tables, "me", "open", "open")
    tables.join(table, ANN, "Ann")
    with pytest.raises(NotYours):
        tables.start(table, ANN, "greedy")
    with pytest.raises(Refused, match="still open seats"):
        tables.start(table, OWNER)
    tables.start(table, OWNER, "greedy")
    assert [seat.bot for seat in table.row.seats] == ["", "", "greedy"]
    number = table.number
    tables.start(table, OWNER, "greedy")
    assert table.number == number


def test_a_seat_can_be_given_up_before_the_game_begins(tables):
    table = waiting(tables, "me", "open", "open")
    tables.join(table, ANN, "Ann")
    with pytest.raises(NotYours):
        tables.leave(table, BEN)
    tables.leave(table, ANN)
    assert names(table) == ["Host", "open", "open"]
    tables.join(table, BEN, "Ben")
    tables.join(table, ANN, "Ann")
    with pytest.raises(Refused, match="has started"):
        tables.leave(table, ANN)


def test_the_seats_are_drawn_when_the_game_begins(tables):
    orders = set()
    for seed in range(12):
        table = waiting(tables, "me", "open", "open", shuffled=True, seed=str(seed))
        tables.join(table, ANN, "Ann")
        assert names(table) == ["Host", "Ann", "open"]
        place = tables.join(table, BEN, "Ben")
        assert names(table)[place] == "Ben"
        orders.add(tuple(names(table)))
    assert len(orders) > 3
    assert {frozenset(order) for order in orders} == {frozenset({"Host", "Ann", "Ben"})}


def test_the_lobby_is_notified_of_every_change(tables):
    heard = []
    tables.listen(lambda name, number: heard.append(number))
    table = waiting(tables, "me", "open", "open")
    tables.join(table, ANN, "Ann")
    tables.leave(table, ANN)
    tables.join(table, ANN, "Ann")
    tables.start(table, OWNER, "random")
    assert heard == [0, 1, 2, 3, table.number]


def test_a_table_that_nobody_joined_is_deleted(tables, store):
    table, joined, running = waiting(tables, "me", "open"), waiting(tables, "me", "open", "open"), waiting(tables, "me", "bot")
    later = table.row.created + 1
    tables.join(joined, ANN, "Ann")
    joined.row = msgspec.structs.replace(joined.row, last=later)
    assert tables.sweep(later) == [table.row.id]
    assert (table.row.state, running.row.state, joined.row.state) == (CLOSED, RUNNING, OPEN)
    with pytest.raises(SeatTaken, match="cancel"):
        tables.join(table, ANN, "Ann")
    listed = {found.row.id: found.row.state for found in tables.of_owner(OWNER)}
    assert listed[table.row.id] == CLOSED
    assert again(tables, store).open(table.row.id).row.state == CLOSED
    assert tables.sweep(later) == []


def test_the_host_puts_a_table_away(tables):
    table = waiting(tables, "me", "open")
    with pytest.raises(NotYours):
        tables.close(table, ANN)
    tables.close(table, OWNER)
    assert table.row.state == CLOSED
    with pytest.raises(Refused, match="cancel"):
        tables.start(table, OWNER, "random")


def finish(tables, table):
    while not table.over:
        tables.play(table, table.to_move, "skip", table.number)


def test_the_next_game_has_one_table_with_the_seats_moved_on(tables, store):
    table = waiting(tables, "me", "open", "bot")
    tables.join(table, ANN, "Ann")
    with pytest.raises(Refused, match="once this one is over"):
        tables.rematch(table, ANN)
    finish(tables, table)
    assert table.row.state == FINISHED
    heard = []
    tables.listen(lambda name, number: heard.append(name))
    following = tables.rematch(table, ANN)
    assert heard == [table.row.id]
    assert tables.rematch(table, OWNER) is following
    assert names(following) == ["Ann", "bot", "Host"]
    assert following.row.seed != table.row.seed
    assert following.row.state == RUNNING
    with pytest.raises(NotYours):
        tables.rematch(table, BEN)
    assert again(tables, store).open(table.row.id).row.next == following.row.id
    assert again(tables, store).open(following.row.id).to_move == following.to_move


def test_who_may_look(tables):
    shown, hidden = waiting(tables, "me", "open"), waiting(tables, "me", "open", watching=False)
    assert shown.shown_to("")
    assert hidden.shown_to("")
    for table in (shown, hidden):
        tables.join(table, ANN, "Ann")
    assert shown.shown_to("")
    assert [hidden.shown_to(owner) for owner in (OWNER, ANN, BEN, "")] == [True, True, False, False]


def test_nobody_that_is_known_is_nobodys_host(tables):
    """A table of the first layout may have no host: that makes no stranger one."""
    table = tables.create(GAME, [SEATS["me"], SEATS["open"]], {}, {}, pause=0, watching=False)
    for refused in (
        lambda: tables.start(table, "", "random"),
        lambda: tables.close(table, ""),
        lambda: tables.rematch(table, ""),
    ):
        with pytest.raises(NotYours):
            refused()
    tables.join(table, ANN, "Ann")
    assert not table.shown_to("")


# -- races -------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("processes", [1, 2])
def test_of_many_who_want_the_last_seats_as_many_get_one(tables, store, processes):
    table = waiting(tables, "me", "open", "open", "open")
    houses = [tables, again(tables, store)][:processes]

    def join(n):
        services = houses[n % processes]
        return services.join(services.open(table.row.id), key_hash(str(n)), f"P{n}")

    came = at_once(*[lambda n=n: join(n) for n in range(8)])
    assert sorted(place for place in came if isinstance(place, int)) == [1, 2, 3]
    assert sum(isinstance(one, SeatTaken) for one in came) == 5
    fresh = again(tables, store).open(table.row.id)
    assert fresh.row.state == RUNNING
    assert [entry.kind for entry in store.entries(table.row.id)].count("start") == 1
    for n, place in enumerate(came):
        if isinstance(place, int):
            assert fresh.owned_by(key_hash(str(n))) == [place]


@pytest.mark.parametrize("processes", [1, 2])
def test_beginning_and_joining_at_once_leaves_nobody_between(tables, store, processes):
    for _ in range(5):
        table = waiting(tables, "me", "open", "open")
        houses = [tables, again(tables, store)]
        other = houses[processes - 1]
        joined, _started = at_once(
            lambda other=other, table=table: other.join(other.open(table.row.id), ANN, "Ann"),
            lambda table=table: tables.start(table, OWNER, "random"),
        )
        fresh = again(tables, store).open(table.row.id)
        assert fresh.row.state == RUNNING
        assert fresh.owned_by(ANN) == ([joined] if isinstance(joined, int) else [])
        assert [entry.kind for entry in store.entries(table.row.id)].count("start") == 1
        assert not events.free(fresh.row)


def test_two_who_want_the_next_game_at_once_get_the_same_table(tables, store):
    table = waiting(tables, "me", "open")
    tables.join(table, ANN, "Ann")
    finish(tables, table)
    other = again(tables, store)
    first, second = at_once(
        lambda: tables.rematch(table, ANN).row.id, lambda: other.rematch(other.open(table.row.id), OWNER).row.id
    )
    assert first == second
    assert len(store.tables_of(OWNER)) == 2


# -- entries are the only truth ----------------------------------------------------------------------------------------------

PEOPLE = [OWNER, ANN, BEN, CLEO]


@given(data=st.data())
@settings(max_examples=examples(40), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_is_done_a_fresh_process_derives_the_same_table(tables, store, data):
    """Random commands of the lobby and of the game: seats, state, lists and position follow from the entries."""
    kinds = ["me", *data.draw(st.lists(st.sampled_from(["open", "open", "bot"]), min_size=1, max_size=3))]
    table = waiting(tables, *kinds, shuffled=data.draw(st.booleans()), seed="a secret")
    for _ in range(data.draw(st.integers(1, 14))):
        who = data.draw(st.sampled_from(PEOPLE))
        seat = data.draw(st.none() | st.integers(-1, 4))
        command = data.draw(st.sampled_from(["join", "join", "leave", "start", "play", "play", "undo", "close", "rematch"]))
        number = table.number
        try:
            if command == "join":
                place = tables.join(table, who, "name", seat)
                assert place in table.owned_by(who)
            elif command == "play":
                tables.play(table, table.to_move, "skip", table.number)
            elif command == "undo":
                tables.undo(table, table.to_move, table.number)
            elif command == "start":
                tables.start(table, who, data.draw(st.sampled_from(["", "random"])))
            else:
                getattr(tables, command)(table, who)
        except Refused:
            assert table.number == number
        fresh = again(tables, store).open(table.row.id)
        assert fresh.row == table.row
        assert store.table(table.row.id) == table.row
        assert fresh.position.moves == table.position.moves
        assert len(store.entries(table.row.id)) == table.number
        assert len([seat for seat in table.row.seats if seat.owner]) == len(
            {seat.owner for seat in table.row.seats if seat.owner}
        )
        assert table.seen_by(SPECTATOR).moves == table.position.seen_by(SPECTATOR).moves
