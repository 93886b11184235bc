"""Hints for people who play, thought of in a process beside that of the opponents; which also takes the steps of reviews.

So a hint holds up no page and no opponent's move. The process is started when it is first wanted, and the machine code for the
game is there; until then a hint comes from a small search at plain speed in a thread of this process.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from hanlin.bots import Hint
from hanlin.core.language import _
from hanlin.core.position import Position
from hanlin.server import thinking
from hanlin.server.opponents import HintWanted, Opponents, Question, Worker, packed
from hanlin.server.refusals import NotYours, Refused, moved_on
from hanlin.server.store import TableRow
from hanlin.server.table import Table
from hanlin.server.tables import Tables

AT_ONCE = 16
"""How many hints may be wanted at a time."""
KEPT = 256
"""How many hints are kept: whoever asks twice at the same state gets the same one."""


def gives_hints(row: TableRow) -> bool:
    """Whether who plays at a table may take hints: as it was set up, or else where all people play from one browser."""
    if row.hints or row.kind == "study":
        return row.hints == "yes"
    owners = {seat.owner for seat in row.seats if seat.kind in ("person", "open")}
    return len(owners) <= 1


PATIENCE = 30.0
"""Seconds that a hint, or a step of a review, may take; no opponent waits meanwhile."""


class AdvisingWorker(Worker):
    """The process that advises."""

    @property
    def patience(self) -> float:
        """Seconds that an answer may take."""
        return PATIENCE


class Adviser:
    """The process. All of it belongs to the event loop's thread."""

    def __init__(self, opponents: Opponents) -> None:
        self._opponents = opponents
        self._worker: Worker | None = None

    @property
    def has_process(self) -> bool:
        """Whether there may be one; otherwise all is done here, at plain speed."""
        return self._opponents.worker is not None

    def is_warming(self, game: str) -> bool:
        """Whether the machine code for a game is still being made."""
        return self._opponents.warming(game)

    def is_ready(self, game: str) -> bool:
        """Whether the process has been ready for a game."""
        return self._worker is not None and game in self._worker.ready

    async def ask(self, question: Question, wanted: Callable[[], bool]) -> str | None:
        """The answer at full speed; None where the process is not ready, fails, or nobody wants the answer any more."""
        if self._opponents.worker is None or self._opponents.warming(question.game):
            return None
        if self._worker is None:
            others = [name for name in self._opponents.worker.games if not self._opponents.warming(name)]
            self._worker = AdvisingWorker(dict.fromkeys([question.game, *others]))
            self._worker.start()
        elif question.game not in self._worker.games:
            await self._worker.stop()
            self._worker = None
            return None
        return await self._worker.ask(question, wanted)

    async def stop(self) -> None:
        """End the process."""
        if self._worker is not None:
            await self._worker.stop()


@dataclass(frozen=True, slots=True)
class Advised:
    """A hint that was taken, and the view that it is for."""

    hint: Hint
    seen: Position


Key = tuple[str, int, int]
"""A table, a seat, and the table's number when what can be played changed last."""


class Hints:
    """Hints at all tables. All of it belongs to the event loop's thread."""

    def __init__(self, tables: Tables, adviser: Adviser) -> None:
        self._tables = tables
        self._adviser = adviser
        self._kept: OrderedDict[Key, Advised] = OrderedDict()
        self._thinking: dict[Key, asyncio.Task[Advised]] = {}

    async def take(self, table: Table, owner: str, seat: int, number: int) -> Advised:
        """A hint for a seat that is to move: the same one for the same state. Stale where a move was made meanwhile."""
        key, seen, seed = await asyncio.to_thread(self._question, table, owner, seat, number)
        if key in self._kept:
            return self._kept[key]
        task = self._thinking.get(key)
        if task is None:
            if len(self._thinking) >= AT_ONCE:
                raise Refused(_("Many hints are being thought about just now; ask again in a moment."))
            task = self._thinking[key] = asyncio.get_running_loop().create_task(self._think(table, key, seen, seed))
            task.add_done_callback(lambda done: self._over(key, done))
        return await asyncio.shield(task)

    def taken(self, table: Table, owner: str, seat: int) -> Advised | None:
        """The hint that a seat took at the present state; None where it took none."""
        _check_own(table, owner, seat)
        return self._kept.get((table.row.id, seat, table.turned))

    async def stop(self) -> None:
        """Think no more."""
        tasks = list(self._thinking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._adviser.stop()

    def _question(self, table: Table, owner: str, seat: int, number: int) -> tuple[Key, Position, str]:
        with table.lock:
            _check_own(table, owner, seat)
            if not gives_hints(table.row):
                raise NotYours(_("At this table no hints are given."))
            table.check_current(number)
            if table.to_move != seat:
                raise Refused(_("It is not this seat's turn."))
            return (table.row.id, seat, table.turned), table.seen_by(seat), table.seed_for("hint", seat, table.ply)

    async def _think(self, table: Table, key: Key, seen: Position, seed: str) -> Advised:
        row, (_table, seat, turned) = table.row, key
        wanted = HintWanted(row.game, row.players, row.options, row.files, packed(seen), seen.moves, seat, seed)
        said = await self._adviser.ask(wanted, lambda: table.turned == turned)
        if said is None and table.turned == turned:
            said = await asyncio.to_thread(thinking.answer, wanted, False)
        if said is None or table.turned != turned:
            raise moved_on()
        await asyncio.to_thread(self._tables.note_hint, table, seat)
        return Advised(msgspec.json.decode(said, type=Hint), seen)

    def _over(self, key: Key, task: asyncio.Task[Advised]) -> None:
        del self._thinking[key]
        if not task.cancelled() and task.exception() is None:
            self._kept[key] = task.result()
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)


def _check_own(table: Table, owner: str, seat: int) -> None:
    if seat not in table.owned_by(owner):
        raise NotYours(_("A hint is only for a seat of one's own."))
