"""Your tables, for programs: names, computer speed, leaving, deleting, continuing from a step. Routes only."""

from __future__ import annotations

from litestar import Router
from litestar.di import NamedDependency
from litestar.params import JSONBody

from hanlin.contract import Pace, Place, PlayOn, TableName, TableRowState
from hanlin.core.i18n.language import _, language
from hanlin.server.exceptions import NotYours
from hanlin.server.routes.api.tables import TableId, does, in_list, makes, place_of
from hanlin.server.routes.deps import AnyRequest, language_of, signed_in
from hanlin.server.services import Services
from hanlin.server.tables import branching, library


@does("/api/tables/{table_id:str}/name", sync_to_thread=True)
def rename(
    request: AnyRequest, services: NamedDependency[Services], table_id: TableId, data: JSONBody[TableName]
) -> TableRowState:
    """Rename a table, as the host."""
    owner, table = signed_in(request).owner, services.tables.open(table_id)
    library.rename(services.tables, table, owner, data.name)
    return in_list(table.row, owner)


@does("/api/tables/{table_id:str}/pause", sync_to_thread=True)
def set_pause(
    request: AnyRequest, services: NamedDependency[Services], table_id: TableId, data: JSONBody[Pace]
) -> TableRowState:
    """Set the speed of the computer players at your table."""
    owner, table = signed_in(request).owner, services.tables.open(table_id)
    if not table.owned_by(owner):
        raise NotYours(_("Only players at this table can change the speed."))
    services.tables.set_pause(table, data.pause)
    return in_list(table.row, owner)


@does("/api/tables/{table_id:str}/aside", sync_to_thread=True)
def put_aside(request: AnyRequest, services: NamedDependency[Services], table_id: TableId) -> TableRowState:
    """Remove a table from your list. You leave your seat, by resigning if the game is in progress."""
    owner, table = signed_in(request).owner, services.tables.open(table_id)
    library.leave(services.tables, table, owner)
    return in_list(table.row, owner)


@does("/api/tables/{table_id:str}/delete", sync_to_thread=True)
def delete(request: AnyRequest, services: NamedDependency[Services], table_id: TableId) -> TableRowState:
    """Delete a table at which nobody else has played, with its game; answers with the deleted table."""
    owner, table = signed_in(request).owner, services.tables.open(table_id)
    was = table.row
    library.delete(services.tables, table, owner)
    return in_list(was, owner)


@makes("/api/tables/{table_id:str}/from", sync_to_thread=True)
def play_on(request: AnyRequest, services: NamedDependency[Services], table_id: TableId, data: JSONBody[PlayOn]) -> Place:
    """Create a table that continues from a ply of a finished game."""
    owner = signed_in(request).owner
    table = services.shown(table_id, owner)
    ply, seat = branching.read_step(table, str(data.ply), "" if data.seat is None else str(data.seat))
    with language(language_of(request)):
        name = branching.title(table, ply, owner)
    new = services.tables.play_on(table, ply, branching.seats(table, owner, seat), owner, name)
    return place_of(request, new, owner)


ROUTES = Router("/", route_handlers=[rename, set_pause, put_aside, delete, play_on])
