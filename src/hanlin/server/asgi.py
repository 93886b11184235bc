"""The web application: routes, headers, errors, start and end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from functools import cache, partial
from http import HTTPStatus
from pathlib import Path
from typing import Any

import jinja2
import msgspec
from litestar import Response
from litestar.config.compression import CompressionConfig
from litestar.di import Provide
from litestar.exceptions import HTTPException, PermissionDeniedException, ValidationException
from litestar.types import Message, Scope

from hanlin.core.errors import BadData, BadOption, BadPosition, BadRecord, HanlinError
from hanlin.core.i18n.language import _, language
from hanlin.core.position.game import Game
from hanlin.core.position.game import games as all_games
from hanlin.server.accounts.badges import Badges
from hanlin.server.accounts.puzzles import Solvers
from hanlin.server.accounts.ratings import Standings
from hanlin.server.accounts.service import Accounts
from hanlin.server.accounts.tokens import READ, People
from hanlin.server.community.service import LOBBY_CHANGED, Community
from hanlin.server.db import FINISHED, RUNNING, Changed, Store, TableRow, now
from hanlin.server.db.cluster import CHAT, TOKENS, Notice
from hanlin.server.engine.hints import Adviser, Hints
from hanlin.server.engine.opponents import Opponents, Worker
from hanlin.server.engine.rendering import Rendering
from hanlin.server.engine.reviews import TOPIC, Reviews
from hanlin.server.exceptions import (
    NoSuchPerson,
    NoSuchPuzzle,
    NoSuchTable,
    Refused,
    TooMany,
)
from hanlin.server.lib.parse import whole_number
from hanlin.server.middleware.compression import ThreadedCompression
from hanlin.server.middleware.gateway import Application, Asked, Gateway, Hosts
from hanlin.server.middleware.metrics import Metrics, kind_of
from hanlin.server.middleware.rate_limit import Limits
from hanlin.server.notifications.pubsub import LOBBY, PubSub
from hanlin.server.notifications.service import Channels, Notices
from hanlin.server.routes import ROUTERS
from hanlin.server.routes.api import websocket
from hanlin.server.routes.api.openapi import documentation
from hanlin.server.routes.deps import AnyRequest, caller_of, introduce, language_of, page
from hanlin.server.routes.one_at_a_time import TakingTurns
from hanlin.server.routes.push import Pusher
from hanlin.server.routes.web.table import render_view
from hanlin.server.services import Services
from hanlin.server.tables.batching import Batcher
from hanlin.server.tables.chat import Chat
from hanlin.server.tables.own_weights import offer
from hanlin.server.tables.premoves import Premoves
from hanlin.server.tables.service import Tables
from hanlin.server.tables.timers import Timekeeper
from hanlin.server.uploads.service import Uploads
from hanlin.server.views.assets import Assets
from hanlin.server.views.templates import make_templates

log = logging.getLogger("hanlin.server")

PACKING = 5
"""The gzip level of responses."""
LARGEST_REQUEST = 1024 * 1024
THREADS = 32
"""Threads for requests that wait for the disk."""
WAITING = 24 * 3600.0
"""Seconds after which a table that nobody has joined is closed."""
SWEEP = 600.0
"""Seconds between two sweeps for such tables."""
HEADERS = {
    "content-security-policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
}


def make_app(
    folder: Path | None,
    games: Mapping[str, Game] | None = None,
    *,
    worker: bool = True,
    hosts: Sequence[str] = (),
    proxy: bool = False,
    seed: str = "",
    clock: Callable[[], float] = now,
    database: str = "",
    channels: Channels | None = None,
    weights: Path | None = None,
) -> Application:
    """Create the application over a data folder.

    ``games``: the games on offer (all installed ones by default); ``worker``: run computer players in a worker process;
    ``hosts``: host names to answer to, in addition to this machine's (``*``: any); ``proxy``: trust the headers of a
    proxy about the client; ``seed``: the seed of all shuffles and computer players, for repeatable games (secret and
    different for each table by default); ``clock``: returns the time; ``database``: the URL of a PostgreSQL database in
    place of the folder's file, which several processes may share; ``channels``: how players are notified when they are
    away; ``weights``: a folder of weights, whose computer players are offered, too (``tables/own_weights.py``).
    """
    channels = channels or Channels()
    if channels.smtp and Hosts(hosts).any:
        raise HanlinError(
            _("With --smtp, name the hosts: e-mails contain links, and --allow-host * would let anyone choose where they lead.")
        )
    services = make_services(
        folder, games, worker=worker, seed=seed, clock=clock, database=database, channels=channels, weights=weights
    )
    return attach_services(make_routes(), services, hosts, proxy)


def make_services(
    folder: Path | None,
    games: Mapping[str, Game] | None = None,
    *,
    worker: bool = True,
    seed: str = "",
    clock: Callable[[], float] = now,
    database: str = "",
    channels: Channels | None = None,
    weights: Path | None = None,
) -> Services:
    """Create the services of a server, not running yet; parameters as for ``make_app``."""
    if folder is None and not database:
        raise ValueError("either a data folder or a database is required")
    offer(weights)
    store = Store.at(database) if database or folder is None else Store.in_folder(folder)
    tables = Tables(store, all_games() if games is None else games, seed, clock)
    pubsub, metrics = PubSub(), Metrics()
    assets, templates = _load_assets()
    metrics.watch("hanlin_tables_in_memory", "Tables that are held in memory.", tables.held)
    opponents = Opponents(tables, Worker(tables.games) if worker else None)
    timekeeper = Timekeeper(tables)
    people = People(store)
    standings, badges = Standings(store, tables), Badges(store, tables)
    adviser = Adviser(opponents)
    accounts = Accounts(store, people, tables, clock, standings.forget)
    services = Services(
        games=tables.games,
        store=store,
        people=people,
        accounts=accounts,
        standings=standings,
        solvers=Solvers(store, tables),
        badges=badges,
        tables=tables,
        batcher=Batcher(tables),
        chat=Chat(tables),
        opponents=opponents,
        timekeeper=timekeeper,
        premoves=Premoves(tables),
        hints=Hints(tables, adviser),
        reviews=Reviews(tables, adviser),
        notices=Notices(tables, timekeeper, channels or Channels()),
        community=Community(tables, people, accounts, standings, pubsub),
        uploads=Uploads(),
        rendering=Rendering(worker),
        pubsub=pubsub,
        assets=assets,
        metrics=metrics,
        templates=templates,
    )
    tables.listen(lambda name, number: on_change(services, name, number))
    tables.listen_for_deleted(lambda row: on_delete(services, row))
    standings.listen(badges.note)
    services.chat.listen(lambda name, channel, number: on_chat_message(services, name, channel, number))
    return services


@cache
def _load_assets() -> tuple[Assets, jinja2.Environment]:
    """Load static files and templates once: they are part of the package and do not change while it runs."""
    assets = Assets()
    return assets, make_templates(assets)


def make_routes() -> Application:
    """Create the application with all routes, without services."""
    app = Application(
        route_handlers=ROUTERS,
        dependencies={"services": Provide(lambda: app.state.services, sync_to_thread=False)},
        lifespan=[lambda app: lifespan(app.state.services)],
        before_request=check_request,
        before_send=[add_headers],
        middleware=[TakingTurns()],
        compression_config=CompressionConfig(
            backend="gzip",
            middleware_class=ThreadedCompression,
            gzip_compress_level=PACKING,
            minimum_size=600,
            exclude=["^/api/tables", "^/static/.*\\.woff2$"],
        ),
        exception_handlers={HTTPException: show_problem, HanlinError: show_problem, Exception: show_fault},
        request_max_body_size=LARGEST_REQUEST,
        openapi_config=documentation(),
        logging_config=None,
        signature_types=[Services],
        request_class=Asked,
    )
    return app


def attach_services(app: Application, services: Services, hosts: Sequence[str] = (), proxy: bool = False) -> Application:
    """Attach services and their gateway to the application, in place of earlier ones."""
    app.state.services, app.metrics = services, services.metrics
    app.state.pusher = Pusher(services, render_view)
    app.metrics.kinds = frozenset(kind_of(route.path) for route in app.routes)
    app.gateway = Gateway(Hosts(hosts), Limits(proxy), proxy)
    app.introduce = partial(introduce, services)
    return app


def on_change(services: Services, name: str, number: int) -> None:
    """Publish that a table has changed, and wake its computer player. Called in any thread."""
    services.metrics.changes.inc()
    table = services.tables.live(name)
    if table is None:
        services.opponents.wake_soon(name)
        return
    services.pubsub.publish(websocket.topics_of(table.row), name, websocket.table_changed(name, number, services.assets.build))
    if table.row.listed and (table.seated == number or table.row.state != RUNNING):
        services.pubsub.publish([LOBBY], LOBBY, LOBBY_CHANGED)
    if table.row.state == FINISHED:
        services.standings.note_soon(table)
    if table.clocks is not None:
        services.timekeeper.set_soon(name, table.due)
    if services.opponents.concerned(table):
        services.opponents.wake_soon(name)
    services.premoves.wake(name)


def on_delete(services: Services, row: TableRow) -> None:
    """Publish that a table was deleted. Called in any thread."""
    services.pubsub.publish(websocket.topics_of(row), row.id, websocket.deleted(row.id))


def on_chat_message(services: Services, name: str, channel: str, number: int) -> None:
    """Publish a chat message to its channel, in all processes. Called in any thread."""
    message = ((websocket.chat_topic(name, channel),), f"{name}:chat", websocket.chat_changed(name, number))
    services.pubsub.publish(*message)
    services.store.sharing.publish(*message)


@asynccontextmanager
async def lifespan(services: Services) -> AsyncIterator[None]:
    """Run the background services while the application serves; the leading process also runs ``lead``."""
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS, "hanlin"))
    await asyncio.to_thread(services.timekeeper.heartbeat.start)
    services.pubsub.start()
    services.batcher.start()
    services.uploads.start()
    services.community.start()
    sweeping = asyncio.create_task(sweep(services))
    services.store.sharing.start(lambda notices: on_notices(services, notices), lambda: lead(services))
    try:
        yield
    finally:
        sweeping.cancel()
        await services.community.stop()
        await services.batcher.stop()
        await services.store.sharing.stop()
        services.pubsub.stop()
        await services.reviews.stop()
        await services.hints.stop()
        await services.opponents.stop()
        await services.timekeeper.stop()
        await services.notices.stop()
        await services.uploads.stop()
        await services.rendering.stop()
        await asyncio.to_thread(services.premoves.stop)
        await asyncio.to_thread(services.standings.stop)
        await asyncio.to_thread(services.timekeeper.heartbeat.stop)
        await asyncio.to_thread(services.store.close)


def lead(services: Services) -> None:
    """Start what only one process runs. Called again when leadership was lost and regained."""
    services.opponents.start()
    services.timekeeper.start()
    services.reviews.start()
    services.notices.start()
    services.premoves.catch_up_soon()


def on_notices(services: Services, notices: Sequence[Notice] | None) -> None:
    """Handle messages of other processes, in a separate thread; None if some may have been missed."""
    if notices is None:
        services.people.forget()
        services.store.forget_chat()
        services.tables.reload_all()
        services.reviews.wake_soon()
        return
    for notice in notices:
        if notice.topics == TOKENS:
            services.people.forget()
        elif notice.topics == CHAT:
            services.store.forget_chat(notice.table)
        elif notice.topics == TOPIC:
            services.reviews.wake_soon()
        elif notice.topics:
            services.pubsub.publish(notice.topics, notice.matter, notice.text)
    changed = dict.fromkeys(notice.table for notice in notices if not notice.topics)
    if changed:
        _on_changed_elsewhere(services, services.tables.load_changes(changed))


def _on_changed_elsewhere(services: Services, found: Mapping[str, Changed | None]) -> None:
    """Publish changes, made by another process, of tables that are not in memory here."""
    for name, there in found.items():
        if there is None:
            services.pubsub.publish((name,), name, websocket.deleted(name))
        else:
            message = websocket.table_changed(name, there.number, services.assets.build)
            services.pubsub.publish(tuple(websocket.topics_of(there.row)), name, message)
            services.opponents.wake_soon(name)
    if found:
        services.pubsub.publish((LOBBY,), LOBBY, LOBBY_CHANGED)


async def sweep(services: Services) -> None:
    """Close, at intervals, the tables that nobody has joined for a day; only in the leading process."""
    while True:
        try:
            if services.store.sharing.leads:
                await asyncio.to_thread(services.tables.sweep, now() - WAITING)
                await asyncio.to_thread(services.accounts.sweep)
                await asyncio.to_thread(services.standings.catch_up)
                await asyncio.to_thread(services.badges.catch_up)
                await asyncio.to_thread(services.notices.sweep)
                await asyncio.to_thread(services.community.sweep)
                await asyncio.to_thread(services.premoves.catch_up)
        except Exception:
            log.exception("sweeping abandoned tables failed; retrying later")
        await asyncio.sleep(SWEEP)


async def check_request(request: AnyRequest) -> None:
    """Refuse what no route should see: seats that are not plain integers, and changes that another site asks for."""
    seat = request.query_params.get("as")
    if seat is not None and request.url.path.startswith("/api/") and whole_number(seat, 2) is None:
        reason = {"key": "seat", "message": f"Expected a whole number from 0 to 99, got {seat[:20]!r}"}
        raise ValidationException(extra=[reason])
    refuse_cross_site(request)


def refuse_cross_site(request: AnyRequest) -> None:
    """Refuse changing requests from pages of other sites (programs send neither header)."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    from_elsewhere = request.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none")
    if from_elsewhere or not websocket.same_origin(request.headers.get("origin"), request.headers.get("host")):
        raise PermissionDeniedException(_("This request came from another site."))
    if request.headers.get("authorization") and caller_of(request).scope == READ:
        raise PermissionDeniedException(_("This token is read-only. Use another one to play."))


async def add_headers(message: Message, scope: Scope) -> None:
    """Add the security headers, and ``no-store`` unless the response sets its own caching."""
    if message["type"] == "http.response.start":
        headers = list(message["headers"])
        names = {name for name, _value in headers}
        message["headers"] = [*headers, *(header for header in ADDED if header[0] not in names)]


ADDED = [(name.encode(), value.encode()) for name, value in {**HEADERS, "cache-control": "no-store"}.items()]


def status_of(error: Exception) -> int:
    """The HTTP status of an error."""
    if isinstance(error, HTTPException):
        return error.status_code
    if isinstance(error, NoSuchTable | NoSuchPerson | NoSuchPuzzle | Refused):
        return error.status
    return 422 if isinstance(error, BadOption | BadData | BadPosition | BadRecord) else 400


def show_problem(request: AnyRequest, error: Exception) -> Response[Any]:
    """Answer a refused request: a page for browsers, a problem (RFC 9457) for programs."""
    status = status_of(error)
    with language(language_of(request)):
        detail = sentence(request, error) if isinstance(error, HTTPException) else str(error)
        title = {
            401: _("Sign in required"),
            403: _("Not allowed"),
            404: _("Not found"),
            409: _("Someone got there first"),
            413: _("Too large"),
            422: _("That isn't possible"),
            429: _("Too many requests"),
            503: _("Server busy"),
        }.get(status, _("Invalid request"))
    rule, state = (error.rule, error.state) if isinstance(error, Refused) else ("", b"")
    answer = _problem(request, status, title, detail, rule, state)
    if isinstance(error, TooMany):
        answer.headers["retry-after"] = str(error.seconds)
    if isinstance(error, HTTPException) and error.headers:
        answer.headers.update({name: value for name, value in error.headers.items() if name.lower() == "www-authenticate"})
    return answer


def sentence(request: AnyRequest, error: HTTPException) -> str:
    """The sentence of an HTTP error: its own, or one in place of the framework's phrase."""
    if isinstance(error, ValidationException) and error.extra:
        return " ".join(_invalid(what) for what in error.extra if isinstance(what, dict))
    if error.status_code == 405:
        return _("This address doesn't accept {method} requests.").format(method=request.method)
    if error.status_code == 413:
        return _("This request is too large: the limit is {n} KB.").format(n=LARGEST_REQUEST // 1024)
    if error.detail == HTTPStatus(error.status_code).phrase:
        return _("There is no page at this address.") if error.status_code == 404 else _("This request isn't valid.")
    return error.detail


def _invalid(what: Mapping[str, Any]) -> str:
    """The sentence about an invalid parameter or a missing body."""
    field, reason = str(what.get("key", "")), str(what.get("message", "")).rstrip(".")
    if field in ("", "data"):
        return _("This request needs a JSON object as its body.")
    return _("Invalid parameter {field}: {reason}.").format(field="as" if field == "seat" else field, reason=reason)


def show_fault(request: AnyRequest, error: Exception) -> Response[Any]:
    """Answer an internal error: logged with its traceback, answered without it."""
    log.error("request failed method=%s path=%s", request.method, request.url.path, exc_info=error)
    with language(language_of(request)):
        title, detail = _("Something went wrong"), _("The error has been logged. Nothing that was saved is lost.")
    return _problem(request, 500, title, detail)


def _problem(request: AnyRequest, status: int, title: str, detail: str, rule: str = "", state: bytes = b"") -> Response[Any]:
    path = request.url.path
    wants_json = (
        path.startswith("/api/")
        or path in ("/api", "/news")
        or path.endswith(("/binds", "/consequences"))
        or "application/json" in request.headers.get("content-type", "")
    )
    if wants_json:
        problem: dict[str, Any] = {"type": "about:blank", "title": title, "status": status, "detail": detail}
        if rule:
            problem["rule"] = rule
        if state:
            problem |= {"number": msgspec.json.decode(state)["number"], "state": msgspec.Raw(state)}
        return Response(msgspec.json.encode(problem), status_code=status, media_type="application/problem+json")
    return page(request.app.state.services, request, "message.html", status=status, title=title, detail=detail)
