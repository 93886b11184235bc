"""Changes by other processes on one PostgreSQL: they are read together, with few statements for each move."""

from __future__ import annotations

import asyncio
import threading
from contextlib import contextmanager

import pytest
import sqlalchemy as sa

from hanlin.server.accounts.tokens import key_hash
from hanlin.server.db import Store
from hanlin.server.db.cluster import Sharing
from hanlin.server.tables.chat import Chat
from hanlin.server.tables.service import Tables
from helpers.concurrently import until
from helpers.stored_moves import begun, move
from lanterns import GAME


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
