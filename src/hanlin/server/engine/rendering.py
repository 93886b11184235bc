"""Heavy work that anybody may ask for: so much at a time, so much waiting, the same only once. No web framework here.

Drawings are made in threads; pixels, whose renderer lets no other thread work, in a process of its own (``painting.py``).
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
import sys
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Hashable
from contextlib import asynccontextmanager
from typing import TypeVar

import msgspec

from hanlin.core.i18n.language import _
from hanlin.core.lib.memo import Kept
from hanlin.server.engine.picture_process import Picture, Size, paint
from hanlin.server.exceptions import Busy, TooMany

log = logging.getLogger("hanlin.rendering")
T = TypeVar("T")

AT_ONCE = 1
"""What is made at a time: two would take the interpreter from everybody else twice as long."""
PAGES, PAGES_OF_ONE = 96, 16
"""How many pages and drawings may wait for their turn, and how many for one address."""
PICTURES, PICTURES_OF_ONE = 24, 6
"""The same for pixels, which take some tenths of a second each."""
LATER = 5
"""Seconds after which somebody who was refused may ask again."""
PATIENCE = 30.0
"""Seconds that one picture may take."""
KEPT = 32 * 1024 * 1024
"""Bytes of pictures that are kept: a chat asks for the same one again and again."""


class Line:
    """Places to work, and a line before them. All of it belongs to the event loop's thread."""

    def __init__(self, at_once: int, waiting: int, of_one: int) -> None:
        """So many work at a time, so many wait, and of one address so many do either."""
        self._waiting = waiting
        self._of_one = of_one
        self._at_once = at_once
        self._there: Counter[str] = Counter()
        self._places = asyncio.Semaphore(at_once)

    @asynccontextmanager
    async def place(self, address: str) -> AsyncIterator[None]:
        """Wait for a place, and have it inside the block. An empty address is this machine's, of which none is counted.

        TooMany where enough is wanted for that address already, Busy where enough is wanted at all.
        """
        if address and self._there[address] >= self._of_one:
            said = _("Several pictures or pages are being made for you already; try again in {n} seconds.")
            raise TooMany(said.format(n=LATER), LATER)
        if self._there.total() >= self._at_once + self._waiting:
            said = _("Many pictures and pages are being made just now; try again in {n} seconds.")
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
    """Drawings and pictures for strangers. All of it belongs to the event loop's thread."""

    def __init__(self, process: bool = True) -> None:
        """``process``: whether pixels are made in a process of their own."""
        self.pages = Line(AT_ONCE, PAGES, PAGES_OF_ONE)
        """Before what is made in threads."""
        self.pictures = Line(AT_ONCE, PICTURES, PICTURES_OF_ONE)
        """Before the process that renders."""
        self.kept: Kept[Hashable, bytes] = Kept(KEPT)
        self.made = 0
        """How many pictures were rendered."""
        self._process = Painter() if process else None
        self._making: dict[Hashable, asyncio.Task[bytes]] = {}

    async def drawn(self, address: str, draw: Callable[[], T]) -> T:
        """What ``draw`` makes in a thread, when it is its turn."""
        async with self.pages.place(address):
            return await asyncio.to_thread(draw)

    async def once(self, key: Hashable, make: Callable[[], Awaitable[bytes]]) -> bytes:
        """What ``make`` makes: kept, and made once for all who ask at the same time."""
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
                continue  # That was about who asked first.

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
            task.exception()  # Whoever asked may be gone.

    async def png(self, address: str, svg: str, width: int, height: int | None = None) -> bytes:
        """A drawing as pixels; Busy or TooMany where that can't be had now."""
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
            raise Busy(_("This picture could not be made; the fault has been noted."), LATER)
        return found

    async def stop(self) -> None:
        """End the process."""
        if self._process is not None:
            await self._process.end()


class Painter:
    """The process that renders, started when the first picture is asked for. It takes one task at a time: see ``Line``."""

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._ended = False

    def command(self) -> list[str]:
        """The command line of the process."""
        return [sys.executable, "-m", "hanlin.server.engine.picture_process"]

    @property
    def process_id(self) -> int | None:
        """The running process, if there is one."""
        return None if self._process is None else self._process.pid

    async def ask(self, picture: Picture) -> bytes:
        """The picture; empty where it could not be made. A process that fails is ended, and the next picture gets a new one."""
        try:
            process = await self._running()
            async with asyncio.timeout(PATIENCE):
                return await _exchange(process, picture)
        except (OSError, EOFError, TimeoutError, ValueError, msgspec.MsgspecError) as error:
            if not self._ended:
                log.error("picture renderer failed error=%s reason=%s; it is started again", type(error).__name__, error)
            await self.stop()
            return b""
        except asyncio.CancelledError:
            # Its answer would be taken for that to the next task.
            await self.stop()
            raise

    async def end(self) -> None:
        """End the process for good: whoever waits still for a picture gets none."""
        self._ended = True
        await self.stop()

    async def stop(self) -> None:
        """End the process; the next picture gets a new one."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()

    async def _running(self) -> asyncio.subprocess.Process:
        if self._ended:
            raise EOFError("the server ends")
        process = self._process
        if process is None or process.returncode is not None:
            pipe = asyncio.subprocess.PIPE
            environment = {**os.environ, "HANLIN_PLAIN": "1", "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
            self._process = process = await asyncio.create_subprocess_exec(
                *self.command(), stdin=pipe, stdout=pipe, env=environment
            )
        return process


async def _exchange(process: asyncio.subprocess.Process, picture: Picture) -> bytes:
    """Have a picture made; EOFError where the process has ended."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(msgspec.json.encode(picture) + b"\n")
    await process.stdin.drain()
    line = await process.stdout.readline()
    if not line:
        raise EOFError("the process has ended")
    return await process.stdout.readexactly(msgspec.json.decode(line, type=Size).size)
