"""The web application: routes, headers, errors, start and end."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any

from litestar import Litestar, Response
from litestar.config.compression import CompressionConfig
from litestar.datastructures import MutableScopeHeaders
from litestar.di import Provide
from litestar.exceptions import HTTPException, PermissionDeniedException, ValidationException
from litestar.types import Message, Scope

from hanlin.core.errors import HanlinError
from hanlin.core.game import Game
from hanlin.core.game import games as all_games
from hanlin.core.language import _, language
from hanlin.server import api, pages, table_pages
from hanlin.server.assets import Assets
from hanlin.server.door import Application, Asked, Hosts
from hanlin.server.house import AnyRequest, House, language_of, page
from hanlin.server.news import News
from hanlin.server.opponents import Opponents, Worker
from hanlin.server.store import Store
from hanlin.server.tables import NoSuchTable, NotYours, Refused, Stale, Tables
from hanlin.server.templating import make_templates
from hanlin.server.uploads import Uploads

log = logging.getLogger("hanlin.server")

LARGEST_REQUEST = 1024 * 1024
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


def make_app(
    folder: Path,
    games: Mapping[str, Game] | None = None,
    *,
    worker: bool = True,
    hosts: Sequence[str] = (),
    seed: str = "",
) -> Application:
    """The application over a data folder. ``games``: those on offer (all installed ones by default); ``worker``: whether
    opponents think in a process of their own; ``hosts``: the names it answers to beside this machine's (``*``: any);
    ``seed``: what every new table is dealt from, and its opponents choose by, which makes games repeatable (secret and
    different for each table otherwise)."""
    store = Store.in_folder(folder)
    tables = Tables(store, all_games() if games is None else games, seed)
    news, assets = News(), Assets()
    opponents = Opponents(tables, Worker(tables.games) if worker else None)
    uploads = Uploads()
    house = House(folder, tables.games, store, tables, opponents, uploads, news, assets, make_templates(assets))

    def on_change(table: str, number: int) -> None:
        news.tell(table, number)
        opponents.wake_soon(table)

    tables.listen(on_change)

    @asynccontextmanager
    async def running(_app: Litestar) -> AsyncIterator[None]:
        news.start()
        opponents.start()
        uploads.start()
        try:
            yield
        finally:
            await opponents.stop()
            await uploads.stop()
            store.close()

    app = Application(
        route_handlers=[pages.ROUTES, table_pages.ROUTES, api.ROUTES],
        dependencies={"house": Provide(lambda: house, sync_to_thread=False)},
        lifespan=[running],
        before_request=refuse_strangers,
        before_send=[add_headers],
        compression_config=CompressionConfig(backend="gzip", gzip_compress_level=5, minimum_size=600),
        exception_handlers={HTTPException: show_problem, HanlinError: show_problem, Exception: show_fault},
        request_max_body_size=LARGEST_REQUEST,
        openapi_config=None,
        logging_config=None,
        signature_types=[House],
        request_class=Asked,
    )
    app.hosts = Hosts(hosts)
    return app


async def refuse_strangers(request: AnyRequest) -> None:
    """What changes something must come from our own pages (or from a program, which sends neither header)."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    from_elsewhere = request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")
    if from_elsewhere or not api.same_origin(request.headers.get("origin"), request.headers.get("host")):
        raise PermissionDeniedException(_("This request came from a page of another site."))


async def add_headers(message: Message, scope: Scope) -> None:
    """The headers that protect every page; what is not said to be lasting is not kept by anybody."""
    if message["type"] == "http.response.start":
        headers = MutableScopeHeaders.from_message(message)
        for name, value in {**HEADERS, "cache-control": "no-store"}.items():
            headers.setdefault(name, value)


def status_of(error: Exception) -> int:
    """The HTTP status that an error answers with."""
    if isinstance(error, HTTPException):
        return error.status_code
    for kind, status in ((NoSuchTable, 404), (NotYours, 403), (Stale, 409), (Refused, 422)):
        if isinstance(error, kind):
            return status
    return 400


def show_problem(request: AnyRequest, error: Exception) -> Response[Any]:
    """An error about what was asked: a page for people, a problem (RFC 9457) for programs."""
    status = status_of(error)
    with language(language_of(request)):
        detail = sentence(request, error) if isinstance(error, HTTPException) else str(error)
        title = {404: _("There is nothing here"), 413: _("That is too large"), 403: _("That is not allowed")}.get(
            status, _("That could not be understood")
        )
    return _problem(request, status, title, detail)


def sentence(request: AnyRequest, error: HTTPException) -> str:
    """What an error about the request says: its own sentence, or one in place of the framework's word."""
    if isinstance(error, ValidationException) and error.extra:
        return " ".join(_wrong(what) for what in error.extra if isinstance(what, dict))
    if error.status_code == 405:
        return _("Nothing at this address can be asked for with {method}.").format(method=request.method)
    if error.status_code == 413:
        return _("A request may have {n} KB at most; this one is larger.").format(n=LARGEST_REQUEST // 1024)
    if error.detail == HTTPStatus(error.status_code).phrase:
        return _("There is no page at this address.") if error.status_code == 404 else _("This request can't be understood.")
    return error.detail


def _wrong(what: Mapping[str, Any]) -> str:
    """One thing that is wrong with an address or a body, with its name."""
    field, reason = str(what.get("key", "")), str(what.get("message", "")).rstrip(".")
    if field in ("", "data"):
        return _("This request needs a body: a JSON object with its fields.")
    return _("{field} is not right: {reason}.").format(field=field, reason=reason)


def show_fault(request: AnyRequest, error: Exception) -> Response[Any]:
    """A fault of our own: noted with its trace, told without it."""
    log.error("%s %s failed", request.method, request.url.path, exc_info=error)
    with language(language_of(request)):
        title, detail = _("Something went wrong here"), _("The fault has been noted. Nothing that was stored is lost.")
    return _problem(request, 500, title, detail)


def _problem(request: AnyRequest, status: int, title: str, detail: str) -> Response[Any]:
    wants_json = request.url.path.startswith("/api/") or "application/json" in request.headers.get("content-type", "")
    if wants_json:
        problem = {"type": "about:blank", "title": title, "status": status, "detail": detail}
        return Response(problem, status_code=status, media_type="application/problem+json")
    house: House = request.app.dependencies["house"].dependency()  # type: ignore[union-attr]
    return page(house, request, "message.html", status=status, title=title, detail=detail)
