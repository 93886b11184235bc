"""Notifications of your turn while you are away, for programs and for the page's script. Routes only."""

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
    """The available ways of notification, and your address."""
    return state(services, signed_in(request).owner)


@does("/api/notices/push", sync_to_thread=True)
def add_receiver(request: AnyRequest, services: NamedDependency[Services], data: JSONBody[PushReceiver]) -> NoticeState:
    """Add a browser's web push subscription, for all tables that you chose, until you sign out there."""
    caller = signed_in(request)
    keys = data.endpoint, data.p256dh, data.auth
    services.notices.add_receiver(caller.owner, *keys, origin_of(request), caller.token, browser_of(request))
    return state(services, caller.owner)


@does("/api/notices/push/end", sync_to_thread=True)
def remove_receiver(request: AnyRequest, services: NamedDependency[Services], data: JSONBody[EndReceiver]) -> NoticeState:
    """Remove one of your browsers. 422 if there is none such."""
    owner = signed_in(request).owner
    services.notices.remove_receiver(owner, data.receiver)
    return state(services, owner)


@does("/api/notices/mail", sync_to_thread=True)
def set_address(request: AnyRequest, services: NamedDependency[Services], data: JSONBody[MailAddress]) -> NoticeState:
    """Set your e-mail address. 422 if this server sends no e-mail, a link was sent within the hour, many were within the day,
    or the address has stopped e-mails."""
    owner = signed_in(request).owner
    services.notices.set_address(owner, data.address, origin_of(request), language_of(request), address_of(request))
    return state(services, owner)


@reads("/api/tables/{table_id:str}/notices", sync_to_thread=True)
def table_notices(request: AnyRequest, services: NamedDependency[Services], table_id: TableId) -> NoticeState:
    """Your notifications for a table."""
    owner = signed_in(request).owner
    return state(services, owner, services.shown(table_id, owner))


@does("/api/tables/{table_id:str}/notices", sync_to_thread=True)
def tell(request: AnyRequest, services: NamedDependency[Services], table_id: TableId, data: JSONBody[Tell]) -> NoticeState:
    """Turn notifications for a table on or off. You get one, and no other before you look or act."""
    owner = signed_in(request).owner
    table = services.shown(table_id, owner)
    services.notices.want(table, owner, data.way, data.on, language_of(request))
    return state(services, owner, table)


@does("/api/tables/{table_id:str}/looked", sync_to_thread=True)
def looked(request: AnyRequest, services: NamedDependency[Services], table_id: TableId) -> NoticeState:
    """Report that you see the table: your next turn is notified again."""
    owner = signed_in(request).owner
    table = services.shown(table_id, owner)
    services.notices.looked(table, owner, language_of(request))
    return state(services, owner, table)


ROUTES = Router("/", route_handlers=[notices, add_receiver, remove_receiver, set_address, table_notices, tell, looked])


def state(services: Services, owner: str, table: Table | None = None) -> NoticeState:
    """The notification settings of an owner, for a table if given."""
    address = services.notices.address(owner)
    wanted = sorted(services.notices.stored.wanted_notices(owner, table.row.id)) if table is not None else []
    shown, confirmed = (None, False) if address is None else address
    there = [
        ReceiverState(receiver_name(each.id), each.name, each.created) for each in services.notices.stored.receivers(owner)
    ]
    return NoticeState(list(services.notices.ways), wanted, services.notices.push.key(), shown, confirmed, there)
