"""Tables on the start page: quick games, names, leaving, deleting. Routes only."""

from __future__ import annotations

import asyncio
from typing import Any

from litestar import Response, Router, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from hanlin.core.errors import BadData, BadOption
from hanlin.core.i18n.language import _, language
from hanlin.server.exceptions import NotYours
from hanlin.server.routes.deps import AnyRequest, language_of, new_key, owner_of, words_of
from hanlin.server.routes.web.home import game_of
from hanlin.server.services import Services
from hanlin.server.tables import library
from hanlin.server.tables.forms import read_holidays


@post("/quick/{name:str}", status_code=303, sync_to_thread=True)
def quick_game(request: AnyRequest, services: NamedDependency[Services], name: FromPath[str]) -> Response[Any]:
    """Create a table as the last one of that game, or against three computer players, and go there."""
    game = game_of(services, name)
    owner, cookies = new_key(request)
    usual = library.quick_setup(game, owner, services.people.name(owner))
    with language(language_of(request)):
        try:
            last = library.last_setup(services.store, game, owner) or usual
            table = services.tables.create(game, host=owner, **last.wanted())
        except (BadOption, BadData):
            # The last setup is no longer offered.
            table = services.tables.create(game, host=owner, **usual.wanted())
    services.opponents.wake_soon(table.row.id)
    return Redirect(f"/t/{table.row.id}", status_code=303, cookies=cookies)


@post("/t/{table_id:str}/name", status_code=303)
async def rename(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> Redirect:
    """Rename the table, and return to the list."""
    name = str((await request.form()).get("name", ""))
    await asyncio.to_thread(lambda: library.rename(services.tables, services.tables.open(table_id), owner_of(request), name))
    return Redirect("/", status_code=303)


@post("/t/{table_id:str}/delete", status_code=303, sync_to_thread=True)
def delete(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> Redirect:
    """Delete the table, and return to the list."""
    library.delete(services.tables, services.tables.open(table_id), owner_of(request))
    return Redirect("/", status_code=303)


@post("/t/{table_id:str}/aside", status_code=303, sync_to_thread=True)
def put_aside(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> Redirect:
    """Leave the table, and return to the list."""
    library.leave(services.tables, services.tables.open(table_id), owner_of(request))
    return Redirect("/", status_code=303)


@post("/t/{table_id:str}/holidays", status_code=303)
async def rest(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> Redirect:
    """Add days off, or delete future ones, at all the caller's tables with days per turn, and return to the table."""
    form = await words_of(request)
    with language(language_of(request)):
        try:
            days = [] if "clear" in form else read_holidays(form)
        except ValueError:
            raise BadOption(_("Choose the first and the last day.")) from None
        owner = owner_of(request)

        def command() -> None:
            table = services.tables.open(table_id)
            if not table.owned_by(owner):
                raise NotYours(_("You have no seat at this table."))
            if days or "clear" in form:
                library.rest(services.tables, table, owner, days)

        await asyncio.to_thread(command)
    return Redirect(f"/t/{table_id}", status_code=303)


ROUTES = Router("/", route_handlers=[quick_game, rename, delete, put_aside, rest], include_in_schema=False)
