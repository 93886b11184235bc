"""Reviews of games that are over: wanted by people, made one after another in the background, kept with the game.

The process that leads makes them, decision by decision (``thinking.py``); whoever waits sees how far it is. What is kept knows
no language: names, chapters and actions become words when somebody looks.
"""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

import msgspec
from markupsafe import Markup

from hanlin.core.language import _, current_language, languages
from hanlin.core.position import Position
from hanlin.lab.review import Decision, Review, Source, assembled, decisions_of, said
from hanlin.lab.review_page import body
from hanlin.server import thinking
from hanlin.server.advising import Adviser
from hanlin.server.chronicle import chapters
from hanlin.server.opponents import ReviewStep
from hanlin.server.refusals import Busy, NoSuchTable, NotYours, Refused, TooMany
from hanlin.server.store import DONE, FAILED, ReviewRow
from hanlin.server.table import Table
from hanlin.server.tables import Tables
from hanlin.server.views import began, name_of

log = logging.getLogger("hanlin.reviewing")

ITERATIONS = 2000
"""Of the search for each decision."""
NOTED = 1.0
"""Seconds between two notes of how far a review is; then it is also seen whether anybody wants it still."""
PAUSE = 1.0
"""Seconds until a step is tried again, while machine code is being made or where the process failed."""
TRIES = 3
"""How often a step may fail before it is done here, at plain speed."""
MOST = 100
"""How many reviews may wait for their turn."""
OF_PERSON, OF_ADDRESS = 3, 6
"""How many of them one person may have asked for, and how many were asked for from one address."""
LATER = 60
"""Seconds after which somebody who was refused may ask again."""
WORD = ("reviews",)
"""What other processes tell the leading one when a review is wanted."""


class Asker(NamedTuple):
    """Who asked for a review, and where from; the address is empty for this machine, and after a restart."""

    owner: str
    address: str = ""


class Stopped(Exception):
    """Nobody wants the review any more."""


def may_ask(table: Table, owner: str) -> bool:
    """Whether somebody may have the game reviewed: who plays or played there, set it up, or loaded the record."""
    return bool(table.owned_by(owner)) or table.hosted_by(owner)


def may_be_reviewed(table: Table) -> bool:
    """Whether the game is over, or only studied, and still means what it did."""
    return (table.over or table.is_study) and table.begun and not table.stuck


@dataclass
class Game:
    """A game that is being reviewed."""

    table: str
    end: Position
    step: ReviewStep


class Reviews:
    """All reviews. ``want``, ``stop_one``, ``of`` and ``page`` from any thread; the rest belongs to the event loop's."""

    def __init__(self, tables: Tables, adviser: Adviser) -> None:
        self._tables = tables
        self._store = tables.store
        self._adviser = adviser
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self._admitting = threading.Lock()
        self._askers: dict[str, Asker] = {}
        self._served: dict[str, int] = {}
        self._turn = count(1)

    def want(self, table: Table, owner: str, address: str = "") -> None:
        """Have a game reviewed, unless it is already. Refused while it is played, TooMany where enough is asked for."""
        self._check(table, owner)
        if not may_be_reviewed(table):
            raise Refused(_("A game can be reviewed when it is over."))
        with self._admitting:
            known = self._store.review(table.row.id)
            if known is None or known.state == FAILED:
                self._admit(Asker(owner, address))
                self._askers[table.row.id] = Asker(owner, address)
                self._store.want_review(table.row.id, self._tables.clock())
        self.wake_soon()
        self._store.sharing.say(WORD, "", "")

    def _admit(self, asker: Asker) -> None:
        """TooMany where somebody has enough reviews waiting, Busy where there are enough at all."""
        waiting = list(self._waiting().values())
        of_person = sum(each.owner == asker.owner for each in waiting)
        of_address = sum(each.address == asker.address for each in waiting) if asker.address else 0
        if of_person >= OF_PERSON or of_address >= OF_ADDRESS:
            said = _("{n} reviews asked for from here are waiting already: ask again when one of them is done.")
            raise TooMany(said.format(n=max(of_person, of_address)), LATER)
        if len(waiting) >= MOST:
            raise Busy(_("Many games are being reviewed just now; ask again later."), LATER)

    def _waiting(self) -> dict[str, Asker]:
        """The tables whose reviews are wanted, in the order in which they were asked for, and who asked."""
        waiting = {table: self._askers.get(table) or self._likely_asker(table) for table in self._store.wanted_reviews()}
        self._askers = dict(waiting)
        return waiting

    def _likely_asker(self, table: str) -> Asker:
        """Who may have asked for a review, where another process or an earlier one was asked."""
        row = self._store.table(table)
        owners = [] if row is None else [row.host, *(seat.owner for seat in row.seats)]
        return Asker(next((owner for owner in owners if owner), ""))

    def next_one(self) -> str | None:
        """The table whose review is made next: of whoever was served longest ago, what they asked for first; None for none."""
        with self._admitting:
            waiting = self._waiting()
            served = {name: self._served.get(name, 0) for name in (each.address or each.owner for each in waiting.values())}
            self._served = served
            found = min(waiting, key=lambda table: served[waiting[table].address or waiting[table].owner], default=None)
            if found is not None:
                served[waiting[found].address or waiting[found].owner] = next(self._turn)
            return found

    def stop_one(self, table: Table, owner: str) -> None:
        """Make a review no further; one that is done stays."""
        self._check(table, owner)
        self._store.stop_review(table.row.id)

    def of(self, table: Table) -> ReviewRow | None:
        """The review of a table, as far as it is."""
        return self._store.review(table.row.id)

    def wake_soon(self) -> None:
        """Look for reviews that are wanted, from any thread; only the leading process does."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._news.set)

    def start(self) -> None:
        """Begin to make reviews, first those that were wanted before."""
        self._loop = asyncio.get_running_loop()
        if self._task is None or self._task.done():
            self._task = self._loop.create_task(self._work())

    async def stop(self) -> None:
        """Make none any more; what is wanted is made after the next start."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    # -- in the event loop --------------------------------------------------------------------------------------------------

    async def _work(self) -> None:
        while True:
            self._news.clear()
            try:
                while (table := await asyncio.to_thread(self.next_one)) is not None:
                    await self._make_one(table)
            except Exception:
                log.exception("the reviews that are wanted can't be read; it is tried again")
                await asyncio.sleep(PAUSE)
                continue
            await self._news.wait()

    async def _make_one(self, table: str) -> None:
        state, found = FAILED, ""
        try:
            state, found = DONE, await self._found(table)
        except Stopped:
            return
        except NoSuchTable:
            log.warning("a review is wanted of a table that can't be opened")
        except Exception:
            log.exception("the review of table %s failed", table)
        await asyncio.to_thread(self._store.end_review, table, state, found)

    async def _found(self, table: str) -> str:
        game, plies = await asyncio.to_thread(self._game, table)
        decisions: list[Decision] = []
        await self._note(table, 0, len(plies))
        noted = time.monotonic()
        for ply in plies:
            step = msgspec.structs.replace(game.step, ply=ply)
            decisions.append(msgspec.json.decode(await self._answer(game, step), type=Decision))
            if time.monotonic() - noted >= NOTED:
                await self._note(table, len(decisions), len(plies))
                noted = time.monotonic()
        await self._note(table, len(decisions), len(plies))
        review = await asyncio.to_thread(assembled, game.end, decisions, chapters=())
        for decision in review.costly():
            told = msgspec.json.encode(decision).decode()
            step = msgspec.structs.replace(game.step, ply=decision.ply, decision=told)
            decision.why = msgspec.json.decode(await self._answer(game, step), type=list[Source])
        return msgspec.json.encode(review).decode()

    def _game(self, name: str) -> tuple[Game, list[int]]:
        table = self._tables.open(name)
        with table.lock:
            if not may_be_reviewed(table):
                raise NoSuchTable(name)
            end, row = table.position.copy(), table.row
        step = ReviewStep(
            row.game, row.players, row.options, row.files, row.position, end.moves, ITERATIONS, 0, languages=languages()
        )
        return Game(name, end, step), decisions_of(end)

    async def _note(self, table: str, done: int, total: int) -> None:
        if not await asyncio.to_thread(self._store.note_review, table, done, total):
            raise Stopped

    async def _answer(self, game: Game, step: ReviewStep) -> str:
        """The answer to a step: at full speed when there is a process for it, otherwise here."""
        tries = 0
        while self._adviser.has_process and tries < TRIES:
            if not self._adviser.is_warming(step.game):
                said = await self._adviser.ask(step, lambda: True)
                if said is not None:
                    return said
                tries += self._adviser.is_ready(step.game)
            await asyncio.sleep(PAUSE)
            stored = await asyncio.to_thread(self._store.review, game.table)
            if stored is None:
                raise Stopped
        return await asyncio.to_thread(thinking.answer, step, False)

    def _check(self, table: Table, owner: str) -> None:
        if not may_ask(table, owner):
            raise NotYours(_("Only who played at this table, or loaded the record, has it reviewed."))

    # -- to be looked at ----------------------------------------------------------------------------------------------------

    def read(self, table: Table, row: ReviewRow) -> Review:
        """A review that is done, with the names and the chapters of its table in the current language."""
        review = msgspec.json.decode(row.found, type=Review)
        review.names = [name_of(table, seat) for seat in range(table.row.players)]
        told = chapters(enumerate(table.log(None, table.ply)), began(table))
        review.chapters = [(chapter.ply, chapter.title) for chapter in told if chapter.title]
        return review

    def page(self, table: Table, row: ReviewRow) -> Markup:
        """A review that is done, as HTML."""

        def make() -> Markup:
            with table.called():
                link, branch = f"/t/{table.row.id}?ply={{ply}}", f"/t/{table.row.id}/from"
                return body(self.read(table, row), lambda ply, action: said(table.position, ply, action), link, branch)

        found: Markup = table.now(("review", current_language()), make, lambda made: 4 * len(made))
        return found
