"""Lessons: the contents, each step, and the first game after it. Routes only."""

from __future__ import annotations

from litestar import Response, Router, get, post
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.response import Redirect

from hanlin.core.i18n.language import _
from hanlin.core.position.game import Game
from hanlin.server.routes.deps import AnyRequest, new_key, page
from hanlin.server.routes.web.table import show_table
from hanlin.server.services import Services
from hanlin.server.tables.forms import PAUSE
from hanlin.server.tables.lessons import SEED, Lesson, beginning_of, lesson_of, open_step, seats_of


@get("/learn/{name:str}", sync_to_thread=True)
def lesson(request: AnyRequest, services: NamedDependency[Services], name: FromPath[str]) -> Response[str]:
    """The contents of a lesson, and this browser's progress."""
    game, found = _lesson(services, name)
    return page(services, request, "learn.html", game=game, lesson=found)


@get("/learn/{name:str}/{number:str}", sync_to_thread=True)
def step(request: AnyRequest, services: NamedDependency[Services], name: FromPath[str], number: FromPath[str]) -> Response[str]:
    """A step of a lesson, at a table."""
    game, _found = _lesson(services, name)
    table = open_step(services.games, f"{game.name}-{number}")
    if table is None or table.number:
        raise NotFoundException(_("This lesson has no such step."))
    return show_table(services, request, table, "table.html")


@post("/learn/{name:str}", status_code=303, sync_to_thread=True)
def first_game(request: AnyRequest, services: NamedDependency[Services], name: FromPath[str]) -> Redirect:
    """Create the first game after the lesson, against computer players, with tips on."""
    game, _found = _lesson(services, name)
    owner, cookies = new_key(request)
    beginning, seats = beginning_of(game), seats_of(game, owner)
    table = services.tables.create(
        game, seats, beginning.options, {}, pause=PAUSE, seed=SEED, host=owner, moves=beginning.moves
    )
    services.opponents.wake_soon(table.row.id)
    return Redirect(f"/t/{table.row.id}?guide=on", status_code=303, cookies=cookies)


ROUTES = Router("/", route_handlers=[lesson, step, first_game], include_in_schema=False)


def _lesson(services: Services, name: str) -> tuple[Game, Lesson]:
    game = services.games.get(name.replace("-", "_"))
    found = None if game is None else lesson_of(game)
    if game is None or found is None:
        raise NotFoundException(_("There is no lesson for this game."))
    return game, found
