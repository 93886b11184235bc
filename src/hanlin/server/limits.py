"""How much one address may ask for: so many requests a minute, told in headers. Nothing is counted for this machine itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

from hanlin.server.addresses import is_address, is_loopback

MINUTE = 60.0
ALLOWED = 1200
"""What an address may ask for in a minute; most requests count once."""
DEAR = {
    "/api/guests": 20, "/api/tables": 20, "/study": 20, "/api/accounts": 60, "/account/new": 60,
    "/api/sessions": 20, "/account/sign-in": 20, "/api/account/recover": 20, "/account/forgotten": 20,
    "/api/account/password": 20, "/account/password": 20, "/api/account/codes": 20, "/account/codes": 20,
    "/api/account/delete": 20, "/account/delete": 20, "/api/notices/push": 20, "/api/notices/mail": 60,
}  # fmt: skip
"""What requests count for that make something which stays, or reckon a password."""


class Spent(NamedTuple):
    """What is left for an address after a request, and the seconds until all of it is there again."""

    allowed: bool
    left: int
    seconds: int

    def headers(self) -> list[tuple[bytes, bytes]]:
        told = {"ratelimit-limit": ALLOWED, "ratelimit-remaining": self.left, "ratelimit-reset": self.seconds}
        if not self.allowed:
            told["retry-after"] = self.seconds
        return [(name.encode(), str(number).encode()) for name, number in told.items()]


class Limits:
    """Counts the requests of each address, minute by minute."""

    def __init__(self, everybody: bool, clock: Callable[[], float] = time.monotonic) -> None:
        """``everybody``: also this machine's own requests, which are a proxy's then."""
        self._everybody = everybody
        self._clock = clock
        self._began = clock()
        self._spent: dict[str, int] = {}

    def spend(self, address: str, method: str, path: str) -> Spent | None:
        """Count a request of an address; None where nothing is counted."""
        if not self._everybody and (is_loopback(address) or not is_address(address)):
            return None
        now = self._clock()
        if now - self._began >= MINUTE:
            self._began, self._spent = now, {}
        cost = DEAR.get(path, 20 if path.startswith("/new/") else 1) if method == "POST" else 1
        before = self._spent.get(address, 0)
        seconds = max(1, int(self._began + MINUTE - now + 0.999))
        if before + cost > ALLOWED:
            return Spent(False, ALLOWED - before, seconds)
        self._spent[address] = before + cost
        return Spent(True, ALLOWED - before - cost, seconds)
