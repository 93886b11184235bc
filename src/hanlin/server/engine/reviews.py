"""Reviews of finished games: requested by people, made one after another in the background, stored with the game.

The leading process makes them, decision by decision (``process.py``), and shows the progress. They are stored without texts:
names, chapters and actions become words in the reader's language when the review is displayed.
"""

from __future__ import annotations

import asyncio
import functools
import hashlib
import logging
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import count
from typing import NamedTuple

import msgspec
from markupsafe import Markup

from hanlin.core.i18n.language import _, current_language, languages, ngettext
from hanlin.core.position.position import Position
from hanlin.lab.review import Decision, Review, Source, assembled, decisions_of
from hanlin.lab.review_falls import fall_texts, learn, look_back, said
from hanlin.lab.review_model import VERSION
from hanlin.lab.review_page import Board, Said, body, glimpse_of, story_of
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
"""Iterations of the search for each decision."""
SKETCH_ITERATIONS, SKETCH_ROUNDS = 120, 8
"""Those of the first, coarse pass over all decisions, and the determinizations of its comparisons."""
NOTED = 1.0
"""Seconds between two updates of the stored progress; they also notice that a review was cancelled."""
KEPT = 10.0
"""Seconds between two times that partial results are stored; a restarted server resumes there."""
PAUSE = 1.0
"""Seconds until a step is retried, while machine code is being compiled or where the process failed."""
TRIES = 3
"""Failures of a step after which it is done at plain speed."""
PLAIN_STEPS = 3
"""Slow steps of a review after which the rest runs at plain speed."""
MOST = 100
"""Reviews that may wait in the queue."""
OF_PERSON, OF_ADDRESS = 3, 6
"""Waiting reviews per person, and per address."""
LATER = 60
"""Seconds to wait after a refusal."""
TOPIC = ("reviews",)
"""The topic by which other processes notify the leading one of a requested review."""


class Asker(NamedTuple):
    """The person who requested a review, and their address; empty for this machine, and after a restart."""

    owner: str
    address: str = ""


def _counted_as(asker: Asker) -> str:
    """The key for taking turns."""
    return asker.address or asker.owner


class Stopped(Exception):
    """The review was cancelled."""


def _about(seconds: float) -> str:
    """The time that is left, in words."""
    if seconds < 45:
        return _("Less than a minute left.")
    minutes = max(1, round(seconds / 60))
    return ngettext("About {n} minute left.", "About {n} minutes left.", minutes).format(n=minutes)


def may_ask(table: Table, owner: str) -> bool:
    """True if somebody may request a review: a player, present or former, the host, or whose record it is."""
    return bool(table.owned_by(owner)) or table.hosted_by(owner)


def may_be_reviewed(table: Table) -> bool:
    """True if the game is over, or only studied, and still replays."""
    return (table.over or table.is_study) and table.begun and not table.stuck


@dataclass
class Game:
    """A game under review. ``plain``: the number of its steps done at plain speed since the process failed."""

    table: str
    end: Position
    step: ReviewStep
    plain: int = 0


class Stamp(msgspec.Struct):
    """The version of a stored review, done or not."""

    version: int = 0


def is_current(kept: str) -> bool:
    """True if a stored review is of the version that is made now; the figures of others mean something else."""
    try:
        return msgspec.json.decode(kept or "{}", type=Stamp).version == VERSION
    except msgspec.MsgspecError:
        return False


class Partial(msgspec.Struct):
    """An unfinished review. ``of``: the digest of its game; ``decisions``: those that are evaluated, from the first one on;
    ``sketch``: all of them, evaluated coarsely; ``version``: as that of a review."""

    of: str
    decisions: list[Decision]
    sketch: list[Decision] = []
    version: int = 0

    def all(self) -> list[Decision]:
        """All decisions, each as well evaluated as so far; none before the coarse pass is done."""
        return [*self.decisions, *self.sketch[len(self.decisions) :]] if self.sketch else []


def read_partial(kept: str, of: str, plies: Sequence[int]) -> Partial:
    """The stored part of an interrupted review of that game; an empty one where it is of another game or a former version."""
    nothing = Partial(of, [], version=VERSION)
    if not is_current(kept):
        return nothing
    try:
        partial = msgspec.json.decode(kept, type=Partial)
    except msgspec.MsgspecError:
        return nothing
    fits = partial.of == of and [each.ply for each in partial.decisions] == list(plies[: len(partial.decisions)])
    return partial if fits and len(partial.sketch) in (0, len(plies)) else nothing


def read_sketch(kept: str) -> list[Decision]:
    """All decisions of an unfinished review, for display; none before the coarse pass is done."""
    if not is_current(kept):
        return []
    try:
        return msgspec.json.decode(kept, type=Partial).all()
    except msgspec.MsgspecError:
        return []


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
        """The table under review, the time when that began, and the number of decisions evaluated before."""
        self._admitting = threading.Lock()
        self._askers: dict[str, Asker] = {}
        self._served: dict[str, int] = {}
        self._turn = count(1)

    def want(self, table: Table, owner: str, address: str = "") -> None:
        """Request a review, unless there is one. Refused before the end of the game; TooMany for too many requests."""
        self._check(table, owner)
        if not may_be_reviewed(table):
            raise Refused(_("You can have a game analysed when it is over."))
        with self._admitting:
            known = self.of(table)
            if known is None or known.state == FAILED:
                self._admit(Asker(owner, address))
                self._askers[table.row.id] = Asker(owner, address)
                self._store.want_review(table.row.id, self._tables.clock(), anew=known is None)
        self.wake_soon()
        self._store.sharing.publish(TOPIC, "", "")

    def _admit(self, asker: Asker) -> None:
        """Raise TooMany where somebody has too many reviews waiting, Busy where the queue is full."""
        waiting = list(self._waiting().values())
        of_person = sum(each.owner == asker.owner for each in waiting)
        of_address = sum(each.address == asker.address for each in waiting) if asker.address else 0
        if of_person >= OF_PERSON or of_address >= OF_ADDRESS:
            said = _("You already have {n} reviews waiting. Try again when one of them is done.")
            raise TooMany(said.format(n=max(of_person, of_address)), LATER)
        if len(waiting) >= MOST:
            raise Busy(_("Many games are being analysed right now. Try again later."), LATER)

    def _waiting(self) -> dict[str, Asker]:
        """The tables with requested reviews, in the order of requests, with their askers."""
        waiting = {table: self._askers.get(table) or self._likely_asker(table) for table in self._store.wanted_reviews()}
        self._askers = dict(waiting)
        return waiting

    def _likely_asker(self, table: str) -> Asker:
        """The probable asker of a review that was requested of another process or before a restart."""
        row = self._store.table(table)
        owners = [] if row is None else [row.host, *(seat.owner for seat in row.seats)]
        return Asker(next((owner for owner in owners if owner), ""))

    def in_turn(self) -> list[str]:
        """The tables with waiting reviews, in the order of work: the asker who was served longest ago comes first."""
        with self._admitting:
            waiting = self._waiting()
            self._served = {name: self._served.get(name, 0) for name in map(_counted_as, waiting.values())}
            return sorted(waiting, key=lambda table: self._served[_counted_as(waiting[table])])

    def _serve(self, table: str) -> None:
        """Record that a table's asker has been served."""
        with self._admitting:
            if table in self._askers:
                self._served[_counted_as(self._askers[table])] = next(self._turn)

    def stop_one(self, table: Table, owner: str) -> None:
        """Cancel a review; one that is done stays."""
        self._check(table, owner)
        self._store.stop_review(table.row.id)

    def of(self, table: Table) -> ReviewRow | None:
        """The review of a table, done or not; None for one of a former version, which has to be made anew."""
        row = self._store.review(table.row.id)
        return None if row is not None and row.state == DONE and not is_current(row.found) else row

    def wake_soon(self) -> None:
        """Look for requested reviews, from any thread; only the leading process works on them."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._news.set)

    def start(self) -> None:
        """Start working on reviews, first those that were requested before."""
        self._loop = asyncio.get_running_loop()
        if self._task is None or self._task.done():
            self._task = self._loop.create_task(self._work())

    async def stop(self) -> None:
        """Stop working; requested reviews are made after the next start."""
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
            # Nothing signals the end of a compilation that wanted games wait for.
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), PAUSE if wanted else None)

    async def _first_ready(self, wanted: Sequence[str]) -> str | None:
        """The first table whose game can be reviewed now: a game that is still being compiled delays no other."""
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
        partial = read_partial(row.found if row is not None else "", of, plies)
        await self._note(table, len(partial.decisions), len(plies))
        if not partial.sketch and not partial.decisions:
            await self._sketch(game, partial, plies)
        decisions = partial.decisions
        noted = kept = time.monotonic()
        self._going = table, noted, len(decisions)
        for ply in plies[len(decisions) :]:
            step = msgspec.structs.replace(game.step, ply=ply)
            decisions.append(msgspec.json.decode(await self._answer(game, step), type=Decision))
            if time.monotonic() - noted >= NOTED:
                noted = time.monotonic()
                found = None
                if noted - kept >= KEPT:
                    kept, found = noted, msgspec.json.encode(partial).decode()
                await self._note(table, len(decisions), len(plies), found)
        await self._note(table, len(decisions), len(plies))
        return await self._explained(game, decisions)

    async def _sketch(self, game: Game, partial: Partial, plies: Sequence[int]) -> None:
        """Evaluate all decisions coarsely, so that there is a curve within seconds; not at plain speed, which is no quicker."""
        if not self._adviser.has_process or self._adviser.gave_up(game.step.game):
            return
        sketch = []
        for ply in plies:
            step = msgspec.structs.replace(game.step, ply=ply, iterations=SKETCH_ITERATIONS, rounds=SKETCH_ROUNDS)
            answer = await self._adviser.ask(step, lambda: True)
            if answer is None:
                return  # The full pass waits for the process.
            sketch.append(msgspec.json.decode(answer, type=Decision))
        partial.sketch = sketch
        await self._note(game.table, 0, len(plies), msgspec.json.encode(partial).decode())

    async def _explained(self, game: Game, decisions: list[Decision]) -> str:
        """The review with the reasons for the costly decisions and the falls."""
        review = await asyncio.to_thread(assembled, game.end, decisions)
        for decision in review.costly():
            encoded = msgspec.json.encode(decision).decode()
            step = msgspec.structs.replace(game.step, ply=decision.ply, decision=encoded)
            decision.why = msgspec.json.decode(await self._answer(game, step), type=list[Source])
        for fall in review.falls:
            back = look_back(game.end, review, fall)
            if back is not None:
                step = msgspec.structs.replace(game.step, ply=back.plies[0], back=msgspec.json.encode(back).decode())
                learn(fall, msgspec.json.decode(await self._answer(game, step), type=tuple[int, str, float] | None))
        review.chapters = []  # In the reader's language when it is displayed.
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

        While the process is replaced, the review waits; it never starts again.
        """
        tries = 0
        while self._adviser.has_process and game.plain < PLAIN_STEPS and tries < TRIES:
            if not self._adviser.is_warming(step.game):
                was_ready = self._adviser.is_ready(step.game)
                answer = await self._adviser.ask(step, lambda: True)
                if answer is not None:
                    return answer
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
            return _("Another game is being analysed first.")
        return ""

    # -- display ---------------------------------------------------------------------------------------------------------

    def read(self, table: Table, row: ReviewRow) -> Review:
        """A review that is done, with the names and the chapters of its table in the current language."""
        return self._at_table(table, msgspec.json.decode(row.found, type=Review))

    def _at_table(self, table: Table, review: Review) -> Review:
        """A review with the names, the chapters and the hints of its table."""
        review.names = [name_of(table, seat) for seat in range(table.row.players)]
        found = chapters(enumerate(table.log(None, table.ply)), began(table))
        review.hinted = sorted(ply for ply, seats in table.hinted.items() if seats)
        begun = [-1, *(chapter.plies[-1][0] for chapter in found)]
        # A ply with lines under the previous heading belongs to that one, as in ``chapters_of``.
        review.chapters = [
            (max(chapter.ply, last + 1), chapter.title) for last, chapter in zip(begun, found, strict=False) if chapter.title
        ]
        return review

    def page(self, table: Table, row: ReviewRow, own: int | None = None) -> Markup:
        """A review that is done, as HTML. ``own``: the reader's seat."""

        def make() -> Markup:
            with table.called():
                return self._body(table, self.read(table, row), own)

        found: Markup = table.now(("review", own, current_language()), make, lambda made: 4 * len(made))
        return found

    def sketch(self, table: Table, row: ReviewRow, own: int | None = None) -> Markup:
        """The findings of an unfinished review so far, as HTML; empty before the coarse pass is done."""
        decisions = read_sketch(row.found)
        if not decisions:
            return Markup("")
        with table.called():
            return self._body(table, self._at_table(table, assembled(table.position, decisions)), own)

    def is_quick(self, table: Table, owner: str) -> bool:
        """True if somebody may request a review and its first pass takes only seconds: there is a process for it."""
        there = self._adviser.has_process and not self._adviser.gave_up(table.row.game)
        return there and may_ask(table, owner) and may_be_reviewed(table)

    def glimpse(self, table: Table, own: int | None = None) -> Markup:
        """The curve and the moments that decided, as HTML; empty before the coarse pass of a review is done."""
        return self._glimpse_and_story(table, own)[0]

    def story(self, table: Table, own: int | None = None) -> str:
        """The deciding moment of the game, in one sentence; empty before the coarse pass of a review is done."""
        return self._glimpse_and_story(table, own)[1]

    def _glimpse_and_story(self, table: Table, own: int | None) -> tuple[Markup, str]:
        row = self.of(table)
        if row is None or row.state == FAILED:
            return Markup(""), ""
        done = row.state == DONE
        key = "glimpse", own, current_language(), done, hash(row.found)

        def make() -> tuple[Markup, str]:
            decisions = [] if done else read_sketch(row.found)
            if not done and not decisions:
                return Markup(""), ""
            with table.called():
                review = self.read(table, row) if done else self._at_table(table, assembled(table.position, decisions))
                texts, board = fall_texts(table.position, review, own), self._boards(table, own)
                link, told = f"/t/{table.row.id}?ply={{ply}}", self._said(table, own)
                story = story_of(review, table.position, told, own)
                return glimpse_of(review, told, texts, link, own, board, done, table.followed, story), story

        found: tuple[Markup, str] = table.now(key, make, lambda made: 4 * len(made[0]))
        return found

    @staticmethod
    def _said(table: Table, own: int | None) -> Said:
        """A function that puts the action of a ply into words: in the second person where the reader acts."""
        return functools.partial(said, table.position, reader=own)

    @staticmethod
    def _boards(table: Table, own: int | None) -> Board:
        """A function that draws the board at a ply, as the reader saw it."""

        def board(ply: int) -> str:
            seen = table.at(ply) if own is None else table.at(ply).seen_by(own)
            return str(table.game.drawing.board(seen.for_show()))

        return board

    def _body(self, table: Table, review: Review, own: int | None) -> Markup:
        """A review as HTML, with links to the table."""
        end = table.position

        link, branch = f"/t/{table.row.id}?ply={{ply}}", f"/t/{table.row.id}/from"
        boards, texts = self._boards(table, own), fall_texts(end, review, own)
        return body(review, self._said(table, own), texts, link, branch, own, boards, table.followed)
