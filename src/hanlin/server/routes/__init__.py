"""Thin handlers of requests: ``web`` answers with pages, ``api`` with JSON."""

from hanlin.server.routes import api, web

ROUTERS = [*web.ROUTERS, *api.ROUTERS]
