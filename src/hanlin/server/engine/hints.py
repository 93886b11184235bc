"""Hints for players, computed in processes next to that of the computer players; these also take the steps of reviews.

So a hint delays no page and no computer player's move. There is a quick estimate within a second, from a process that needs no
machine code; the hint of the search follows.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from hanlin.bots import Hint
from hanlin.contract import AdvisedState
from hanlin.core.i18n.language import _
from hanlin.core.i18n.seat_names import spoken
from hanlin.core.position.position import Position
from hanlin.server.db import TableRow
from hanlin.server.engine import process
from hanlin.server.engine.opponents import HintRequest, Opponents, Question, Worker, packed
from hanlin.server.exceptions import NotYours, Refused, moved_on
from hanlin.server.tables.service import Tables
from hanlin.server.tables.table import Table

AT_ONCE = 16
"""The number of hints that may be computed at a time."""
KEPT = 256
"""Hints that are cached: the same state gets the same hint."""


def gives_hints(row: TableRow) -> bool:
    """True if players at a table may take hints: as it was set up, or else where all people play from one browser."""
    if row.hints or row.kind == "study":
        return row.hints == "yes"
    owners = {seat.owner for seat in row.seats if seat.kind in ("person", "open")}
    return len(owners) <= 1


PATIENCE = 30.0
"""CPU seconds that a hint, or a step of a review, may take; no computer player waits meanwhile."""
GRACE = 0.4
"""Seconds after which a quick estimate is shown while the search continues."""
AT_ONCE_SECONDS = 0.3
"""Seconds after which a quick estimate is computed here, when the process for it is busy or does not answer."""


class AdvisingWorker(Worker):
    """The process that searches for hints and reviews."""

    kind = "advice"

    @property
    def patience(self) -> float:
        """CPU seconds that an answer may take."""
        return PATIENCE


class QuickWorker(AdvisingWorker):
    """The process that answers at plain speed: it compiles nothing and is ready at once."""

    kind = "nothing"

    def environment(self) -> dict[str, str]:
        """The environment of the process: without Numba, it starts quickly."""
        return {**super().environment(), "HANLIN_PLAIN": "1"}


class Adviser:
    """The two processes: one searches, the other gives quick opinions. All of it belongs to the event loop's thread.

    Each is started when it is first needed; after ``stop`` none is started.
    """

    def __init__(
        self,
        opponents: Opponents,
        searching: Callable[[Iterable[str]], Worker] = AdvisingWorker,
        quick: Callable[[Iterable[str]], Worker] = QuickWorker,
    ) -> None:
        self._opponents = opponents
        self._make_searching, self._make_quick = searching, quick
        self._worker: Worker | None = None
        self._quick: Worker | None = None
        self._stopped = False

    @property
    def has_process(self) -> bool:
        """True if there may be one; otherwise everything is computed here, at plain speed."""
        return self._opponents.worker is not None and not self._stopped

    def prepare(self, game: str) -> None:
        """Start the processes, and have a game compiled there once the computer players' process is ready for it."""
        opponents = self._opponents.worker
        if opponents is None or self._stopped:
            return
        games = list(dict.fromkeys([game, *opponents.games]))
        if self._quick is None:
            self._quick = self._make_quick(games)
            self._quick.start()
        if self._opponents.warming(game):
            if opponents.games[0] != game:
                opponents.want(game)
        elif not self._opponents.gave_up(game):
            if self._worker is None:
                ready = [name for name in games[1:] if name in opponents.ready]
                self._worker = self._make_searching([game, *ready])
                self._worker.start()
            elif game not in self._worker.games:
                self._worker.want(game)

    def is_warming(self, game: str) -> bool:
        """True while the machine code for a game is being compiled."""
        if self._opponents.warming(game):
            return True
        return self._worker is not None and not self.gave_up(game) and self._worker.is_preparing(game)

    def gave_up(self, game: str) -> bool:
        """True if there will be no machine code for a game."""
        return self._opponents.gave_up(game) or (self._worker is not None and game in self._worker.failed)

    def is_ready(self, game: str) -> bool:
        """True if the process is ready for a game."""
        return self._worker is not None and game in self._worker.ready

    def seconds_left(self, game: str) -> float | None:
        """An estimate of the seconds until a game is ready; None where nothing is known yet."""
        worker = self._opponents.worker if self._opponents.warming(game) else self._worker
        return None if worker is None else worker.seconds_left(game)

    async def ask(self, question: Question, wanted: Callable[[], bool]) -> str | None:
        """The answer at full speed; None where the process is not ready, fails, or the question is no longer wanted."""
        self.prepare(question.game)
        return None if self._worker is None else await self._worker.ask(question, wanted)

    async def ask_quickly(self, question: Question) -> str:
        """The answer at plain speed: from the process for it or, until that has started, from a thread here."""
        self.prepare(question.game)
        said = None if self._quick is None else await self._quick.ask(question)
        return said if said is not None else await asyncio.to_thread(process.answer, question, False)

    async def ask_at_once(self, question: HintRequest) -> str:
        """The answer at plain speed, and soon: the process for it may be busy with a step of a review, or be replaced."""
        self.prepare(question.game)
        if self._quick is not None:
            asking = asyncio.get_running_loop().create_task(self._quick.ask(question))
            try:
                await asyncio.wait([asking], timeout=AT_ONCE_SECONDS)
                said = asking.result() if asking.done() else None
            finally:
                asking.cancel()
            if said is not None:
                return said
        return await asyncio.to_thread(process.answer, question, False)

    async def stop(self) -> None:
        """End the processes."""
        self._stopped = True
        workers = [worker for worker in (self._worker, self._quick) if worker is not None]
        self._worker = self._quick = None
        await asyncio.gather(*(worker.stop() for worker in workers))


@dataclass(frozen=True, slots=True)
class Advised:
    """A hint, and the view that it is for. ``is_final``: no better one will replace it."""

    hint: Hint
    seen: Position
    is_final: bool = True
    _texts: dict[str, list[AdvisedState]] = field(default_factory=dict, compare=False)

    def described(self, describe: Callable[[], list[AdvisedState]]) -> list[AdvisedState]:
        """The best actions in the current language with the names in use, from ``describe`` the first time: a page asks for
        them again and again while a better hint is computed."""
        key = spoken()
        if key not in self._texts:
            self._texts[key] = describe()
        return self._texts[key]


Key = tuple[str, int, int]
"""A table, a seat, and the table's number when the legal actions changed last."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A requested hint."""

    table: Table
    key: Key
    seen: Position
    question: HintRequest

    @property
    def is_current(self) -> bool:
        """True while the table is still in that state."""
        return self.table.turned == self.key[2]


class Hints:
    """Hints at all tables. All of it belongs to the event loop's thread.

    There is a quick estimate within a second; when the search is done, its hint replaces that one.
    """

    def __init__(self, tables: Tables, adviser: Adviser) -> None:
        self._tables = tables
        self._adviser = adviser
        self._kept: OrderedDict[Key, Advised] = OrderedDict()
        self._noted: set[Key] = set()
        self._searching: dict[Key, asyncio.Task[None]] = {}
        self._thinking: dict[Key, asyncio.Task[None]] = {}

    async def take(self, table: Table, owner: str, seat: int, number: int) -> Advised:
        """A hint for the active seat: the best one within about a second. Stale where a move was made
        meanwhile. Called again in the same state, it returns the best hint found since."""
        asked = await asyncio.to_thread(self._question, table, owner, seat, number)
        known, game = self._kept.get(asked.key), table.row.game
        self._adviser.prepare(game)
        if self._adviser.has_process and not self._adviser.is_warming(game) and not self._adviser.gave_up(game):
            self._begin(self._searching, asked, self._search, known is not None)
        if known is not None:
            return known
        quick = self._begin(self._thinking, asked, self._think, False)
        search = self._searching.get(asked.key)
        if search is not None:
            await asyncio.wait([search], timeout=GRACE)
        if asked.key not in self._kept and quick is not None:
            await asyncio.shield(quick)
        if asked.key not in self._kept:
            raise moved_on()
        return self._kept[asked.key]

    def is_pending(self, table: Table, advised: Advised) -> bool:
        """True if a better hint will replace this one."""
        return not advised.is_final and self._adviser.has_process and not self._adviser.gave_up(table.row.game)

    def taken(self, table: Table, owner: str, seat: int) -> Advised | None:
        """The hint that a seat took in the present state; None where it took none."""
        _check_own(table, owner, seat)
        return self._kept.get((table.row.id, seat, table.turned))

    async def stop(self) -> None:
        """Stop searching."""
        tasks = [*self._searching.values(), *self._thinking.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._adviser.stop()

    # -- inside -----------------------------------------------------------------------------------------------------------

    def _question(self, table: Table, owner: str, seat: int, number: int) -> Asked:
        with table.lock:
            _check_own(table, owner, seat)
            if not gives_hints(table.row):
                raise NotYours(_("Hints are off at this table."))
            table.check_current(number)
            if table.to_move != seat:
                raise Refused(_("It is not your turn."))
            row, seen, seed = table.row, table.seen_by(seat), table.seed_for("hint", seat, table.ply)
            question = HintRequest(row.game, row.players, row.options, row.files, packed(seen), seen.moves, seat, seed)
            return Asked(table, (row.id, seat, table.turned), seen, question)

    def _begin(
        self,
        tasks: dict[Key, asyncio.Task[None]],
        asked: Asked,
        work: Callable[[Asked], Coroutine[Any, Any, None]],
        is_known: bool,
    ) -> asyncio.Task[None] | None:
        """Start computing a hint, unless that is under way or done; refused where too many are computed at a time.

        is_known: there is a quick estimate already; then nothing is refused.
        """
        task, known = tasks.get(asked.key), self._kept.get(asked.key)
        if task is not None or (known is not None and known.is_final):
            return task
        if len(tasks) >= AT_ONCE:
            if is_known or tasks is self._searching:
                return None
            raise Refused(_("Many hints are being computed right now. Try again in a moment."))
        task = tasks[asked.key] = asyncio.get_running_loop().create_task(work(asked))
        task.add_done_callback(lambda done: self._over(tasks, asked.key, done))
        return task

    async def _search(self, asked: Asked) -> None:
        """Store the hint of the search. If it fails, the quick estimate stays."""
        said = await self._adviser.ask(asked.question, lambda: asked.is_current)
        if said is None and not self._adviser.is_warming(asked.question.game):
            said = await self._adviser.ask_quickly(asked.question) if asked.is_current else None
        if said is not None:
            await self._keep(asked, said, True)

    async def _think(self, asked: Asked) -> None:
        """Store a quick estimate, unless the search was quicker."""
        said = None if self._adviser.has_process else await self._adviser.ask(asked.question, lambda: asked.is_current)
        if said is None and asked.is_current:
            said = await self._adviser.ask_at_once(asked.question)
        if said is not None and asked.key not in self._kept:
            game = asked.question.game
            await self._keep(asked, said, not self._adviser.has_process or self._adviser.gave_up(game))

    async def _keep(self, asked: Asked, said: str, is_final: bool) -> None:
        if not asked.is_current:
            return
        found = msgspec.json.decode(said, type=Hint)
        if is_final or asked.key not in self._noted:
            self._noted.add(asked.key)
            suggested = (found.best[0].action, *found.best[0].equals) if found.best else ()
            try:
                await asyncio.to_thread(self._tables.note_hint, asked.table, asked.key[1], suggested)
            except BaseException:
                self._noted.discard(asked.key)
                raise
        known = self._kept.get(asked.key)
        if known is None or not known.is_final:
            self._kept[asked.key] = Advised(found, asked.seen, is_final)
        while len(self._kept) > KEPT:
            self._noted.discard(self._kept.popitem(last=False)[0])

    @staticmethod
    def _over(tasks: dict[Key, asyncio.Task[None]], key: Key, task: asyncio.Task[None]) -> None:
        del tasks[key]
        if not task.cancelled():
            task.exception()  # Callers that wait get it; a search in the background has none.


def _check_own(table: Table, owner: str, seat: int) -> None:
    if seat not in table.owned_by(owner):
        raise NotYours(_("You can take hints only for your own seat."))
