"""Several things done at the same time."""

from __future__ import annotations

import asyncio
import threading
import time

from hanlin.server.exceptions import Refused


def at_once(*calls):
    """The result of each call (or its refusal), all started together."""
    together, came = threading.Barrier(len(calls)), [None] * len(calls)

    def run(n):
        together.wait()
        try:
            came[n] = calls[n]()
        except Refused as refused:
            came[n] = refused

    threads = [threading.Thread(target=run, args=(n,)) for n in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return came


async def until(condition, seconds=280.0):
    """Let everything else run until a condition holds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it took too long"
        await asyncio.sleep(0.005)


def wait_until(condition, seconds=280.0):
    """Wait until a condition holds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it took too long"
        time.sleep(0.02)
