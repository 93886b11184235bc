"""Rendering, which anybody may request: limited work at a time, bounded queues, and equal requests only once. No web here.

Drawings are made in threads; PNG files, whose renderer blocks all threads, in a separate process (``picture_process.py``).
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from contextlib import asynccontextmanager
from typing import TypeVar

import msgspec

from hanlin.core.i18n.language import _
from hanlin.core.lib.memo import Kept
from hanlin.server.engine.picture_process import Picture, Size, paint
from hanlin.server.exceptions import Busy, TooMany
from hanlin.server.lib.json_lines import JsonLineProcess, receive, send

log = logging.getLogger("hanlin.rendering")
T = TypeVar("T")

AT_ONCE = 1
"""Pictures and pages made at a time: with two, other threads would wait for the interpreter twice as long."""
PAGES, PAGES_OF_ONE = 96, 16
"""The queue of pages and drawings, and each address's share of it."""
PICTURES, PICTURES_OF_ONE = 24, 6
"""The same for PNG files, which take some tenths of a second each."""
LATER = 5
"""Seconds to wait after a refusal."""
PATIENCE = 30.0
"""Seconds that one PNG file may take."""
KEPT = 32 * 1024 * 1024
"""Bytes of cached PNG files: a chat requests the same one again and again."""


class Line:
    """A bounded queue for a limited number of workers. All of it belongs to the event loop's thread."""

    def __init__(self, at_once: int, waiting: int, of_one: int) -> None:
        """``at_once`` callers work, ``waiting`` callers wait, and of one address at most ``of_one`` do either."""
        self._waiting = waiting
        self._of_one = of_one
        self._at_once = at_once
        self._there: Counter[str] = Counter()
        self._places = asyncio.Semaphore(at_once)

    @asynccontextmanager
    async def place(self, address: str) -> AsyncIterator[None]:
        """Wait for a slot, and work inside the block. An empty address is this machine's and is not limited.

        TooMany where that address has enough requests, Busy where the queue is full.
        """
        if address and self._there[address] >= self._of_one:
            said = _("You have requested several pictures or pages already: try again in {n} seconds.")
            raise TooMany(said.format(n=LATER), LATER)
        if self._there.total() >= self._at_once + self._waiting:
            said = _("The server is busy drawing: try again in {n} seconds.")
            raise Busy(said.format(n=LATER), LATER)
        self._there[address] += 1
        try:
            async with self._places:
                yield
        finally:
            self._there[address] -= 1
            if not self._there[address]:
                del self._there[address]


class Rendering:
    """Drawings and PNG files for anybody. All of it belongs to the event loop's thread."""

    def __init__(self, process: bool = True) -> None:
        """``process``: whether PNG files are rendered in a separate process."""
        self.pages = Line(AT_ONCE, PAGES, PAGES_OF_ONE)
        """The queue for threads."""
        self.pictures = Line(AT_ONCE, PICTURES, PICTURES_OF_ONE)
        """The queue for the process."""
        self.kept: Kept[Hashable, bytes] = Kept(KEPT)
        self.made = 0
        """The number of rendered PNG files."""
        self._process = Painter() if process else None
        self._making: dict[Hashable, asyncio.Task[bytes]] = {}

    async def drawn(self, address: str, draw: Callable[[], T]) -> T:
        """The result of ``draw``, called in a thread when its turn has come."""
        async with self.pages.place(address):
            return await asyncio.to_thread(draw)

    async def once(self, key: Hashable, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """The result of ``make``, cached, and made only once for simultaneous callers."""
        while True:
            found = self.kept.get(key)
            if found is not None:
                return found
            task = self._making.get(key)
            if task is None:
                return await asyncio.shield(self._begin(key, make))
            try:
                return await asyncio.shield(task)
            except TooMany:
                continue  # The refusal was for the first caller's address.

    def _begin(self, key: Hashable, make: Callable[[], Awaitable[bytes]]) -> asyncio.Task[bytes]:
        task = asyncio.ensure_future(self._made(key, make))
        self._making[key] = task
        task.add_done_callback(lambda done: self._end(key, done))
        return task

    async def _made(self, key: Hashable, make: Callable[[], Awaitable[bytes]]) -> bytes:
        content = await make()
        self.kept.put(key, content)
        return content

    def _end(self, key: Hashable, task: asyncio.Task[bytes]) -> None:
        del self._making[key]
        if not task.cancelled():
            task.exception()  # The caller may be gone.

    async def png(self, address: str, svg: str, width: int, height: int | None = None) -> bytes:
        """A drawing as a PNG file; Busy or TooMany where the queue is full."""
        key = hashlib.sha256(f"{width} {height} {svg}".encode()).digest()
        return await self.once(key, lambda: self._png(address, Picture(svg, width, height)))

    async def _png(self, address: str, picture: Picture) -> bytes:
        async with self.pictures.place(address):
            self.made += 1
            if self._process is None:
                found = await asyncio.to_thread(paint, picture)
            else:
                found = await self._process.ask(picture)
        if not found:
            raise Busy(_("The picture could not be created; the error has been logged."), LATER)
        return found

    async def stop(self) -> None:
        """End the process."""
        if self._process is not None:
            await self._process.end()


class Painter(JsonLineProcess):
    """The process that renders, started for the first picture. It takes one task at a time: see ``Line``."""

    module = "hanlin.server.engine.picture_process"

    def __init__(self) -> None:
        super().__init__()
        self._ended = False

    async def ask(self, picture: Picture) -> bytes:
        """The picture; empty where it could not be made. A process that fails is ended, and the next picture gets a new one."""
        try:
            process = await self._running()
            async with asyncio.timeout(PATIENCE):
                return await _exchange(process, picture)
        except (OSError, EOFError, TimeoutError, ValueError, msgspec.MsgspecError) as error:
            if not self._ended:
                log.error("picture process failed; restarting error=%s reason=%s", type(error).__name__, error)
            await self.kill()
            return b""
        except asyncio.CancelledError:
            # Otherwise its answer would be read as that of the next task.
            await self.kill()
            raise

    async def end(self) -> None:
        """End the process for good: waiting callers get no picture."""
        self._ended = True
        await self.kill()

    async def _running(self) -> asyncio.subprocess.Process:
        if self._ended:
            raise EOFError("the server ends")
        process, _is_new = await self.started()
        return process


async def _exchange(process: asyncio.subprocess.Process, picture: Picture) -> bytes:
    """Render a picture; EOFError where the process has ended."""
    assert process.stdout is not None
    await send(process, picture)
    return await process.stdout.readexactly(msgspec.json.decode(await receive(process), type=Size).size)
