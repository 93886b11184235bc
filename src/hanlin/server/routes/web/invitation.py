"""Invitations: a table for a friend, the waiting room of a table, and commands before the game. Routes only."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import segno
from litestar import Response, Router, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from hanlin.core.errors import BadOption
from hanlin.core.i18n.language import _, language
from hanlin.server.exceptions import Refused
from hanlin.server.lib.names import person_name
from hanlin.server.lib.parse import whole_number
from hanlin.server.routes.deps import AnyRequest, language_of, new_key, origin_of, owner_of, page, words_of
from hanlin.server.routes.web.home import game_of
from hanlin.server.services import Services
from hanlin.server.tables import library
from hanlin.server.tables.names import all_bots, opponents_to_choose
from hanlin.server.tables.table import Table
from hanlin.server.views.about_games import longest_first
from hanlin.server.views.invitations import invites, terms

NOTHING: Mapping[str, str] = MappingProxyType({})


def invitation(services: Services, request: AnyRequest, table: Table, problem: str = "", status: int = 200) -> Response[str]:
    """The waiting room: the seats, and the invitation link.

    A visitor has a key from then on: the game begins with the last seat that is taken, and the news of it may come
    before the answer to who took it, so a key that came with that answer could be lost, and the seat with it.
    """
    owner, cookies = new_key(request)
    with language(language_of(request)):
        context = {
            "table": table,
            "invites": invites(table, owner),
            "terms": terms(table),
            **_link_to(request, table),
            "mine": table.owned_by(owner),
            "hosted": table.hosted_by(owner),
            "name": services.people.name(owner) if owner else "",
            "opponents": opponents_to_choose(table.game, table.row.players),
            "tallies": services.standings.tallies(owner, table.row.game),
            "problem": problem,
            "profiles": services.accounts.profiles(table.row.seats),
            "invited": services.community.challenges.invited(table),
            "asked_to": services.community.challenges.asks(table, owner),
            "elsewhere": services.notices.offered(table, owner),
        }
    answer = page(services, request, "invitation.html", status=status, **context)
    answer.cookies.extend(cookies)
    return answer


def _link_to(request: AnyRequest, table: Table) -> dict[str, Any]:
    """The link to a table, and its QR code as SVG."""
    link = f"{origin_of(request)}/t/{table.row.id}"
    code = segno.make(link, micro=False).svg_inline(scale=4, border=2, dark="#1c1a17", light="#fffdf7", omitsize=True)
    return {"link": link, "code": code}


@get("/invite", sync_to_thread=True)
def invite_form(request: AnyRequest, services: NamedDependency[Services]) -> Response[str]:
    """The choice of a game to play with a friend."""
    return _invite_page(services, request)


@post("/invite", status_code=303)
async def invite(request: AnyRequest, services: NamedDependency[Services]) -> Response[Any]:
    """Create a table with an open seat, and show its link: in a page's dialog, or in the waiting room."""
    form = await words_of(request)
    game = game_of(services, form.get("game", ""))
    owner, cookies = new_key(request)

    def command() -> Table:
        name = person_name(form.get("name", ""))
        if name:
            services.people.set_name(owner, name)
        return services.tables.create(game, host=owner, **library.friend_setup(game, owner, name).wanted())

    with language(language_of(request)):
        try:
            table = await asyncio.to_thread(command)
        except BadOption as refused:
            return await asyncio.to_thread(_invite_page, services, request, form, str(refused), 422)
    if request.headers.get("x-fragment") != "1":
        return Redirect(f"/t/{table.row.id}", status_code=303, cookies=cookies)
    answer = page(services, request, "invited.html", table=table, **_link_to(request, table))
    answer.cookies.extend(cookies)
    return answer


def _invite_page(
    services: Services, request: AnyRequest, form: Mapping[str, str] = NOTHING, problem: str = "", status: int = 200
) -> Response[str]:
    owner, games = owner_of(request), longest_first(services.games.values())
    name = form.get("name", "") or (services.people.name(owner) if owner else "")
    chosen = form.get("game", games[0].name)
    return page(services, request, "invite.html", status, games=games, chosen=chosen, name=name, problem=problem)


@post("/t/{table_id:str}/join", status_code=303)
async def join(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> Response[Any]:
    """Take a seat with a name."""
    form = await words_of(request)
    owner, cookies = new_key(request)

    def command(table: Table) -> None:
        name = person_name(str(form.get("name", "")))
        if not name:
            raise BadOption(_("Enter your name."))
        seat = whole_number(wanted, 2) if (wanted := form.get("seat", "")) else None
        if wanted and seat is None:
            raise BadOption(_("There is no such seat."))
        services.tables.join(table, owner, name, seat)
        services.people.set_name(owner, name)

    answer = await asyncio.to_thread(_done, services, request, table_id, command)
    if isinstance(answer, Redirect):
        answer.cookies.extend(cookies)
    return answer


@post("/t/{table_id:str}/leave", status_code=303, sync_to_thread=True)
def leave(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> Response[Any]:
    """Leave the seat."""
    return _done(services, request, table_id, lambda table: services.tables.leave(table, owner_of(request)))


@post("/t/{table_id:str}/start", status_code=303)
async def start(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> Response[Any]:
    """Start the game, with computer players in the open seats."""
    fill = str((await words_of(request)).get("fill", ""))

    def command(table: Table) -> None:
        if fill not in all_bots():
            raise BadOption(_("Choose a person or a listed computer player for each seat."))
        services.tables.start(table, owner_of(request), fill)

    return await asyncio.to_thread(_done, services, request, table_id, command)


@post("/t/{table_id:str}/close", status_code=303, sync_to_thread=True)
def close(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> Response[Any]:
    """Cancel the table."""
    return _done(services, request, table_id, lambda table: services.tables.close(table, owner_of(request)))


ROUTES = Router("/", route_handlers=[invite_form, invite, join, leave, start, close], include_in_schema=False)


def _done(services: Services, request: AnyRequest, table_id: str, command: Any) -> Response[Any]:
    """Run a command and go to the table; if refused, the page says why."""
    table = services.tables.open(table_id)
    try:
        command(table)
    except (Refused, BadOption) as refused:
        if table.begun:
            raise
        return invitation(services, request, table, str(refused), 422)
    return Redirect(f"/t/{table_id}", status_code=303)
