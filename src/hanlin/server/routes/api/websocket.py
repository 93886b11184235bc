"""The socket by which news comes, of one table or of all of one's own."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, cast

import msgspec
from litestar import Router, WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException, WebSocketDisconnect
from litestar.params import FromQuery
from sqlalchemy.exc import SQLAlchemyError

from hanlin.core.errors import HanlinError
from hanlin.server.db import TableRow
from hanlin.server.middleware.gateway import OUTSIDE
from hanlin.server.notifications.pubsub import ALIVE, LOBBY, Ear
from hanlin.server.routes.deps import caller_of, introduce
from hanlin.server.services import Services
from hanlin.server.tables.chat import room_of

WRONG_ORIGIN = 4403
NO_TABLE = 4404
NOBODY = 4401
LISTED = '{"lobby":true}'
"""The news that other tables are listed than before."""


@websocket("/news")
async def news(
    socket: WebSocket[Any, Any, Any], services: NamedDependency[Services], table: FromQuery[str | None] = None
) -> None:
    """Tells ``{"number": N}`` at once and whenever the table changes, ``{"chat": N}`` when somebody says something in one's
    room, ``{"deleted": true}`` when there is no table any more, and ``{"alive": true}`` in between.

    Without a table: ``{"table": ID, "number": N}`` of all of one's own, and ``{"lobby": true}`` when the tables listed change.
    """
    await socket.accept()
    if not same_origin(socket.headers.get("origin"), socket.headers.get("host")):
        await socket.close(code=WRONG_ORIGIN)
        return
    try:
        owner = caller_of(socket).owner
        ear = await _about_table(services, table, owner) if table is not None else _about_all(services, owner)
    except HTTPException:
        await socket.close(code=NOBODY)
        return
    except HanlinError:
        await socket.close(code=NO_TABLE)
        return
    sending = asyncio.create_task(_send(socket, ear, lambda: _ended(socket, services, table, owner)))
    try:
        while True:
            await socket.receive_data(mode="text")
    except WebSocketDisconnect:
        pass
    finally:
        sending.cancel()
        services.news.leave(ear)


ROUTES = Router("/", route_handlers=[news])


def _about_all(services: Services, owner: str) -> Ear:
    ear = services.news.listen(LOBBY, *([owner] if owner else []))
    ear.hear(LOBBY, LISTED)
    return ear


async def _about_table(services: Services, name: str, owner: str) -> Ear:
    known = await asyncio.to_thread(services.tables.open, name)
    services.check_visible_to(known, owner)
    ear = services.news.listen(name, f"{name}:{room_of(known, owner)}")
    ear.hear(name, told(name, known.number, services.assets.build))
    if services.opponents.concerned(known):
        services.opponents.wake(name)
    return ear


def told(table: str, number: int, build: str) -> str:
    """The news that a table has changed, as text. ``build`` tells pages that their scripts have become old."""
    return msgspec.json.encode({"table": table, "number": number, "build": build}).decode()


def deleted(table: str) -> str:
    """The news that a table was deleted, as text."""
    return msgspec.json.encode({"table": table, "deleted": True}).decode()


def said(table: str, number: int) -> str:
    """The news that somebody said something, as text."""
    return msgspec.json.encode({"table": table, "chat": number}).decode()


def topics_of(row: TableRow) -> list[str]:
    """Who is told of a change of the table."""
    return [row.id, *{seat.owner for seat in row.seats if seat.owner}, *([row.host] if row.host else [])]


def same_origin(origin: str | None, host: str | None) -> bool:
    """True where the header Origin, if there is one, names this very host."""
    return not origin or origin.partition("://")[2] == host


async def _ended(socket: WebSocket[Any, Any, Any], services: Services, name: str | None, owner: str) -> int:
    """The code for a socket on which nothing more is told: its token was ended, or its table is not for watching any more."""
    await introduce(services, socket.scope)  # Anew: it may have been ended since.
    try:
        if caller_of(socket).owner != owner:
            return NOBODY
        table = None if name is None else services.tables.live(name)
        if table is not None:
            services.check_visible_to(table, owner)
    except HTTPException:
        return NOBODY
    except HanlinError:
        return NO_TABLE
    except SQLAlchemyError:
        return 0  # Nobody knows just now; it is asked again with the next sign of life.
    return 0


async def _send(socket: WebSocket[Any, Any, Any], ear: Ear, ended: Callable[[], Awaitable[int]]) -> None:
    send = cast(dict[str, Any], socket.scope)[OUTSIDE]
    with suppress(OSError, RuntimeError):  # Whoever listened is gone.
        while True:
            for text in await ear.next():
                if text == ALIVE and (code := await ended()):
                    await socket.close(code=code)
                    return
                await send({"type": "websocket.send", "text": text})
