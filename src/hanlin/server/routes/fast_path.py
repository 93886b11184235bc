"""The two things that programs ask for most, answered without the framework where nothing speaks against it.

Whoever asks by a token for the state of a table that is at hand, or plays at it, gets the very answer that the routes in
``api.py`` give. Whatever is unusual (another header, a fault, a refusal) goes the usual way: a refused command changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import msgspec

from hanlin.contract import Command
from hanlin.server.accounts.tokens import PLAY, Caller
from hanlin.server.routes.deps import introduced
from hanlin.server.services import Services
from hanlin.server.tables import commands
from hanlin.server.tables.table import Table
from hanlin.server.views.table_state import soon

_STATE = re.compile(r"/api/tables/([0-9a-z]+)(/play)?")
_AS = re.compile(rb"(?:as=(0|[1-9][0-9]?))?")
_JSON = (b"content-type", b"application/json")
_UNUSUAL = {b"origin", b"sec-fetch-site", b"cookie", b"accept-language", b"expect", b"transfer-encoding"}
LARGEST = 4096
"""Bytes of a command that is answered here."""


class Quick:
    """Answers at once what it can. ``headers``: those that every answer has."""

    def __init__(self, services: Services, headers: list[tuple[bytes, bytes]]) -> None:
        self._services = services
        self._headers = headers

    async def answer(self, scope: Any, receive: Any, send: Any) -> Any:
        """Answer a request; None where that is done, else what is to be received in the usual way."""
        found = _STATE.fullmatch(scope["path"])
        seat = _AS.fullmatch(scope["query_string"])
        if found is None or seat is None or scope["method"] != ("POST" if found[2] else "GET"):
            return receive
        headers = dict(scope["headers"])
        caller = _caller(scope, headers)
        table = None if caller is None else self._services.tables.live(found[1])
        if caller is None or table is None or not table.shown_to(caller.owner):
            return receive
        wanted = None if seat[1] is None else int(seat[1])
        if not found[2]:
            if self._services.opponents.concerned(table):
                self._services.opponents.wake(table.row.id)
            return await self._say(send, await soon(table, caller.owner, wanted))
        if caller.scope != PLAY or not _length(headers) or headers.get(_JSON[0]) != _JSON[1]:
            return receive
        received = await _whole(receive)
        state = await self._played(table, caller.owner, wanted, received[0])
        return _again(received, receive) if state is None else await self._say(send, state)

    async def _played(self, table: Table, owner: str, wanted: int | None, body: bytes) -> bytes | None:
        """Carry out a command; the state after it, or None where it is refused and nothing is changed."""
        received = self._services.tables.clock()
        try:
            command = msgspec.json.decode(body, type=Command)
        except (msgspec.MsgspecError, RecursionError, UnicodeDecodeError):
            return None
        if command.seat not in table.owned_by(owner):
            return None
        if not await self._services.mover.play(commands.asked(command, received, table)):
            return None
        if self._services.opponents.concerned(table):
            self._services.opponents.wake(table.row.id)
        return await soon(table, owner, wanted)

    async def _say(self, send: Any, state: bytes) -> None:
        length = (b"content-length", str(len(state)).encode())
        await send({"type": "http.response.start", "status": 200, "headers": [_JSON, length, *self._headers]})
        await send({"type": "http.response.body", "body": state})


def _caller(scope: Any, headers: dict[bytes, bytes]) -> Caller | None:
    """Who asks, by a token that is known."""
    if not headers.get(b"authorization", b"").startswith(b"Bearer ") or not _UNUSUAL.isdisjoint(headers):
        return None
    return introduced(scope)


def _length(headers: dict[bytes, bytes]) -> bool:
    """Whether a request says that it is short."""
    text = headers.get(b"content-length", b"")
    return text.isdigit() and len(text) <= 4 and int(text) <= LARGEST


async def _whole(receive: Any) -> tuple[bytes, bool]:
    """The body of a request, and whether all of it came."""
    pieces = []
    while True:
        message = await receive()
        pieces.append(message.get("body", b""))
        if not message.get("more_body", False):
            return b"".join(pieces), message["type"] == "http.request"


def _again(received: tuple[bytes, bool], receive: Any) -> Callable[[], Any]:
    """``receive`` for who reads a body that was received already."""
    body, whole = received
    left = [{"type": "http.request", "body": body, "more_body": False}] if whole else []

    async def receive_again() -> Any:
        return left.pop() if left else await receive()

    return receive_again
