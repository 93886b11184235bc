"""Tables without any web: commands, undo, secrets, restarts."""

import asyncio
import gc
import threading
import tracemalloc
from contextlib import suppress
from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy.exc import OperationalError

from hanlin.core.errors import BadData, BadOption
from hanlin.core.jit.rng import seeded
from hanlin.core.position.digest import digest
from hanlin.core.position.game import game, games
from hanlin.core.position.history import History
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.server.accounts.tokens import key_hash
from hanlin.server.db import Seat
from hanlin.server.exceptions import NoSuchTable, Refused, Stale
from hanlin.server.tables.batching import Batcher
from hanlin.server.tables.service import Busy, Play, Tables
from hanlin.server.tables.table import seal
from hanlin.server.uploads.parser_process import Found
from hanlin.server.views.score_sheet import score_sheet
from hanlin.server.views.table_view import SPECTATOR, Perspective, has_secrets, perspective_of, view_of
from helpers.long import examples
from helpers.people import OWNER, persons
from lanterns import GAME


def first_light(table, seat):
    return next(action for action in table.position.seen_by(seat).legal if action.startswith("light"))


def test_chance_has_acted_when_a_table_begins(table, store):
    assert table.ply == table.number == 4
    assert table.to_move == 0
    assert {entry.actor for entry in store.entries(table.row.id)} == {CHANCE}


def test_an_action_is_stored_before_it_is_announced(tables, table, store):
    heard = []
    tables.listen(lambda name, number: heard.append((name, number, len(store.entries(name)))))
    tables.play(table, 0, first_light(table, 0), table.number, "command-1")
    assert heard == [(table.row.id, table.number, table.number)]


def test_batched_actions_delay_nobody_and_fail_independently(tables, store):
    """One that is refused, one that came before, a second one at a table and one where somebody else is at the table."""
    made = [tables.create(GAME, persons(), {}, {}, pause=0, seed=f"a secret {n}") for n in range(5)]
    before, heard = [table.number for table in made], []
    tables.play(made[3], 0, "skip", before[3], "command-3")
    tables.listen(lambda name, number: heard.append((name, number, len(store.entries(name)))))
    held, done = made[4].lock, []
    plays = [Play(table, 0, "skip", before[n], f"command-{n}", None, 0.0) for n, table in enumerate(made)]
    plays[1] = plays[1]._replace(action="nonsense")
    plays.append(Play(made[0], 1, "skip", before[0] + 1, "command-5", None, 0.0))
    with held:
        thread = threading.Thread(target=lambda: done.extend(tables.play_all(plays)))
        thread.start()
        thread.join()
    assert [type(error) for error in done] == [type(None), Refused, type(None), type(None), Busy, Busy]
    assert [table.number - number for table, number in zip(made, before, strict=True)] == [1, 0, 1, 1, 0]
    assert heard == [(made[n].row.id, before[n] + 1, before[n] + 1) for n in (0, 2)]


def test_waiting_moves_are_done_when_the_batch_writer_stops(tables):
    made = [tables.create(GAME, persons(), {}, {}, pause=0, seed=f"a secret {n}") for n in range(3)]
    first, second, late = (Play(table, 0, "skip", table.number, None, None, 0.0) for table in made)

    async def moves():
        batcher = Batcher(tables)
        batcher.start()
        under_way = [asyncio.create_task(batcher.play(play)) for play in (first, second)]
        await asyncio.sleep(0)
        await batcher.stop()
        return [await each for each in under_way], await batcher.play(late)

    assert asyncio.run(moves()) == ([True, True], False)


def test_a_batched_action_that_another_process_preceded_is_not_done(tables, store):
    made = [tables.create(GAME, persons(), {}, {}, pause=0, seed=f"a secret {n}") for n in range(2)]
    others, before = Tables(store, {"lanterns": GAME}), made[0].number
    others.play(others.open(made[0].row.id), 0, first_light(made[0], 0), before)
    errors = tables.play_all([Play(table, 0, "skip", table.number, None, None, 0.0) for table in made])
    assert [type(error) for error in errors] == [Stale, type(None)]
    with pytest.raises(Stale):
        tables.play(made[0], 0, "skip", before)
    assert [table.number for table in made] == [len(store.entries(table.row.id)) for table in made]


def test_a_resend_is_answered_but_not_done_again(tables, table):
    number, action = table.number, first_light(table, 0)
    tables.play(table, 0, action, number, "command-1")
    after = table.number
    tables.play(table, 0, action, number, "command-1")
    assert table.number == after


def test_a_stale_command_is_refused_clearly(tables, table):
    number = table.number
    tables.play(table, 0, "skip", number, "command-1")
    with pytest.raises(Stale, match="moved on"):
        tables.play(table, 1, "skip", number, "command-2")
    assert table.to_move == 1


def test_the_wrong_player_cannot_act(tables, table, store):
    with pytest.raises(Refused, match="turn"):
        tables.play(table, 1, "skip", table.number)
    assert len(store.entries(table.row.id)) == table.number


def test_an_illegal_action_says_its_rule(tables, table):
    held = {action for action in table.position.legal if action.startswith("light")}
    missing = next(f"light {size}" for size in (1, 2, 3) if f"light {size}" not in held)
    with pytest.raises(Refused, match="hold no lantern") as refused:
        tables.play(table, 0, missing, table.number)
    assert refused.value.rule == "L1.2"
    with pytest.raises(Refused, match="isn't an action of this game"):
        tables.play(table, 0, "dance", table.number)


def test_of_two_simultaneous_commands_one_is_done(tables, table):
    number, refused = table.number, []

    def play(command):
        try:
            tables.play(table, 0, "skip", number, command)
        except Refused as error:
            refused.append(error)

    threads = [threading.Thread(target=play, args=(f"command-{n}",)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 7
    assert table.number == number + 1


def test_another_process_was_first(tables, table, store, tmp_path):
    """The database decides: the slower process refuses, drops its own state, and shows the stored one."""
    other = Tables(store, {"lanterns": GAME})
    number = table.number
    other.play(other.open(table.row.id), 0, "skip", number, "command-1")
    with pytest.raises(Stale):
        tables.play(table, 0, first_light(table, 0), number, "command-2")
    assert tables.open(table.row.id).position.moves[-1] == (0, "skip")


# -- undo ------------------------------------------------------------------------------------------------------------------


def test_undo_takes_back_and_is_an_entry(tables, table, store):
    before = table.position.state.tobytes()
    tables.play(table, 0, "skip", table.number)
    assert table.undoable() == 0
    tables.undo(table, 0, table.number)
    assert table.position.state.tobytes() == before
    assert table.to_move == 0
    assert [entry.kind for entry in store.entries(table.row.id)][-2:] == ["action", "undo"]


def test_nothing_is_undone_once_chance_has_acted(tables, table):
    tables.play(table, 0, first_light(table, 0), table.number)
    assert table.position.moves[-1][0] == CHANCE
    assert table.undoable() is None
    with pytest.raises(Refused, match="another player has acted"):
        tables.undo(table, 0, table.number)


def test_nobody_undoes_another_players_action(tables, table):
    tables.play(table, 0, "skip", table.number)
    tables.play(table, 1, "skip", table.number)
    with pytest.raises(Refused):
        tables.undo(table, 0, table.number)
    tables.undo(table, 1, table.number)
    tables.undo(table, 0, table.number)
    assert table.to_move == 0


def test_after_an_undo_the_turn_starts_again(tables, table, store, tmp_path):
    tables.play(table, 0, "skip", table.number)
    tables.undo(table, 0, table.number)
    tables.play(table, 0, first_light(table, 0), table.number)
    again = Tables(store, {"lanterns": GAME}).open(table.row.id)
    assert again.position.moves == table.position.moves
    assert not again.stuck


def test_an_opponents_action_is_not_taken_back(tables):
    seats = [Seat(kind="bot", bot="random"), Seat(kind="person", owner=OWNER)]
    table = tables.create(GAME, seats, {}, {}, pause=0)
    tables.play(table, 0, "skip", table.number)
    assert table.undoable() is None


# -- restarts --------------------------------------------------------------------------------------------------------------


def play_on(tables, table, plies=6):
    rng = seeded("tables")
    for _ in range(plies):
        legal = table.position.legal
        tables.play(table, table.to_move, legal[int(rng[0]) % len(legal)], table.number)


def test_a_restart_loses_nothing(tables, table, store, tmp_path):
    play_on(tables, table, 3)
    again = Tables(store, {"lanterns": GAME}).open(table.row.id)
    assert again.position.state.tobytes() == table.position.state.tobytes()
    assert again.position.moves == table.position.moves
    assert again.number == table.number
    assert again.log(None, again.ply) == table.log(None, table.ply)
    assert again.position.still_secret() == table.position.still_secret()


def test_a_resend_after_a_restart_is_not_done_again(tables, table, store, tmp_path):
    number = table.number
    tables.play(table, 0, "skip", number, "command-1")
    later = Tables(store, {"lanterns": GAME})
    again = later.open(table.row.id)
    later.play(again, 0, "skip", number, "command-1")
    assert again.number == number + 1


def test_a_table_of_corrected_rules_can_still_be_viewed(tables, table, store, tmp_path):
    play_on(tables, table, 2)
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE entries SET digest = substr(digest, 1, 4) || 'other' WHERE number = 4")
    again = Tables(store, {"lanterns": GAME}).open(table.row.id)
    assert again.stuck
    assert again.ply == 4
    assert view_of(again, perspective_of(again, OWNER)).to_move < 0
    with pytest.raises(Refused, match="corrected since"):
        Tables(store, {"lanterns": GAME}).play(again, 0, "skip", again.number)


def test_a_table_stored_with_an_older_state_layout_is_played_on(tables, table, store):
    """Digests of such states can't be compared with today's, but every action must still be legal."""
    play_on(tables, table, 2)
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE entries SET digest = '0123456789abcdef'")
    later = Tables(store, {"lanterns": GAME})
    again = later.open(table.row.id)
    assert not again.stuck
    assert again.position == table.position
    later.play(again, again.to_move, "skip", again.number)
    assert again.number == table.number + 1


def test_a_no_longer_legal_action_stops_a_table_of_an_older_layout(tables, table, store):
    play_on(tables, table, 2)
    with store.engine.begin() as connection:
        connection.exec_driver_sql("UPDATE entries SET digest = '0123456789abcdef', action = 'light 9' WHERE number = 4")
    again = Tables(store, {"lanterns": GAME}).open(table.row.id)
    assert again.stuck
    assert again.ply == 4


def test_a_list_of_tables_knows_whose_turn_it_is(tables, table):
    def listed():
        return tables.of_owner(OWNER)[0].row.to_move

    assert listed() == 0
    tables.play(table, 0, "skip", table.number)
    assert listed() == 1
    tables.undo(table, 0, table.number)
    assert listed() == 0
    play_on(tables, table)
    assert table.over
    assert listed() == OVER


def test_an_unknown_table_is_said_so(tables):
    with pytest.raises(NoSuchTable, match="no table"):
        tables.open("nowhere")


# -- chance ----------------------------------------------------------------------------------------------------------------


def test_the_shuffles_follow_from_the_sealed_secret(tables, table):
    play_on(tables, table)
    assert table.over
    view = view_of(table, perspective_of(table, OWNER))
    assert view.seal == seal("a secret") == seal(view.seed)
    position = GAME.start(2)
    for ply, (actor, text) in enumerate(table.position.moves):
        if actor == CHANCE:
            position.chance(seeded(view.seed, ply))
            assert position.moves[-1][1] == text
        else:
            position.play(text)


def test_the_secret_is_not_shown_before_the_end(table):
    assert view_of(table, perspective_of(table, OWNER)).seed == ""


def test_the_seats_are_drawn_from_the_secret(tables):
    def order(seed):
        return [seat.name for seat in tables.create(GAME, persons(4), {}, {}, pause=0, shuffled=True, seed=seed).row.seats]

    assert order("one") == order("one")
    assert len({tuple(order(str(n))) for n in range(12)}) > 4


# -- secrets and chairs ------------------------------------------------------------------------------------------------------


def test_strangers_are_spectators(table):
    assert perspective_of(table, key_hash("another key")).viewer == SPECTATOR
    assert perspective_of(table, "").viewer == SPECTATOR


def test_one_person_sits_at_the_own_seat(tables):
    table = tables.create(GAME, [Seat(kind="bot", bot="random"), Seat(kind="person", owner=OWNER)], {}, {}, pause=0)
    assert perspective_of(table, OWNER, wanted=0).viewer == 1


def test_a_curtain_separates_persons(tables, table):
    place = perspective_of(table, OWNER)
    assert (place.viewer, place.curtain) == (SPECTATOR, 0)
    assert perspective_of(table, OWNER, wanted=0).viewer == 0
    tables.play(table, 0, "skip", table.number)
    assert perspective_of(table, OWNER, wanted=0) == perspective_of(table, OWNER)
    assert perspective_of(table, OWNER).curtain == 1


def test_no_curtain_where_there_is_nothing_to_hide(tables, table):
    for seat in range(2):
        table.position.state.hands[seat] = 0
    table.position._history = History.beginning(table.position._states)
    assert not has_secrets(table, 0)
    assert perspective_of(table, OWNER).viewer == 0


def test_a_view_of_the_past_hides_as_much(tables, table):
    play_on(tables, table, 2)
    for ply in range(table.ply + 1):
        view = view_of(table, perspective_of(table, OWNER, wanted=0), at=ply)
        assert not view.seen.state.hands[1].any()
        assert all(not text.startswith("draw 2") or text.endswith("?") for _, text in view.seen.moves)


def test_the_log_keeps_secrets(tables, table):
    lines = [line.text for _, of_ply in view_of(table, perspective_of(table, OWNER, wanted=0)).log for line in of_ply]
    assert "P1 draws a lantern." in lines
    assert not any(line.startswith("P1 draws a lantern of size") for line in lines)


def test_a_finished_game_is_seen_whole_or_as_a_seat_saw_it(tables, table):
    play_on(tables, table)
    whole = view_of(table, perspective_of(table, OWNER), at=4)
    assert whole.seen.state.hands[:2].any(axis=1).all()
    own = view_of(table, perspective_of(table, OWNER, wanted=0), at=4)
    assert own.seen.state.hands[0].any()
    assert not own.seen.state.hands[1].any()


def test_the_score_sheet_adds_up(tables, table):
    play_on(tables, table)
    for seat in range(2):
        sheet = score_sheet(table, perspective_of(table, OWNER), seat)
        assert (sheet[-1].total if sheet else 0) == table.position.scores[seat]


# -- options -----------------------------------------------------------------------------------------------------------------


def test_options_are_checked(tables):
    with pytest.raises(BadOption, match="storm"):
        tables.create(GAME, persons(), {"wind": "gale"}, {}, pause=0)


def test_a_custom_file_is_kept_with_the_table(tables, store, tmp_path):
    table = tables.create(GAME, persons(), {}, {"scroll": {"name": "../my scroll.txt", "text": "0 0 9"}}, pause=0)
    assert table.position.seen_by(0).state.hands[0][2] == 2
    again = Tables(store, {"lanterns": GAME}).open(table.row.id)
    assert again.position.moves == table.position.moves


def test_a_bad_file_is_refused_by_name(tables, store):
    with pytest.raises(BadData, match=r"my scroll\.txt"):
        tables.create(GAME, persons(), {}, {"scroll": {"name": "my scroll.txt", "text": "many"}}, pause=0)
    assert store.tables_of(OWNER) == []


# -- one object a table ------------------------------------------------------------------------------------------------------


def test_a_table_is_one_object_for_as_long_as_somebody_holds_it(tables, table, monkeypatch):
    """A player of a table that has left the cache plays on the one that everybody else sees."""
    monkeypatch.setattr("hanlin.server.tables.registry.IN_MEMORY", 2)
    for _ in range(5):
        tables.create(GAME, persons(), {}, {}, pause=0)
    assert table.row.id not in tables._recent
    tables.play(table, 0, "skip", table.number)
    assert tables.open(table.row.id) is table
    assert tables.open(table.row.id).position.moves[-1] == (0, "skip")


def test_a_table_that_nobody_holds_is_let_go(tables, monkeypatch):
    monkeypatch.setattr("hanlin.server.tables.registry.IN_MEMORY", 2)
    known = [tables.create(GAME, persons(), {}, {}, pause=0).row.id for _ in range(5)]
    gc.collect()
    assert set(tables._live) == set(known[-2:])
    assert tables.open(known[0]).number == 4


def test_hundreds_of_simultaneous_tables_are_derived_once(store, monkeypatch):
    """Each move at one of many tables used to read and play its whole game again."""
    monkeypatch.setattr(store, "create", lambda row, first=(), seekers=(): None)
    tables = Tables(store, {"lanterns": GAME})
    known = [tables.create(GAME, persons(), {}, {}, pause=0).row.id for _ in range(500)]
    gc.collect()
    assert {tables.open(each).number for each in known} == {4}


def test_many_who_want_a_table_at_once_get_the_same_one(tables, table, store, tmp_path):
    later, found = Tables(store, {"lanterns": GAME}), []
    threads = [threading.Thread(target=lambda: found.append(later.open(table.row.id))) for _ in range(12)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(one) for one in found}) == 1


def test_who_waits_for_a_table_finds_it_remembered(tables, table, store, monkeypatch):
    """A thread that waited while another one derived the table could derive a second one before the first was remembered."""
    later, remember = Tables(store, {"lanterns": GAME}), Tables._remember
    locks = later._loading

    def remembered(self, found):
        # The lock under which the table was derived is still held.
        assert all(lock.locked() for lock in locks.values())
        remember(self, found)

    monkeypatch.setattr(Tables, "_remember", remembered)
    assert later.open(table.row.id) is later.open(table.row.id)


def test_deriving_one_table_holds_up_no_other(tables, table, store, tmp_path, monkeypatch):
    later, under_way, go_on = Tables(store, {"lanterns": GAME}), threading.Event(), threading.Event()
    slow, other = table.row.id, tables.create(GAME, persons(), {}, {}, pause=0).row.id
    load = later._load

    def slowly(name):
        if name == slow:
            under_way.set()
            assert go_on.wait(120)
        return load(name)

    monkeypatch.setattr(later, "_load", slowly)
    waiting = threading.Thread(target=lambda: later.open(slow))
    waiting.start()
    assert under_way.wait(120)
    assert later.open(other).row.id == other
    go_on.set()
    waiting.join()


def test_what_another_process_stored_is_taken_in_by_the_same_object(tables, table, store, tmp_path):
    other, number = Tables(store, {"lanterns": GAME}), table.number
    other.play(other.open(table.row.id), 0, "skip", number, "command-1")
    heard = []
    tables.listen(lambda name, number: heard.append(number))
    with pytest.raises(Stale):
        tables.play(table, 0, first_light(table, 0), number, "command-2")
    assert tables.open(table.row.id) is table
    assert table.number == number + 1
    assert heard == [number + 1]


def test_a_commit_whose_answer_was_lost_counts(tables, table, store, monkeypatch):
    """The database stored the action and failed to say so: the view shows it, and the resend is answered as done."""
    append, number = store.append, table.number

    def lose_the_answer(*arguments):
        append(*arguments)
        raise OperationalError("COMMIT", {}, Exception("the line is cut"))

    monkeypatch.setattr(store, "append", lose_the_answer)
    with pytest.raises(OperationalError):
        tables.play(table, 0, "skip", number, "command-1")
    monkeypatch.undo()
    assert tables.open(table.row.id).number == number + 1
    tables.play(table, 0, "skip", number, "command-1")
    assert table.number == number + 1
    assert table.to_move == 1


@given(data=st.data())
@settings(max_examples=examples(30), deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_database_failure_parts_a_table_from_its_stored_state(tables, store, data):
    """Appends fail before or after they are stored, at random; the table then is what a fresh process derives."""
    table, writes = tables.create(GAME, persons(), {}, {}, pause=0, seed="a secret"), (store.append, store.change)

    def fail(write, *arguments):
        how = data.draw(st.sampled_from(["well", "well", "before", "after"]))
        if how != "before":
            write(*arguments)
        if how != "well":
            raise OperationalError("INSERT", {}, Exception("disk full"))

    store.append, store.change = (partial(fail, write) for write in writes)
    try:
        while not table.over and table.number < 30:
            undo = table.undoable() is not None and data.draw(st.booleans())
            with suppress(OperationalError):
                if undo:
                    tables.undo(table, table.undoable(), table.number)
                else:
                    tables.play(table, table.to_move, table.position.legal[0], table.number)
            assert tables.open(table.row.id) is table
            derived = Tables(store, {"lanterns": GAME}).open(table.row.id)
            assert derived.position.moves == table.position.moves
            assert derived.number == table.number
            assert derived.log(None, derived.ply) == table.log(None, table.ply)
    finally:
        store.append, store.change = writes


def test_a_used_id_with_another_command_is_refused(tables, table):
    number = table.number
    tables.play(table, 0, "skip", number, "command-1")
    for change in (
        lambda: tables.play(table, 0, first_light(table, 0) if table.to_move == 0 else "light 1", number, "command-1"),
        lambda: tables.play(table, 1, "skip", number, "command-1"),
        lambda: tables.play(table, 0, "skip", table.number, "command-1"),
        lambda: tables.undo(table, 0, number, "command-1"),
    ):
        with pytest.raises(Refused, match="already used"):
            change()
    assert table.number == number + 1
    tables.play(table, 0, "skip", number, "command-1")
    assert table.number == number + 1


# -- long games ------------------------------------------------------------------------------------------------------------


def events_that_fit_nowhere():
    """Ten events whose last fits nowhere, so that all are drawn again."""
    for seed in range(100):
        moves = game("year_of_the_dragon").start(2).settle(seed).moves
        events = [text for _actor, text in moves if text.startswith("event")]
        if len(events) > 10:
            return events[:10]
    raise AssertionError("no such deal in a hundred")


def long_game(plies):
    """A game of so many plies, as a record that was read."""
    position = game("year_of_the_dragon").start(2)
    found = []
    for text in (events_that_fit_nowhere() * plies)[:plies]:
        position.play(text)
        found.append((CHANCE, text, digest(position)))
    return Found("year_of_the_dragon", 2, {}, {}, ["", ""], found)


def test_a_table_of_1500_plies_stays_small(store):
    row = Tables(store, games()).study(long_game(1_500), OWNER)
    tables = Tables(store, games())
    view_of(tables.open(tables.study(long_game(20), OWNER).id), Perspective(None, ()), at=10)  # results made once
    gc.collect()
    tracemalloc.start()
    table = tables.open(row.id)
    view = view_of(table, Perspective(None, ()), whole_log=True)
    shown = len(view.all_lines)
    del view
    gc.collect()
    size = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert (table.ply, shown) == (1_500, 1_500)
    assert size < 2_000_000


def test_the_positions_of_a_table_are_those_of_the_game(tables, table):
    play_on(tables, table)
    position = GAME.start(2)
    for ply, (_actor, text) in enumerate(table.position.moves):
        assert table.at(ply).state.tobytes() == position.state.tobytes()
        assert table.at(ply).moves == position.moves
        position.play(text)
    assert table.at(table.ply) == table.position


def test_a_command_that_was_done_long_ago_is_stale(tables, table, monkeypatch):
    monkeypatch.setattr("hanlin.server.tables.table.ANSWERED", 2)
    numbers = []
    for turn in range(4):
        numbers.append(table.number)
        tables.play(table, table.to_move, "skip", table.number, f"command-{turn}")
    tables.play(table, 1, "skip", numbers[3], "command-3")
    with pytest.raises(Stale):
        tables.play(table, 0, "skip", numbers[0], "command-0")
    assert table.number == numbers[3] + 1
