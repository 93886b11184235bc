"""The pages other than the table: start page, new table, studies, rules, languages. Routes only."""

from __future__ import annotations

import asyncio
from itertools import groupby
from typing import Any
from urllib.parse import quote

from litestar import Response, Router, get, post
from litestar.datastructures import Cookie, UploadFile
from litestar.di import NamedDependency
from litestar.enums import MediaType
from litestar.exceptions import NotFoundException, PermissionDeniedException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect

from hanlin.core.errors import BadData, BadOption
from hanlin.core.i18n.language import _, language, languages
from hanlin.core.position.game import Game
from hanlin.core.verbs.presentation import Symbol
from hanlin.server.db import OPEN, RUNNING
from hanlin.server.lib.net import is_loopback
from hanlin.server.lib.parse import whole_number
from hanlin.server.middleware.metrics import TYPE
from hanlin.server.routes.deps import YEARS, AnyRequest, language_of, local, new_key, owner_of, page
from hanlin.server.routes.web.lobby import lobby
from hanlin.server.services import Services
from hanlin.server.tables import library
from hanlin.server.tables.forms import PAUSE, PAUSES, TIMES, Upload, read_setup, read_upload, table_settings
from hanlin.server.tables.names import opponents_to_choose
from hanlin.server.tables.registry import Listed
from hanlin.server.views.about_games import longest_first
from hanlin.server.views.rules import contents, in_a_minute, rule_text, rules_page, summary
from hanlin.server.views.scenes import scene_of

TABLES = 50
"""The caller's tables per page of the start page."""


@get("/", sync_to_thread=True)
def start(request: AnyRequest, services: NamedDependency[Services]) -> Response[str]:
    """The start page: the games, and this browser's tables (``?page=2``: older ones)."""
    return start_page(services, request, owner_of(request))


def start_page(services: Services, request: AnyRequest, owner: str, problem: str = "", status: int = 200) -> Response[str]:
    """The start page, with the problem of a submitted form, if any."""
    number = max(1, whole_number(request.query_params.get("page", ""), 5) or 1)
    tables = services.tables.of_owner(owner, TABLES + 1, (number - 1) * TABLES, pressing=True) if owner else []
    more = len(tables) > TABLES
    context = {"games": longest_first(services.games.values()), "page": number, "more": more, "owner": owner}
    groups = [[table for table in tables[:TABLES] if table.row.state == state] for state in (RUNNING, OPEN)]
    context["going"] = [table for group in groups for table in group]
    context["rest"] = [table for table in tables[:TABLES] if table.row.state not in (RUNNING, OPEN)]
    context["deletable"] = library.deletable(services.store, [table.row for table in tables[:TABLES]], owner)
    context["last_setups"] = {game.name: library.last_setup(services.store, game, owner) for game in services.games.values()}
    context["quick_seats"] = {game.name: len(library.quick_setup(game, "", "").seats) for game in services.games.values()}
    with language(language_of(request)):
        context |= lobby(services, owner)
    mine = {found.row.id for found in tables}
    others = [row for row in services.tables.listed(RUNNING) if row.watching and row.id not in mine]
    context["profiles"] = services.accounts.profiles
    context |= {"daily": services.solvers.daily(), "guest": False, "days": services.solvers.days(owner), "all_puzzles": True}
    context["running"] = [Listed(row, services.games[row.game], row.last) for row in others]
    return page(services, request, "start.html", status=status, problem=problem, **context)


@get("/new/{name:str}", sync_to_thread=True)
def new_table(request: AnyRequest, services: NamedDependency[Services], name: FromPath[str]) -> Response[str]:
    """The form of a new table."""
    game = game_of(services, name)
    if any(option.file for option in game.options):
        services.uploads.prepare_soon()
    return _setup_page(services, request, game)


@post("/new/{name:str}", status_code=303)
async def create_table(request: AnyRequest, services: NamedDependency[Services], name: FromPath[str]) -> Response[Any]:
    """Create the table that the form describes, and go there."""
    game = game_of(services, name)
    form = await read_form(request)
    owner, cookies = new_key(request)
    with language(language_of(request)):
        try:
            wanted = await _checked(services, game, form, owner)
            table = await asyncio.to_thread(services.tables.create, **wanted)
        except (BadOption, BadData) as error:
            return await asyncio.to_thread(_setup_page, services, request, game, str(error), form, 422)
    await asyncio.to_thread(library.remember_setup, services.store, game, owner, wanted)
    services.opponents.wake(table.row.id)
    return Redirect(f"/t/{table.row.id}", status_code=303, cookies=cookies)


@post("/study", status_code=303)
async def study(request: AnyRequest, services: NamedDependency[Services]) -> Response[Any]:
    """Read a record that was uploaded or pasted and go to its page."""
    form = await read_form(request)
    owner, cookies = new_key(request)
    with language(language_of(request)):
        try:
            record, file = _read_study(form)
            row = await asyncio.to_thread(services.tables.study, await services.uploads.study(record, file), owner)
        except (BadOption, BadData) as error:
            return await asyncio.to_thread(start_page, services, request, owner, str(error), 422)
    return Redirect(f"/t/{row.id}", status_code=303, cookies=cookies)


@get("/rules/{name:str}", sync_to_thread=True)
def rules(request: AnyRequest, services: NamedDependency[Services], name: FromPath[str]) -> Response[str]:
    """A game's rules, with an anchor at each number."""
    game = game_of(services, name)
    found = rules_page(game, language_of(request))
    if found is None:
        raise NotFoundException(_("There are no rules for this game here."))
    return page(
        services,
        request,
        "rules.html",
        game=game,
        rules=found[0],
        rules_language=found[1],
        brief=summary(game, language_of(request)),
        chapters=contents(game, language_of(request)),
    )


@get("/rules/{name:str}/summary", sync_to_thread=True)
def rules_in_brief(request: AnyRequest, services: NamedDependency[Services], name: FromPath[str]) -> Response[str]:
    """A game's rules summary, to print."""
    game = game_of(services, name)
    found = summary(game, language_of(request))
    if found is None:
        raise NotFoundException(_("There is no summary of this game's rules."))
    return page(services, request, "summary.html", game=game, summary=found[0], summary_language=found[1])


@get("/help/{name:str}", sync_to_thread=True)
def symbols(request: AnyRequest, services: NamedDependency[Services], name: FromPath[str]) -> Response[str]:
    """Help on one page: the question asked (``?rule=Y3.1``), the symbols, the game in a minute, and the lesson."""
    game, code = game_of(services, name), language_of(request)
    asked = request.query_params.get("rule", "")
    with language(code):
        offered: list[Symbol] = getattr(game.words, "symbols", list)()
    context: dict[str, Any] = {
        "groups": [(heading, list(found)) for heading, found in groupby(offered, lambda symbol: symbol.group)],
        "asked": asked,
        "rule": rule_text(game, asked, code),
        "minute": in_a_minute(game, code),
        "has_rules": rules_page(game, code) is not None,
        "brief": summary(game, code),
    }
    return page(services, request, "help.html", game=game, **context)


@get("/settings", sync_to_thread=True)
def settings(request: AnyRequest, services: NamedDependency[Services]) -> Response[str]:
    """The settings of one browser, which stores them itself."""
    return page(services, request, "settings.html")


@get("/language/{code:str}", status_code=303, sync_to_thread=False)
def choose_language(code: FromPath[str], back: FromQuery[str] = "/") -> Redirect:
    """Set the language of this browser and return to the page."""
    chosen = code if code in languages() else "en"
    cookie = Cookie(key="language", value=chosen, max_age=YEARS, samesite="lax")
    return Redirect(quote(local(back), safe="/?&=%-._~"), status_code=303, cookies=[cookie])


@get("/static/{build:str}/{name:path}", sync_to_thread=False)
def static(services: NamedDependency[Services], build: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """A static file. Its address changes with its content, so browsers may keep it for ever."""
    asset = services.assets.files.get(name.lstrip("/"))
    if asset is None:
        raise NotFoundException(_("There is no such file."))
    lasting = "public, max-age=31536000, immutable" if build == services.assets.build else "no-cache"
    return Response(asset.content, media_type=asset.type, headers={"cache-control": lasting})


@get("/scene/{name:str}/{code:str}/{digest:str}", sync_to_thread=True)
def scene(
    services: NamedDependency[Services], name: FromPath[str], code: FromPath[str], digest: FromPath[str]
) -> Response[str]:
    """The scene of a game in a language. Its address changes with its content, so browsers may keep it for ever."""
    game = game_of(services, name)
    with language(code if code in languages() else "en"):
        found = scene_of(game)
    if found is None:
        raise NotFoundException(_("There is no such file."))
    lasting = "public, max-age=31536000, immutable" if digest == f"{found.digest}.svg" else "no-cache"
    return Response(found.text, media_type="image/svg+xml", headers={"cache-control": lasting})


@get("/favicon.ico", sync_to_thread=False)
def favicon(services: NamedDependency[Services]) -> Response[bytes]:
    """The logo."""
    asset = services.assets.files["mark.svg"]
    return Response(asset.content, media_type=asset.type, headers={"cache-control": "max-age=86400"})


@get("/health", media_type=MediaType.TEXT, sync_to_thread=True)
def health(services: NamedDependency[Services]) -> Response[str]:
    """Health check: the database answers and has the right schema. 503 otherwise."""
    ready = services.store.ready()
    return Response("ok" if ready else "the database does not answer", status_code=200 if ready else 503)


@get("/metrics", sync_to_thread=True)
def metrics(request: AnyRequest, services: NamedDependency[Services]) -> Response[bytes]:
    """Prometheus metrics, for this machine only."""
    if request.client is None or not is_loopback(request.client.host):
        raise PermissionDeniedException(_("This address only answers requests from the server's own machine."))
    return Response(services.metrics.text(), headers={"content-type": TYPE})


ROUTES = Router(
    "/",
    route_handlers=[
        start,
        new_table,
        create_table,
        study,
        rules,
        rules_in_brief,
        symbols,
        settings,
        choose_language,
        static,
        scene,
        favicon,
        health,
        metrics,
    ],
    include_in_schema=False,
)


def game_of(services: Services, name: str) -> Game:
    """The game of that name; 404 if there is none."""
    game = services.games.get(name.replace("-", "_"))
    if game is None:
        raise NotFoundException(_("There is no game {name} here.").format(name=name))
    return game


async def read_form(request: AnyRequest) -> dict[str, str | Upload]:
    """The fields of a form, with uploads read."""
    form: dict[str, str | Upload] = {}
    for name, value in (await request.form()).multi_items():
        form[name] = Upload(value.filename, await value.read()) if isinstance(value, UploadFile) else str(value)
    return form


async def _checked(services: Services, game: Game, form: dict[str, str | Upload], owner: str) -> dict[str, Any]:
    """The arguments of ``Tables.create`` from a form. Files are parsed in the parser process first."""
    setup = read_setup(game, form, owner)
    if setup.files:
        await services.uploads.check_start(game, len(setup.seats), setup.options, setup.files)
    wanted = {"game": game, "seats": setup.seats, "options": setup.options, "files": setup.files}
    return wanted | table_settings(setup, form, owner)


def _read_study(form: dict[str, str | Upload]) -> tuple[str, dict[str, str]]:
    """The text of the submitted record, and the file that its game needs (empty if none was sent)."""
    upload, pasted, file = form.get("record"), str(form.get("text", "")), form.get("file")
    if isinstance(upload, Upload) and upload.name:
        record = read_upload(upload)["text"]
    elif pasted.strip():
        record = pasted.replace("\r\n", "\n")
    else:
        raise BadOption(_("Choose a record (a .hanlin file) first."))
    return record, read_upload(file) if isinstance(file, Upload) and file.name else {}


def _setup_page(
    services: Services, request: AnyRequest, game: Game, problem: str = "", chosen: Any = None, status: int = 200
) -> Response[str]:
    with language(language_of(request)):
        opponents = opponents_to_choose(game)
    owner = owner_of(request)
    own = services.accounts.of(owner)
    context = {"game": game, "problem": problem, "chosen": chosen or {}, "opponents": opponents}
    context["tallies"] = services.standings.tallies(owner, game.name)
    context["own_name"] = own.name if own else ""
    return page(services, request, "new.html", status=status, pauses=PAUSES, pause=PAUSE, times=TIMES, **context)
