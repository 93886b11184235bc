"""The chat on the table's page. Routes only."""

from __future__ import annotations

from litestar import Response, Router, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath, JSONBody

from hanlin.contract import Block, Mute, Say, Talking
from hanlin.core.i18n.language import language
from hanlin.server.routes.deps import AnyRequest, language_of, new_key, owner_of, page, signed_in
from hanlin.server.services import Services
from hanlin.server.tables.table import Table


@get("/t/{table_id:str}/chat", sync_to_thread=True)
def chat(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> Response[str]:
    """The messages of the channel that this browser is in."""
    return _answer(services, request, services.shown(table_id, owner_of(request)))


@post("/t/{table_id:str}/chat", status_code=200, sync_to_thread=True)
def say(
    request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str], data: JSONBody[Say]
) -> Response[str]:
    """Send a message or a reaction."""
    table = services.shown(table_id, owner_of(request))
    owner, cookies = new_key(request)
    with language(language_of(request)):
        services.chat.post(table, owner, services.people.name(owner), data.text, data.reaction)
    answer = _answer(services, request, table, owner)
    answer.cookies.extend(cookies)
    return answer


@post("/t/{table_id:str}/mute", status_code=200, sync_to_thread=True)
def mute(
    request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str], data: JSONBody[Mute]
) -> Response[str]:
    """Mute or unmute somebody."""
    owner, table = signed_in(request).owner, services.shown(table_id, owner_of(request))
    services.chat.mute(table, owner, data.message, data.muted)
    return _answer(services, request, table)


@post("/t/{table_id:str}/block", status_code=200, sync_to_thread=True)
def block(
    request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str], data: JSONBody[Block]
) -> Response[str]:
    """Block or unblock somebody at all tables."""
    owner, table = signed_in(request).owner, services.shown(table_id, owner_of(request))
    with language(language_of(request)):
        services.community.friends.block_player(owner, services.chat.author(table, owner, data.message), data.blocked)
    return _answer(services, request, table)


@post("/t/{table_id:str}/talk", status_code=200, sync_to_thread=True)
def turn(
    request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str], data: JSONBody[Talking]
) -> Response[str]:
    """Turn chat off or on."""
    owner, table = signed_in(request).owner, services.shown(table_id, owner_of(request))
    services.chat.turn(table, owner, data.on)
    return _answer(services, request, table)


ROUTES = Router("/", route_handlers=[chat, say, mute, block, turn], include_in_schema=False)


def _answer(services: Services, request: AnyRequest, table: Table, owner: str = "") -> Response[str]:
    owner = owner or owner_of(request)
    talk = services.chat.state(table, owner)
    return page(services, request, "chat.html", game=table.game, talk=talk, hosted=table.hosted_by(owner), known=bool(owner))
