"""Computer players: they think in a separate process and never block a request.

The worker process (``process.py``) plays at compiled speed. Until its machine code is ready, or when it overruns or dies,
the same bot answers at plain speed in a thread of this process; a worker that failed is killed and replaced. A game that does
not compile is played at plain speed for good.
"""

from __future__ import annotations

import asyncio
import base64
import logging
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from hanlin.bots import bot
from hanlin.core.i18n.language import _, ngettext
from hanlin.core.jit.rng import seeded
from hanlin.core.position.position import Position
from hanlin.server.db import Seat
from hanlin.server.engine.liveness import SILENCE, Report, Watch
from hanlin.server.exceptions import NoSuchTable, Stale
from hanlin.server.lib.json_lines import JsonLineProcess, Spawn, send, spawn
from hanlin.server.tables.own_weights import level_in, weights_for
from hanlin.server.tables.service import Tables
from hanlin.server.tables.table import Table
from hanlin.server.uploads.parser_process import Files

log = logging.getLogger("hanlin.opponents")

PATIENCE = 5.0
"""CPU seconds that a move may take in the worker. Compilation does not count, nor does waiting."""
CHECK = 1.0
"""Seconds between two checks of a working process."""
ENDS = 3
"""Exits of a process while it compiles a game, or before its first report, after which the game is played at plain speed."""
PREPARATION = 40.0
"""CPU seconds that a game takes to compile, roughly: for estimates only."""
LOADING = 3.0
"""CPU seconds after which a game is counted as compiled, and not only loaded from the cache."""
RESTART_PAUSE = 1.0
"""Seconds between a worker's end and the start of the next one; doubled each time until a worker has answered."""
LONGEST_PAUSE = 300.0
RETRY_PAUSE = 0.5
"""Seconds until a failed move is retried; doubled each time until a move succeeds."""
LONGEST_RETRY_PAUSE = 60.0


class Numbered(msgspec.Struct, frozen=True, kw_only=True):
    """A question; its number comes back with the answer."""

    number: int = 0


class AboutGame(Numbered, frozen=True):
    """A question about a game."""

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


class MoveRequest(AboutView, frozen=True, tag="move"):
    """A request for a move of a seat, by a bot."""

    bot: str
    seed: str
    weights: str = ""
    """The file of weights with which the bot, a level, plays; empty: its own."""


class HintRequest(AboutView, frozen=True, tag="hint"):
    """A request for a hint for the seat."""

    seed: str


class ReviewStep(AboutGame, frozen=True, tag="review"):
    """A step of a game's review: evaluate the decision at a ply, explain the cost of one (``decision``, as JSON), or look back
    from a fall (``back``, a ``LookBack`` as JSON)."""

    position: str
    """The text of the position that the game begins from; empty for its own beginning."""
    moves: list[tuple[int, str]]
    iterations: int
    ply: int
    decision: str = ""
    languages: tuple[str, ...] = ()
    back: str = ""
    rounds: int = 0
    """Determinizations of each comparison; 0: as many as usual."""


class Prepare(msgspec.Struct, frozen=True, tag="prepare"):
    """Compile a game next."""

    game: str


Question = MoveRequest | HintRequest | ReviewStep
Message = Question | Prepare


def packed(seen: Position) -> str:
    """The bytes of a view as text."""
    return base64.b64encode(seen.state.tobytes()).decode()


class Worker(JsonLineProcess):
    """A process that searches for moves. It compiles the games when it starts, and reports which games are ready.

    A process that is slow is left alone; one that hangs, dies or thinks for too long is replaced (``liveness.py``). A game
    whose code does not compile, or in whose compilation the process ends again and again, is in ``failed`` with the reason.
    """

    module = "hanlin.server.engine.process"
    kind = "moves"
    """The kind of code that it compiles for each game, see ``process.PREPARATIONS``."""

    def __init__(self, games: Iterable[str], spawn: Spawn = spawn, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(spawn)
        self.games = tuple(games)
        self.ready: set[str] = set()
        self.failed: dict[str, str] = {}
        self._clock = clock
        self._task: asyncio.Task[None] | None = None
        self._turn = asyncio.Lock()
        self._pause = RESTART_PAUSE
        self._numbers = 0
        self._waiting: tuple[int, asyncio.Future[str]] | None = None
        self._preparing = ""
        self._began = 0.0
        self._latest = Report()
        self._ended_in: Counter[str] = Counter()
        self._never: set[str] = set()
        """Games that do not compile; the next process does not try."""
        self._said_nothing = 0

    def start(self) -> None:
        """Start the process, and keep one running until ``stop``."""
        if self._task is None or self._task.done():
            self._task = asyncio.get_running_loop().create_task(self._keep_alive())

    @property
    def patience(self) -> float:
        """CPU seconds that an answer may take."""
        return PATIENCE

    async def stop(self) -> None:
        """End the process; pending questions get no answer."""
        task, self._task = self._task, None
        if task is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        self._resolve("")
        await self._end()

    def command(self) -> list[str]:
        """The command line of the process."""
        return [*super().command(), self.kind, *self._to_prepare()]

    def environment(self) -> dict[str, str]:
        """The environment of the process."""
        return {name: value for name, value in os.environ.items() if name != "HANLIN_PLAIN"} | {"HANLIN_QUIET": "1"}

    def is_preparing(self, game: str) -> bool:
        """True while the game is not ready yet and may become so."""
        return game not in self.ready and game not in self.failed

    def seconds_left(self, game: str) -> float | None:
        """An estimate of the seconds until a game is ready; None where there is no estimate yet."""
        if not self._preparing or not self.is_preparing(game):
            return None
        waiting = [name for name in self._to_prepare() if name not in self.ready and name != self._preparing]
        ahead = waiting.index(game) + 1 if game in waiting else 0
        passed, worked = self._clock() - self._began, self._latest.prepared
        if worked < LOADING:
            return None
        return max(PREPARATION * (ahead + 1) - worked, PREPARATION / 6) * max(1.0, passed / worked)

    def want(self, game: str) -> None:
        """Have a game compiled before others that wait. Running compilations are not interrupted."""
        self.games = (game, *(name for name in self.games if name != game))
        process = self._process
        if process is not None and process.stdin is not None and process.returncode is None and self.is_preparing(game):
            with suppress(OSError, RuntimeError):
                process.stdin.write(msgspec.json.encode(Prepare(game)) + b"\n")

    async def choose(self, thought: MoveRequest) -> str | None:
        """The action's text; None where the worker is not ready or fails (then it is replaced)."""
        return await self.ask(thought)

    async def ask(self, question: Question, wanted: Callable[[], bool] = lambda: True) -> str | None:
        """The answer, as text; None where the worker is not ready or fails, or where the question is no longer
        wanted when its turn has come.

        Questions are answered in turn. An answer whose caller has given up is dropped.
        """
        if question.game not in self.ready:
            return None
        async with self._turn:
            process = self._process
            if process is None or process.stdin is None or question.game not in self.ready or not wanted():
                return None
            self._numbers += 1
            answer: asyncio.Future[str] = asyncio.get_running_loop().create_future()
            self._waiting = self._numbers, answer
            try:
                await send(process, msgspec.structs.replace(question, number=self._numbers))
                said = await answer
            except (OSError, RuntimeError) as error:
                log.warning("worker process unreachable; replacing it error=%s", type(error).__name__)
                await self._end()
                return None
            finally:
                self._waiting = None
        if said:
            self._pause = RESTART_PAUSE
        return said or None

    # -- inside -----------------------------------------------------------------------------------------------------------

    def _to_prepare(self) -> list[str]:
        return [game for game in self.games if game not in self._never]

    def _resolve(self, said: str, number: int = 0) -> None:
        """Deliver an answer; ``number`` 0: to the pending question."""
        if self._waiting is not None and number in (0, self._waiting[0]) and not self._waiting[1].done():
            self._waiting[1].set_result(said)

    async def _keep_alive(self) -> None:
        while True:
            try:
                await self._live_once()
            except (OSError, ValueError, msgspec.MsgspecError) as error:
                log.warning("worker process failed; replacing it error=%s reason=%s", type(error).__name__, error)
            await self._end()
            self._resolve("")
            self._note_end()
            pause, self._pause = self._pause, min(2 * self._pause, LONGEST_PAUSE)
            await asyncio.sleep(pause)

    async def _live_once(self) -> None:
        """Start a process and read its reports until it ends or is killed."""
        self._said_nothing += 1
        self._preparing, self._latest = "", Report()
        process, _is_new = await self.started()
        watch = Watch(self.patience, min(SILENCE, 12 * self.patience))
        watching = asyncio.get_running_loop().create_task(self._watch_over(watch))
        try:
            await self._listen(process, watch)
        finally:
            self.ready.clear()
            watching.cancel()
            await asyncio.gather(watching, return_exceptions=True)

    async def _listen(self, process: asyncio.subprocess.Process, watch: Watch) -> None:
        assert process.stdout is not None
        while line := await process.stdout.readline():
            report = msgspec.json.decode(line, type=Report)
            if not report.is_sound:
                raise ValueError(f"no report: {line[:80]!r}")
            watch.note(report)
            self._said_nothing = 0
            self._process_report(report)

    def _process_report(self, report: Report) -> None:
        if report.ready:
            self.ready.add(report.ready)
            self.failed.pop(report.ready, None)
            del self._ended_in[report.ready]
        elif report.failed:
            self._never.add(report.failed)
            self._give_up(report.failed, report.reason)
        elif report.action is not None:
            self._resolve(report.action, report.number)
        if report.phase:
            self._latest = report
            if report.preparing != self._preparing:
                self._preparing, self._began = report.preparing, self._clock()
        elif self._preparing in (report.ready, report.failed):
            self._preparing = ""

    async def _watch_over(self, watch: Watch) -> None:
        """Kill a process that hangs or thinks too long. Time in which this process itself did not run is not counted."""
        before = self._clock()
        while True:
            await asyncio.sleep(CHECK)
            now = self._clock()
            passed, before = min(now - before, 2 * CHECK), now
            watch.patience, watch.silence = self.patience, min(SILENCE, 12 * self.patience)
            if self._waiting is None and not self._preparing and self._said_nothing == 0 and not watch.thinking:
                watch.rest()
                continue
            reason = watch.passed(passed)
            if reason:
                log.warning("worker process unresponsive; replacing it reason=%s games=%s", reason, ",".join(self.games))
                await self._end()
                return

    def _note_end(self) -> None:
        """Count the exit of a process against the game that it was compiling."""
        if self._preparing:
            self._ended_in[self._preparing] += 1
            if self._ended_in[self._preparing] >= ENDS:
                self._never.add(self._preparing)
                self._give_up(self._preparing, "the process ends whenever it is compiled")
        if self._said_nothing >= ENDS:
            for game in self._to_prepare():
                self._give_up(game, "the process does not start")
        self._preparing = ""

    def _give_up(self, game: str, reason: str) -> None:
        if game not in self.failed:
            log.error("game not compiled; using plain speed game=%s reason=%s", game, reason)
        self.failed[game] = reason

    async def _end(self) -> None:
        self.ready.clear()
        await self.kill()


class Opponents:
    """Moves of all computer players at all tables. All but ``wake_soon`` belongs to the event loop's thread."""

    def __init__(self, tables: Tables, worker: Worker | None = None) -> None:
        self.tables = tables
        self.worker = worker
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._resuming: asyncio.Task[None] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Start, and go on at tables that already wait for a computer player."""
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
                log.error("querying tables waiting for opponents failed; retrying error=%s", error)
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_RETRY_PAUSE)
                continue
            for table_id in waiting:
                self.wake(table_id)
            return

    def warming(self, game: str) -> bool:
        """True while machine code for a game is being compiled here: until then computer players search less, at plain
        speed."""
        return self._loop is not None and self.worker is not None and self.worker.is_preparing(game)

    def gave_up(self, game: str) -> bool:
        """True if a game does not compile here: its computer players search less for good."""
        return self._loop is not None and self.worker is not None and game in self.worker.failed

    def preparation(self, game: str) -> str:
        """The state of a game's computer players in words, for people at its tables; empty where they are ready."""
        if self.gave_up(game):
            return _("The computer players of this game can’t be prepared on this server, so they don’t think as far ahead.")
        if self.worker is None or not self.warming(game):
            return ""
        left = self.worker.seconds_left(game)
        if left is None:
            return _("The computer players are still being prepared. Until then they don’t think as far ahead.")
        minutes = max(1, round(left / 60))
        return ngettext(
            "The computer players are still being prepared, about {n} minute. Until then they don’t think as far ahead.",
            "The computer players are still being prepared, about {n} minutes. Until then they don’t think as far ahead.",
            minutes,
        ).format(n=minutes)

    def concerned(self, table: Table) -> bool:
        """True if the table waits for a computer player."""
        return self._to_move(table) is not None

    def wake_soon(self, table_id: str) -> None:
        """``wake`` from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.wake, table_id)

    def wake(self, table_id: str) -> None:
        """Let a computer player move at that table, if it is its turn."""
        if self._loop is None:
            return  # Another process runs them.
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
        """Move as long as computer players are active. A move that fails is retried, after growing pauses."""
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
                log.error(
                    "opponent move failed; retrying table=%s pause_seconds=%.1f", table_id, pause, exc_info=first and error
                )
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_RETRY_PAUSE)

    async def _one_move(self, table_id: str) -> bool:
        """Play one move, if it is a computer player's turn; False where it is not."""
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
        """The view of the active computer player, with the table's number; None if a person is active."""
        with table.lock:
            seat = self._to_move(table)
            return None if seat is None else (table.number, table.position.seen_by(seat))

    def _to_move(self, table: Table) -> int | None:
        seat = table.to_move
        return seat if seat >= 0 and table.row.seats[seat].kind == "bot" else None

    async def _choose(self, table: Table, who: Seat, seen: Position) -> str:
        assert seen.seat is not None
        seed, level, own = table.seed_for(seen.seat, table.number), level_in(who.bot), weights_for(who.bot)
        if self.worker is not None:
            row, view, file = table.row, packed(seen), own.file if own else ""
            thought = MoveRequest(row.game, row.players, row.options, row.files, view, seen.moves, seen.seat, level, seed, file)
            action = await self.worker.choose(thought)
            if action is not None:
                return action
        return await asyncio.to_thread(bot(level, weights=own).choose, seen, seeded(seed))
