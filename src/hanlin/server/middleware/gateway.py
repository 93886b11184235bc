"""The front door: who may ask at all, what a request is read with, what the log says. Nothing here knows tables."""

from __future__ import annotations

import asyncio
import re
import socket
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import asdict, dataclass
from time import perf_counter
from typing import Any

import msgspec
from litestar import Litestar, Request
from litestar.connection import ASGIConnection
from litestar.datastructures import FormMultiDict, State
from litestar.enums import RequestEncodingType
from litestar.exceptions import ClientException

from hanlin.core.i18n.language import SOURCE_LANGUAGE, _, language, languages
from hanlin.core.lib.memo import memo
from hanlin.server.lib.net import canonical, is_loopback
from hanlin.server.middleware.metrics import Metrics
from hanlin.server.middleware.rate_limit import Limits, Spent

WRONG_HOST = 4421
"""The code a socket is closed with that was asked for by another machine's name."""
TOO_MANY_SOCKETS = "There are too many sockets open from this address; close some of them first."
MISSING = re.compile(r"Object missing required field `(.*)`")
UNKNOWN = re.compile(r"Object contains unknown field `(.*)`")
MOST_FIELDS = 1_000
"""Fields of a form; reading very many would hold up everybody. (The framework has the same limit for forms with files.)"""
LARGE_FORM = 8 * 1024
"""Bytes from which on a form is read in a thread."""
OUTSIDE = "hanlin.outside"
"""Where the scope of a socket keeps the sender that the framework was given: what is sent by it passes none of its layers."""
PAGE = """<!doctype html>
<html lang="{language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>{title} – Hanlin</title></head>
<body><main><h1>{title}</h1><p>{why}</p></main></body>
</html>
"""
"""What people read who are refused at the door: it asks for nothing more, so that nothing more is refused."""


class Hosts:
    """The names and addresses by which this server is asked.

    A page of another site can make its own name point here and then read what it may not; it can't change the name.
    """

    def __init__(self, names: Iterable[str] = ()) -> None:
        asked_for = {canonical(name.strip("[]").lower().rstrip(".")) for name in names}
        self.any = "*" in asked_for
        here = socket.gethostname().lower()
        self._known = memo(maxsize=64)(self._answers_to)
        self.names = {*asked_for, "localhost", here, here.partition(".")[0], f"{here.partition('.')[0]}.local"} - {""}

    def __contains__(self, header: str) -> bool:
        return self._known(header)

    def _answers_to(self, header: str) -> bool:
        name = canonical(host_name(header))
        return self.any or name in self.names or name.endswith(".localhost") or is_loopback(name)

    def answer(self, scope: Any) -> bool:
        """True where the request asks by a name or an address of this server, or by none."""
        header = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), None)
        server = scope.get("server")
        if header is None or header in self:
            return True
        return server is not None and canonical(host_name(header)) == canonical(server[0].lower())


def host_name(header: str) -> str:
    """The name or address in a header Host, without its port."""
    name = header.strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.partition(":")[0].rstrip(".")


def language_of(request: ASGIConnection[Any, Any, Any, State]) -> str:
    """The language that was chosen, or the one that the browser likes best of those that there are."""
    chosen = request.cookies.get("language")
    return chosen if chosen in languages() else _liked(request.headers.get("accept-language", ""))


@memo(maxsize=256)
def _liked(header: str) -> str:
    """The language that a header Accept-Language likes best of those that there are."""
    wanted = [_wish(part) for part in header.split(",")]
    liked = [(weight, -place) for place, (code, weight) in enumerate(wanted) if code in languages() and weight > 0]
    return wanted[-max(liked)[1]][0] if liked else SOURCE_LANGUAGE


def _wish(part: str) -> tuple[str, float]:
    """A part of a header Accept-Language: the language's code, and how much it is liked ("it-IT;q=0.8")."""
    name, _semicolon, weight = part.partition(";")
    found = re.fullmatch(r"\s*q=(0(?:\.\d{0,3})?|1(?:\.0{0,3})?)\s*", weight)
    return name.strip().lower().partition("-")[0], float(found[1]) if found else 1.0


class Asked(Request[Any, Any, State]):
    """A request whose body is read with sentences for what can't be read."""

    async def form(self) -> FormMultiDict:
        if self.content_type[0] != RequestEncodingType.MULTI_PART and (await self.body()).count(b"&") >= MOST_FIELDS:
            raise ClientException(_("A form has at most {n} fields.").format(n=MOST_FIELDS))
        try:
            if self.content_type[0] == RequestEncodingType.URL_ENCODED and len(await self.body()) > LARGE_FORM:
                # All of it is here, so nothing is awaited there; it would keep everybody else waiting.
                return await asyncio.to_thread(asyncio.run, super().form())
            return await super().form()
        except (LookupError, UnicodeError, ValueError):
            raise ClientException(_("The form can't be read: its parts are to be text in UTF-8, and files.")) from None

    async def json(self) -> Any:
        """The body, decoded straight into the type that the route asks for; what is wrong is told with the field's name."""
        kind = self.headers.get("content-type", "").partition(";")[0].strip().lower()
        field = getattr(self.route_handler, "parsed_data_field", None)
        wanted = field.annotation if field is not None else Any
        try:
            return msgspec.json.decode(await self.body(), type=wanted)
        except RecursionError:
            raise ClientException(_("The JSON of this request is nested too deeply.")) from None
        except msgspec.ValidationError as error:
            raise ClientException(complaint(str(error))) from None
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            # What is JSON is read, whatever it is called; what is something else by name, too, is told so.
            status = 400 if kind in ("", "application/json") or kind.endswith("+json") else 415
            said = _("The body of this request is no JSON: {reason}.").format(reason=error)
            raise ClientException(said, status_code=status) from None


def complaint(said: str) -> str:
    """A sentence about what msgspec found wrong, with the name of the field."""
    reason, _at, place = said.partition(" - at `$")
    name = place.rstrip("`").lstrip(".")
    missing = MISSING.fullmatch(reason)
    unknown = UNKNOWN.fullmatch(reason)
    if missing:
        return _("The field {field} is missing.").format(field=".".join([*([name] if name else []), missing[1]]))
    if unknown:
        return _("There is no field {field} in this request.").format(field=unknown[1])
    if name:
        return _("The field {field} is not right: {reason}.").format(field=name, reason=reason)
    return _("The body of this request is not right: {reason}.").format(reason=reason.rstrip("."))


@dataclass
class Gateway:
    """What is decided about a request before anything else: by which name it asks, who asks, and how often.

    ``proxy``: a proxy stands before the server; what it says about who asks, and how, is taken for true.
    """

    hosts: Hosts
    limits: Limits
    proxy: bool = False

    def enter(self, scope: Any) -> Spent | None:
        """Note who asks; what is left for them, or None where nothing is counted."""
        if self.proxy:
            _believe_proxy(scope)
        return self.limits.spend(_address(scope), scope.get("method", "GET"), scope["path"])


def _believe_proxy(scope: Any) -> None:
    """Take the asker's address and the scheme from the proxy's headers: of several addresses the one that the proxy added."""
    headers = {name: value.decode("latin-1") for name, value in scope["headers"] if name.startswith(b"x-forwarded-")}
    address = headers.get(b"x-forwarded-for", "").rpartition(",")[2].strip()
    if address:
        scope["client"] = (address, 0)
    scheme = headers.get(b"x-forwarded-proto", "").strip().lower()
    if scheme in ("http", "https"):
        scope["scheme"] = {"http": "ws", "https": "wss"}[scheme] if scope["type"] == "websocket" else scheme


class Application(Litestar):
    """Litestar behind the door: foreign names are refused, HEAD is GET without the body, texts come in the asker's language."""

    gateway: Gateway
    metrics: Metrics
    introduce: Callable[[Any], Awaitable[None]]
    """Finds out who asks, before anything is answered."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            began, status = perf_counter(), [500]
            try:
                await self._answer(scope, receive, _noting(send, status))
            finally:
                self.metrics.answered(scope["path"], status[0], perf_counter() - began)
        elif scope["type"] == "websocket":
            with self.metrics.sockets.track_inprogress():
                await self._answer(scope, receive, send)
        else:
            await self._answer(scope, receive, send)

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        kind = scope["type"]
        if scope.get("method") == "HEAD":
            # The server keeps its own scope, by which it knows that no body is to follow the headers.
            scope, send = {**scope, "method": "GET"}, _without_body(send)
        if kind in ("http", "websocket"):
            if not self.gateway.hosts.answer(scope):
                await _refuse(scope, send, _wrong_name(scope), [])
                return
            spent = self.gateway.enter(scope)
            if spent is not None:
                if not spent.allowed:
                    await _refuse(scope, send, _too_often(scope, spent.seconds), spent.headers())
                    return
                send = _with_headers(send, spent.headers())
            await self.introduce(scope)
        if kind == "http":
            with language(_language(scope)):
                await super().__call__(scope, receive, send)
        elif kind == "websocket":
            address = _address(scope)
            if not self.gateway.limits.open_socket(address):
                refusal = Refusal(429, "Too many requests", TOO_MANY_SOCKETS)
                await _refuse(scope, send, refusal, [(b"retry-after", b"60")])
                return
            scope[OUTSIDE] = send
            try:
                await super().__call__(scope, receive, send)
            finally:
                self.gateway.limits.close_socket(address)
        else:
            await super().__call__(scope, receive, send)


def _address(scope: Any) -> str:
    """Where somebody asks from; empty where that is not known."""
    client = scope.get("client")
    return client[0] if client else ""


def _speaks(scope: Any) -> bool:
    """Whether a request says anything about languages."""
    return any(name in (b"cookie", b"accept-language") for name, _value in scope["headers"])


@dataclass(frozen=True)
class Refusal:
    """Why somebody is not let in."""

    status: int
    title: str
    why: str


def _wrong_name(scope: Any) -> Refusal:
    with language(_language(scope)):
        why = _("This server does not answer to that name: start it with --allow-host and the name, or ask by its own.")
        return Refusal(421, _("That is not allowed"), why)


def _too_often(scope: Any, seconds: int) -> Refusal:
    with language(_language(scope)):
        why = _("There were too many requests from this address; try again in {n} seconds.").format(n=seconds)
        return Refusal(429, _("Too many requests"), why)


def _language(scope: Any) -> str:
    """The language of who asks, be it for a page or for a socket."""
    return language_of(Asked(scope)) if scope["type"] == "http" and _speaks(scope) else SOURCE_LANGUAGE


def _wants_page(scope: Any) -> bool:
    """Whether a person asks: a browser, for a page."""
    return scope["type"] == "http" and any(name == b"accept" and b"text/html" in value for name, value in scope["headers"])


async def _refuse(scope: Any, send: Any, refusal: Refusal, headers: list[tuple[bytes, bytes]]) -> None:
    """A page for people, a problem (RFC 9457) for programs."""
    answer = "http.response"
    if scope["type"] == "websocket":
        # Who asks for a socket can be told why only in place of one.
        answer = "websocket.http.response"
        if answer not in scope.get("extensions", ()):
            await send({"type": "websocket.close", "code": 4000 + refusal.status, "reason": ""})
            return
    if _wants_page(scope):
        kind, body = b"text/html; charset=utf-8", PAGE.format(language=_language(scope), **asdict(refusal)).encode()
    else:
        problem = {"type": "about:blank", "title": refusal.title, "status": refusal.status, "detail": refusal.why}
        kind, body = b"application/problem+json", msgspec.json.encode(problem)
    about = [(b"content-type", kind), (b"cache-control", b"no-store"), (b"content-security-policy", b"default-src 'none'")]
    await send({"type": f"{answer}.start", "status": refusal.status, "headers": [*about, *headers]})
    await send({"type": f"{answer}.body", "body": body, "more_body": False})


def _noting(send: Any, status: list[int]) -> Any:
    """``send`` that leaves the answer's status behind."""

    async def send_on(message: Any) -> None:
        if message["type"] == "http.response.start":
            status[0] = message["status"]
        await send(message)

    return send_on


def _with_headers(send: Any, headers: list[tuple[bytes, bytes]]) -> Any:
    async def send_more(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *headers]}
        await send(message)

    return send_more


def _without_body(send: Any) -> Any:
    async def send_head(message: Any) -> None:
        if message["type"] == "http.response.body":
            message = {**message, "body": b""}
        await send(message)

    return send_head
