"""The position editor: the page, its changes, its pictures, and the link from a table. Routes only."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Mapping
from functools import partial
from itertools import groupby
from typing import Any
from urllib.parse import quote

import msgspec
from litestar import Response, Router, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from hanlin.core.errors import BadData, BadOption, BadPosition, MissingFile
from hanlin.core.i18n.language import _, current_language, language
from hanlin.core.position.game import Game
from hanlin.core.position.position import Position
from hanlin.drawing.pictures import plain
from hanlin.server.exceptions import NotYours
from hanlin.server.routes.deps import AnyRequest, address_of, language_of, number_of, owner_of, page, shape_of
from hanlin.server.routes.web.home import game_of, read_form
from hanlin.server.services import Services
from hanlin.server.tables.forms import PAUSE, Upload, read_files
from hanlin.server.tables.names import opponents_to_choose
from hanlin.server.uploads.packing import pack
from hanlin.server.uploads.parser_process import Files
from hanlin.server.views import board_editor
from hanlin.server.views.table_view import perspective_of

WIDTH, PIXELS = 800, 800 * 540
"""The largest width and pixel count of a position's picture, which bound its cost for any map."""


@get("/setup/{name:str}")
async def set_up(request: AnyRequest, services: NamedDependency[Services], name: FromPath[str]) -> Response[Any]:
    """The editor with the position of the query (``?position=…``), or with an empty one."""
    game = _game(services, name)
    query = dict(request.query_params)
    other = _other_game(services, game, query.get("position", ""))
    if other is not None:
        return Redirect(f"/setup/{other.name}?{request.url.query}", status_code=303)
    return await _answered(services, request, game, query, _found)


@post("/setup/{name:str}", status_code=200)
async def change(request: AnyRequest, services: NamedDependency[Services], name: FromPath[str]) -> Response[Any]:
    """Change a position, and answer with its page, or the part that changes.

    With a field ``read`` the text may be of any game; with ``anew`` an empty position is begun in its place.
    """
    game = _game(services, name)
    form = await read_form(request)
    edits = [str(value) for key, value in (await request.form()).multi_items() if key == "edit"]
    text = str(form.get("position", ""))
    other = _other_game(services, game, text) if form.get("read") else None
    if other is not None:
        return Redirect(f"/setup/{other.name}?position={quote(text, safe='')}", status_code=303)
    if form.get("anew"):
        return await _answered(services, request, game, form, _begun)
    return await _answered(services, request, game, form, partial(_change, edits))


Fields = Mapping[str, "str | Upload"]
"""The fields of a query or a form."""
Answer = Callable[[Services, AnyRequest, Game, dict[str, str], Files], Response[Any]]
"""Answers with the page, from fields and the readable files that came with them."""


def _other_game(services: Services, game: Game, text: str) -> Game | None:
    """The other game that a position text belongs to."""
    name = (text.split(maxsplit=1) or [""])[0]
    return services.games.get(name) if name != game.name else None


async def _answered(services: Services, request: AnyRequest, game: Game, said: Fields, answer: Answer) -> Response[Any]:
    """The response, or the page with the problem of the text or of its file.

    A file is read before anything else, where it holds up nobody.
    """
    text = str(said.get("position", ""))
    with language(language_of(request)):
        try:
            files = read_files(game, said)
            await services.uploads.check_files(game, files)
            fields = {key: value for key, value in said.items() if isinstance(value, str)}
            return await services.rendering.drawn(address_of(request), lambda: answer(services, request, game, fields, files))
        except (BadData, BadOption, BadPosition) as error:
            problem, missing = str(error), isinstance(error, MissingFile)
            if missing:
                problem += " " + _("Add the file below, with the text.")
            of, files, text = await _kept(services, game, said) if said.get("anew") else (None, {}, text)
            of = of or board_editor.beginning(game, None, {})
            draw = partial(_page, services, request, of, files, problem, 422, text, missing=missing)
            return await services.rendering.drawn(address_of(request), draw)


async def _kept(services: Services, game: Game, said: Fields) -> tuple[Position | None, Files, str]:
    """The current position, with its file, if no new one can be started; None if it can't be read either."""
    try:
        files = read_files(game, {key: value for key, value in said.items() if isinstance(value, str)})
        await services.uploads.check_files(game, files)
        return await asyncio.to_thread(board_editor.read_text, str(said.get("position", "")), files), files, ""
    except (BadData, BadOption, BadPosition):
        return None, {}, ""


def _found(services: Services, request: AnyRequest, game: Game, query: dict[str, str], files: Files) -> Response[Any]:
    """The page of a query."""
    text = query.get("position", "")
    found = (
        board_editor.read_text(text, files)
        if text
        else board_editor.beginning(game, *board_editor.asked_for(game, query), files)
    )
    return _page(services, request, found, files)


def _begun(services: Services, request: AnyRequest, game: Game, fields: dict[str, str], files: Files) -> Response[Any]:
    """An empty position from a form."""
    return _shown(services, request, board_editor.beginning(game, *board_editor.asked_for(game, fields), files), files)


def _change(
    edits: list[str], services: Services, request: AnyRequest, game: Game, fields: dict[str, str], files: Files
) -> Response[Any]:
    """Apply the changes of a form."""
    before = board_editor.read_text(fields.get("position", ""), files)
    if before.game.name != game.name:
        raise BadPosition(_("This isn't a position of {game}.").format(game=game.words.title()))
    try:
        after, refused = board_editor.changed(before, board_editor.read_changes(before, edits, fields))
    except BadPosition as error:
        after, refused = before, str(error)
    tool = fields.get("tool", "")
    if refused:
        return _page(services, request, after, files, refused, 422, tool=tool)
    return _shown(services, request, after, files, tool)


def _shown(services: Services, request: AnyRequest, of: Position, files: Files, tool: str = "") -> Response[Any]:
    """The page of a position, redirected to its own address if it has one and the whole page is requested."""
    link = board_editor.address(of, board_editor.needed(of, files))
    if request.headers.get("x-fragment") == "1" or not link:
        return _page(services, request, of, files, tool=tool)
    return Redirect(link + (f"&tool={tool}" if tool.replace("-", "").isalnum() else ""), status_code=303)


@get("/setup/{name:str}/picture.svg")
async def drawing(request: AnyRequest, services: NamedDependency[Services], name: FromPath[str]) -> Response[str]:
    """The board of a position as a drawing."""
    return _svg(name, await _board(services, request, name, dict(request.query_params)))


@post("/setup/{name:str}/picture.svg", status_code=200)
async def drawing_of_form(request: AnyRequest, services: NamedDependency[Services], name: FromPath[str]) -> Response[str]:
    """The same for a position whose file is too long for a link."""
    return _svg(name, await _board(services, request, name, await read_form(request)))


@get("/setup/{name:str}/picture.png")
async def picture(request: AnyRequest, services: NamedDependency[Services], name: FromPath[str]) -> Response[bytes]:
    """The board as pixels."""
    return await _png(services, request, name, dict(request.query_params))


@post("/setup/{name:str}/picture.png", status_code=200)
async def picture_of_form(request: AnyRequest, services: NamedDependency[Services], name: FromPath[str]) -> Response[bytes]:
    """The same for a position whose file is too long for a link."""
    return await _png(services, request, name, await read_form(request))


@post("/setup/{name:str}/file", status_code=200)
async def file_of_form(request: AnyRequest, services: NamedDependency[Services], name: FromPath[str]) -> Response[str]:
    """The map or tiles of a page, as a download."""
    with language(language_of(request)):
        files = read_files(_game(services, name), await read_form(request))
        if not files:
            raise BadData(_("The file that came with this position can't be read: add it again."))
    option, file = next(iter(files.items()))
    headers = {"content-disposition": f'attachment; filename="{option}.toml"'}
    return Response(file["text"], media_type="text/plain; charset=utf-8", headers=headers)


def _svg(name: str, svg: str) -> Response[str]:
    headers = {"content-disposition": f'inline; filename="{name}.svg"'}
    return Response(plain(svg), media_type="image/svg+xml", headers=headers)


async def _png(services: Services, request: AnyRequest, name: str, said: Fields) -> Response[bytes]:
    """A board as pixels."""
    svg = await _board(services, request, name, said)
    with language(language_of(request)):
        content = await services.rendering.png(address_of(request), svg, _width(svg))
    headers = {"content-disposition": f'inline; filename="{name}.png"'}
    return Response(content, media_type="image/png", headers=headers)


def _width(svg: str) -> int:
    """The width in pixels of a board's picture: narrower for a tall one."""
    wide, high = (float(number) for number in svg.partition('viewBox="')[2].partition('"')[0].split()[2:])
    return min(WIDTH, max(1, int((PIXELS * wide / high) ** 0.5)))


async def _board(services: Services, request: AnyRequest, name: str, said: Fields) -> str:
    """The drawing of a query's or form's position, shared by equal requests."""
    game, text = _game(services, name), str(said.get("position", ""))
    with language(language_of(request)):
        files = read_files(game, said)
        await services.uploads.check_files(game, files)

        def draw() -> bytes:
            found = board_editor.read_text(text, files) if text else board_editor.beginning(game, None, {}, files)
            return str(found.game.drawing.board(found.for_show())).encode()

        key = hashlib.sha256(msgspec.json.encode([game.name, text, files, current_language()])).digest()
        drawn = await services.rendering.once(key, lambda: services.rendering.drawn(address_of(request), draw))
        return drawn.decode()


@get("/t/{table_id:str}/setup", sync_to_thread=True)
def from_table(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> Response[Any]:
    """Edit a step (``at``) of a table as the caller (``as``) sees it, without anything hidden, with its map or tiles."""
    owner = owner_of(request)
    table = services.shown(table_id, owner)
    with table.lock, language(language_of(request)):
        if not board_editor.may_set_up(table, owner):
            raise NotYours(_("You can edit a position of this game once it is over."))
        at, seat = (number_of(request, name) for name in ("at", "as"))
        place = perspective_of(table, owner, seat)
        ply = table.ply if at is None else min(at, table.ply)
        found = board_editor.as_known(table.at(ply), place.viewer, ply)
    return _shown(services, request, found, table.row.files)


ROUTES = Router(
    "/",
    route_handlers=[set_up, change, drawing, drawing_of_form, picture, picture_of_form, file_of_form, from_table],
    include_in_schema=False,
)


def _game(services: Services, name: str) -> Game:
    game = game_of(services, name)
    if game.editing is None:
        raise NotFoundException(_("Positions of this game can't be set up."))
    return game


def _page(
    services: Services,
    request: AnyRequest,
    of: Position,
    files: Files,
    problem: str = "",
    status: int = 200,
    text: str = "",
    tool: str = "",
    missing: bool = False,
) -> Response[str]:
    """The page of a position, or its part that changes. ``files``: its map or tiles; ``text``: an unreadable text,
    ``missing``: because its file is missing."""
    with language(language_of(request)):
        shape = shape_of(request)
        files = board_editor.needed(of, files)
        board, areas = board_editor.drawings(of, shape)
        room = of.game.editing
        tools, counters = room.tools(of), room.counters(of)
        names = [each.name for each in tools]
        chosen = tool or request.query_params.get("tool", "")
        context: dict[str, Any] = {
            "position": of,
            "game": of.game,
            "text": of.text(),
            "link": board_editor.address(of, files),
            "attached": {option: (file["name"], pack(file)) for option, file in files.items()},
            "wrong_text": text,
            "missing": missing,
            "problem": problem,
            "shape": shape,
            "board": board,
            "areas": areas,
            "tools": tools,
            "chosen": chosen if chosen in names else names[0],
            "counters": [(group, list(some)) for group, some in groupby(counters, lambda each: each.group)],
            "spots": board_editor.names_of("".join([board, *areas])),
            "sheets": board_editor.sheets(of),
            "opponents": opponents_to_choose(of.game, of.players),
            "pause": PAUSE,
        }
        fragment = request.headers.get("x-fragment") == "1"
        return page(services, request, "editor_view.html" if fragment else "editor.html", status=status, **context)
