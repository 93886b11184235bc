"""Puzzles: those of a game, the next one, the daily one, and a game that goes on from one. Routes only."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import urlencode

from litestar import Response, Router, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery
from litestar.response import Redirect
from markupsafe import Markup

from hanlin.core.errors import BadOption
from hanlin.core.i18n.language import _, language
from hanlin.core.position.game import Game
from hanlin.core.text.toml_files import shown
from hanlin.core.verbs.puzzles import START_RATING, Puzzle
from hanlin.server.db import Seat
from hanlin.server.lib.parse import whole_number
from hanlin.server.routes.deps import AnyRequest, language_of, new_key, owner_of, page, words_of
from hanlin.server.routes.web.home import game_of
from hanlin.server.routes.web.table import show_table
from hanlin.server.services import Services
from hanlin.server.tables import library
from hanlin.server.tables.branching import begin
from hanlin.server.tables.forms import PAUSE
from hanlin.server.tables.names import DEFAULT_OPPONENT, offered_here
from hanlin.server.tables.puzzles import count_of, first_table, puzzle_of, start_of, themes_of
from hanlin.server.tables.table import Table
from hanlin.server.views.about_games import longest_first
from hanlin.server.views.puzzles import level_name

MOST_TRIED = 2000
"""The most puzzles that a guest's browser may name as tried."""


@get("/puzzles", sync_to_thread=True)
def all_puzzles(request: AnyRequest, services: NamedDependency[Services]) -> Response[str]:
    """The games that have puzzles, and the puzzle of the day."""
    games = [game for game in longest_first(services.games.values()) if count_of(game)]
    context: dict[str, Any] = {"games": games, "counts": {game.name: count_of(game) for game in games}}
    context |= _daily(services) | _own(services, request)
    if context["daily"] is not None:
        with language(language_of(request)):
            context["board"] = _board(*context["daily"])
            context["level"] = level_name(context["daily"][1].level)
    return page(services, request, "puzzles.html", **context)


@get("/puzzles/daily", sync_to_thread=True)
def daily(services: NamedDependency[Services]) -> Redirect:
    """Go to the puzzle of the day (by UTC): the same for everybody."""
    found = services.solvers.daily()
    if found is None:
        raise NotFoundException(_("There are no puzzles here yet."))
    game, puzzle = found
    return Redirect(f"/puzzles/{game.name}/{puzzle.id}", status_code=303, headers={"cache-control": "no-store"})


@get("/puzzles/{name:str}", sync_to_thread=True)
def of_game(
    request: AnyRequest, services: NamedDependency[Services], name: FromPath[str], theme: FromQuery[str] = ""
) -> Response[str]:
    """The puzzles of a game: the next one for the caller (``?theme=ID``: of a theme), and the themes."""
    game = game_of(services, name)
    with language(language_of(request)):
        puzzle = _next(services, request, game, theme)
        themes = themes_of(game)
    title = next((each.title for each in themes if each.id == theme), "")
    context: dict[str, Any] = {"game": game, "themes": themes, "chosen": theme, "chosen_title": title, "puzzle": puzzle}
    if puzzle is not None:
        with language(language_of(request)):
            context["board"] = _board(game, puzzle)
            context["level"] = level_name(puzzle.level)
        context["rating"] = round(services.solvers.rating_of(game.name, puzzle).strength)
    context |= {"count": count_of(game), **_daily(services), **_own(services, request)}
    return page(services, request, "puzzles_of_game.html", **context)


@get("/puzzles/{name:str}/next", sync_to_thread=True)
def following(
    request: AnyRequest, services: NamedDependency[Services], name: FromPath[str], theme: FromQuery[str] = ""
) -> Redirect:
    """Go to the next puzzle for the caller. A guest's browser says its ``rating`` and, separated by commas, those ``tried``."""
    game = game_of(services, name)
    with language(language_of(request)):
        puzzle = _next(services, request, game, theme)
    query = f"?{urlencode({'theme': theme})}" if theme else ""
    address = f"/puzzles/{game.name}" + (f"/{puzzle.id}" if puzzle else "")
    return Redirect(address + query, status_code=303, headers={"cache-control": "no-store"})


@get("/puzzles/{name:str}/{puzzle_id:str}", sync_to_thread=True)
def one(
    request: AnyRequest, services: NamedDependency[Services], name: FromPath[str], puzzle_id: FromPath[str]
) -> Response[str]:
    """A puzzle, at a table."""
    game = game_of(services, name)
    with language(language_of(request)):
        table = first_table(game, puzzle_of(game, puzzle_id))
    return show_table(services, request, table, "table.html")


@post("/puzzles/{name:str}/{puzzle_id:str}/play", status_code=303)
async def play_on(
    request: AnyRequest, services: NamedDependency[Services], name: FromPath[str], puzzle_id: FromPath[str]
) -> Redirect:
    """Create a table that begins from a puzzle's position, the caller in the solver's seat against computer players of a level
    (``level``; "casual" if not given)."""
    game = game_of(services, name)
    level = (await words_of(request)).get("level", DEFAULT_OPPONENT)
    owner, cookies = new_key(request)
    with language(language_of(request)):
        puzzle = puzzle_of(game, puzzle_id)
        table = await asyncio.to_thread(_begun, services, game, puzzle, level, owner)
    services.opponents.wake(table.row.id)
    return Redirect(f"/t/{table.row.id}", status_code=303, cookies=cookies)


ROUTES = Router("/", route_handlers=[all_puzzles, daily, of_game, following, one, play_on], include_in_schema=False)


def _board(game: Game, puzzle: Puzzle) -> Markup:
    """The board of a puzzle as its solver sees it, for display only."""
    return Markup(str(game.drawing.board(start_of(puzzle).seen_by(puzzle.seat).for_show())))


def _begun(services: Services, game: Game, puzzle: Puzzle, level: str, owner: str) -> Table:
    """The table of a game that begins with a puzzle; BadOption for an unknown level."""
    if level not in offered_here(game, puzzle.players):
        raise BadOption(_("There is no computer player {name} for this game.").format(name=shown(level)))
    person, bot = Seat(kind="person", owner=owner), Seat(kind="bot", bot=level)
    seats = [person if seat == puzzle.seat else bot for seat in range(puzzle.players)]
    table = begin(services.tables, start_of(puzzle), seats, pause=PAUSE, host=owner)
    library.rename(services.tables, table, owner, _("From a puzzle"))
    return table


def _next(services: Services, request: AnyRequest, game: Game, theme: str) -> Puzzle | None:
    """The next puzzle: of an account by what is stored of it, of a guest by what its browser says."""
    owner = owner_of(request)
    if services.accounts.of(owner) is not None:
        return services.solvers.next(game, owner, theme)
    rating = whole_number(request.query_params.get("rating", ""), 4)
    tried = request.query_params.get("tried", "").split(",", MOST_TRIED)
    return services.solvers.next_for(game, START_RATING if rating is None else rating, set(tried), theme)


def _daily(services: Services) -> dict[str, Any]:
    found = services.solvers.daily()
    return {"daily": found, "day": services.solvers.today().isoformat()}


def _own(services: Services, request: AnyRequest) -> dict[str, Any]:
    """The puzzles that the caller has solved; nothing of guests, whose browsers keep it."""
    owner = owner_of(request)
    if services.accounts.of(owner) is None:
        return {"guest": True, "solvers": {}, "days": 0}
    solvers = {each.game: each for each in services.solvers.profile(owner)}
    return {"guest": False, "solvers": solvers, "days": services.solvers.days(owner)}
