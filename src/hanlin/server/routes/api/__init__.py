"""The HTTP and WebSocket interface for programs."""

from hanlin.server.routes.api import (
    accounts,
    library,
    notifications,
    people,
    puzzles,
    tables,
    websocket,
)

ROUTERS = [
    tables.ROUTES,
    accounts.ROUTES,
    library.ROUTES,
    notifications.ROUTES,
    puzzles.ROUTES,
    people.ROUTES,
    websocket.ROUTES,
]
