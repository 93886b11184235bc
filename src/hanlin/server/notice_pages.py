"""Being told of one's turn: the page on which it is chosen, what the links of mails open, the script that shows notices."""

from __future__ import annotations

from litestar import Response, Router, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath

from hanlin.core.language import _, language
from hanlin.server.house import AnyRequest, House, language_of, owner_of, page
from hanlin.server.notice_api import state
from hanlin.server.refusals import NotYours


@get("/t/{table_id:str}/notices", sync_to_thread=True)
def choose(request: AnyRequest, house: NamedDependency[House], table_id: FromPath[str]) -> Response[str]:
    """By which ways one wants to be told of one's turn at a table."""
    owner = owner_of(request)
    table = house.shown(table_id, owner)
    if not house.notices.offered(table, owner):
        raise NotYours(_("You have no seat at this table."))
    return page(house, request, "notices.html", table=table, notices=state(house, owner, table))


@get("/mail/{what:str}/{token:str}", sync_to_thread=True)
def ask(request: AnyRequest, house: NamedDependency[House], what: FromPath[str], token: FromPath[str]) -> Response[str]:
    """What a mail's link opens: one button, since programs that look through mails open links, too."""
    return _mail_page(house, request, what, token, done=False)


@post("/mail/{what:str}/{token:str}", status_code=200, sync_to_thread=True)
def answer(request: AnyRequest, house: NamedDependency[House], what: FromPath[str], token: FromPath[str]) -> Response[str]:
    """Confirm an address, or have nothing more sent there (RFC 8058: a mail program may do that with one click)."""
    return _mail_page(house, request, what, token, done=True)


@get("/told.js", sync_to_thread=False)
def script(house: NamedDependency[House]) -> Response[bytes]:
    """The worker that shows what web push brings. It stands for no page and keeps nothing."""
    asset = house.assets.files["told.js"]
    return Response(asset.content, media_type=asset.type, headers={"cache-control": "no-cache"})


ROUTES = Router("/", route_handlers=[choose, ask, answer, script], include_in_schema=False)


def _mail_page(house: House, request: AnyRequest, what: str, token: str, done: bool) -> Response[str]:
    address = house.notices.stored.address_of(token) if what in ("confirm", "stop") else None
    with language(language_of(request)):
        if address is None:
            title, detail = _("There is nothing here"), _("This link is not good any more.")
            return page(house, request, "message.html", status=404, title=title, detail=detail)
        if done and what == "stop":
            house.notices.stored.forget_address(token)
        elif done:
            house.notices.stored.confirm_address(token)
        else:
            return page(house, request, "mail.html", what=what, token=token)
        said = {"stop": _("No more mails are sent to you."), "confirm": _("You are told by e-mail when it is your turn.")}
        return page(house, request, "message.html", title=_("Done"), detail=said[what])
