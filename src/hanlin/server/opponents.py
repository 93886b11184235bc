"""Opponents: they think in a process of their own and never hold up a request.

The worker process (``thinking.py``) plays at compiled speed. Until its machine code is ready, or when it overruns or dies,
the same bot answers at plain speed in a thread of this process; a worker that failed is killed and replaced.
"""

from __future__ import annotations

import asyncio
import base64
import logging
import os
import secrets
import sys
from collections.abc import Iterable
from typing import Any

import msgspec

from hanlin.bots import bot
from hanlin.core.position import Position
from hanlin.core.rng import seeded
from hanlin.server.store import Seat
from hanlin.server.tables import Stale, Table, Tables

log = logging.getLogger("hanlin.opponents")

PATIENCE = 5.0
"""Seconds that a move may take in the worker."""
RESTART_PAUSE = 1.0
"""Seconds between a worker's end and the start of the next one; doubled each time, since what failed may fail again."""
LONGEST_PAUSE = 300.0


class Thought(msgspec.Struct, frozen=True):
    """What the worker is asked: the position as the seat sees it, and who is to think about it."""

    game: str
    players: int
    options: dict[str, Any]
    state: str
    """The bytes of the seat's view, in base64."""
    moves: list[tuple[int, str]]
    seat: int
    bot: str
    seed: str


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

    def start(self) -> None:
        self._task = asyncio.get_running_loop().create_task(self._keep_alive())

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
        """The action's text; None where the worker is not ready, busy for too long, or fails (then it is replaced)."""
        if thought.game not in self.ready:
            return None
        try:
            async with asyncio.timeout(PATIENCE), self._turn:
                process = self._process
                if process is None or process.stdin is None or thought.game not in self.ready:
                    return None
                process.stdin.write(msgspec.json.encode(thought) + b"\n")
                await process.stdin.drain()
                return await self._answers.get() or None
        except (TimeoutError, OSError) as error:
            log.warning("the opponents' process did not answer (%s); it is replaced", type(error).__name__)
            await self._end()
            return None

    async def _keep_alive(self) -> None:
        pause = RESTART_PAUSE
        while True:
            environment = {name: value for name, value in os.environ.items() if name != "HANLIN_PLAIN"}
            self._process = await asyncio.create_subprocess_exec(
                *self.command(),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                env=environment,
            )
            await self._listen(self._process)
            self._answers.put_nowait("")
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)
            self._answers = asyncio.Queue()

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        """Take in what the worker says until it ends."""
        assert process.stdout is not None
        while line := await process.stdout.readline():
            said = msgspec.json.decode(line, type=dict[str, str])
            if "ready" in said:
                self.ready.add(said["ready"])
            else:
                self._answers.put_nowait(said["action"])
        self.ready.clear()
        await process.wait()

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
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()
        if self.worker is not None:
            self.worker.start()

    def wake_soon(self, table_id: str) -> None:
        """``wake`` from any thread."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self.wake, table_id)

    def wake(self, table_id: str) -> None:
        """See whether an opponent is to move at that table, and let it."""
        task = self._playing.get(table_id)
        if task is None or task.done():
            self._playing[table_id] = asyncio.get_running_loop().create_task(self._play(table_id))
            self._playing[table_id].add_done_callback(lambda done: self._finished(table_id, done))

    async def stop(self) -> None:
        tasks = list(self._playing.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self.worker is not None:
            await self.worker.stop()

    def _finished(self, table_id: str, task: asyncio.Task[None]) -> None:
        if self._playing.get(table_id) is task:
            del self._playing[table_id]
        if not task.cancelled() and task.exception() is not None:
            log.error("an opponent failed at table %s", table_id, exc_info=task.exception())

    async def _play(self, table_id: str) -> None:
        table = await asyncio.to_thread(self.tables.open, table_id)
        while (seat := self._to_move(table)) is not None:
            await asyncio.sleep(table.row.pause)
            number, seen = table.number, table.position
            if self._to_move(table) != seat or seen.actor != seat:
                continue
            action = await self._choose(table, table.row.seats[seat], seen.seen_by(seat))
            try:
                await asyncio.to_thread(self.tables.play, table, seat, action, number)
            except Stale:
                table = await asyncio.to_thread(self.tables.open, table_id)

    def _to_move(self, table: Table) -> int | None:
        seat = table.to_move
        return seat if seat >= 0 and table.row.seats[seat].kind == "bot" else None

    async def _choose(self, table: Table, who: Seat, seen: Position) -> str:
        assert seen.seat is not None
        seed = secrets.token_hex(8)
        if self.worker is not None:
            paths = {name: str(self.tables.file_path(file)) for name, file in table.row.files.items()}
            options = {**table.row.options, **paths}
            thought = Thought(table.row.game, table.row.players, options, packed(seen), seen.moves, seen.seat, who.bot, seed)
            action = await self.worker.choose(thought)
            if action is not None:
                return action
        return await asyncio.to_thread(bot(who.bot).choose, seen, seeded(seed))
