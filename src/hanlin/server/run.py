"""Serve the application on a socket until it is stopped."""

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
from hanlin.server.middleware.uvicorn_protocols import protocols
from hanlin.server.notifications.service import Channels

SHUTDOWN = 3
"""Seconds that open requests get at shutdown."""
LONGEST_MESSAGE = 4096
"""The most bytes of a client's message on a WebSocket."""
COLLECT = (20_000, 20, 20)
"""Thresholds of the garbage collector: pages create many objects and no cycles."""

SWITCH = 0.001
"""The interpreter's thread switch interval in seconds: the event loop waits that long for each busy thread."""


class Server(uvicorn.Server):
    """A server that calls back when it has started."""

    def __init__(self, config: uvicorn.Config, on_start: Callable[[], None]) -> None:
        super().__init__(config)
        self._on_start = on_start

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # Objects from start-up live as long as the process: take them out of garbage collection.
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
    weights: Path | None = None,
) -> None:
    """Serve the tables of a data folder, or of a database, on a bound socket. OSError where the folder can't be used.

    ``hosts``, ``proxy``, ``worker``, ``database`` and ``weights`` as for ``make_app``; ``smtp``: the mail server.
    At shutdown, WebSockets close with the code for a restart (1012), and browsers reconnect automatically.
    """
    log_to()
    sys.setswitchinterval(SWITCH)
    channels = Channels(smtp=smtp)
    limits = ConnectionLimits.for_files(raise_open_files(), by_address=not proxy)
    app = make_app(folder, hosts=hosts, proxy=proxy, worker=worker, database=database, channels=channels, weights=weights)
    config = configured(app, limits)
    for buffer in (socket.SO_RCVBUF, socket.SO_SNDBUF):
        # Connections inherit this from the listener. By default the system would buffer some megabytes for each.
        listener.setsockopt(socket.SOL_SOCKET, buffer, limits.kernel_buffer)
    # Uvicorn raises the interrupt again once all is closed; Ctrl-C is a normal end.
    with suppress(KeyboardInterrupt):
        Server(config, on_start).run(sockets=[listener])


def configured(app: Application, limits: ConnectionLimits | None = None) -> uvicorn.Config:
    """The Uvicorn configuration of an application. ``limits``: those of connections."""
    limits = limits or ConnectionLimits(by_address=not app.gateway.proxy)
    http, websocket = protocols(Connections(limits))
    return uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        # The gateway reads a proxy's headers, and only if a proxy was announced.
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
