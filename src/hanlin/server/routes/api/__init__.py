"""The HTTP and WebSocket interface for programs."""

from hanlin.server.routes.api import (
    accounts,
    library,
    notifications,
    people,
    premoves,
    puzzles,
    tables,
    websocket,
)

ROUTERS = [
    tables.ROUTES,
    premoves.ROUTES,
    accounts.ROUTES,
    library.ROUTES,
    notifications.ROUTES,
    puzzles.ROUTES,
    people.ROUTES,
    websocket.ROUTES,
]
