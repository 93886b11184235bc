"""People at the tables of the tests."""

from __future__ import annotations

from hanlin.server.accounts.tokens import key_hash
from hanlin.server.db import Seat

OWNER = key_hash("my key")


def persons(n=2):
    """Seats of one browser."""
    return [Seat(kind="person", name=f"P{seat}", owner=OWNER) for seat in range(n)]
