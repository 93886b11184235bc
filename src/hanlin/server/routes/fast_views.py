"""What browsers ask for most, the part of a table's page that changes, answered without the framework where it can be.

It is the very answer that the route in ``table_pages.py`` gives. Whatever is unusual (a table that is not at hand, a fault, a
refusal) goes the usual way.
"""

from __future__ import annotations

import asyncio
import gzip
import re
from contextlib import suppress
from typing import Any

from hanlin.core.i18n.language import language
from hanlin.server.middleware.gateway import Application, Asked
from hanlin.server.routes.deps import PAGE_HEADERS, fragment, language_of, owner_of
from hanlin.server.routes.one_at_a_time import is_past
from hanlin.server.routes.web.table import NUMBER, VIEW, seen_here
from hanlin.server.services import Services
from hanlin.server.tables.table import Table

_ADDRESS = re.compile(r"/t/([0-9a-z]+)/view")
_HEADERS = [(b"content-type", b"text/html; charset=utf-8"), (b"vary", PAGE_HEADERS["vary"].encode())]


class QuickViews:
    """Draws what it can, without the framework."""

    def __init__(self, app: Application, services: Services, headers: list[tuple[bytes, bytes]], packing: int) -> None:
        """``headers``: those that every answer has; ``packing``: the level of gzip at which answers are packed."""
        self._app = app
        self._services = services
        self._headers = headers
        self._packing = packing

    async def answer(self, scope: Any, receive: Any, send: Any) -> Any:
        """Answer a request; None where that is done, else what is to be received in the usual way."""
        found = _ADDRESS.fullmatch(scope["path"])
        past = is_past(scope["query_string"])
        table = None if found is None or scope["method"] != "GET" or past else self._services.tables.live(found[1])
        if table is None:
            return receive
        scope["litestar_app"] = self._app
        request = Asked(scope, receive, send)
        # Drawing takes longer than everybody else may be kept waiting, so the event loop has a thread do it, and the packing.
        drawn = await asyncio.to_thread(self._drawn, request, table, language_of(request))
        if drawn is None:
            return receive
        headers, body = drawn
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})
        return None

    def _drawn(self, request: Asked, table: Table, tongue: str) -> tuple[list[tuple[bytes, bytes]], bytes] | None:
        """The headers and the body of the answer; None where the usual way is to say what is wrong."""
        # Whatever goes wrong, the usual way meets it again, and says so.
        with suppress(Exception), table.lock:
            owner = owner_of(request)
            if not table.begun or not table.shown_to(owner):
                return None
            if self._services.opponents.concerned(table):
                self._services.opponents.wake_soon(table.row.id)
            with language(tongue):
                context = seen_here(self._services, request, table, owner)
                body = fragment(self._services, request, VIEW, **context).encode()
            headers = [*_HEADERS, (NUMBER.encode(), str(context["view"].number).encode()), *self._headers]
            if "gzip" in request.headers.get("accept-encoding", ""):
                body = gzip.compress(body, self._packing, mtime=0)
                headers += [(b"content-encoding", b"gzip"), (b"vary", b"Accept-Encoding")]
            return [*headers, (b"content-length", str(len(body)).encode())], body
        return None
