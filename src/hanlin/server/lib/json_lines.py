"""Child processes that exchange JSON objects, one per line: workers for moves and hints, the parser, the PNG renderer.

``JsonLineProcess`` is the parent's side, ``tasks_from_parent`` that of the child.
"""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from queue import SimpleQueue
from typing import Any, BinaryIO

import msgspec

LONGEST_LINE = 16 * 1024 * 1024
"""Bytes of the longest answer."""

Spawn = Callable[[list[str], dict[str, str]], Awaitable[asyncio.subprocess.Process]]
"""Starts a process from its command line and environment, with pipes for its input and output."""


async def spawn(command: list[str], environment: dict[str, str]) -> asyncio.subprocess.Process:
    """Start a process."""
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, env=environment, limit=LONGEST_LINE)


class JsonLineProcess:
    """A Python process, started on demand and replaced after it has ended. It belongs to the event loop's thread."""

    module = ""
    """The module that the process runs."""

    def __init__(self, spawn: Spawn = spawn) -> None:
        self._spawn = spawn
        self._process: asyncio.subprocess.Process | None = None

    def command(self) -> list[str]:
        """The command line of the process."""
        return [sys.executable, "-m", self.module]

    def environment(self) -> dict[str, str]:
        """The environment of the process: it runs at plain speed, with this process's modules."""
        return {**os.environ, "HANLIN_PLAIN": "1", "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}

    @property
    def process_id(self) -> int | None:
        """The running process, if there is one."""
        return None if self._process is None else self._process.pid

    async def started(self) -> tuple[asyncio.subprocess.Process, bool]:
        """The running process, or a new one, and whether it is new."""
        process = self._process
        if process is not None and process.returncode is None:
            return process, False
        self._process = process = await self._spawn(self.command(), self.environment())
        return process, True

    async def kill(self) -> None:
        """Kill the process, if there is one."""
        process, self._process = self._process, None
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def send(process: asyncio.subprocess.Process, message: Any) -> None:
    """Write a message to a process."""
    assert process.stdin is not None
    process.stdin.write(msgspec.json.encode(message) + b"\n")
    await process.stdin.drain()


async def receive(process: asyncio.subprocess.Process) -> bytes:
    """The next line of a process; EOFError where it has ended."""
    assert process.stdout is not None
    line = await process.stdout.readline()
    if not line:
        raise EOFError("the process has ended")
    return line


def tasks_from_parent() -> tuple[BinaryIO, SimpleQueue[bytes]]:
    """In a child process: the output for answers, and the lines that the parent writes. What is printed goes to the error
    output. The process runs at low priority and ends with its input, even during a task.
    """
    out, sys.stdout = sys.stdout.buffer, sys.stderr
    if hasattr(os, "nice"):
        os.nice(5)
    tasks: SimpleQueue[bytes] = SimpleQueue()

    def listen() -> None:
        for line in sys.stdin.buffer:
            tasks.put(line)
        os._exit(0)

    threading.Thread(target=listen, daemon=True).start()
    return out, tasks
