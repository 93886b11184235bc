"""Uploads: files are parsed in a separate process (``parser_process.py``), which is killed when it takes too long.

So nothing else waits for a file, whatever it contains.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import OrderedDict
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import msgspec

from hanlin.core.errors import BadData
from hanlin.core.i18n.language import _, current_language
from hanlin.core.position.game import Game
from hanlin.server.lib.json_lines import JsonLineProcess, receive, send
from hanlin.server.uploads.parser_process import Found, Reading, Start, Study

log = logging.getLogger("hanlin.uploads")

PATIENCE = 10.0
"""Seconds that parsing one upload may take."""
STARTING = 60.0
"""Seconds that the process may take to start, on a busy machine."""
QUEUE = 20
"""Uploads that may wait in the queue."""
SOUND = 256
"""Digests of valid files that are remembered."""


class Uploads(JsonLineProcess):
    """The parser process, started when the first upload comes, or is likely to come.

    All but ``prepare_soon`` belongs to the event loop's thread.
    """

    module = "hanlin.server.uploads.parser_process"

    def __init__(self) -> None:
        super().__init__()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._preparing: asyncio.Task[None] | None = None
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._sound: OrderedDict[bytes, None] = OrderedDict()

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()

    def prepare_soon(self) -> None:
        """Start the process before an upload, from any thread, so that the upload need not wait."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._prepare)

    def _prepare(self) -> None:
        async def run() -> None:
            async with self._turn:
                with suppress(OSError, EOFError, TimeoutError):
                    await self._running()

        if self._process is None and not self._turn.locked():
            self._preparing = asyncio.get_running_loop().create_task(run())

    async def check_start(
        self, game: Game, players: int, options: Mapping[str, Any], files: Mapping[str, Any], position: str = ""
    ) -> None:
        """Raise BadData with a message where the game can't be started with these files (from that position, if given)."""
        await self._read(Start(game.package, players, dict(options), dict(files), current_language(), position))

    async def check_files(self, game: Game, files: Mapping[str, Any]) -> None:
        """Raise BadData where the files don't fit any number of players. A page sends its files again with each change, so the
        digests of the last valid ones are remembered."""
        if not files:
            return
        key = hashlib.sha256(msgspec.json.encode([game.name, dict(files)])).digest()
        if key not in self._sound:
            await self.check_start(game, 0, {}, files)
        self._sound[key] = None
        self._sound.move_to_end(key)
        if len(self._sound) > SOUND:
            self._sound.popitem(last=False)

    async def study(self, record: str, file: Mapping[str, str]) -> Found:
        """The game of a record; BadData with a message where it can't be read. ``file``: its map or tiles, if there is one."""
        found = (await self._read(Study(record, dict(file), current_language()))).found
        assert found is not None
        return found

    async def stop(self) -> None:
        """End the process."""
        if self._preparing is not None:
            self._preparing.cancel()
            await asyncio.gather(self._preparing, return_exceptions=True)
        await self.kill()

    async def _read(self, task: Start | Study) -> Reading:
        if self._waiting >= QUEUE:
            raise BadData(_("The server is busy reading files: try again in a moment."))
        self._waiting += 1
        try:
            async with self._turn:
                reading = await self._ask(task)
        finally:
            self._waiting -= 1
        if reading.refusal:
            raise BadData(reading.refusal)
        return reading

    async def _ask(self, task: Start | Study) -> Reading:
        """Run a task; a process that fails or takes too long is killed, and the next task gets a new one."""
        try:
            process = await self._running()
            async with asyncio.timeout(PATIENCE):
                await send(process, task)
                return msgspec.json.decode(await receive(process), type=Reading)
        except TimeoutError:
            await self.stop()
            raise BadData(_("Reading this took more than {n} seconds and was stopped.").format(n=int(PATIENCE))) from None
        except (OSError, EOFError, ValueError, msgspec.MsgspecError) as error:
            log.error("upload parser failed; restarting error=%s reason=%s", type(error).__name__, error)
            await self.stop()
            raise BadData(_("The file could not be read; the error has been logged.")) from None
        except asyncio.CancelledError:
            # Otherwise its answer would be read as that of the next task.
            await self.stop()
            raise

    async def _running(self) -> asyncio.subprocess.Process:
        """The process, started if need be, ready for a task. It may be stopped while the caller waits."""
        process, is_new = await self.started()
        if is_new:
            async with asyncio.timeout(STARTING):
                await receive(process)
        return process
