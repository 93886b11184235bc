"""Being told of one's turn while one is away, for programs and for the page's script. Routes only."""

from __future__ import annotations

from litestar import Router
from litestar.di import NamedDependency
from litestar.params import JSONBody

from hanlin.contract import EndReceiver, MailAddress, NoticeState, PushReceiver, ReceiverState, Tell
from hanlin.server.db.notifications import receiver_name
from hanlin.server.routes.api.tables import TableId, does, reads
from hanlin.server.routes.deps import AnyRequest, address_of, browser_of, language_of, origin_of, signed_in
from hanlin.server.services import Services
from hanlin.server.tables.table import Table


@reads("/api/notices", sync_to_thread=True)
def notices(request: AnyRequest, services: NamedDependency[Services]) -> NoticeState:
    """How one can be told, and by which address one is."""
    return state(services, signed_in(request).owner)


@does("/api/notices/push", sync_to_thread=True)
def add_receiver(request: AnyRequest, services: NamedDependency[Services], data: JSONBody[PushReceiver]) -> NoticeState:
    """A browser that is to be told by web push, of all tables that one has chosen, until one signs out there."""
    caller = signed_in(request)
    keys = data.endpoint, data.p256dh, data.auth
    services.notices.add_receiver(caller.owner, *keys, origin_of(request), caller.token, browser_of(request))
    return state(services, caller.owner)


@does("/api/notices/push/end", sync_to_thread=True)
def remove_receiver(request: AnyRequest, services: NamedDependency[Services], data: JSONBody[EndReceiver]) -> NoticeState:
    """A browser of one's own that is to be told no more. 422 where there is none such."""
    owner = signed_in(request).owner
    services.notices.remove_receiver(owner, data.receiver)
    return state(services, owner)


@does("/api/notices/mail", sync_to_thread=True)
def set_address(request: AnyRequest, services: NamedDependency[Services], data: JSONBody[MailAddress]) -> NoticeState:
    """Where one wants to be told by e-mail. 422 where nothing is sent from here, a link was sent within the hour, many were
    within the day, or whoever reads mail there wants none."""
    owner = signed_in(request).owner
    services.notices.set_address(owner, data.address, origin_of(request), language_of(request), address_of(request))
    return state(services, owner)


@reads("/api/tables/{table_id:str}/notices", sync_to_thread=True)
def table_notices(request: AnyRequest, services: NamedDependency[Services], table_id: TableId) -> NoticeState:
    """How one is told of one's turn at a table."""
    owner = signed_in(request).owner
    return state(services, owner, services.shown(table_id, owner))


@does("/api/tables/{table_id:str}/notices", sync_to_thread=True)
def tell(request: AnyRequest, services: NamedDependency[Services], table_id: TableId, data: JSONBody[Tell]) -> NoticeState:
    """To be told of one's turn at a table, or not to be. One is told once, and not again before one looks or acts."""
    owner = signed_in(request).owner
    table = services.shown(table_id, owner)
    services.notices.want(table, owner, data.way, data.on, language_of(request))
    return state(services, owner, table)


@does("/api/tables/{table_id:str}/looked", sync_to_thread=True)
def looked(request: AnyRequest, services: NamedDependency[Services], table_id: TableId) -> NoticeState:
    """One sees the table now: the next turn is told again."""
    owner = signed_in(request).owner
    table = services.shown(table_id, owner)
    services.notices.looked(table, owner, language_of(request))
    return state(services, owner, table)


ROUTES = Router("/", route_handlers=[notices, add_receiver, remove_receiver, set_address, table_notices, tell, looked])


def state(services: Services, owner: str, table: Table | None = None) -> NoticeState:
    """How somebody is told, of a table where one is given."""
    address = services.notices.address(owner)
    wanted = sorted(services.notices.stored.wanted_notices(owner, table.row.id)) if table is not None else []
    shown, confirmed = (None, False) if address is None else address
    there = [
        ReceiverState(receiver_name(each.id), each.name, each.created) for each in services.notices.stored.receivers(owner)
    ]
    return NoticeState(list(services.notices.ways), wanted, services.notices.push.key(), shown, confirmed, there)
