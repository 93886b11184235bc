"""Opponents: they think in a process of their own and never hold up a request.

The worker process (``thinking.py``) plays at compiled speed. Until its machine code is ready, or when it overruns or dies,
the same bot answers at plain speed in a thread of this process; a worker that failed is killed and replaced.
"""

from __future__ import annotations

import asyncio
import base64
import logging
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from hanlin.bots import bot
from hanlin.core.position import Position
from hanlin.core.rng import seeded
from hanlin.server.reading import Files
from hanlin.server.refusals import NoSuchTable, Stale
from hanlin.server.store import Seat
from hanlin.server.table import Table
from hanlin.server.tables import Tables

log = logging.getLogger("hanlin.opponents")

PATIENCE = 5.0
"""Seconds that a move may take in the worker, from when it begins to think about it."""
RESTART_PAUSE = 1.0
"""Seconds between a worker's end and the start of the next one; doubled each time until a worker has answered."""
LONGEST_PAUSE = 300.0
RETRY_PAUSE = 0.5
"""Seconds until an opponent that stumbled tries its move again; doubled each time until a move succeeds."""
LONGEST_RETRY_PAUSE = 60.0


class AboutGame(msgspec.Struct, frozen=True):
    """What the worker is asked is about a game of its own."""

    game: str
    players: int
    options: dict[str, Any]
    files: Files


class AboutView(AboutGame, frozen=True):
    """A question about a position as a seat sees it."""

    state: str
    """The bytes of the seat's view, in base64."""
    moves: list[tuple[int, str]]
    seat: int


class Thought(AboutView, frozen=True, tag="move"):
    """What the seat is to do, and who is to think about it."""

    bot: str
    seed: str


class HintWanted(AboutView, frozen=True, tag="hint"):
    """What is advised to the seat."""

    seed: str


class ReviewStep(AboutGame, frozen=True, tag="review"):
    """A step of the review of a whole game: to judge the decision at a ply, or to say why one (``decision``, as JSON) cost."""

    position: str
    """The text of the position that the game begins from; empty for its own beginning."""
    moves: list[tuple[int, str]]
    iterations: int
    ply: int
    decision: str = ""
    languages: tuple[str, ...] = ()


Question = Thought | HintWanted | ReviewStep


def packed(seen: Position) -> str:
    """The bytes of a view as text."""
    return base64.b64encode(seen.state.tobytes()).decode()


class Worker:
    """The process that thinks. It makes its machine code for the games when it starts and says which are ready."""

    def __init__(self, games: Iterable[str]) -> None:
        self.games = tuple(games)
        self.ready: set[str] = set()
        self._process: asyncio.subprocess.Process | None = None
        self._task: asyncio.Task[None] | None = None
        self._answers: asyncio.Queue[str] = asyncio.Queue()
        self._turn = asyncio.Lock()
        self._pause = RESTART_PAUSE

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._keep_alive())

    @property
    def patience(self) -> float:
        """Seconds that an answer may take."""
        return PATIENCE

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self._end()

    def command(self) -> list[str]:
        """The command line of the process."""
        return [sys.executable, "-m", "hanlin.server.thinking", *self.games]

    @property
    def process_id(self) -> int | None:
        """The running process, if there is one."""
        return None if self._process is None else self._process.pid

    async def choose(self, thought: Thought) -> str | None:
        """The action's text; None where the worker is not ready or fails (then it is replaced)."""
        return await self.ask(thought)

    async def ask(self, question: Question, wanted: Callable[[], bool] = lambda: True) -> str | None:
        """The answer, as text; None where the worker is not ready or fails (then it is replaced), or where nobody wants the
        answer any more when its turn has come.

        One question after another; the time that one waits for its turn is not held against the worker.
        """
        if question.game not in self.ready:
            return None
        async with self._turn:
            process = self._process
            if process is None or process.stdin is None or question.game not in self.ready or not wanted():
                return None
            try:
                async with asyncio.timeout(self.patience):
                    process.stdin.write(msgspec.json.encode(question) + b"\n")
                    await process.stdin.drain()
                    answer = await self._answers.get()
            except (TimeoutError, OSError) as error:
                log.warning("the opponents' process did not answer (%s); it is replaced", type(error).__name__)
                await self._end()
                return None
            except asyncio.CancelledError:
                # Its answer would be taken for that to the next question.
                await self._end()
                raise
        if answer:
            self._pause = RESTART_PAUSE
        return answer or None

    async def _keep_alive(self) -> None:
        while True:
            try:
                await self._live_once()
            except (OSError, ValueError, KeyError, msgspec.MsgspecError) as error:
                log.warning("the opponents' process failed (%s: %s); it is replaced", type(error).__name__, error)
                await self._end()
            self._answers.put_nowait("")
            pause, self._pause = self._pause, min(2 * self._pause, LONGEST_PAUSE)
            await asyncio.sleep(pause)
            self._answers = asyncio.Queue()

    async def _live_once(self) -> None:
        """Start a process and take in what it says until it ends."""
        environment = {name: value for name, value in os.environ.items() if name != "HANLIN_PLAIN"}
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(*self.command(), stdin=pipe, stdout=pipe, env=environment)
        try:
            await self._listen(self._process)
        finally:
            self.ready.clear()
        await self._process.wait()

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        while line := await process.stdout.readline():
            said = msgspec.json.decode(line, type=dict[str, str])
            if "ready" in said:
                self.ready.add(said["ready"])
            else:
                self._answers.put_nowait(said["action"])

    async def _end(self) -> None:
        self.ready.clear()
        if self._process is not None and self._process.returncode is None:
            self._process.kill()
            await self._process.wait()


class Opponents:
    """Moves for all seats of all tables that opponents hold. All but ``wake_soon`` belongs to the event loop's thread."""

    def __init__(self, tables: Tables, worker: Worker | None = None) -> None:
        self.tables = tables
        self.worker = worker
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._resuming: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Begin to listen, and go on at tables that wait for an opponent since before."""
        if self._loop is None and self.worker is not None:
            self.worker.start()
        self._loop = asyncio.get_running_loop()
        self._resuming = self._loop.create_task(self._resume())

    async def _resume(self) -> None:
        pause = RETRY_PAUSE
        while True:
            try:
                waiting = await asyncio.to_thread(self.tables.store.waiting_for_opponents)
            except SQLAlchemyError as error:
                log.error("the tables that wait for opponents can't be read: %s", error)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_RETRY_PAUSE)
                continue
            for table_id in waiting:
                self.wake(table_id)
            return

    def warming(self, game: str) -> bool:
        """Whether machine code for a game is still being made here: until then opponents search less, at plain speed."""
        return self._loop is not None and self.worker is not None and game not in self.worker.ready

    def concerned(self, table: Table) -> bool:
        """Whether the table waits for one of them."""
        return self._to_move(table) is not None

    def wake_soon(self, table_id: str) -> None:
        """``wake`` from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.wake, table_id)

    def wake(self, table_id: str) -> None:
        """See whether an opponent is to move at that table, and let it."""
        if self._loop is None:
            return  # Another process lets them play.
        task = self._playing.get(table_id)
        if task is None or task.done():
            self._playing[table_id] = asyncio.get_running_loop().create_task(self._play(table_id))
            self._playing[table_id].add_done_callback(lambda done: self._finished(table_id, done))

    async def stop(self) -> None:
        tasks = [*self._playing.values(), *([self._resuming] if self._resuming else [])]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self.worker is not None:
            await self.worker.stop()

    def _finished(self, table_id: str, task: asyncio.Task[None]) -> None:
        if self._playing.get(table_id) is task:
            del self._playing[table_id]

    async def _play(self, table_id: str) -> None:
        """Move as long as opponents are to move. Whatever a move stumbles over, it is tried again, after growing pauses."""
        pause = RETRY_PAUSE
        while True:
            try:
                if not await self._one_move(table_id):
                    return
                pause = RETRY_PAUSE
            except NoSuchTable:
                return
            except Exception as error:
                first = pause == RETRY_PAUSE
                log.error("an opponent failed at table %s; it tries again in %.1f s", table_id, pause, exc_info=first and error)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_RETRY_PAUSE)

    async def _one_move(self, table_id: str) -> bool:
        """One move, if it is an opponent's turn; False where it is not."""
        table = await asyncio.to_thread(self.tables.open, table_id)
        if self._to_move(table) is None:
            return False
        await asyncio.sleep(table.row.pause)
        now = await asyncio.to_thread(self._question, table)
        if now is not None:
            number, seen = now
            assert seen.seat is not None
            action = await self._choose(table, table.row.seats[seen.seat], seen)
            with suppress(Stale):
                await asyncio.to_thread(self.tables.play, table, seen.seat, action, number)
        return True

    def _question(self, table: Table) -> tuple[int, Position] | None:
        """What an opponent is to answer now, as it sees the table, with the table's number; None if none is to move."""
        with table.lock:
            seat = self._to_move(table)
            return None if seat is None else (table.number, table.position.seen_by(seat))

    def _to_move(self, table: Table) -> int | None:
        seat = table.to_move
        return seat if seat >= 0 and table.row.seats[seat].kind == "bot" else None

    async def _choose(self, table: Table, who: Seat, seen: Position) -> str:
        assert seen.seat is not None
        seed = table.seed_for(seen.seat, table.number)
        if self.worker is not None:
            row, view = table.row, packed(seen)
            thought = Thought(row.game, row.players, row.options, row.files, view, seen.moves, seen.seat, who.bot, seed)
            action = await self.worker.choose(thought)
            if action is not None:
                return action
        return await asyncio.to_thread(bot(who.bot).choose, seen, seeded(seed))
