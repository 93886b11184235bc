"""The book of a game: what many measured games say about it. Routes only."""

from __future__ import annotations

from litestar import Response, Router, get
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, FromQuery

from hanlin.core.i18n.language import _, language
from hanlin.lab.book import read_book
from hanlin.server.lib.parse import whole_number
from hanlin.server.routes.deps import AnyRequest, language_of, page
from hanlin.server.routes.web.home import game_of
from hanlin.server.services import Services
from hanlin.server.views.book import chapter


@get("/book/{name:str}", sync_to_thread=True)
def book(
    request: AnyRequest,
    services: NamedDependency[Services],
    name: FromPath[str],
    players: FromQuery[str] = "",
    options: FromQuery[str] = "",
) -> Response[str]:
    """The book of a game, for a number of players (``?players=3``; the fewest if not given) and options other than the usual
    ones (``&options=great_wall``)."""
    game = game_of(services, name)
    found = read_book(game)
    if found is None or not found.figures:
        raise NotFoundException(_("There is no book of this game here."))
    numbers = sorted({figures.players for figures in found.figures})
    chosen = whole_number(players, 2) if players else numbers[0]
    with language(language_of(request)):
        shown = chapter(game, found, chosen, options) if chosen in numbers else None
    if shown is None:
        raise NotFoundException(_("There are no figures for this number of players and these options."))
    return page(services, request, "book.html", game=game, numbers=numbers, chapter=shown)


ROUTES = Router("/", route_handlers=[book], include_in_schema=False)
