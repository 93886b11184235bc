"""Storage: append-only, all or nothing, one answer per command."""

import sqlite3
import subprocess
import sys
import threading

import msgspec
import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory

from hanlin.server.db import LAYOUT, RUNNING, Addition, Entry, Seat, Store, TableRow, Taken, metadata
from hanlin.server.db.migrations import configuration
from helpers.old_schemas import EARLIER, laid_out


def row(table="t1", created=1.0, owner="me"):
    seats = (Seat(kind="person", name="Ann", owner=owner), Seat(kind="bot", bot="greedy"))
    return TableRow(
        id=table, kind="game", game="lanterns", players=2, options={"double": True},
        files={"scroll": {"name": "a", "text": "b"}}, rules="1", seed="s", pause=0.5, created=created, to_move=0, seats=seats,
    )  # fmt: skip


def entry(number, client=None, time=2.0):
    return Entry(number=number, kind="action", actor=0, action="skip", digest="0" * 16, time=time, client=client)


def append(store, table, new, to_move):
    """Add entries to one table."""
    addition = Addition(table, new, to_move, RUNNING)
    store.append([addition])
    if addition.error is not None:
        raise addition.error


def test_what_is_stored_comes_back(store):
    store.create(row(), [entry(0)])
    append(store, "t1", [entry(1, "c1"), entry(2)], 1)
    assert store.table("t1") == msgspec.structs.replace(row(), to_move=1, last=2.0)
    assert store.entries("t1") == [entry(0), entry(1, "c1"), entry(2)]
    assert store.entries("t1", since=2) == [entry(2)]
    assert store.table("t2") is None


def test_a_number_is_taken_once(store):
    """Two nearly simultaneous moves do not overwrite each other."""
    store.create(row(), [entry(0)])
    with pytest.raises(Taken):
        append(store, "t1", [entry(0)], 1)
    assert len(store.entries("t1")) == 1


def test_a_command_is_stored_once(store):
    store.create(row(), [entry(0, "c1")])
    with pytest.raises(Taken):
        append(store, "t1", [entry(1, "c1")], 1)


def test_entries_are_added_all_or_none(store):
    store.create(row(), [entry(0)])
    with pytest.raises(Taken):
        append(store, "t1", [entry(1), entry(0)], 1)
    assert len(store.entries("t1")) == 1


def test_a_browser_finds_its_tables_the_latest_first(store):
    store.create(row("old"), [entry(0, time=10.0)])
    store.create(row("new"), [entry(0, time=5.0)])
    store.create(row("empty", created=20.0))
    store.create(row("other", owner="you"))
    append(store, "new", [entry(1, time=30.0)], 1)
    assert [(found.id, last) for found, last in store.tables_of("me")] == [("new", 30.0), ("empty", 20.0), ("old", 10.0)]


def test_only_the_pace_changes(store):
    store.create(row())
    store.set_pause("t1", 2.0)
    assert store.table("t1").pause == 2.0


def test_sqlite_is_durable_and_lets_readers_read(store):
    with store.engine.connect() as connection:
        assert connection.execute(sa.text("PRAGMA journal_mode")).scalar() == "wal"
        assert connection.execute(sa.text("PRAGMA synchronous")).scalar() == 2


def test_the_migrations_lead_to_the_layout_that_the_code_uses(store):
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
    assert ScriptDirectory.from_config(configuration()).get_current_head() == LAYOUT


def test_a_database_is_opened_again(tmp_path):
    first = Store.in_folder(tmp_path)
    first.create(row(), [entry(0)])
    first.close()
    again = Store.in_folder(tmp_path)
    assert again.entries("t1") == [entry(0)]
    again.close()


def test_additions_that_wait_are_committed_together_and_fail_alone(store):
    """Many threads append at once: each gets its own answer, and one that is taken spoils no other."""
    for table in range(8):
        store.create(row(f"t{table}"), [entry(0)])
    refused, together = [], threading.Barrier(16)

    def add(table):
        together.wait()
        try:
            append(store, f"t{table}", [entry(1), entry(2)], 1)
        except Taken:
            refused.append(table)

    threads = [threading.Thread(target=add, args=(n % 8,)) for n in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(refused) == list(range(8))
    assert all([there.number for there in store.entries(f"t{table}")] == [0, 1, 2] for table in range(8))


def test_types_that_threads_read_are_known_before_any_thread_does():
    """Two threads at once in what msgspec makes of a type at its first use brought the process down."""
    found = """if True:
        import sys, msgspec
        from hanlin import contract
        from hanlin.server.tables import events
        from hanlin.server.db import Seat
        types = [each for each in vars(contract).values() if isinstance(each, type) and issubclass(each, msgspec.Struct)]
        types += [Seat, events.Wish, events.Joined, events.Begun, events.HandedOver]
        called = []
        sys.setprofile(lambda frame, event, _: called.append(frame.f_code.co_name) if event == "call" else None)
        for each in types:
            msgspec.json.Decoder(each)
        sys.setprofile(None)
        print(len(types) > 20, called)
    """
    told = subprocess.run([sys.executable, "-c", found], capture_output=True, text=True, check=True).stdout
    assert told.split(maxsplit=1) == ["True", "[]\n"]


def test_writers_queue_and_never_see_a_locked_database(store):
    """Not even where a connection that finds the file locked would wait for no moment."""
    store.engine.dispose()
    sa.event.listen(store.engine, "connect", lambda connection, _: connection.execute("PRAGMA busy_timeout = 0"))
    failed, together = [], threading.Barrier(8)

    def write(n):
        together.wait()
        try:
            for more in range(2):
                table = f"t{n}-{more}"
                store.create(row(table), [entry(0)])
                append(store, table, [entry(1)], 1)
                store.change(row(table), [entry(2)])
                store.set_pause(table, 1.0)
                store.take_up(f"p{n}", table)
        except sa.exc.OperationalError as error:
            failed.append(error)

    threads = [threading.Thread(target=write, args=(n,)) for n in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []


def test_a_failed_addition_stores_nothing_and_the_next_succeeds(store, monkeypatch):
    store.create(row(), [entry(0)])
    monkeypatch.setattr(store._appender, "_begin", "BEGIN NONSENSE")
    with pytest.raises(sqlite3.OperationalError):
        append(store, "t1", [entry(1)], 1)
    monkeypatch.undo()
    assert len(store.entries("t1")) == 1
    append(store, "t1", [entry(1)], 1)
    assert len(store.entries("t1")) == 2


def test_a_change_of_seats_is_stored_whole(store):
    store.create(row(), [entry(0)])
    seats = (Seat(kind="person", name="Ben", owner="you"), Seat(kind="open"))
    changed = msgspec.structs.replace(row(), seats=seats, state="open", last=9.0)
    store.change(changed, [msgspec.structs.replace(entry(1), kind="join", time=9.0)])
    assert store.table("t1") == changed
    with pytest.raises(Taken):
        store.change(row(), [entry(1)], (row("t2"), [entry(0)]))
    assert store.table("t1") == changed
    assert store.table("t2") is None
    store.change(row(), [entry(2)], (row("t2"), [entry(0)]))
    assert store.table("t2").id == "t2"


def test_open_tables_are_listed_where_they_may_be(store):
    for name, listed, state in (("a", True, "open"), ("b", False, "open"), ("c", True, "running")):
        store.create(msgspec.structs.replace(row(name), listed=listed, state=state))
    assert [found.id for found in store.listed("open")] == ["a"]
    assert store.listed("open", games=["china"]) == []
    assert sorted(store.open_since(2.0)) == ["a", "b"]
    assert store.open_since(1.0) == []


def test_people_and_their_tokens(store):
    store.add_person("me", "Ann")
    store.add_person("me", "Anna")
    store.add_token("hash", "me", "read")
    assert (store.name_of("me"), store.name_of("you")) == ("Anna", None)
    assert (store.token("hash"), store.token("other")) == (("me", "read", "program"), None)
    store.remove_token("hash")
    assert store.token("hash") is None


def test_a_database_of_the_first_layout_is_upgraded_whole(tmp_path):
    """Tables of the first layout were full from the start: they are played on, and found by their players."""
    database = sqlite3.connect(tmp_path / "hanlin.sqlite3")
    engine = sa.create_engine("sqlite://", creator=lambda: database, poolclass=sa.StaticPool)
    config = configuration()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    first = {name: [] for name in ("tables", "seats", "entries")}
    for number, (kind, to_move) in enumerate([("game", 1), ("game", -2), ("study", -2)]):
        name = f"t{number}"
        first["tables"].append((name, kind, "lanterns", 2, "{}", "{}", "1", "5eed", 0.5, 3.0, to_move))
        first["seats"] += [(name, 0, "bot", "", "random", ""), (name, 1, "person", 'A "b" ü', "", "me")]
        first["entries"] += [(name, n, "action", -1, "draw 1 2", "0" * 16, 4.0 + n, None) for n in range(2 - number)]
    for name, rows in first.items():
        database.executemany(f"INSERT INTO {name} VALUES ({', '.join('?' * len(rows[0]))})", rows)
    database.commit()
    database.close()
    store = Store.in_folder(tmp_path)
    running, over, study = (store.table(f"t{number}") for number in range(3))
    assert (running.state, over.state, study.state) == ("running", "over", "over")
    assert (running.last, over.last, study.last) == (5.0, 4.0, 3.0)
    assert running.setup == running.seats == (Seat(kind="bot", bot="random"), Seat(kind="person", name='A "b" ü', owner="me"))
    assert (running.host, running.watching, running.listed, running.seed) == ("me", True, False, "5eed")
    assert [found.id for found, _ in store.tables_of("me")] == ["t0", "t1", "t2"]
    assert [found.number for found in store.entries("t0")] == [0, 1]
    store.close()


def test_a_database_of_the_second_layout_is_upgraded_whole(tmp_path):
    """Its tables have no clocks, and people may talk there."""
    database = sqlite3.connect(tmp_path / "hanlin.sqlite3")
    engine = sa.create_engine("sqlite://", creator=lambda: database, poolclass=sa.StaticPool)
    config = configuration()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0002")
    setup = (
        '[{"kind": "person", "name": "Ann", "bot": "", "owner": "me"}, {"kind": "open", "name": "", "bot": "", "owner": ""}]'
    )
    there = ("t0", "game", "lanterns", 2, "{}", "{}", "1", "5eed", 0.5, 3.0, -2, setup, "me", 1, 0, 1, "open", 4.0, "")
    database.execute(f"INSERT INTO tables VALUES ({', '.join('?' * len(there))})", there)
    database.execute("INSERT INTO seats VALUES ('t0', 0, 'person', 'Ann', '', 'me'), ('t0', 1, 'open', '', '', '')")
    database.execute("""INSERT INTO entries VALUES ('t0', 0, 'join', 1, '{"name":"Ben","owner":"you"}', '', 4.0, NULL)""")
    database.execute("INSERT INTO people VALUES ('me', 'Ann', 1.0)")
    database.commit()
    database.close()
    store = Store.in_folder(tmp_path)
    found = store.table("t0")
    assert (found.time, found.chat, found.state, found.shuffled, found.listed, found.watching) == (
        None,
        True,
        "open",
        True,
        True,
        False,
    )
    assert [seat.kind for seat in found.setup] == ["person", "open"]
    assert (store.entries("t0")[0].kind, store.name_of("me"), store.timed()) == ("join", "Ann", [])
    store.close()


def test_a_database_of_the_third_layout_is_upgraded_whole(tmp_path):
    """Its tables have no names, and nobody has put one aside."""
    database = sqlite3.connect(tmp_path / "hanlin.sqlite3")
    engine = sa.create_engine("sqlite://", creator=lambda: database, poolclass=sa.StaticPool)
    config = configuration()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0003")
    there = (
        "t0",
        "game",
        "lanterns",
        2,
        "{}",
        "{}",
        "1",
        "5eed",
        0.5,
        3.0,
        0,
        "[]",
        "me",
        0,
        1,
        0,
        "running",
        4.0,
        "",
        None,
        1,
    )
    database.execute(f"INSERT INTO tables VALUES ({', '.join('?' * len(there))})", there)
    database.execute("INSERT INTO seats VALUES ('t0', 0, 'person', 'Ann', '', 'me')")
    database.execute("INSERT INTO messages VALUES ('t0', 0, 'seats', 0, 'me', 'Ann', 'hello', 0, 4.0)")
    database.commit()
    database.close()
    store = Store.in_folder(tmp_path)
    assert [(found.id, found.name) for found, _last in store.tables_of("me", pressing=True)] == [("t0", "")]
    assert store.table("t0").position == ""
    assert store.setup_of("me", "lanterns") is None
    store.put_aside("me", "t0")
    store.put_aside("me", "t0")
    assert store.tables_of("me") == []
    store.take_up("me", "t0")
    assert len(store.tables_of("me")) == 1
    store.delete("t0")
    assert store.table("t0") is None
    store.close()


@pytest.mark.parametrize("layout", ["0004", "0005"])
def test_a_database_of_the_fourth_or_fifth_layout_is_upgraded_whole(tmp_path, layout):
    """Its guests' own tokens are distinguished from those of their programs; nobody has an account."""
    database = sqlite3.connect(tmp_path / "hanlin.sqlite3")
    engine = sa.create_engine("sqlite://", creator=lambda: database, poolclass=sa.StaticPool)
    config = configuration()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, layout)
    database.execute("INSERT INTO people VALUES ('me', 'Ann', 1.0)")
    database.execute("INSERT INTO tokens VALUES ('me', 'me', 'play', 3.0), ('other', 'me', 'read', 4.0)")
    database.commit()
    database.close()
    store = Store.in_folder(tmp_path)
    there = [(each.token, each.kind, each.scope, each.name, each.seen) for each in store.sessions("me")]
    assert there == [("other", "program", "read", "", 4.0), ("me", "guest", "play", "", 3.0)]
    assert store.account_of("me") is None
    store.close()


@pytest.mark.parametrize("layout", EARLIER)
def test_a_database_of_any_layout_is_upgraded_with_its_tables(tmp_path, layout):
    engine = sa.create_engine(f"sqlite:///{tmp_path / 'hanlin.sqlite3'}")
    laid_out(engine, layout)
    engine.dispose()
    store = Store.in_folder(tmp_path)
    assert [found.id for found, _last in store.tables_of("me")] == ["t0"]
    assert store.ready()
    store.close()
