"""Setting up a position: the page, its changes, its pictures, and the way there from a table. Routes only."""

from __future__ import annotations

import asyncio
from itertools import groupby
from typing import Any

from litestar import Response, Router, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException, ServiceUnavailableException
from litestar.params import FromPath
from litestar.response import Redirect

from hanlin.core.errors import BadOption, BadPosition
from hanlin.core.game import Game
from hanlin.core.language import _, language
from hanlin.core.position import Position
from hanlin.drawing.pictures import plain
from hanlin.server import editor
from hanlin.server.calling import opponents_to_choose
from hanlin.server.house import AnyRequest, House, language_of, owner_of, page, shape_of
from hanlin.server.pages import game_of
from hanlin.server.previews import pictures
from hanlin.server.refusals import NotYours
from hanlin.server.setup import PAUSE
from hanlin.server.views import chair

PICTURE = (800, None)
"""Pixels of a position's picture: it costs a good second at that width."""
PATIENCE, LOOK = 20.0, 0.25
"""Seconds that somebody waits while others' pictures are drawn, and between two looks."""


@get("/setup/{name:str}", sync_to_thread=True)
def set_up(request: AnyRequest, house: NamedDependency[House], name: FromPath[str]) -> Response[Any]:
    """A position and what there is to say about it: that of the address (``?position=…``), or the empty one of a game."""
    game = _game(house, name)
    text = request.query_params.get("position", "")
    with language(language_of(request)):
        try:
            if text:
                found = editor.read_text(text)
                if found.game.name != game.name and found.game.name in house.games:
                    return Redirect(editor.address(found), status_code=303)
            else:
                found = editor.beginning(game, *editor.asked_for(game, request.query_params))
        except (BadOption, BadPosition) as error:
            return _page(house, request, editor.beginning(game, None, {}), str(error), 422, text)
    return _page(house, request, found)


@post("/setup/{name:str}", status_code=200)
async def change(request: AnyRequest, house: NamedDependency[House], name: FromPath[str]) -> Response[Any]:
    """Change a position, and answer with the page (or the part that changes) of what came of it."""
    game = _game(house, name)
    form = await request.form()
    edits = [str(value) for key, value in form.multi_items() if key == "edit"]
    fields = {key: str(value) for key, value in form.multi_items()}
    return await asyncio.to_thread(_change, house, request, game, edits, fields)


def _change(house: House, request: AnyRequest, game: Game, edits: list[str], fields: dict[str, str]) -> Response[Any]:
    text = fields.get("position", "")
    with language(language_of(request)):
        try:
            before = editor.read_text(text)
            if before.game.name != game.name:
                raise BadPosition(_("This is no position of {game}.").format(game=game.words.title()))
        except BadPosition as error:
            return _page(house, request, editor.beginning(game, None, {}), str(error), 422, text)
        try:
            after, refused = editor.changed(before, editor.read_changes(before, edits, fields))
        except BadPosition as error:
            after, refused = before, str(error)
    tool = fields.get("tool", "")
    if not refused and request.headers.get("x-fragment") != "1":
        return Redirect(editor.address(after) + (f"&tool={tool}" if tool.replace("-", "").isalnum() else ""), status_code=303)
    return _page(house, request, after, refused, 422 if refused else 200, tool=tool)


@get("/setup/{name:str}/picture.svg", sync_to_thread=True)
def drawing(request: AnyRequest, house: NamedDependency[House], name: FromPath[str]) -> Response[str]:
    """The board of a position as a drawing."""
    svg = _board(request, _game(house, name))
    headers = {"content-disposition": f'inline; filename="{name}.svg"'}
    return Response(plain(svg), media_type="image/svg+xml", headers=headers)


@get("/setup/{name:str}/picture.png")
async def picture(request: AnyRequest, house: NamedDependency[House], name: FromPath[str]) -> Response[bytes]:
    """The same as pixels. One picture is drawn at a time, and nobody who waits for it holds up others."""
    svg = await asyncio.to_thread(_board, request, _game(house, name))
    for _look in range(int(PATIENCE / LOOK)):
        content = await asyncio.to_thread(pictures.of, svg, size=PICTURE)
        if content:
            headers = {"content-disposition": f'inline; filename="{name}.png"'}
            return Response(content, media_type="image/png", headers=headers)
        await asyncio.sleep(LOOK)
    with language(language_of(request)):
        raise ServiceUnavailableException(_("Many pictures are being drawn now; try again in a moment."))


def _number(request: AnyRequest, name: str) -> int | None:
    """A whole number of the address; None where there is none."""
    text = request.query_params.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else None


def _board(request: AnyRequest, game: Game) -> str:
    with language(language_of(request)):
        text = request.query_params.get("position", "")
        found = editor.read_text(text) if text else editor.beginning(game, None, {})
        return str(found.game.drawing.board(found.for_show()))


@get("/t/{table_id:str}/setup", sync_to_thread=True)
def from_table(request: AnyRequest, house: NamedDependency[House], table_id: FromPath[str]) -> Redirect:
    """Set up what a table shows at a step (``at``) to whoever asks (``as``): no more than that is told."""
    table = house.tables.open(table_id)
    owner = owner_of(request)
    house.check_shown(table, owner)
    with table.lock, language(language_of(request)):
        if not editor.may_set_up(table, owner):
            raise NotYours(_("A position of this game can be set up elsewhere when the game is over."))
        at, seat = (_number(request, name) for name in ("at", "as"))
        place = chair(table, owner, seat)
        ply = table.ply if at is None else min(at, table.ply)
        found = editor.as_known(table.at(ply), place.viewer, ply)
    return Redirect(editor.address(found), status_code=303)


ROUTES = Router("/", route_handlers=[set_up, change, drawing, picture, from_table], include_in_schema=False)


def _game(house: House, name: str) -> Game:
    game = game_of(house, name)
    if game.editing is None:
        raise NotFoundException(_("Positions of this game can't be set up."))
    return game


def _page(
    house: House,
    request: AnyRequest,
    of: Position,
    problem: str = "",
    status: int = 200,
    text: str = "",
    tool: str = "",
) -> Response[str]:
    """The page of a position, or its part that changes. ``text``: what could not be read."""
    with language(language_of(request)):
        shape = shape_of(request)
        board, areas = editor.drawings(of, shape)
        room = of.game.editing
        tools, counters = room.tools(of), room.counters(of)
        names = [each.name for each in tools]
        chosen = tool or request.query_params.get("tool", "")
        context: dict[str, Any] = {
            "position": of,
            "game": of.game,
            "text": of.text(),
            "link": editor.address(of),
            "wrong_text": text,
            "problem": problem,
            "shape": shape,
            "board": board,
            "areas": areas,
            "tools": tools,
            "chosen": chosen if chosen in names else names[0],
            "counters": [(group, list(some)) for group, some in groupby(counters, lambda each: each.group)],
            "spots": editor.names_of("".join([board, *areas])),
            "sheets": editor.sheets(of),
            "notes": [of.game.words.notes(of.for_show(), seat) for seat in range(of.players)],
            "opponents": opponents_to_choose(),
            "pause": PAUSE,
        }
        fragment = request.headers.get("x-fragment") == "1"
        return page(house, request, "editor_view.html" if fragment else "editor.html", status=status, **context)
