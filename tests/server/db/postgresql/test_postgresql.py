"""Several server processes on one PostgreSQL: they exchange news, one leads, another takes over, nothing is lost."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
from contextlib import contextmanager, suppress

import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher

import hanlin
from hanlin.client import Client
from hanlin.contract import Live
from hanlin.core.position.game import games
from hanlin.core.verbs.puzzles import read_puzzles
from hanlin.server.accounts import passwords
from hanlin.server.accounts.puzzles import Solvers
from hanlin.server.accounts.service import Accounts
from hanlin.server.accounts.throttle import BY_BOTH
from hanlin.server.accounts.tokens import People, key_hash
from hanlin.server.db import DOWNTIME, BadDatabase, Seat, Store, backup, now
from hanlin.server.db.cluster import Sharing
from hanlin.server.db.notifications import Limit
from hanlin.server.exceptions import NameTaken, Stale, TooMany, WrongPassword
from hanlin.server.tables import clocks, heartbeat
from hanlin.server.tables.chat import Chat
from hanlin.server.tables.heartbeat import GAP, Heartbeat
from hanlin.server.tables.service import Tables
from helpers.concurrently import until
from helpers.old_schemas import EARLIER, laid_out
from helpers.people import persons
from helpers.postgres import new_database, postgresql
from helpers.serving import free_port
from helpers.simulated import SimulatedClock
from lanterns import GAME


@pytest.fixture(scope="module")
def server():
    with postgresql() as address:
        yield address


@pytest.fixture
def database(server):
    return new_database(server)


@pytest.fixture
def store(database):
    store = Store.at(database)
    yield store
    store.close()


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
            ann.play(state, state.legal[0])
            asked += 1
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


# -- connections that are lost ------------------------------------------------------------------------------------------------


def begun(store, count=1):
    """Tables at which somebody is to move."""
    tables = Tables(store, {"lanterns": GAME})
    return tables, [tables.create(GAME, persons(), {}, {}, pause=0, seed="a secret") for _ in range(count)]


def move(tables, table, client=None):
    tables.play(table, table.to_move, table.position.legal[0], table.number, client)


def check_stored(store, table):
    """Check that all entries of the table are stored, once."""
    there = store.entries(table.row.id)
    assert [entry.number for entry in there] == list(range(table.number))
    again = Tables(store, {"lanterns": GAME}).open(table.row.id)
    assert again.position == table.position


def end_connections(database):
    """The server ends all connections to a database, as it does when it is restarted."""
    engine = sa.create_engine(database.replace("postgresql", "postgresql+psycopg"))
    with engine.begin() as connection:
        there = "pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        connection.execute(sa.text(f"SELECT pg_terminate_backend(pid, 10000) FROM {there}"))
    engine.dispose()


def test_a_move_is_stored_though_all_connections_were_ended(database, store):
    tables, (table,) = begun(store)
    for n in range(3):
        move(tables, table, f"client {n}")
        end_connections(database)
    move(tables, table, "the last")
    check_stored(store, table)


def test_a_move_is_stored_though_the_server_ends_it_midway(database, store):
    """Once the server ends the transaction: nothing of it can be stored, so it is tried again."""
    tables, (table,) = begun(store)
    move(tables, table)
    with store.engine.begin() as connection:
        connection.execute(sa.text("CREATE SEQUENCE tries"))
        kill = "IF nextval('tries') = 1 THEN PERFORM pg_terminate_backend(pg_backend_pid(), 0); PERFORM pg_sleep(1); END IF;"
        body = f"CREATE FUNCTION fail() RETURNS trigger AS $$ BEGIN {kill} RETURN NULL; END $$ LANGUAGE plpgsql"
        connection.execute(sa.text(body))
        when = "AFTER INSERT ON entries DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION fail()"
        connection.execute(sa.text(f"CREATE CONSTRAINT TRIGGER fails {when}"))
    move(tables, table, "a client")
    with store.engine.connect() as connection:
        assert connection.execute(sa.text("SELECT last_value FROM tries")).scalar_one() > 1
    check_stored(store, table)


class Wire:
    """A network between a store and its server that cuts a connection in the middle of a commit."""

    def __init__(self, port):
        self._to = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port = self._listener.getsockname()[1]
        self.cut = ""
        """The time of the next cut: "before" the commit reaches the server, or "after" it is done. Empty: none."""
        self.commits = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def close(self):
        self._listener.close()

    def _accept(self):
        with suppress(OSError):
            while True:
                here, _address = self._listener.accept()
                there = socket.create_connection(("127.0.0.1", self._to))
                lost = threading.Event()
                threading.Thread(target=self._carry, args=(here, there, lost, True), daemon=True).start()
                threading.Thread(target=self._carry, args=(there, here, lost, False), daemon=True).start()

    def _carry(self, source, target, lost, asks):
        with suppress(OSError):
            while data := source.recv(65536):
                if asks and b"COMMIT" in data and self.cut:
                    self.commits += 1
                    when, self.cut = self.cut, ""
                    lost.set()
                    if when == "before":
                        break
                if asks or not lost.is_set():
                    target.sendall(data)
                else:  # The server has answered, so it is done, but the answer is lost.
                    break
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


@pytest.fixture
def wire(server):
    wire = Wire(sa.make_url(server).port)
    yield wire
    wire.close()


@pytest.mark.parametrize("when", ["before", "after"])
def test_a_commit_whose_answer_is_lost_is_read_back(database, store, wire, when):
    over_wire = Store.at(sa.make_url(database).set(port=wire.port).render_as_string(False))
    try:
        tables, (table,) = begun(over_wire)
        move(tables, table)
        number = table.number
        wire.cut = when
        seat, action = table.to_move, table.position.legal[0]
        tables.play(table, seat, action, number, "a client")
        assert (wire.commits, wire.cut) == (1, "")
        after = table.number
        assert after > number
        # Sent once more it gets the first answer, here and at another process.
        tables.play(table, seat, action, number, "a client")
        others = Tables(store, {"lanterns": GAME})
        others.play(others.open(table.row.id), seat, action, number, "a client")
        assert (table.number, others.open(table.row.id).number) == (after, after)
        check_stored(store, table)
    finally:
        over_wire.close()


def test_who_was_first_is_found_though_a_connection_is_lost(database, store, wire):
    """Rows stored meanwhile by another process are not mistaken for the own ones."""
    over_wire = Store.at(sa.make_url(database).set(port=wire.port).render_as_string(False))
    try:
        tables, (table,) = begun(over_wire)
        others = Tables(store, {"lanterns": GAME})
        move(others, others.open(table.row.id))
        wire.cut = "before"
        end_connections(database)
        with pytest.raises(Stale):
            tables.play(table, table.to_move, table.position.legal[0], table.number, "a client")
        check_stored(store, table)
    finally:
        over_wire.close()


def test_a_server_that_only_reads_any_more_is_left(database, store):
    """After a failover old connections lead to a copy that refuses to write; a new one leads to the server that writes."""
    tables, (table,) = begun(store)
    move(tables, table)
    store._appender._connection.driver_connection.execute("SET default_transaction_read_only = on")
    move(tables, table)
    with store.engine.connect() as connection:
        line = connection.connection.driver_connection
        line.execute("SET default_transaction_read_only = on")
        line.commit()
    with pytest.raises(sa.exc.DBAPIError):
        store.set_pause(table.row.id, 1.0)
    store.set_pause(table.row.id, 2.0)
    check_stored(store, table)


# -- work for each move -------------------------------------------------------------------------------------------------------


@contextmanager
def statements(engine):
    """The statements that are sent meanwhile."""
    sent = []

    def note(_connection, _cursor, statement, *_more):
        sent.append(statement)

    sa.event.listen(engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        sa.event.remove(engine, "before_cursor_execute", note)


@pytest.mark.parametrize("count", [1, 20])
def test_moves_elsewhere_are_read_together(database, store, count):
    """A process reads what another one stored at many tables at once, whether it holds them or not."""
    tables, there = begun(store, count)
    other = Store.at(database)
    try:
        others = Tables(other, {"lanterns": GAME})
        held = [others.open(table.row.id) for table in there[: (count + 1) // 2]]
        for table in there:
            move(tables, table)
        told = []
        others.listen(lambda name, number: told.append((name, number)))
        with statements(other.engine) as sent:
            elsewhere = others.load_changes([table.row.id for table in there] + ["gone"])
        assert len(sent) <= 4
        assert sorted(told) == sorted((table.row.id, table.number) for table in there[: len(held)])
        assert [table.position for table in held] == [table.position for table in there[: len(held)]]
        assert elsewhere.pop("gone") is None
        assert {name: found.number for name, found in elsewhere.items()} == {t.row.id: t.number for t in there[len(held) :]}
    finally:
        other.close()


def test_words_that_wait_come_together(store):
    """Messages that arrive while a process is busy are delivered together afterwards, in order."""
    heard, begin, came = [], threading.Event(), threading.Semaphore(0)
    other = Sharing(store.engine)

    def hear(words):
        if words is None:
            return
        heard.append([word.matter for word in words])
        if len(heard) == 1:
            came.release()
            begin.wait(60)
        if sum(map(len, heard)) == 31:
            came.release()

    async def listening():
        store.sharing.start(hear, lambda: None)
        await until(lambda: store.sharing.listening)
        other.publish(("topic",), "first", "")
        await asyncio.to_thread(came.acquire)
        for n in range(30):
            other.publish(("topic",), str(n), "")
        begin.set()
        await asyncio.to_thread(came.acquire)
        await store.sharing.stop()

    asyncio.run(listening())
    assert heard[0] == ["first"]
    assert [matter for words in heard[1:] for matter in words] == [str(n) for n in range(30)]
    assert len(heard) < 10


def test_changes_missed_by_a_failing_database_are_read_again(store):
    heard, again = [], threading.Event()
    other = Sharing(store.engine)

    def hear(words):
        heard.append(words)
        if words is not None:
            raise sa.exc.OperationalError("SELECT", {}, Exception("cut"))
        if len(heard) == 3:
            again.set()

    async def listening():
        store.sharing.start(hear, lambda: None)
        await until(lambda: store.sharing.listening)
        other.publish(("topic",), "first", "")
        await asyncio.to_thread(again.wait)
        await store.sharing.stop()

    asyncio.run(listening())
    assert [words is None for words in heard] == [True, False, True]


def test_what_is_said_is_remembered_until_a_process_says_more(database, store):
    """A view with chat makes no database query until somebody writes at any process."""
    tables, (table,) = begun(store)
    other, came = Store.at(database), threading.Semaphore(0)
    here, there = Chat(tables), Chat(Tables(other, {"lanterns": GAME}))
    ann, ben = key_hash("Ann"), key_hash("Ben")

    def hear(words):
        for word in words or ():
            store.forget_chat(word.table)
        came.release()

    async def listening():
        store.sharing.start(hear, lambda: None)
        await asyncio.to_thread(came.acquire)
        await until(lambda: store.sharing.listening)
        here.state(table, ann)
        with statements(store.engine) as sent:
            assert here.state(table, ann).messages == ()
        assert sent == []
        said = there.post(there.tables.open(table.row.id), ben, "Ben", "Good evening")
        await asyncio.to_thread(came.acquire)
        assert [each.text for each in here.state(table, ann).messages] == ["Good evening"]
        there.mute(there.tables.open(table.row.id), ann, said.number, True)
        await asyncio.to_thread(came.acquire)
        assert here.state(table, ann).messages == ()

    async def listening_to_the_end():
        try:
            await listening()
        finally:
            await store.sharing.stop()

    try:
        asyncio.run(listening_to_the_end())
    finally:
        other.close()


# -- downtime -----------------------------------------------------------------------------------------------------------------


class Beating:
    """A process on a database: it is alive until it is killed, which closes its connections."""

    def __init__(self, database, clock):
        self.store = Store.at(database)
        self.tables = Tables(self.store, {"lanterns": GAME}, clock=clock)
        self.heartbeat = Heartbeat(self.tables)

    def start(self):
        self.heartbeat._note(GAP, starting=True)
        return self

    def kill(self):
        self.store.close()


def downtimes(store, table):
    return [entry for entry in store.entries(table.row.id) if entry.kind == DOWNTIME]


def timed(tables):
    return tables.create(GAME, persons(), {}, {}, pause=0, seed="a secret", time=Live(base=60.0, increment=5.0))


def test_processes_that_come_and_go_are_no_downtime(database, store):
    """A process that starts or ends while another is alive changes nobody's time."""
    clock = SimulatedClock()
    first = Beating(database, clock).start()
    table = timed(first.tables)
    for _each in range(3):
        clock.go_on(3)
        second = Beating(database, clock).start()
        first.kill()
        clock.go_on(3)
        second.heartbeat.beat()
        first = second
    assert downtimes(store, table) == []
    first.kill()
    clock.go_on(3)
    last = Beating(database, clock).start()
    assert [each.time for each in downtimes(store, table)] == [clock()]
    table = last.tables.open(table.row.id)
    assert clocks.remaining(table.clocks, table.row.time, table.to_move, clock()) == 60 - 18
    last.kill()


def test_processes_that_start_together_find_one_downtime(database, store):
    clock = SimulatedClock()
    first = Beating(database, clock).start()
    table = timed(first.tables)
    first.kill()
    clock.go_on(100)
    others = [Beating(database, clock) for _ in range(4)]
    threads = [threading.Thread(target=each.start) for each in others]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(downtimes(store, table)) == 1
    for each in others:
        each.kill()


def test_a_heartbeat_goes_on_over_a_lost_connection(database, store):
    clock = SimulatedClock()
    process = Beating(database, clock).start()
    table = timed(process.tables)
    end_connections(database)
    clock.go_on(2)
    process.heartbeat.beat()
    other = Beating(database, clock).start()
    assert downtimes(store, table) == []
    process.kill()
    other.kill()


def test_an_outage_of_the_database_costs_nobody_time(database, store, monkeypatch):
    """Two processes run on; the first one to reach the database again restores the clocks, once."""
    clock, ticks = SimulatedClock(), [0.0]
    monkeypatch.setattr(heartbeat, "_ticks", lambda: ticks[0])
    first, second = (Beating(database, clock).start() for _ in range(2))
    table = timed(first.tables)
    there = second.tables.open(table.row.id)
    clock.go_on(1000)
    ticks[0] += 1000
    move(second.tables, there)
    first.heartbeat.beat()
    assert len(downtimes(store, table)) == 1
    first.tables.load_changes([table.row.id])
    assert table.clocks.left == there.clocks.left == (65.0, 60.0)
    first.kill()
    second.kill()
