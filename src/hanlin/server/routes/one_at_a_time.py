"""Pages that cost much to make wait for each other, so that nobody else waits for them."""

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
"""What replays a game, or draws much, whoever asks."""
PAST = re.compile(r"/t/[^/]+(?:/view)?/*")
"""What does so where a step of the past is asked for."""


def is_heavy(scope: Any) -> bool:
    """Whether an answer costs much to make, and is none that a game waits for."""
    path = re.sub("/+", "/", scope["path"])
    if HEAVY.fullmatch(path):
        return True
    return bool(PAST.fullmatch(path)) and is_past(scope["query_string"])


def is_past(query: bytes) -> bool:
    """Whether an address asks for a step of the past."""
    return re.search(rb"(?:^|&)(?:at|ply)=", query) is not None


class TakingTurns(ASGIMiddleware):
    """Has heavy answers made one after another. A place is given up before the answer is sent, however slowly it is taken."""

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
