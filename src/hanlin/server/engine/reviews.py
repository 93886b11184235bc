"""Reviews of games that are over: wanted by people, made one after another in the background, kept with the game.

The process that leads makes them, decision by decision (``thinking.py``); whoever waits sees how far it is. What is kept knows
no language: names, chapters and actions become words when somebody looks.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from itertools import count
from typing import NamedTuple

import msgspec
from markupsafe import Markup

from hanlin.core.i18n.language import _, current_language, languages, ngettext
from hanlin.core.position.position import Position
from hanlin.lab.review import Decision, Review, Source, assembled, decisions_of, happened, said
from hanlin.lab.review_page import body
from hanlin.server.db import DONE, FAILED, ReviewRow
from hanlin.server.engine.hints import Adviser
from hanlin.server.engine.opponents import ReviewStep
from hanlin.server.exceptions import Busy, NoSuchTable, NotYours, Refused, TooMany
from hanlin.server.tables.log import chapters
from hanlin.server.tables.service import Tables
from hanlin.server.tables.table import Table
from hanlin.server.views.table_view import began, name_of

log = logging.getLogger("hanlin.reviewing")

ITERATIONS = 2000
"""Of the search for each decision."""
NOTED = 1.0
"""Seconds between two notes of how far a review is; then it is also seen whether anybody wants it still."""
KEPT = 10.0
"""Seconds between two times that what a review has found is stored: a server that is restarted goes on from there."""
PAUSE = 1.0
"""Seconds until a step is tried again, while machine code is being made or where the process failed."""
TRIES = 3
"""How often a step may fail before it is done at plain speed."""
PLAIN_STEPS = 3
"""How many steps of a review may come to that before the rest is done at plain speed at once."""
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


def _counted_as(asker: Asker) -> str:
    """What somebody's turns are counted by."""
    return asker.address or asker.owner


class Stopped(Exception):
    """Nobody wants the review any more."""


def _about(seconds: float) -> str:
    """The time that is left, in words."""
    if seconds < 45:
        return _("Less than a minute left.")
    minutes = max(1, round(seconds / 60))
    return ngettext("About {n} minute left.", "About {n} minutes left.", minutes).format(n=minutes)


def may_ask(table: Table, owner: str) -> bool:
    """Whether somebody may have the game reviewed: who plays or played there, set it up, or loaded the record."""
    return bool(table.owned_by(owner)) or table.hosted_by(owner)


def may_be_reviewed(table: Table) -> bool:
    """Whether the game is over, or only studied, and still means what it did."""
    return (table.over or table.is_study) and table.begun and not table.stuck


@dataclass
class Game:
    """A game that is being reviewed. ``plain``: how many of its steps were done at plain speed since the process failed."""

    table: str
    end: Position
    step: ReviewStep
    plain: int = 0


class Partial(msgspec.Struct):
    """The decisions that were judged before a review was interrupted. ``of``: the digest of the game that they belong to."""

    of: str
    decisions: list[Decision]


def read_partial(kept: str, of: str, plies: Sequence[int]) -> list[Decision]:
    """The decisions that were kept of a review of that game; none where they are of another one."""
    try:
        partial = msgspec.json.decode(kept or "{}", type=Partial)
    except msgspec.MsgspecError:
        return []
    fits = partial.of == of and [each.ply for each in partial.decisions] == list(plies[: len(partial.decisions)])
    return partial.decisions if fits else []


class Reviews:
    """All reviews. ``want``, ``stop_one``, ``of`` and ``page`` from any thread; the rest belongs to the event loop's."""

    def __init__(self, tables: Tables, adviser: Adviser) -> None:
        self._tables = tables
        self._store = tables.store
        self._adviser = adviser
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[None] | None = None
        self._news = asyncio.Event()
        self._games: dict[str, str] = {}
        """The game of each table whose review waits."""
        self._going: tuple[str, float, int] | None = None
        """The table whose review is being made, when that began, and how many decisions were judged before."""
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

    def in_turn(self) -> list[str]:
        """The tables whose reviews wait, in the order in which they are to be made: whoever was served longest ago first."""
        with self._admitting:
            waiting = self._waiting()
            self._served = {name: self._served.get(name, 0) for name in map(_counted_as, waiting.values())}
            return sorted(waiting, key=lambda table: self._served[_counted_as(waiting[table])])

    def _serve(self, table: str) -> None:
        """Note that the turn of a table's asker has come."""
        with self._admitting:
            if table in self._askers:
                self._served[_counted_as(self._askers[table])] = next(self._turn)

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
                wanted = await asyncio.to_thread(self.in_turn)
                table = await self._first_ready(wanted)
                if table is not None:
                    self._serve(table)
                    await self._make_one(table)
                    continue
            except Exception:
                log.exception("wanted reviews unreadable; trying again")
                await asyncio.sleep(PAUSE)
                continue
            # While code is compiled for the games that are wanted, nobody says when it is there.
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), PAUSE if wanted else None)

    async def _first_ready(self, wanted: Sequence[str]) -> str | None:
        """The first table whose game can be read now: a game that is still being compiled holds up no other."""
        self._games = {table: name for table, name in self._games.items() if table in wanted}
        for table in wanted:
            if table not in self._games:
                with suppress(NoSuchTable):
                    self._games[table] = (await asyncio.to_thread(self._tables.open, table)).row.game
            name = self._games.get(table)
            if name is None:
                return table  # It fails at once.
            self._adviser.prepare(name)
            if not self._adviser.has_process or not self._adviser.is_warming(name):
                return table
        return None

    async def _make_one(self, table: str) -> None:
        state, found = FAILED, ""
        try:
            state, found = DONE, await self._found(table)
        except Stopped:
            return
        except NoSuchTable:
            log.warning("review failed: no such table table=%s", table)
        except Exception:
            log.exception("review failed table=%s", table)
        finally:
            self._going = None
        await asyncio.to_thread(self._store.end_review, table, state, found)

    async def _found(self, table: str) -> str:
        game, plies = await asyncio.to_thread(self._game, table)
        of = hashlib.sha256(msgspec.json.encode(msgspec.structs.replace(game.step, languages=()))).hexdigest()
        row = await asyncio.to_thread(self._store.review, table)
        decisions = read_partial(row.found if row is not None else "", of, plies)
        await self._note(table, len(decisions), len(plies))
        noted = kept = time.monotonic()
        self._going = table, noted, len(decisions)
        for ply in plies[len(decisions) :]:
            step = msgspec.structs.replace(game.step, ply=ply)
            decisions.append(msgspec.json.decode(await self._answer(game, step), type=Decision))
            if time.monotonic() - noted >= NOTED:
                noted = time.monotonic()
                partial = None
                if noted - kept >= KEPT:
                    kept, partial = noted, msgspec.json.encode(Partial(of, decisions)).decode()
                await self._note(table, len(decisions), len(plies), partial)
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

    async def _note(self, table: str, done: int, total: int, partial: str | None = None) -> None:
        if not await asyncio.to_thread(self._store.note_review, table, done, total, partial):
            raise Stopped

    async def _answer(self, game: Game, step: ReviewStep) -> str:
        """The answer to a step: at full speed when there is a process for it, otherwise at plain speed.

        While the process is replaced, the review waits; it never begins from the start.
        """
        tries = 0
        while self._adviser.has_process and game.plain < PLAIN_STEPS and tries < TRIES:
            if not self._adviser.is_warming(step.game):
                was_ready = self._adviser.is_ready(step.game)
                said = await self._adviser.ask(step, lambda: True)
                if said is not None:
                    return said
                if self._adviser.gave_up(step.game):
                    break
                tries += was_ready
            await asyncio.sleep(PAUSE)
            stored = await asyncio.to_thread(self._store.review, game.table)
            if stored is None:
                raise Stopped
        if tries >= TRIES:
            log.warning("review step failed; using plain speed table=%s ply=%d", game.table, step.ply)
            game.plain += 1
        return await self._adviser.ask_quickly(step)

    def _check(self, table: Table, owner: str) -> None:
        if not may_ask(table, owner):
            raise NotYours(_("Only players of this game, or whoever loaded the record, can have it analysed."))

    def progress(self, table: Table, row: ReviewRow) -> str:
        """The progress of a review that is wanted, in words. Only the process that makes it knows more than the figures."""
        name, going = table.row.game, self._going
        if going is not None and going[0] == table.row.id and row.done > going[2]:
            return _about((time.monotonic() - going[1]) / (row.done - going[2]) * (row.total - row.done))
        if self._adviser.has_process and self._adviser.is_warming(name):
            left = self._adviser.seconds_left(name)
            minutes = 0 if left is None else max(1, round(left / 60))
            return (
                ngettext(
                    "The computer is still being prepared for this game, about {n} minute.",
                    "The computer is still being prepared for this game, about {n} minutes.",
                    minutes,
                ).format(n=minutes)
                if minutes
                else _("The computer is still being prepared for this game.")
            )
        if going is not None and going[0] != table.row.id:
            return _("Another game is being reviewed first.")
        return ""

    # -- to be looked at ----------------------------------------------------------------------------------------------------

    def read(self, table: Table, row: ReviewRow) -> Review:
        """A review that is done, with the names and the chapters of its table in the current language."""
        review = msgspec.json.decode(row.found, type=Review)
        review.names = [name_of(table, seat) for seat in range(table.row.players)]
        told = chapters(enumerate(table.log(None, table.ply)), began(table))
        review.hinted = sorted(ply for ply, seats in table.hinted.items() if seats)
        begun = [-1, *(chapter.told[-1][0] for chapter in told)]
        # A ply that still brings something under the heading before belongs to that one, as in ``chapters_of``.
        review.chapters = [
            (max(chapter.ply, last + 1), chapter.title) for last, chapter in zip(begun, told, strict=False) if chapter.title
        ]
        return review

    def page(self, table: Table, row: ReviewRow) -> Markup:
        """A review that is done, as HTML."""

        def make() -> Markup:
            with table.called():
                link, branch = f"/t/{table.row.id}?ply={{ply}}", f"/t/{table.row.id}/from"
                end = table.position
                return body(self.read(table, row), partial(said, end), link, branch, partial(happened, end))

        found: Markup = table.now(("review", current_language()), make, lambda made: 4 * len(made))
        return found
