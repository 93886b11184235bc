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
"""The cookies of a guest's key, and of the token by which somebody is signed in."""
CALLER = "hanlin.caller"
"""Where the scope of a request keeps whom its token acts for."""
NEW_KEY = "new_key"
"""Where a request keeps the key that was made for it."""
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
    """The token that a program sends, else that of who is signed in at the browser; empty where there is none."""
    connection: Connection = ASGIConnection(scope)
    bearer = connection.headers.get("authorization", "")
    if bearer:
        scheme, _blank, token = bearer.partition(" ")
        return token.strip() if scheme.lower() == "bearer" else ""
    return connection.cookies.get(SIGNED_IN, "")


async def introduce(services: Services, scope: Any) -> None:
    """Find out who asks, for all that answers the request: in a thread, unless it is known. The event loop never waits for the
    database."""
    token = token_of(scope)
    caller: Caller | Exception | None = services.people.at_hand(token) if token else None
    if token and caller is None:
        try:
            caller = await asyncio.to_thread(services.people.caller, token)
        except Exception as error:  # Whoever answers says what is wrong.
            caller = error
    scope[CALLER] = caller


def introduced(scope: Any) -> Caller | None:
    """Whom the token of a request acts for; None where there is none that is known."""
    caller: Caller | Exception | None = scope[CALLER]
    if isinstance(caller, Exception):
        raise caller
    return caller


def caller_of(request: Connection) -> Caller:
    """Who asks: by the token that a program sends, else by who is signed in at the browser, else by the browser's key.
    401 where a program's token is not known."""
    if not request.headers.get("authorization", ""):
        return _signed_in_here(request) or Caller(guest_of(request))
    caller = introduced(request.scope)
    if caller is None:
        raise NotAuthorizedException(
            _("This token is not known here: send Authorization: Bearer and the token that POST /api/guests gave."),
            headers={"www-authenticate": "Bearer"},
        )
    return caller


def _signed_in_here(request: Connection) -> Caller | None:
    """Who is signed in at the browser; None where nobody is."""
    bearer = request.headers.get("authorization", "")
    if bearer or not request.cookies.get(SIGNED_IN, ""):
        return None
    caller = introduced(request.scope)
    return caller if caller is not None and caller.kind == SESSION else None


def session_of(caller: Caller) -> str:
    """The hash of the token by which somebody is signed in, as tries of theirs are counted; empty for a program's."""
    return caller.token if caller.kind == SESSION else ""


def guest_of(request: Connection) -> str:
    """The hash of the browser's own key, whoever is signed in there; empty where it has none."""
    return key_hash(request.cookies.get(KEY, ""))


def signed_in(request: Connection) -> Caller:
    """Who asks, as ``caller_of``; 401 for nobody that is known."""
    caller = caller_of(request)
    if not caller.owner:
        raise NotAuthorizedException(
            _("Say who you are: POST /api/guests gives a token, to be sent as Authorization: Bearer TOKEN."),
            headers={"www-authenticate": "Bearer"},
        )
    return caller


def owner_of(request: AnyRequest) -> str:
    """The hash of the asker's key; empty where there is none yet."""
    return caller_of(request).owner


def new_key(request: AnyRequest) -> tuple[str, list[Cookie]]:
    """Who plays at the browser: who is signed in, or the hash of its key, made now if need be, with the cookie to send then.

    Of one request it is the same key, however often it is asked for.
    """
    here = _signed_in_here(request)
    return (here.owner, []) if here is not None else new_browser(request)


def new_browser(request: AnyRequest) -> tuple[str, list[Cookie]]:
    """The hash of the browser's own key, whoever is signed in there; where it has none, one made now, with its cookie."""
    key = request.cookies.get(KEY, "")
    if key:
        return key_hash(key), []
    key = request.state.setdefault(NEW_KEY, secrets.token_urlsafe(32))
    secure = request.url.scheme == "https"
    return key_hash(key), [Cookie(key=KEY, value=key, httponly=True, samesite="lax", secure=secure, max_age=YEARS)]


async def words_of(request: AnyRequest) -> dict[str, str]:
    """The fields of a form without uploads; of several of one name the last counts."""
    return {name: str(value) for name, value in (await request.form()).multi_items()}


def number_of(request: Connection, name: str) -> int | None:
    """A whole number of the address; None where there is none."""
    return whole_number(request.query_params.get(name, ""), 6)


def origin_of(request: Connection) -> str:
    """This server's address as the asker knows it: links lead there."""
    return str(request.base_url).rstrip("/")


def address_of(request: AnyRequest) -> str:
    """Where somebody asks from, as tries are counted by it; empty for this machine itself, unless a proxy stands before it."""
    address = request.client.host if request.client is not None else ""
    gateway: Gateway = request.app.gateway  # type: ignore[attr-defined]
    return counted_as(address) if gateway.proxy or (is_address(address) and not is_loopback(address)) else ""


def browser_of(request: AnyRequest) -> str:
    """What somebody asks with, in two words, so that they know it again in a list: "Firefox, Linux"."""
    agent = request.headers.get("user-agent", "")
    names = [name for sign, name in BROWSERS if sign in agent][:1] or [agent.partition("/")[0]]
    found = [*names, *[name for sign, name in SYSTEMS if sign in agent][:1]]
    return "".join(letter for letter in ", ".join(found) if letter.isprintable())[:40]


def local(address: str) -> str:
    """An address on this server; the start where it leads elsewhere."""
    return address if address.startswith("/") and not address.startswith(("//", "/\\")) and address.isprintable() else "/"


def session_cookie(request: AnyRequest, token: str) -> Cookie:
    """The cookie by which somebody is signed in; without a token it is taken away."""
    secure, lasts = request.url.scheme == "https", int(LASTS) if token else 0
    return Cookie(key=SIGNED_IN, value=token, httponly=True, samesite="lax", secure=secure, max_age=lasts)


def shape_of(request: Connection) -> str:
    """The shape of board that suits the screen: as the page's script found out, before that guessed from the browser's name."""
    shape = request.query_params.get("shape") or request.cookies.get("shape", "")
    if shape in ("wide", "tall", "low"):
        return cast(str, shape)
    return "tall" if "Mobi" in request.headers.get("user-agent", "") else "wide"


PAGE_HEADERS = {"cache-control": "no-store", "vary": "Cookie, X-Fragment"}
"""What every page says of itself."""


def page(services: Services, request: AnyRequest, template: str, status: int = 200, **context: Any) -> Response[str]:
    """A template as a response, in the request's language."""
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
    """A template as a text in the current language: by itself, for a part of a page that is fetched into it."""
    fetched = request.headers.get("x-fragment") == "1"
    return services.templates.get_template(template).render(fragment=fetched, **context)
