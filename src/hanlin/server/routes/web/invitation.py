"""The waiting room of a table: seats, invitation, and commands before the game. Routes only."""

from __future__ import annotations

import asyncio
from typing import Any

import segno
from litestar import Response, Router, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from hanlin.bots import bots
from hanlin.core.errors import BadOption
from hanlin.core.i18n.language import _
from hanlin.server.exceptions import Refused
from hanlin.server.lib.names import person_name
from hanlin.server.lib.parse import whole_number
from hanlin.server.routes.deps import AnyRequest, new_key, origin_of, owner_of, page, words_of
from hanlin.server.services import Services
from hanlin.server.tables.names import opponents_to_choose
from hanlin.server.tables.table import Table


def invitation(services: Services, request: AnyRequest, table: Table, problem: str = "", status: int = 200) -> Response[str]:
    """The waiting room: the seats, and the invitation link.

    A visitor has a key from then on: the game begins with the last seat that is taken, and the news of it may come
    before the answer to who took it, so a key that came with that answer could be lost, and the seat with it.
    """
    owner, cookies = new_key(request)
    link = f"{origin_of(request)}/t/{table.row.id}"
    context = {
        "table": table,
        "mine": table.owned_by(owner),
        "hosted": table.hosted_by(owner),
        "name": services.people.name(owner) if owner else "",
        "link": link,
        "code": segno.make(link, micro=False).svg_inline(scale=4, border=2, dark="#1c1a17", light="#fffdf7", omitsize=False),
        "opponents": opponents_to_choose(table.game, table.row.players),
        "problem": problem,
        "profiles": services.accounts.profiles(table.row.seats),
        "elsewhere": services.notices.offered(table, owner),
    }
    answer = page(services, request, "invitation.html", status=status, **context)
    answer.cookies.extend(cookies)
    return answer


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
        if fill not in bots():
            raise BadOption(_("Choose a person or a listed computer player for each seat."))
        services.tables.start(table, owner_of(request), fill)

    return await asyncio.to_thread(_done, services, request, table_id, command)


@post("/t/{table_id:str}/close", status_code=303, sync_to_thread=True)
def close(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> Response[Any]:
    """Cancel the table."""
    return _done(services, request, table_id, lambda table: services.tables.close(table, owner_of(request)))


ROUTES = Router("/", route_handlers=[join, leave, start, close], include_in_schema=False)


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
