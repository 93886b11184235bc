"""Backups of a data folder: one moment in one file, brought back without touching what is there."""

import sqlite3
import tempfile
import threading
from contextlib import contextmanager

import pytest
import sqlalchemy as sa

from hanlin.core.errors import HanlinError
from hanlin.server.db import Store, backup
from hanlin.server.db.backup import BadBackup
from hanlin.server.tables.service import Tables
from helpers.old_schemas import EARLIER, laid_out
from helpers.people import persons
from lanterns import GAME


@pytest.fixture
def empty(tmp_path):
    store = Store.in_folder(tmp_path / "empty")
    yield store
    store.close()


def test_what_comes_back_is_what_was_there(store, table, empty, tmp_path):
    assert backup.write(store, tmp_path / "backup") == 1
    assert backup.read(empty, tmp_path / "backup") == (1, 0)
    again = Tables(empty, {"lanterns": GAME}).open(table.row.id)
    assert again.position == table.position
    assert again.row == table.row


def test_it_is_one_moment_while_people_play(store, tables, empty, tmp_path):
    ended = threading.Event()

    def play():
        while not ended.is_set():
            here = tables.create(GAME, persons(), {}, {}, pause=0)
            tables.play(here, here.to_move, here.position.legal[0], here.number)

    player = threading.Thread(target=play)
    player.start()
    try:
        for n in range(5):
            backup.write(store, tmp_path / f"backup {n}")
    finally:
        ended.set()
        player.join()
    for n in range(5):
        backup.read(empty, tmp_path / f"backup {n}")
    there = Tables(empty, {"lanterns": GAME})
    for row in [row for row, _last in empty.tables_of(persons()[0].owner, 10_000)]:
        assert not there.open(row.id).stuck


def test_what_is_there_stays_and_twice_is_once(store, tables, table, tmp_path):
    backup.write(store, tmp_path / "backup")
    tables.play(table, table.to_move, table.position.legal[0], table.number)
    for _each in range(2):
        assert backup.read(store, tmp_path / "backup") == (0, 1)
    assert len(store.entries(table.row.id)) == table.number


def test_people_and_tokens_come_along(store, empty, tmp_path):
    store.add_person("somebody", "Ann")
    store.add_token("a hash", "somebody", "read")
    backup.write(store, tmp_path / "backup")
    for _each in range(2):
        backup.read(empty, tmp_path / "backup")
    assert empty.name_of("somebody") == "Ann"
    assert empty.token("a hash") == ("somebody", "read", "program")


def test_nothing_is_written_over_and_nothing_is_left_of_a_failure(store, table, tmp_path):
    (tmp_path / "there").write_text("mine")
    with pytest.raises(BadBackup, match="already exists"):
        backup.write(store, tmp_path / "there")
    assert (tmp_path / "there").read_text() == "mine"
    with pytest.raises(BadBackup, match="can't be written"):
        backup.write(store, tmp_path / "no folder" / "backup")


@pytest.mark.parametrize("layout", EARLIER)
def test_a_backup_of_an_earlier_layout_is_restored_and_kept(store, layout, tmp_path):
    """A backup made before an update can be restored after it."""
    file = tmp_path / "backup"
    old = sa.create_engine(f"sqlite:///{file}")
    laid_out(old, layout)
    old.dispose()
    content = file.read_bytes()
    assert backup.read(store, file) == (1, 0)
    assert [found.id for found, _last in store.tables_of("me")] == ["t0"]
    assert file.read_bytes() == content


@pytest.mark.parametrize("content", [b"", b"nonsense " * 1000, None])
def test_a_file_that_is_no_backup_is_refused(store, content, tmp_path):
    file = tmp_path / "file"
    if content is None:
        sqlite3.connect(file).execute("CREATE TABLE other (x)").connection.commit()
    else:
        file.write_bytes(content)
    with pytest.raises(BadBackup):
        backup.read(store, file)
    with pytest.raises(BadBackup, match="no file"):
        backup.read(store, tmp_path / "nowhere")


def pages(engine):
    with engine.connect() as connection:
        return connection.exec_driver_sql("PRAGMA page_count").scalar()


def no_room(engine, more=0):
    """Have the database of an engine grow by so many pages and no more, as on a full disk."""
    most = pages(engine) + more
    engine.dispose()
    sa.event.listen(engine, "connect", lambda connection, _: connection.execute(f"PRAGMA max_page_count = {most}"))


@pytest.fixture
def much(store, tables):
    """A store with more in it than the free pages that migrations leave in a new database."""
    table = tables.create(GAME, persons(), {}, {}, pause=0)
    for n in range(200):
        store.add_person(f"somebody {n}", "A long name " * 20)
    return store, table


def test_a_full_disk_leaves_nothing_of_a_backup(much, tmp_path, monkeypatch):
    """Neither the file nor SQLite's additional ones."""
    usual = backup._file

    @contextmanager
    def small(path):
        with usual(path) as new:
            new.migrate()
            no_room(new.engine)
            yield new

    monkeypatch.setattr(backup, "_file", small)
    there = set(tmp_path.iterdir())
    with pytest.raises(BadBackup, match=r"backup can't be written: database or disk is full"):
        backup.write(much[0], tmp_path / "backup")
    assert set(tmp_path.iterdir()) == there


def test_what_is_interrupted_leaves_nothing_of_a_backup(much, tmp_path, monkeypatch):
    def interrupted(*_all):
        raise KeyboardInterrupt

    monkeypatch.setattr(backup, "_copy", interrupted)
    there = set(tmp_path.iterdir())
    with pytest.raises(KeyboardInterrupt):
        backup.write(much[0], tmp_path / "backup")
    assert set(tmp_path.iterdir()) == there


def test_a_full_disk_is_not_the_backups_fault(much, empty, tmp_path):
    backup.write(much[0], tmp_path / "backup")
    no_room(empty.engine)
    with pytest.raises(BadBackup, match=r"can't be written into the database: database or disk is full"):
        backup.read(empty, tmp_path / "backup")
    with empty.engine.connect() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM people").scalar() == 0


def test_no_room_for_a_copy_is_not_the_backups_fault(much, empty, tmp_path, monkeypatch):
    backup.write(much[0], tmp_path / "backup")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "backup"))
    with pytest.raises(BadBackup, match="TMPDIR"):
        backup.read(empty, tmp_path / "backup")


@pytest.mark.parametrize("kept", [5_000, 20_000])
def test_a_backup_that_was_cut_off_is_said(much, empty, tmp_path, kept):
    backup.write(much[0], tmp_path / "backup")
    whole = (tmp_path / "backup").read_bytes()
    (tmp_path / "cut").write_bytes(whole[:kept])
    with pytest.raises(BadBackup, match="cut is not a readable backup"):
        backup.read(empty, tmp_path / "cut")


def test_a_database_that_can_not_be_read_is_said(much, tmp_path):
    """It is not the backup that could not be written."""
    store = much[0]
    with store.engine.begin() as connection:
        connection.exec_driver_sql("DROP TABLE people")
    with pytest.raises(HanlinError, match="can't be read"):
        backup.write(store, tmp_path / "backup")
