"""Worker processes that a test plays: what they report, and when they end."""

from __future__ import annotations

import asyncio

import msgspec

from hanlin.server.engine.liveness import Report


class Process:
    """A process without a program. ``asked``: what came in, decoded."""

    def __init__(self, pid, command):
        self.pid = pid
        self.command = command
        self.returncode = None
        self.asked = []
        self.stdout = asyncio.StreamReader()
        self.stdin = self

    def write(self, line):
        if self.returncode is not None:
            raise BrokenPipeError
        self.asked.append(msgspec.json.decode(line))

    async def drain(self):
        pass

    def report(self, **values):
        """Report something to the process that started it."""
        self.stdout.feed_data(msgspec.json.encode(Report(**values)) + b"\n")

    def ready(self, *games):
        for game in games:
            self.report(ready=game)

    def answer(self, action, number=None):
        self.report(action=action, number=self.asked[-1]["number"] if number is None else number)

    def end(self, code=1):
        """End, as a program does that fails."""
        if self.returncode is None:
            self.returncode = code
            self.stdout.feed_eof()

    kill = end

    async def wait(self):
        return self.returncode


class Processes(list):
    """The started processes, in order: in the place of ``opponents.spawn``."""

    async def __call__(self, command, environment):
        await asyncio.sleep(0)
        self.append(Process(1000 + len(self), command))
        return self[-1]

    @property
    def running(self):
        return [process for process in self if process.returncode is None]


class Clock:
    """A clock that only a test moves."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now
