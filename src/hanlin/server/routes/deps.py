"""Dependencies of routes: the caller, cookies, query parameters, and how a page is rendered."""

from __future__ import annotations

import asyncio
import secrets
from typing import Any, cast

from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie, State
from litestar.enums import MediaType
from litestar.exceptions import NotAuthorizedException

from hanlin.core.i18n.language import _, current_language, language, languages
from hanlin.server.accounts.service import LASTS
from hanlin.server.accounts.tokens import SESSION, Caller, key_hash
from hanlin.server.lib.net import counted_as, is_address, is_loopback
from hanlin.server.lib.parse import whole_number
from hanlin.server.middleware.gateway import Gateway
from hanlin.server.middleware.gateway import language_of as language_of
from hanlin.server.services import Services

AnyRequest = Request[Any, Any, State]
Connection = ASGIConnection[Any, Any, Any, State]

KEY, SIGNED_IN = "hanlin-key", "hanlin-account"
"""The cookies of a guest's key, and of a session token."""
CALLER = "hanlin.caller"
"""The key of a request's scope for its caller."""
NEW_KEY = "new_key"
"""The key of a request's state for a guest key created for it."""
BROWSERS = (
    ("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox/", "Firefox"),
    ("CriOS", "Chrome"), ("Chrome/", "Chrome"), ("Safari/", "Safari"),
)  # fmt: skip
SYSTEMS = (
    ("Android", "Android"), ("iPhone", "iPhone"), ("iPad", "iPad"), ("Windows", "Windows"),
    ("Mac OS X", "macOS"), ("Linux", "Linux"),
)  # fmt: skip
YEARS = 10 * 365 * 24 * 3600


def token_of(scope: Any) -> str:
    """The bearer token of a program, or the browser's session token; empty if there is none."""
    connection: Connection = ASGIConnection(scope)
    bearer = connection.headers.get("authorization", "")
    if bearer:
        scheme, _blank, token = bearer.partition(" ")
        return token.strip() if scheme.lower() == "bearer" else ""
    return connection.cookies.get(SIGNED_IN, "")


async def introduce(services: Services, scope: Any) -> None:
    """Identify the caller and store it in the request's scope. Unknown tokens are looked up in a thread: the event loop never
    waits for the database."""
    token = token_of(scope)
    caller: Caller | Exception | None = services.people.cached_caller(token) if token else None
    if token and caller is None:
        try:
            caller = await asyncio.to_thread(services.people.caller, token)
        except Exception as error:  # The route raises it.
            caller = error
    scope[CALLER] = caller


def introduced(scope: Any) -> Caller | None:
    """The caller of a request; None without a known token."""
    caller: Caller | Exception | None = scope[CALLER]
    if isinstance(caller, Exception):
        raise caller
    return caller


def caller_of(request: Connection) -> Caller:
    """The caller: by a program's token, else by the browser's session, else by the browser's guest key.
    401 for an unknown token of a program."""
    if not request.headers.get("authorization", ""):
        return _signed_in_here(request) or Caller(guest_of(request))
    caller = introduced(request.scope)
    if caller is None:
        raise NotAuthorizedException(
            _("Unknown token: send Authorization: Bearer TOKEN with a token from POST /api/guests."),
            headers={"www-authenticate": "Bearer"},
        )
    return caller


def _signed_in_here(request: Connection) -> Caller | None:
    """The caller signed in at the browser, or None."""
    bearer = request.headers.get("authorization", "")
    if bearer or not request.cookies.get(SIGNED_IN, ""):
        return None
    caller = introduced(request.scope)
    return caller if caller is not None and caller.kind == SESSION else None


def session_of(caller: Caller) -> str:
    """The hash of a session's token, by which attempts are counted; empty for a program."""
    return caller.token if caller.kind == SESSION else ""


def guest_of(request: Connection) -> str:
    """The hash of the browser's guest key, also while somebody is signed in; empty if it has none."""
    return key_hash(request.cookies.get(KEY, ""))


def signed_in(request: Connection) -> Caller:
    """The caller, as ``caller_of``; 401 if unknown."""
    caller = caller_of(request)
    if not caller.owner:
        raise NotAuthorizedException(
            _("Token required: get one from POST /api/guests and send it as Authorization: Bearer TOKEN."),
            headers={"www-authenticate": "Bearer"},
        )
    return caller


def owner_of(request: AnyRequest) -> str:
    """The caller's owner hash; empty if there is none yet."""
    return caller_of(request).owner


def new_key(request: AnyRequest) -> tuple[str, list[Cookie]]:
    """The owner of the browser: its account, or its guest key, created if missing, with the cookie to set.

    Within one request it is always the same key.
    """
    here = _signed_in_here(request)
    return (here.owner, []) if here is not None else new_browser(request)


def new_browser(request: AnyRequest) -> tuple[str, list[Cookie]]:
    """The hash of the browser's guest key, created if missing, with the cookie to set."""
    key = request.cookies.get(KEY, "")
    if key:
        return key_hash(key), []
    key = request.state.setdefault(NEW_KEY, secrets.token_urlsafe(32))
    secure = request.url.scheme == "https"
    return key_hash(key), [Cookie(key=KEY, value=key, httponly=True, samesite="lax", secure=secure, max_age=YEARS)]


async def words_of(request: AnyRequest) -> dict[str, str]:
    """The fields of a form without uploads; the last of several with one name."""
    return {name: str(value) for name, value in (await request.form()).multi_items()}


def number_of(request: Connection, name: str) -> int | None:
    """A whole number from the query string, or None."""
    return whole_number(request.query_params.get(name, ""), 6)


def origin_of(request: Connection) -> str:
    """This server's address as the client knows it, for links."""
    return str(request.base_url).rstrip("/")


def address_of(request: AnyRequest) -> str:
    """The client's address, by which attempts are counted; empty for this machine itself, unless it is a proxy."""
    address = request.client.host if request.client is not None else ""
    gateway: Gateway = request.app.gateway  # type: ignore[attr-defined]
    return counted_as(address) if gateway.proxy or (is_address(address) and not is_loopback(address)) else ""


def browser_of(request: AnyRequest) -> str:
    """The client's browser and system in two words, for lists: "Firefox, Linux"."""
    agent = request.headers.get("user-agent", "")
    names = [name for sign, name in BROWSERS if sign in agent][:1] or [agent.partition("/")[0]]
    found = [*names, *[name for sign, name in SYSTEMS if sign in agent][:1]]
    return "".join(letter for letter in ", ".join(found) if letter.isprintable())[:40]


def local(address: str) -> str:
    """Limit an address to this server; the start page if it leads elsewhere."""
    return address if address.startswith("/") and not address.startswith(("//", "/\\")) and address.isprintable() else "/"


def session_cookie(request: AnyRequest, token: str) -> Cookie:
    """The session cookie; without a token it is deleted."""
    secure, lasts = request.url.scheme == "https", int(LASTS) if token else 0
    return Cookie(key=SIGNED_IN, value=token, httponly=True, samesite="lax", secure=secure, max_age=lasts)


def shape_of(request: Connection) -> str:
    """The board's shape for the screen: as the page's script measured it, or by the browser's name before that."""
    shape = request.query_params.get("shape") or request.cookies.get("shape", "")
    if shape in ("wide", "tall", "low"):
        return cast(str, shape)
    return "tall" if "Mobi" in request.headers.get("user-agent", "") else "wide"


PAGE_HEADERS = {"cache-control": "no-store", "vary": "Cookie, X-Fragment"}
"""The headers of every page."""


def page(services: Services, request: AnyRequest, template: str, status: int = 200, **context: Any) -> Response[str]:
    """Render a template as a response, in the request's language."""
    with language(language_of(request)):
        theme = request.cookies.get("theme", "")
        html = fragment(
            services,
            request,
            template,
            language=current_language(),
            languages=languages(),
            theme=theme if theme in ("day", "night") else "",
            origin=origin_of(request),
            here=request.url.path + (f"?{request.url.query}" if request.url.query else ""),
            **context,
        )
    return Response(html, status_code=status, media_type=MediaType.HTML, headers=PAGE_HEADERS)


def fragment(services: Services, request: AnyRequest, template: str, **context: Any) -> str:
    """Render a template in the current language; ``fragment`` is set if a page's script fetches it into a page."""
    fetched = request.headers.get("x-fragment") == "1"
    return services.templates.get_template(template).render(fragment=fetched, **context)
