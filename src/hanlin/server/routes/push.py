"""Rendering of messages that sockets get after a change: a table's state for programs, its view for pages, and for hidden pages
only whether it is the viewer's turn.

A state or view is the very bytes that the route of the same thing gives. A message is made in a thread, from the newest state,
under the same check who may see the table, and once for all sockets that are to get the same.
"""

from __future__ import annotations

import asyncio
import gzip
import logging
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import msgspec

from hanlin.core.i18n.language import language
from hanlin.server.services import Services
from hanlin.server.tables.table import Table
from hanlin.server.views.table_state import state_for
from hanlin.server.views.table_view import is_asked, perspective_of

log = logging.getLogger("hanlin.server")

STATE, VIEW, TURN = KINDS = "state", "view", "turn"
"""The kinds of content that can be pushed."""
GZIP_LEVEL = 5
"""The level at which views are compressed."""

Message = str | bytes
"""A message as text; as bytes where it is compressed."""
RenderView = Callable[[Services, Table, str, int | None, str], tuple[int, str]]
"""Renders a table for an owner, a seat and a shape, in the current language; returns the table's number and HTML."""


class Target(NamedTuple):
    """The content that a socket is sent of a table. Sockets of equal targets get the same message."""

    what: str
    """One of KINDS; otherwise only the table's number is sent."""
    owner: str
    seat: int | None = None
    """The seat that the viewer asks to see from (``as``)."""
    language: str = ""
    shape: str = ""
    compressed: bool = False


class Pusher:
    """Renders tables for sockets in one thread. Requests that come while a table is rendered share its next rendering.

    Belongs to the event loop's thread.
    """

    def __init__(self, services: Services, render_view: RenderView) -> None:
        self._services = services
        self._render_view = render_view
        # One thread for all tables: several would contend for the interpreter lock with the event loop. In turns with the
        # loop's own threads: 169, 151, 157 against 126, 123, 137 drawn moves per CPU second (Year of the Dragon).
        self._thread = ThreadPoolExecutor(1, "push")
        self._wanted: dict[str, dict[Target, asyncio.Future[Message | None]]] = {}
        self._rendering: dict[str, asyncio.Task[None]] = {}

    async def message(self, table_id: str, target: Target) -> Message | None:
        """The message about the newest state of a table; None where it can't be rendered, or not be shown to that viewer."""
        wanted = self._wanted.setdefault(table_id, {})
        if target not in wanted:
            wanted[target] = asyncio.get_running_loop().create_future()
        if table_id not in self._rendering:
            self._rendering[table_id] = asyncio.create_task(self._render_until_done(table_id))
        return await asyncio.shield(wanted[target])

    async def _render_until_done(self, table_id: str) -> None:
        try:
            while wanted := self._wanted.pop(table_id, None):
                rendered: Sequence[Message | None] = [None] * len(wanted)
                try:
                    rendered = await asyncio.get_running_loop().run_in_executor(
                        self._thread, self._rendered, table_id, list(wanted)
                    )
                except Exception:
                    log.exception("rendering for push failed table=%s", table_id)
                for future, message in zip(wanted.values(), rendered, strict=True):
                    if not future.done():
                        future.set_result(message)
        finally:
            del self._rendering[table_id]

    # -- in a thread -------------------------------------------------------------------------------------------------------

    def _rendered(self, table_id: str, targets: Sequence[Target]) -> list[Message | None]:
        table = self._services.tables.open(table_id)
        return [self._rendered_for(table, each) for each in targets]

    def _rendered_for(self, table: Table, viewer: Target) -> Message | None:
        try:
            render = {STATE: self._state, VIEW: self._view, TURN: self._turn}[viewer.what]
            return render(table, viewer)
        except Exception:
            log.exception("rendering for push failed table=%s what=%s", table.row.id, viewer.what)
            return None

    def _state(self, table: Table, viewer: Target) -> Message | None:
        with table.lock:
            if not table.shown_to(viewer.owner):
                return None
            return self._encoded(table, table.number, {"state": msgspec.Raw(state_for(table, viewer.owner, viewer.seat))})

    def _turn(self, table: Table, viewer: Target) -> Message | None:
        with table.lock:
            if not table.shown_to(viewer.owner):
                return None
            asked = table.begun and is_asked(perspective_of(table, viewer.owner, viewer.seat), table.to_move)
            return self._encoded(table, table.number, {"turn": asked, "over": table.over})

    def _view(self, table: Table, viewer: Target) -> Message | None:
        # In this order: a game that begins between the two checks may hide the table from the viewer.
        if not table.begun or not table.shown_to(viewer.owner):
            return None
        with language(viewer.language):
            number, html = self._render_view(self._services, table, viewer.owner, viewer.seat, viewer.shape)
        message = self._encoded(table, number, {"as": viewer.seat, "shape": viewer.shape, "html": html})
        return gzip.compress(message.encode(), GZIP_LEVEL, mtime=0) if viewer.compressed else message

    def _encoded(self, table: Table, number: int, more: dict[str, object]) -> str:
        fields = {"table": table.row.id, "number": number, "build": self._services.assets.build, **more}
        return msgspec.json.encode(fields).decode()
