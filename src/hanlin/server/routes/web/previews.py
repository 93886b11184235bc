"""Link previews (Open Graph), and the installed app. Routes only."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, Router, get
from litestar.di import NamedDependency
from litestar.enums import MediaType
from litestar.params import FromPath

from hanlin.core.i18n.language import _, language
from hanlin.core.position.game import Game
from hanlin.drawing import document, palette
from hanlin.server.routes.deps import AnyRequest, address_of, language_of, page
from hanlin.server.services import Services
from hanlin.server.tables.puzzles import open_puzzle
from hanlin.server.views.table_view import perspective_of, present

WIDTH, HEIGHT = 600, 315
"""The size of a preview picture in pixels: half of what chats show at most, for a quarter of the cost."""
NOBODY = ""
"""Preview pictures are fetched without a key: they show what any spectator may see."""


@get("/t/{table_id:str}/picture.png")
async def picture(request: AnyRequest, services: NamedDependency[Services], table_id: FromPath[str]) -> Response[bytes]:
    """The table as spectators see it now; the game's emblem if there are no spectators or the game has not started.

    A puzzle is shown as its solver sees it.
    """
    address = address_of(request)
    with language(language_of(request)):
        drawn = await services.rendering.drawn(address, lambda: _drawing(services, table_id))
        content = await services.rendering.png(address, drawn, WIDTH, HEIGHT)
    return Response(content, media_type="image/png", headers={"cache-control": "max-age=60"})


def _drawing(services: Services, table_id: str) -> str:
    table = open_puzzle(services.games, table_id) or services.tables.open(table_id)
    with table.lock:
        shown = table.begun and table.shown_to(NOBODY)
        place = perspective_of(table, NOBODY, None)
        seen = present(table, place).for_show() if shown else None
    return _emblem(services.games[table.row.game]) if seen is None else str(table.game.drawing.board(seen))


def _emblem(game: Game) -> str:
    return str(game.drawing.emblem()) or document("blank", WIDTH, HEIGHT, "", label=game.name)


@get("/manifest.webmanifest", sync_to_thread=False)
def manifest(request: AnyRequest, services: NamedDependency[Services]) -> Response[bytes]:
    """The web app manifest."""
    with language(language_of(request)):
        content: dict[str, Any] = {
            "id": "/",
            "name": "Hanlin",
            "short_name": "Hanlin",
            "description": _("Three board games of imperial China."),
            "lang": language_of(request),
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": palette.DAY["paper"],
            "theme_color": palette.DAY["lacquer"],
            "icons": [
                {"src": services.assets.url(f"icon-{size}.png"), "sizes": f"{size}x{size}", "type": "image/png", "purpose": use}
                for size in (192, 512)
                for use in ("any", "maskable")
            ],
        }
    headers = {"cache-control": "no-cache", "vary": "Cookie, Accept-Language"}
    return Response(msgspec.json.encode(content), media_type="application/manifest+json", headers=headers)


@get("/app.js", sync_to_thread=False)
def app_script(services: NamedDependency[Services]) -> Response[bytes]:
    """The service worker of the installed app."""
    asset = services.assets.files["app.js"]
    content = asset.content.replace(b"BUILD", services.assets.build.encode())
    return Response(content, media_type=asset.type, headers={"cache-control": "no-cache"})


@get("/offline", media_type=MediaType.HTML, sync_to_thread=True)
def offline(request: AnyRequest, services: NamedDependency[Services]) -> Response[str]:
    """The offline page of the installed app."""
    return page(services, request, "offline.html")


ROUTES = Router("/", route_handlers=[picture, manifest, app_script, offline], include_in_schema=False)
