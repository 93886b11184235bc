"""What browsers ask for most, the part of a table's page that changes, answered without the framework where it can be.

It is the very answer that the route in ``table_pages.py`` gives. Whatever is unusual (a table that is not at hand, a fault, a
refusal) goes the usual way.
"""

from __future__ import annotations

import asyncio
import gzip
import re
from typing import Any

from litestar.exceptions import HTTPException

from hanlin.core.errors import HanlinError
from hanlin.core.language import language
from hanlin.server.door import Application, Asked
from hanlin.server.house import PAGE_HEADERS, House, fragment, language_of, owner_of, shape_of
from hanlin.server.table import Table
from hanlin.server.table_pages import NUMBER, VIEW, seen_here
from hanlin.server.turns import is_past

_ADDRESS = re.compile(r"/t/([0-9a-z]+)/view")
_HEADERS = [(b"content-type", b"text/html; charset=utf-8"), (b"vary", PAGE_HEADERS["vary"].encode())]


class QuickViews:
    """Draws what it can at once."""

    def __init__(self, app: Application, house: House, headers: list[tuple[bytes, bytes]], packing: int) -> None:
        """``headers``: those that every answer has; ``packing``: the level of gzip at which answers are packed."""
        self._app = app
        self._house = house
        self._headers = headers
        self._packing = packing

    async def answer(self, scope: Any, receive: Any, send: Any) -> Any:
        """Answer a request; None where that is done, else what is to be received in the usual way."""
        found = _ADDRESS.fullmatch(scope["path"])
        past = is_past(scope["query_string"])
        table = None if found is None or scope["method"] != "GET" or past else self._house.tables.live(found[1])
        if table is None:
            return receive
        scope["litestar_app"] = self._app
        request = Asked(scope, receive, send)
        drawn = await self._soon(request, table)
        if drawn is None:
            return receive
        headers, body = drawn
        if "gzip" in request.headers.get("accept-encoding", ""):
            body = await asyncio.to_thread(gzip.compress, body, self._packing, mtime=0)
            headers += [(b"content-encoding", b"gzip"), (b"vary", b"Accept-Encoding")]
        headers.append((b"content-length", str(len(body)).encode()))
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})
        return None

    async def _soon(self, request: Asked, table: Table) -> tuple[list[tuple[bytes, bytes]], bytes] | None:
        """As ``_drawn``: at once where that is quick, since a thread of its own would cost a fifth of the work.

        It takes long, or nobody knows how long, when a table is looked at for the first time in a language and a shape, or
        somebody else is at work on it.
        """
        way = language_of(request), shape_of(request)
        if way not in table.looked_at or not table.lock.acquire(blocking=False):
            drawn = await asyncio.to_thread(self._drawn, request, table, way[0])
            if drawn is not None:
                table.looked_at.add(way)
            return drawn
        try:
            return self._drawn(request, table, way[0])
        finally:
            table.lock.release()

    def _drawn(self, request: Asked, table: Table, tongue: str) -> tuple[list[tuple[bytes, bytes]], bytes] | None:
        """The headers and the body of the answer, not packed; None where the usual way is to say what is wrong."""
        try:
            owner = owner_of(request)
            if not table.begun or not table.shown_to(owner):
                return None
            if self._house.opponents.concerned(table):
                self._house.opponents.wake_soon(table.row.id)
            with language(tongue):
                context = seen_here(self._house, request, table, owner)
                body = fragment(self._house, request, VIEW, **context).encode()
        except (HanlinError, HTTPException):
            return None
        return [*_HEADERS, (NUMBER.encode(), str(context["view"].number).encode()), *self._headers], body
