"""Requests for thousands of addresses that are nowhere; ``python -m helpers.odd_addresses FOLDER`` prints what they leave.

It runs in a process of its own, in which nothing else makes objects while they are counted.
"""

from __future__ import annotations

import gc
import json
import sys
from itertools import pairwise
from pathlib import Path

from litestar.testing import TestClient

from hanlin.core.lib.memo import ledger
from hanlin.server.asgi import make_app
from hanlin.server.middleware.gateway import _preferred
from lanterns import GAME

ROUNDS, OF_ROUND = 3, 1400
"""How often so many requests are made after the first ones."""


def counted():
    """The number of objects that are reachable."""
    gc.collect()
    return len(gc.get_objects())


async def ask_oddly(app, numbers):
    """Ask for addresses that are nowhere, in languages that are none; the statuses of the answers."""
    statuses = set()

    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message):
        statuses.add(message.get("status"))

    for n in numbers:
        odd = f"{n:x}" * 20
        headers = [(b"host", b"localhost"), (b"accept-language", (odd * 20).encode())]
        about = {"path": f"/t/{odd}/{odd}", "raw_path": b"/", "query_string": odd.encode(), "headers": headers}
        server = {"client": ("203.0.113.7", 1), "server": ("localhost", 80), "scheme": "http", "root_path": ""}
        scope = {"type": "http", "method": "GET", "http_version": "1.1", "state": {}, "extensions": {}, **about, **server}
        await app(scope, receive, send)
    return statuses - {None}


def main() -> None:
    """Print as JSON the statuses of the answers, the objects that a round leaves behind and the sizes of caches."""
    with TestClient(make_app(Path(sys.argv[1]), {GAME.name: GAME}, worker=False)) as client:
        first = client.blocking_portal.call(ask_oddly, client.app, range(600))
        second, counts = set(), [counted()]
        for begin in range(600, 600 + ROUNDS * OF_ROUND, OF_ROUND):
            second |= client.blocking_portal.call(ask_oddly, client.app, range(begin, begin + OF_ROUND))
            counts.append(counted())
    # What the server does at its own times comes and goes; what requests leave behind is there after each round.
    objects = min(after - before for before, after in pairwise(counts))
    cached = {"languages": _preferred.cache_info().currsize, "bytes": ledger.bytes, "most": ledger.most}
    print(json.dumps({"first": sorted(first), "second": sorted(second), "objects": objects, **cached}))


if __name__ == "__main__":
    main()
