"""Notifications of your turn: the settings page, the pages that mails link to, the script that shows notifications."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from litestar import Response, Router, get, post
from litestar.di import NamedDependency
from litestar.params import FromPath
from litestar.response import Redirect

from hanlin.core.i18n.language import _, language
from hanlin.server.exceptions import NotYours, Refused
from hanlin.server.routes.api.notifications import state
from hanlin.server.routes.deps import AnyRequest, language_of, local, owner_of, page, words_of
from hanlin.server.services import Services


@get("/t/{table_id:str}/notices", sync_to_thread=True)
def choose(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> Response[str]:
    """The notification settings of a table."""
    owner = owner_of(request)
    table = services.shown(table_id, owner)
    if not services.notices.offered(table, owner):
        raise NotYours(_("You have no seat at this table."))
    return page(services, request, "notices.html", table=table, notices=state(services, owner, table))


@get("/notices", sync_to_thread=True)
def devices(request: AnyRequest, services: NamedDependency[Services]) -> Response[str]:
    """The browsers that get push notifications."""
    return page(services, request, "devices.html", table=None, notices=state(services, owner_of(request)))


@post("/notices/end", status_code=303)
async def end_device(request: AnyRequest, services: NamedDependency[Services]) -> Redirect:
    """Remove one of your browsers, and go back to the list."""
    form, owner = await words_of(request), owner_of(request)
    with suppress(Refused):  # It is gone already.
        await asyncio.to_thread(services.notices.remove_receiver, owner, form.get("receiver", "")[:64])
    return Redirect(local(form.get("back", "/notices")), status_code=303)


@get("/mail/{what:str}/{token:str}", sync_to_thread=True)
def ask(request: AnyRequest, services: NamedDependency[Services], what: FromPath[str], token: FromPath[str]) -> Response[str]:
    """The page of a mail's link: one button, since programs that scan mails open links, too."""
    return _mail_page(services, request, what, token, done=False)


@post("/mail/{what:str}/{token:str}", status_code=200, sync_to_thread=True)
def answer(
    request: AnyRequest, services: NamedDependency[Services], what: FromPath[str], token: FromPath[str]
) -> Response[str]:
    """Confirm an address, or stop e-mails to it (RFC 8058: a mail program may do so with one click)."""
    return _mail_page(services, request, what, token, done=True)


@get(["/push-worker.js", "/told.js"], sync_to_thread=False)
def push_worker(services: NamedDependency[Services]) -> Response[bytes]:
    """The service worker that shows push notifications, also at the address at which older pages registered it."""
    asset = services.assets.files["push-worker.js"]
    return Response(asset.content, media_type=asset.type, headers={"cache-control": "no-cache"})


ROUTES = Router("/", route_handlers=[choose, devices, end_device, ask, answer, push_worker], include_in_schema=False)


def _mail_page(services: Services, request: AnyRequest, what: str, token: str, done: bool) -> Response[str]:
    stored, act = services.notices.stored, services.notices.mail_link
    with language(language_of(request)):
        if not done and what in ("stop", "allow") and stored.stopped_by(token):
            return page(services, request, "mail.html", what="allow", token=token)
        good = act(what, token) if done else what in ("confirm", "stop") and stored.address_of(token) is not None
        if not good:
            title, detail = _("Not found"), _("This link has expired.")
            return page(services, request, "message.html", status=404, title=title, detail=detail)
        if not done:
            return page(services, request, "mail.html", what=what, token=token)
        said = {
            "stop": _("You won't get any more e-mails. Open the same link again to allow them."),
            "confirm": _("You will get an e-mail when it's your turn."),
            "allow": _("E-mails are allowed again. Turn them on at your table."),
        }
        return page(services, request, "message.html", title=_("Done"), detail=said[what])
