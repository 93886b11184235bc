"""The HTTP and WebSocket interface for programs."""

from hanlin.server.routes.api import (
    accounts,
    library,
    notifications,
    tables,
    websocket,
)

ROUTERS = [
    tables.ROUTES,
    accounts.ROUTES,
    library.ROUTES,
    notifications.ROUTES,
    websocket.ROUTES,
]
