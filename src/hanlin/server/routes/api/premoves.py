"""Plans of moves for programs (JSON). Routes only; requests and responses are defined in ``hanlin.contract``."""

from __future__ import annotations

from functools import partial

from litestar import Router, delete, put
from litestar.di import NamedDependency
from litestar.params import JSONBody

from hanlin.contract import Premove, PremoveState
from hanlin.core.i18n.language import language
from hanlin.server.routes.api.tables import REFUSALS, As, TableId, reads
from hanlin.server.routes.deps import AnyRequest, caller_of, language_of
from hanlin.server.services import Services
from hanlin.server.tables.premoves import check_may_plan
from hanlin.server.tables.table import Table
from hanlin.server.views.plans import ghost_to_choose

PATH = "/api/tables/{table_id:str}/premove"
keeps = partial(put, responses=REFUSALS)
ends = partial(delete, status_code=200, responses=REFUSALS)


@reads(PATH, sync_to_thread=True)
def premove(request: AnyRequest, services: NamedDependency[Services], table_id: TableId, seat: As = None) -> PremoveState:
    """Your plan for your next decision, and the actions you can plan. Nobody else is shown it."""
    table = services.shown(table_id, caller_of(request).owner)
    return _state(services, table, _seat(request, table, seat))


@keeps(PATH, sync_to_thread=True)
def plan_move(
    request: AnyRequest, services: NamedDependency[Services], table_id: TableId, data: JSONBody[Premove]
) -> PremoveState:
    """Plan your next decision while others decide, in place of an earlier plan.

    409 for a plan made for an earlier state, 403 for somebody else's seat, 422 for a plan that is impossible (with the rule),
    and in your turn.
    """
    table = services.shown(table_id, caller_of(request).owner)
    seat = _seat(request, table, data.seat)
    with language(language_of(request)):
        services.premoves.plan(table, seat, data.actions, data.number)
    return _state(services, table, seat)


@ends(PATH, sync_to_thread=True)
def take_back(request: AnyRequest, services: NamedDependency[Services], table_id: TableId, seat: As = None) -> PremoveState:
    """Take back what you have planned. 422 while it is being played."""
    table = services.shown(table_id, caller_of(request).owner)
    seat = _seat(request, table, seat)
    with language(language_of(request)):
        services.premoves.take_back(table, seat)
    return _state(services, table, seat)


ROUTES = Router("/", route_handlers=[premove, plan_move, take_back])


def _seat(request: AnyRequest, table: Table, wanted: int | None) -> int:
    """The seat that the caller may plan for; NotYours where there is none."""
    owner = caller_of(request).owner
    mine = table.owned_by(owner)
    seat = wanted if wanted is not None else mine[0] if mine else -1
    with language(language_of(request)):
        check_may_plan(table, owner, seat)
    return seat


def _state(services: Services, table: Table, seat: int) -> PremoveState:
    with table.lock:
        plan = services.premoves.of(table, seat)
        ghost = None if plan.is_dropped else ghost_to_choose(table, seat, plan)
        left = [] if ghost is None else ghost.legal
        return PremoveState(seat, table.number, list(plan.actions), plan.is_possible, plan.is_dropped, left)
