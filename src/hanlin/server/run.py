"""Running the application on a socket until somebody ends it."""

from __future__ import annotations

import gc
import socket
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from math import ceil
from pathlib import Path

import uvicorn

from hanlin.server.asgi import make_app
from hanlin.server.lib.logging import log_to
from hanlin.server.middleware.connections import ConnectionLimits, Connections, raise_open_files
from hanlin.server.middleware.gateway import Application
from hanlin.server.middleware.wire import protocols
from hanlin.server.notifications.service import Channels

SHUTDOWN = 3
"""Seconds that open requests get when the server ends."""
LONGEST_MESSAGE = 4096
"""Bytes of a message from a client on a WebSocket."""
COLLECT = (20_000, 20, 20)
"""New objects, and rounds of the younger ones, that the search for garbage waits for: pages are made of many and leave none."""

SWITCH = 0.001
"""Seconds after which a thread that is at work lets another one go on: the event loop waits so long for each of them."""


class Server(uvicorn.Server):
    """A server that says when it answers."""

    def __init__(self, config: uvicorn.Config, on_start: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # What there is by now stays: it need not be looked through again and again.
        gc.collect()
        gc.freeze()
        gc.set_threshold(*COLLECT)
        if self.started:
            self._on_start()


def run(
    folder: Path | None,
    listener: socket.socket,
    on_start: Callable[[], None],
    hosts: Sequence[str] = (),
    *,
    proxy: bool = False,
    worker: bool = True,
    database: str = "",
    smtp: str = "",
) -> None:
    """Serve the tables of a data folder, or of a database, on a bound socket. OSError where the folder can't be used.

    ``hosts``, ``proxy``, ``worker`` and ``database`` as for ``make_app``; ``smtp``: where mails are handed in.
    When it ends, browsers hear so: their sockets close with the code for a restart (1012), and they try again by themselves.
    """
    log_to()
    sys.setswitchinterval(SWITCH)
    channels = Channels(smtp=smtp)
    limits = ConnectionLimits.for_files(raise_open_files(), by_address=not proxy)
    app = make_app(folder, hosts=hosts, proxy=proxy, worker=worker, database=database, channels=channels)
    config = configured(app, limits)
    for buffer in (socket.SO_RCVBUF, socket.SO_SNDBUF):
        # Connections take this over from the listener. Left alone, the system would keep some megabytes for each.
        listener.setsockopt(socket.SOL_SOCKET, buffer, limits.kernel_buffer)
    # Uvicorn raises the interrupt anew once all is closed; to whoever pressed Ctrl-C that is a proper end.
    with suppress(KeyboardInterrupt):
        Server(config, on_start).run(sockets=[listener])


def configured(app: Application, limits: ConnectionLimits | None = None) -> uvicorn.Config:
    """How an application is served. ``limits``: what connections may take."""
    limits = limits or ConnectionLimits(by_address=not app.gateway.proxy)
    http, websocket = protocols(Connections(limits))
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        # What a proxy says is taken at the door, and only where one was announced.
        proxy_headers=False,
        server_header=False,
        backlog=limits.backlog,
        timeout_graceful_shutdown=SHUTDOWN,
        timeout_keep_alive=ceil(limits.idle_time),
        http=http,
        ws=websocket,
        ws_max_size=LONGEST_MESSAGE,
        # Views are compressed once for all who get the same; all else is short or meant for programs.
        ws_per_message_deflate=False,
    )
