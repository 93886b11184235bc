"""Several server processes on one PostgreSQL: they exchange news, one leads, another takes over, nothing is lost."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading

import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher

import hanlin
from hanlin.client import Client
from hanlin.core.position.game import games
from hanlin.core.verbs.puzzles import read_puzzles
from hanlin.server.accounts import passwords
from hanlin.server.accounts.puzzles import Solvers
from hanlin.server.accounts.service import Accounts
from hanlin.server.accounts.throttle import BY_BOTH
from hanlin.server.accounts.tokens import People, key_hash
from hanlin.server.db import BadDatabase, Seat, Store, backup, now
from hanlin.server.db.notifications import Limit
from hanlin.server.exceptions import NameTaken, TooMany, WrongPassword
from hanlin.server.tables.service import Tables
from helpers.concurrently import until, wait_until
from helpers.old_schemas import EARLIER, laid_out
from helpers.people import persons
from helpers.serving import free_port
from lanterns import GAME


class Process:
    """``hanlin serve --database`` in a separate process."""

    def __init__(self, database, folder):
        command = [sys.executable, "-m", "hanlin", "serve", "--no-open", "--port", str(free_port()), "--database", database]
        environment = {**os.environ, "LANGUAGE": "en", "HOME": str(folder)}
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, start_new_session=True)
        self.url = self._process.stdout.readline().split()[-1]

    def kill(self):
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
            self._process.wait()
            self._process.stdout.close()


@pytest.fixture
def serve(database, tmp_path):
    """Starts processes on the database."""
    started = []

    def start():
        started.append(Process(database, tmp_path))
        return started[-1]

    yield start
    for process in started:
        process.kill()


def test_a_table_is_stored_and_derived_again_as_on_sqlite(database, store):
    tables = Tables(store, {"lanterns": GAME})
    table = tables.create(GAME, persons(), {}, {}, pause=0, seed="a secret")
    seat = table.to_move
    tables.play(table, seat, table.position.legal[0], table.number, "a client")
    other = Store.at(database)
    try:
        again = Tables(other, {"lanterns": GAME}).open(table.row.id)
        assert again.number == table.number
        assert again.position == table.position
        assert again.row.seats == table.row.seats
    finally:
        other.close()


def test_who_comes_second_gets_the_state_of_who_came_first(database, store):
    tables = Tables(store, {"lanterns": GAME})
    table = tables.create(GAME, persons(), {}, {}, pause=0, seed="a secret")
    second = Store.at(database)
    try:
        others = Tables(second, {"lanterns": GAME})
        there = others.open(table.row.id)
        number, seat, action = table.number, table.to_move, table.position.legal[0]
        done = []

        def play(by, which):
            try:
                by.play(which, seat, action, number)
                done.append(which)
            except Exception as error:
                done.append(type(error).__name__)

        threads = [threading.Thread(target=play, args=pair) for pair in ((tables, table), (others, there))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(isinstance(each, str) for each in done) == [False, True]
        assert "Stale" in done
        assert [entry.number for entry in store.entries(table.row.id)] == list(range(len(store.entries(table.row.id))))
        others.load_changes([table.row.id])
        tables.load_changes([table.row.id])
        assert table.number == there.number
        assert table.position == there.position
    finally:
        second.close()


def test_two_processes_share_a_table_and_one_survives_the_other(serve):
    first, second = serve(), serve()
    ann = Client.guest(first.url, "Ann")
    place = ann.create("china", 3, seats=["me", "open", "bot:greedy"])
    ben = Client.guest(second.url, "Ben")
    ben.join(place.id)
    asked = 0
    for state in ann.watch(place.id):
        # Ann's news come from the first process, Ben moves at the second, the computer player runs at the leading one.
        if state.actor == state.seat:
            state = ann.play(state, state.legal[0])
            asked += 1
        # The second process hears of it a little later.
        wait_until(lambda known=state.number: ben.state(place.id).number >= known)
        mine = ben.state(place.id)
        if mine.actor == mine.seat:
            ben.play(mine, mine.legal[0])
        if asked == 4:
            break
    before = ben.state(place.id)
    first.kill()
    for state in ben.watch(place.id):
        if state.actor == state.seat:
            state = ben.play(state, state.legal[0])
        if state.actor == 0:  # Ann's turn: the opponent before her has moved, though its process may have died.
            break
    moved_on = Client(second.url, ann.token)
    state = moved_on.state(place.id)
    assert state.number >= before.number
    assert moved_on.play(state, state.legal[0]).number > state.number
    for client in (ann, ben, moved_on):
        client.close()


def test_an_account_is_one_for_all_processes(database, store, monkeypatch):
    """Signed out at one process is signed out at all; seats that come along come along everywhere."""
    monkeypatch.setattr(passwords, "HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))
    other = Store.at(database)
    try:
        here, there = (Tables(each, {"lanterns": GAME}) for each in (store, other))
        people = [People(store), People(other)]
        first, second = (Accounts(each.store, whose, each, now) for each, whose in zip((here, there), people, strict=True))
        table = here.create(GAME, [*persons(1), Seat(kind="open")], {}, {}, pause=0, host=persons()[0].owner)
        elsewhere = there.open(table.row.id)
        ann = first.create("Ann", "seven lanterns", guest=persons()[0].owner)
        there.load_changes([table.row.id])
        owner = ann.account.owner
        assert (table.owned_by(owner), elsewhere.owned_by(owner), elsewhere.row) == ([0], [0], other.table(table.row.id))
        token = second.sign_in("ann", "seven lanterns").token
        assert people[0].caller(token).owner == owner
        people[1].end_token(token)
        assert people[0].caller(token) is None
        for n in range(BY_BOTH):
            with pytest.raises(WrongPassword):
                (first, second)[n % 2].sign_in("Ann", "a wrong one", "203.0.113.7")
        with pytest.raises(TooMany):
            first.sign_in("Ann", "seven lanterns", "203.0.113.7")
        with pytest.raises(NameTaken):
            second.create("ANN", "seven lanterns")
        second.delete(owner, "seven lanterns")
        assert (first.of(owner), store.table(table.row.id)) == (None, None)
    finally:
        other.close()


def test_an_attempt_at_a_puzzle_counts_once_for_all_processes(database, store):
    """Two processes answer for one account, and for another, at the same moment."""
    other = Store.at(database)
    puzzle = read_puzzles(games()["china"]).puzzles[0]
    processes = [Solvers(each, Tables(each, games())) for each in (store, other)]
    together, found = threading.Barrier(8), []

    def answer(n):
        together.wait()
        owner = "Ann" if n < 6 else "Ben"
        found.append((owner, processes[n % 2].note(owner, "china", puzzle, solved=n % 3 > 0)))

    threads = [threading.Thread(target=answer, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert {owner: len({each for one, each in found if one == owner}) for owner in ("Ann", "Ben")} == {"Ann": 1, "Ben": 1}
    assert [len(store.attempts(owner)) for owner in ("Ann", "Ben")] == [1, 1]
    assert other.puzzle_ratings("china")[puzzle.id].tries == 2
    other.close()


def test_who_a_token_acts_for_is_found_though_the_line_was_cut(database, store):
    """Each request asks it on a separate connection, which the server may end at any time."""
    people = People(store)
    token = people.new_guest("Ann")
    owner = people.caller(token).owner
    with store.engine.begin() as connection:
        there = "pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        connection.execute(sa.text(f"SELECT pg_terminate_backend(pid) FROM {there}"))
    assert [people.caller(token).owner for _ in range(3)] == [owner] * 3
    people.end_token(token)
    assert people.caller(token) is None


def test_tokens_are_cached_only_while_other_processes_are_reachable(database, store, monkeypatch):
    """A process that listens asks once whose a token is, and again when another one has ended any or its line was cut."""
    people, other, asked, heard = People(store), Store.at(database), [], threading.Semaphore(0)
    monkeypatch.setattr(store, "token", lambda token, ask=store.token: asked.append(token) or ask(token))

    def hear(word):
        people.forget()
        heard.release()

    async def listening():
        store.sharing.start(hear, lambda: None)
        await asyncio.to_thread(heard.acquire)
        await until(lambda: store.sharing.listening)
        elsewhere = People(other)
        token, kept = elsewhere.new_guest("Ann"), elsewhere.new_guest("Ben")
        assert {people.caller(each).owner for each in (token, kept) for _ in range(3)} == {key_hash(token), key_hash(kept)}
        known = len(asked)
        elsewhere.end_token(token)
        await asyncio.to_thread(heard.acquire)
        assert people.caller(token) is None
        assert people.caller(kept) is not None
        assert len(asked) > known == 4
        await store.sharing.stop()
        assert not store.sharing.listening
        elsewhere.end_token(kept)
        assert people.caller(kept) is None

    try:
        asyncio.run(listening())
    finally:
        other.close()


def test_a_backup_goes_from_either_database_into_either(store, tmp_path):
    tables = Tables(store, {"lanterns": GAME})
    table = tables.create(GAME, persons(), {}, {}, pause=0, seed="a secret")
    tables.play(table, table.to_move, table.position.legal[0], table.number)
    assert backup.write(store, tmp_path / "first") == 1
    file = Store.in_folder(tmp_path / "folder")
    assert backup.read(file, tmp_path / "first") == (1, 0)
    again = Tables(file, {"lanterns": GAME}).open(table.row.id)
    assert again.position == table.position
    assert backup.write(file, tmp_path / "second") == 1
    assert backup.read(store, tmp_path / "second") == (0, 1)
    with store.engine.begin() as connection:
        connection.execute(sa.text("TRUNCATE tables CASCADE"))
    assert backup.read(store, tmp_path / "second") == (1, 0)
    assert Tables(store, {"lanterns": GAME}).open(table.row.id).position == table.position
    file.close()


def test_people_are_notified_and_restored_as_on_sqlite(store, tmp_path):
    """Limits of mails, notifications about a seat that was left, and a restore with a conflict."""
    owners = [key_hash(name) for name in ("Ann", "Ben", "Cleo")]
    limits = [Limit(f"mail:{head}", 1, 3600.0) for head in ("b", "a")]
    assert store.set_address(owners[0], "a@example.org", "en", "", 1.0, "a key", limits) is None
    assert store.set_address(owners[1], "b@example.org", "en", "", 2.0, "a key", limits) == limits[1]
    assert store.confirm_address(store.address(owners[0]).token)
    tables = Tables(store, {"lanterns": GAME})
    table = tables.create(GAME, [Seat(kind="person", name="P", owner=owner) for owner in owners], {}, {}, pause=0)
    for owner in owners:
        store.add_receiver(owner, f"https://push.example.org/{owner}", "", "", "", 1.0)
        store.want_notice(owner, table.row.id, "push", True, "en", 1.0)
    tables.resign(table, table.to_move, table.number)
    gone = table.row.seats[table.to_move].owner
    due = store.due_notices(tables.clock() + 100, 20, 10)
    assert {wish.owner for wish in due} == set(owners) - {gone}
    backup.write(store, tmp_path / "backup")
    store.hand_over(owners[0], owners[1])
    tables.delete(table)
    assert backup.restore(store, tmp_path / "backup") == (1, 0, {"mail_addresses": 1})
    assert store.stop_mail(store.address(owners[1]).token, 3.0)
    assert store.is_stopped("a key")


def test_a_database_of_the_first_layout_is_upgraded_step_by_step(database):
    engine = sa.create_engine(database.replace("postgresql", "postgresql+psycopg"))
    laid_out(engine, EARLIER[0])
    engine.dispose()
    store = Store.at(database)
    assert store.ready()
    assert [found.id for found, _last in store.tables_of("me")] == ["t0"]
    store.close()


@pytest.mark.parametrize("address", ["", "mysql://a/b", "postgresql://", "postgresql://host", "nonsense"])
def test_an_address_that_is_none_is_refused_in_a_sentence(address):
    with pytest.raises(BadDatabase, match=r"postgresql://NAME:PASSWORD@HOST/DATABASE"):
        Store.at(address)


def test_a_password_is_never_shown(server):
    address = f"{server.replace('postgres@', 'nobody:a-secret@')}/nothing"
    with pytest.raises(BadDatabase) as refused:
        Store.at(address)
    assert "a-secret" not in str(refused.value)
    assert hanlin.HanlinError in BadDatabase.__mro__
