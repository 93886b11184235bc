"""Hints, for the table's page and for programs. Routes only."""

from __future__ import annotations

import asyncio

from litestar import Response, Router
from litestar import post as route
from litestar.di import NamedDependency
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody

from hanlin.bots.hints import in_words
from hanlin.contract import AdvisedState, AskHint, HintState
from hanlin.core.language import _, language
from hanlin.lab.review_page import percent
from hanlin.server.advising import Advised
from hanlin.server.api import As, TableId, does, reads
from hanlin.server.house import AnyRequest, House, caller_of, language_of, owner_of, page
from hanlin.server.table import Table
from hanlin.server.templating import points_expected


@route("/t/{table_id:str}/hint", status_code=200)
async def take_hint(
    request: AnyRequest, house: NamedDependency[House], table_id: TableId, data: JSONBody[AskHint]
) -> Response[str]:
    """The best actions for the seat that is asked, as a piece of the table's page."""
    with language(language_of(request)):
        found = await _taken(house, table_id, owner_of(request), data)
        return await asyncio.to_thread(
            page, house, request, "hint.html", hint=found, percent=percent, points_expected=points_expected
        )


@does("/api/tables/{table_id:str}/hint")
async def api_take_hint(
    request: AnyRequest, house: NamedDependency[House], table_id: TableId, data: JSONBody[AskHint]
) -> HintState:
    """Take a hint for a seat of one's own that is to move: the three best actions, from what that seat sees.

    The answer comes when it is thought out, after about a second; for the same state it is the same again. 403 where the table
    gives no hints, 409 where a move was made meanwhile. Where others play at the table, the chronicle tells them.
    """
    with language(language_of(request)):
        return await _taken(house, table_id, caller_of(request).owner, data)


@reads("/api/tables/{table_id:str}/hint", sync_to_thread=True)
def api_hint(request: AnyRequest, house: NamedDependency[House], table_id: TableId, seat: As = None) -> HintState:
    """The hint that was taken at the present state; 404 where none was."""
    owner = caller_of(request).owner
    table = house.tables.open(table_id)
    mine = table.owned_by(owner)
    wanted = seat if seat is not None else table.to_move if table.to_move in mine else mine[0] if mine else -1
    with language(language_of(request)):
        advised = house.hints.taken(table, owner, wanted)
        if advised is None:
            raise NotFoundException(_("No hint was taken for this state of the table."))
        return _state(table, advised)


ROUTES = Router("/", route_handlers=[api_take_hint, api_hint, Router("/", route_handlers=[take_hint], include_in_schema=False)])


async def _taken(house: House, table_id: str, owner: str, data: AskHint) -> HintState:
    table = await asyncio.to_thread(house.tables.open, table_id)
    advised = await house.hints.take(table, owner, data.seat, data.number)
    return await asyncio.to_thread(_state, table, advised)


def _state(table: Table, advised: Advised) -> HintState:
    """A hint in the current language, with the names of those at the table."""
    hint = advised.hint
    best = []
    with table.called():
        for each in hint.best:
            told = in_words(advised.seen, each.line, hint.seed)
            best.append(AdvisedState(each.action, told[0], each.share, each.points, list(each.line), told))
    return HintState(hint.seat, table.number, hint.quick, best)
