"""New tables from a position: the forms of the position editor. Routes only."""

from __future__ import annotations

import asyncio

from litestar import Router, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from hanlin.core.errors import BadOption, BadPosition
from hanlin.core.i18n.language import _, language
from hanlin.core.text.toml_files import shown
from hanlin.server.routes.deps import AnyRequest, language_of, new_key
from hanlin.server.routes.web.home import game_of, read_form
from hanlin.server.services import Services
from hanlin.server.tables.branching import begin
from hanlin.server.tables.forms import read_files, read_setup, table_settings
from hanlin.server.uploads.parser_process import data_files
from hanlin.server.uploads.starts import read_beginning


@post("/setup/{name:str}/play", status_code=303)
async def play_from_position(request: AnyRequest, services: NamedDependency[Services], name: FromPath[str]) -> Redirect:
    """Create a table that starts from the form's field ``position``; the other fields are those of a new table.

    ``players`` and options may be left out: the position says them.
    """
    game = game_of(services, name)
    form = await read_form(request)
    owner, cookies = new_key(request)
    with language(language_of(request)):
        text = form.get("position")
        if not isinstance(text, str) or not text.strip():
            raise BadPosition(_("There is no position to continue from."))
        files = read_files(game, form)
        if files:
            await services.uploads.check_start(game, game.players[0], {}, files, text)
        start = await asyncio.to_thread(read_beginning, game, text, data_files(files))
        asked, players = str(form.get("players", start.players)), start.players
        if asked != str(players):
            raise BadOption(_("This position is for {n} players, not {asked}.").format(n=players, asked=shown(asked)))
        setup = read_setup(game, {**form, "players": str(players)}, owner)
        more = table_settings(setup, form, owner)
        table = await asyncio.to_thread(begin, services.tables, start, setup.seats, files=files, **more)
    services.opponents.wake(table.row.id)
    return Redirect(f"/t/{table.row.id}", status_code=303, cookies=cookies)


ROUTES = Router("/", route_handlers=[play_from_position], include_in_schema=False)
