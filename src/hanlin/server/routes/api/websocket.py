"""The WebSocket /news: changes of one table, or of all tables of a person."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, cast

import msgspec
from litestar import Router, WebSocket, websocket
from litestar.di import NamedDependency
from litestar.exceptions import HTTPException, WebSocketDisconnect
from litestar.params import FromQuery
from sqlalchemy.exc import SQLAlchemyError

from hanlin.core.errors import HanlinError
from hanlin.server.community.service import HERE, LOBBY_CHANGED, here_message, people_topic
from hanlin.server.db import TableRow
from hanlin.server.middleware.gateway import OUTSIDE
from hanlin.server.notifications.pubsub import ALIVE, LOBBY, Subscription
from hanlin.server.routes.deps import caller_of, introduce, language_of, number_of, shape_of
from hanlin.server.routes.push import KINDS, STATE, VIEW, Pusher, Target
from hanlin.server.services import Services
from hanlin.server.tables.chat import channel_of
from hanlin.server.tables.table import Table

WRONG_ORIGIN = 4403
NO_TABLE = 4404
UNAUTHORIZED = 4401
NUMBER = "number"
"""The kind of messages with only the table's number."""
SHAPES = ("wide", "tall", "low")
SHORTEST_PREFIX = 8
"""Letters of the beginning by which a page's own commands are known; a shorter one would match those of others."""

Socket = WebSocket[Any, Any, Any]


class PageSubscription(msgspec.Struct):
    """A page's subscription on its socket: push this from now on, for this seat and shape; nothing if ``push`` is empty."""

    push: str = ""
    seat: int | None = msgspec.field(name="as", default=None)
    shape: str = "wide"


@dataclass
class Feed:
    """One socket: its subscription, and its messages."""

    services: Services
    pusher: Pusher
    table_id: str | None
    owner: str
    subscription: Subscription
    target: Target
    own: str = ""
    """The beginning of the ids of its own commands: their answers bring the view, so it is not pushed as well."""

    async def message(self, kind: str, message: str) -> str | bytes | None:
        """The message of a kind for a viewer; None if the viewer may not see the table any more."""
        if kind != self.table_id or self.target.what not in KINDS or message == deleted(kind):
            return message
        table = self.services.tables.live(kind)
        if table is not None and self._is_own(table):
            return message
        pushed = await self.pusher.message(kind, self.target)
        if pushed is not None:
            return pushed
        return None if table is not None and not table.shown_to(self.owner) else message

    def change(self, said: str) -> None:
        """Take a page's subscription, and answer with the table's number; ignore anything else."""
        with suppress(msgspec.MsgspecError, UnicodeError, RecursionError):
            page = msgspec.json.decode(said, type=PageSubscription)
            shape = page.shape if page.shape in SHAPES else self.target.shape
            self.target = self.target._replace(what=page.push, seat=page.seat, shape=shape)
            table = None if self.table_id is None else self.services.tables.live(self.table_id)
            if table is not None:
                self.subscription.put(NUMBER, table_changed(table.row.id, table.number, self.services.assets.build))

    def _is_own(self, table: Table) -> bool:
        return bool(self.own) and self.target.what == VIEW and (table.last_client or "").startswith(self.own)


@websocket("/news")
async def news(
    socket: Socket,
    services: NamedDependency[Services],
    table: FromQuery[str | None] = None,
    push: FromQuery[str] = "",
    own: FromQuery[str] = "",
    pack: FromQuery[str] = "",
    people: FromQuery[str] = "",
) -> None:
    """Send ``{"number": N}`` at once and whenever the table changes, ``{"chat": N}`` for a new message in the caller's chat,
    ``{"deleted": true}`` when the table was deleted, and ``{"alive": true}`` in between.

    ``push=state`` adds ``state``, as GET /api/tables/ID gives it; ``push=view`` adds ``html``, as GET /t/ID/view gives it in
    the language of the handshake, compressed (a binary message) with ``pack=gzip``; ``push=turn`` adds ``turn``, true on the
    caller's turn, and ``over``. Without a table: ``{"table": ID,
    "number": N}`` of all the caller's tables, and ``{"lobby": true}`` when the tables listed change; with
    ``people=1`` also ``{"here": N}``, the number of people here, ``{"people": true}`` when your friends, requests or challenges
    change, and ``{"match": ID}`` when a game was found for you.
    """
    await socket.accept()
    if not same_origin(socket.headers.get("origin"), socket.headers.get("host")):
        await socket.close(code=WRONG_ORIGIN)
        return
    try:
        owner = caller_of(socket).owner
        target = Target(push, owner, number_of(socket, "as"), language_of(socket), shape_of(socket), pack == "gzip")
        subscription = (
            _all_tables(services, owner, bool(people))
            if table is None
            else await _one_table(services, table, owner, push == STATE, number_of(socket, "said"))
        )
    except HTTPException:
        await socket.close(code=UNAUTHORIZED)
        return
    except HanlinError:
        await socket.close(code=NO_TABLE)
        return
    own = own if len(own) >= SHORTEST_PREFIX else ""
    feed = Feed(services, socket.app.state.pusher, table, owner, subscription, target, own)
    sending = asyncio.create_task(_send(socket, feed))
    # Somebody without a key is counted, too, and known by the socket only.
    seen = None if socket.headers.get("authorization") else (owner or f"page {id(socket)}", table or "")
    if seen is not None:
        services.community.presence.enter(*seen)
    try:
        while True:
            feed.change(await socket.receive_data(mode="text"))
    except WebSocketDisconnect:
        pass
    finally:
        sending.cancel()
        services.pubsub.unsubscribe(subscription)
        if seen is not None:
            services.community.presence.leave(*seen)


ROUTES = Router("/", route_handlers=[news])


def _all_tables(services: Services, owner: str, with_people: bool) -> Subscription:
    topics = [HERE, *([people_topic(owner)] if owner else [])] if with_people else []
    subscription = services.pubsub.subscribe(LOBBY, *([owner] if owner else []), *topics)
    subscription.put(LOBBY, LOBBY_CHANGED)
    if with_people:
        subscription.put(HERE, here_message(len(services.community.presence.here())))
    return subscription


async def _one_table(
    services: Services, table_id: str, owner: str, with_state: bool, first_unheard: int | None
) -> Subscription:
    table = await asyncio.to_thread(services.tables.open, table_id)
    services.check_visible_to(table, owner)
    topic = chat_topic(table_id, channel_of(table, owner))
    subscription = services.pubsub.subscribe(table_id, topic)
    if first_unheard is not None:
        # A page has the messages before that one, but got no news of those that came before it subscribed.
        try:
            said = await asyncio.to_thread(services.chat.newest, table, owner)
        except BaseException:  # The database can't be asked, or the page is gone: nobody will read this subscription.
            services.pubsub.unsubscribe(subscription)
            raise
        if said >= first_unheard:
            subscription.put(topic, chat_changed(table_id, said))
    # A page that subscribes has a view already, and fetches another one if that is not the newest.
    subscription.put(table_id if with_state else NUMBER, table_changed(table_id, table.number, services.assets.build))
    if services.opponents.concerned(table):
        services.opponents.wake(table_id)
    return subscription


def chat_topic(table_id: str, channel: str) -> str:
    """The topic of the messages in one of a table's two chats."""
    return f"{table_id}:{channel}"


def table_changed(table_id: str, number: int, build: str) -> str:
    """The message that a table has changed. ``build`` shows pages that their scripts are outdated."""
    return msgspec.json.encode({"table": table_id, "number": number, "build": build}).decode()


def deleted(table_id: str) -> str:
    """The message that a table was deleted."""
    return msgspec.json.encode({"table": table_id, "deleted": True}).decode()


def chat_changed(table_id: str, number: int) -> str:
    """The message that somebody wrote in a table's chat."""
    return msgspec.json.encode({"table": table_id, "chat": number}).decode()


def topics_of(row: TableRow) -> list[str]:
    """The topics on which a change of the table is published."""
    return [row.id, *{seat.owner for seat in row.seats if seat.owner}, *([row.host] if row.host else [])]


def same_origin(origin: str | None, host: str | None) -> bool:
    """Return True where the header Origin, if there is one, names this very host."""
    return not origin or origin.partition("://")[2] == host


async def _code_to_close_with(socket: Socket, feed: Feed) -> int:
    """The code for a socket that may get nothing more: its token was ended, or its table may not be seen any more; else 0."""
    await introduce(feed.services, socket.scope)  # Again: the token may have been ended since.
    try:
        if caller_of(socket).owner != feed.owner:
            return UNAUTHORIZED
        table = None if feed.table_id is None else feed.services.tables.live(feed.table_id)
        if table is not None:
            feed.services.check_visible_to(table, feed.owner)
    except HTTPException:
        return UNAUTHORIZED
    except HanlinError:
        return NO_TABLE
    except SQLAlchemyError:
        return 0  # The database can't be asked now; the next sign of life asks again.
    return 0


async def _send(socket: Socket, feed: Feed) -> None:
    send = cast(dict[str, Any], socket.scope)[OUTSIDE]
    with suppress(OSError, RuntimeError):  # The client is gone.
        while True:
            for kind, short in await feed.subscription.next():
                message = await feed.message(kind, short)
                if (message is None or message == ALIVE) and (code := await _code_to_close_with(socket, feed)):
                    await socket.close(code=code)
                    return
                if message is not None:
                    await send({"type": "websocket.send", "bytes" if isinstance(message, bytes) else "text": message})
