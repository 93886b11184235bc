"""Serialize expensive pages, so that other requests do not wait for them."""

from __future__ import annotations

import re
from contextlib import AsyncExitStack
from typing import Any, cast

from litestar import Request
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.types import ASGIApp, Receive, Scope, Send

from hanlin.core.i18n.language import language
from hanlin.server.routes.deps import address_of, language_of
from hanlin.server.services import Services

HEAVY = re.compile(
    r"/(?:t/[^/]+/(?:setup|review|record|log|points|sheet/[^/]+|panel/[^/]+)"
    r"|api/tables/[^/]+/(?:review|record|position)|rules/[^/]+(?:/summary)?|help/[^/]+|learn/[^/]+(?:/[^/]+)?|people/[^/]+)/*"
)
"""Routes that replay a game, or draw much."""
PAST = re.compile(r"/t/[^/]+(?:/view)?/*")
"""Routes that do so for a past step."""


def is_heavy(scope: Any) -> bool:
    """True if a response is expensive and no running game waits for it."""
    path = re.sub("/+", "/", scope["path"])
    if HEAVY.fullmatch(path):
        return True
    return bool(PAST.fullmatch(path)) and is_past(scope["query_string"])


def is_past(query: bytes) -> bool:
    """True if a query asks for a past step."""
    return re.search(rb"(?:^|&)(?:at|ply)=", query) is not None


class TakingTurns(ASGIMiddleware):
    """Create expensive responses one after another. The slot is released before sending, so that slow clients don't hold it."""

    scopes = (ScopeType.HTTP,)

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        if cast(Any, scope)["method"] not in ("GET", "HEAD") or not is_heavy(scope):
            await next_app(scope, receive, send)
            return
        services: Services = scope["litestar_app"].state.services
        request: Request[Any, Any, Any] = Request(scope, receive, send)
        async with AsyncExitStack() as stack:
            with language(language_of(request)):
                await stack.enter_async_context(services.rendering.pages.place(address_of(request)))

            async def send_on(message: Any) -> None:
                await stack.aclose()
                await send(message)

            await next_app(scope, receive, send_on)
