"""How much one address may ask for: so many requests a minute, told in headers, and so many sockets at a time.

Nothing is counted for this machine itself.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from hanlin.server.addresses import counted_as, is_address, is_loopback

MINUTE = 60.0
ALLOWED = 1200
"""What an address may ask for in a minute; most requests count once."""
SOCKETS = 200
"""How many sockets an address may have open at a time; a page has one."""
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
        self._sockets: Counter[str] = Counter()

    def spend(self, address: str, method: str, path: str) -> Spent | None:
        """Count a request of an address; None where nothing is counted."""
        if not self._counts(address):
            return None
        address = counted_as(address)
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

    def open_socket(self, address: str) -> bool:
        """Note that an address has a socket more; False where it has as many as it may have."""
        network = counted_as(address)
        if self._counts(address) and self._sockets[network] >= SOCKETS:
            return False
        self._sockets[network] += 1
        return True

    def close_socket(self, address: str) -> None:
        """Note that an address has a socket less."""
        network = counted_as(address)
        self._sockets[network] -= 1
        if self._sockets[network] <= 0:
            del self._sockets[network]

    def _counts(self, address: str) -> bool:
        return self._everybody or (is_address(address) and not is_loopback(address))
