"""The same table for programs: JSON, and the socket by which news comes. Routes only."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

import msgspec
from litestar import Router, WebSocket, get, post, websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath, FromQuery, JSONBody

from hanlin.core.errors import HanlinError
from hanlin.core.language import _
from hanlin.server.house import AnyRequest, House, owner_of
from hanlin.server.table_pages import Command
from hanlin.server.tables import NotYours, Table
from hanlin.server.views import chair, seen_from

HEARTBEAT = 15.0
"""Seconds between signs of life on a quiet socket; a page that hears nothing for twice as long knows that it is cut off."""
WRONG_ORIGIN = 4403
NO_TABLE = 4404


class TableState(msgspec.Struct, frozen=True):
    """A table as a seat sees it.

    ``actor``: a seat from 0, -1 chance, -2 over. ``moves``: each [actor, text], hidden words as ``?``.
    """

    id: str
    game: str
    players: int
    options: dict[str, Any]
    seat: int | None
    number: int
    actor: int
    legal: list[str]
    scores: list[int]
    winners: list[int]
    moves: list[tuple[int, str]]


@get("/api/games", sync_to_thread=False)
def games(house: NamedDependency[House]) -> list[dict[str, Any]]:
    """The games with their players and options."""
    return [
        {
            "name": game.name,
            "players": game.players,
            "options": [msgspec.to_builtins(option) for option in game.options],
            "rules_version": game.rules_version,
        }
        for game in house.games.values()
    ]


@get("/api/tables/{table_id:str}", sync_to_thread=True)
def table_state(request: AnyRequest, house: NamedDependency[House], table_id: FromPath[str]) -> TableState:
    """The table as this browser may see it (``?as=SEAT`` where it holds several)."""
    table = house.tables.open(table_id)
    house.opponents.wake_soon(table_id)
    return _state(request, table)


@post("/api/tables/{table_id:str}/play", status_code=200, sync_to_thread=True)
def play(request: AnyRequest, house: NamedDependency[House], table_id: FromPath[str], data: JSONBody[Command]) -> TableState:
    """Carry out an action. 409 for a stale command, 403 for somebody else's seat, 422 for an illegal action."""
    table = house.tables.open(table_id)
    if data.seat not in table.owned_by(owner_of(request)):
        raise NotYours(_("This seat is not played from this browser."))
    house.tables.play(table, data.seat, data.action, data.number, data.client, data.ply)
    return _state(request, table)


@websocket("/news")
async def news(socket: WebSocket[Any, Any, Any], house: NamedDependency[House], table: FromQuery[str]) -> None:
    """Tells ``{"number": N}`` at once and whenever the table changes, and ``{"alive": true}`` in between."""
    await socket.accept()
    if not same_origin(socket.headers.get("origin"), socket.headers.get("host")):
        await socket.close(code=WRONG_ORIGIN)
        return
    try:
        known = await asyncio.to_thread(house.tables.open, table)
    except HanlinError:
        await socket.close(code=NO_TABLE)
        return
    queue = house.news.listen(table)
    queue.put_nowait(known.number)
    house.opponents.wake(table)
    sending = asyncio.create_task(_send(socket, queue, house.assets.build))
    try:
        while True:
            await socket.receive_data(mode="text")
    except WebSocketDisconnect:
        pass
    finally:
        sending.cancel()
        house.news.leave(table, queue)


ROUTES = Router("/", route_handlers=[games, table_state, play, news])


def same_origin(origin: str | None, host: str | None) -> bool:
    """True where the header Origin, if there is one, names this very host."""
    return not origin or origin.partition("://")[2] == host


async def _send(socket: WebSocket[Any, Any, Any], queue: asyncio.Queue[int], build: str) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):
        while True:
            try:
                number = await asyncio.wait_for(queue.get(), HEARTBEAT)
                await socket.send_json({"number": number, "build": build})
            except TimeoutError:
                await socket.send_json({"alive": True})


def _state(request: AnyRequest, table: Table) -> TableState:
    wanted = request.query_params.get("as", "")
    place = chair(table, owner_of(request), int(wanted) if wanted.isascii() and wanted.isdigit() and len(wanted) < 3 else None)
    with table.lock:
        seen = seen_from(table, place.viewer, table.ply)
        return TableState(
            id=table.row.id,
            game=table.game.name,
            players=table.row.players,
            options=table.row.options,
            seat=place.viewer,
            number=table.number,
            actor=seen.actor,
            legal=seen.legal if place.viewer is not None and place.viewer >= 0 else [],
            scores=seen.scores,
            winners=seen.winners,
            moves=list(seen.moves),
        )
