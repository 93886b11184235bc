"""How much one address may ask for: so many requests a minute, told in headers, and so many sockets at a time.

Nothing is counted for this machine itself.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, cast

from hanlin.server.lib.net import counted_as, is_address, is_loopback

MINUTE = 60.0
ALLOWED = 1200
"""What an address may ask for in a minute; most requests count once."""
SOCKETS = 200
"""How many sockets an address may have open at a time; a page has one."""
PLAIN, WORK, DRAWING, LASTING, GUARDED = 1, 5, 10, 20, 60
"""The classes of cost. PLAIN: reads or changes one thing that is there. WORK: replays, lays out a page of many drawings, or
keeps a line of text. DRAWING: pixels, or a thought of a second. LASTING: makes something that stays (a table, a person, a
token, a review), packs up many games, or hashes a password. GUARDED: makes an account, or has mail sent."""
COSTS: dict[str, dict[str, int]] = {
    "POST": {
        **dict.fromkeys(
            (
                "/account/profile", "/account/sessions", "/account/sign-out", "/api/account/profile", "/api/sessions/end",
                "/api/tables/*/answer", "/api/tables/*/ask", "/api/tables/*/aside", "/api/tables/*/close",
                "/api/tables/*/delete", "/api/tables/*/holidays", "/api/tables/*/leave", "/api/tables/*/looked",
                "/api/tables/*/mute", "/api/tables/*/name", "/api/tables/*/pause", "/api/tables/*/play",
                "/api/tables/*/resign", "/api/tables/*/review/stop", "/api/tables/*/start", "/api/tables/*/talk",
                "/api/notices/push/end", "/api/tables/*/undo", "/api/tables/*/vacant", "/api/tokens/end", "/mail/*/*",
                "/notices/end", "/t/*/answer", "/t/*/ask",
                "/t/*/aside", "/t/*/close", "/t/*/delete", "/t/*/holidays", "/t/*/leave", "/t/*/mute", "/t/*/name",
                "/t/*/pause", "/t/*/play", "/t/*/resign", "/t/*/review/stop", "/t/*/start", "/t/*/talk", "/t/*/undo",
                "/t/*/vacant",
            ),
            PLAIN,
        ),
        **dict.fromkeys(
            (
                "/api/tables/*/chat", "/api/tables/*/join", "/api/tables/*/notices", "/setup/*", "/setup/*/file",
                "/setup/*/picture.svg", "/t/*/chat", "/t/*/join",
            ),
            WORK,
        ),
        **dict.fromkeys(("/api/tables/*/hint", "/setup/*/picture.png", "/t/*/hint"), DRAWING),
        **dict.fromkeys(
            (
                "/account/along", "/account/codes", "/account/delete", "/account/forgotten", "/account/password",
                "/account/sign-in", "/api/account/codes", "/api/account/delete", "/api/account/password",
                "/api/account/recover", "/api/guests", "/api/notices/push", "/api/sessions", "/api/studies", "/api/tables",
                "/api/tables/*/from", "/api/tables/*/rematch", "/api/tables/*/review", "/api/tokens", "/learn/*", "/new/*",
                "/quick/*", "/setup/*/play", "/study", "/t/*/again", "/t/*/from", "/t/*/review",
            ),
            LASTING,
        ),
        **dict.fromkeys(("/account/new", "/api/accounts", "/api/notices/mail"), GUARDED),
    },
    "GET": {
        **dict.fromkeys(("/setup/*", "/setup/*/picture.svg", "/t/*/setup", "/t/*/review", "/api/tables/*/review"), WORK),
        **dict.fromkeys(("/setup/*/picture.png", "/t/*/picture.png"), DRAWING),
        **dict.fromkeys(("/people/*/records.zip", "/api/people/*/records"), LASTING),
    },
}  # fmt: skip
"""What a request counts for, by method and route; ``*`` stands for one part of a path. Every route that changes something is
named here. One that is not counts as ``LASTING``, and one that only reads as ``PLAIN``."""


def _tree(costs: Mapping[str, int]) -> _Tree:
    """The costs by the parts of the routes; under an empty part stands what the route costs that ends there."""
    tree: _Tree = {}
    for route, cost in costs.items():
        at = tree
        for part in _parts(route):
            at = at.setdefault(part, {})  # type: ignore[assignment]
        at[""] = cost
    return tree


def _parts(path: str) -> list[str]:
    """The parts of a path; slashes at its end, or several in a row, lead to the same route."""
    return [part for part in path.split("/") if part][:DEEPEST]


def cost_of(method: str, path: str) -> int:
    """What a request counts for; HEAD draws as much as GET."""
    method = "GET" if method == "HEAD" else method
    tree = TREES.get(method)
    otherwise = PLAIN if method in ("GET", "OPTIONS") else LASTING
    found = None if tree is None else _found(tree, _parts(path))
    return otherwise if found is None else found


def _found(tree: _Tree, parts: Sequence[str]) -> int | None:
    if not parts:
        return cast("int | None", tree.get(""))
    for part in (parts[0], "*"):
        below = tree.get(part)
        found = None if below is None else _found(cast("_Tree", below), parts[1:])
        if found is not None:
            return found
    return None


DEEPEST = 16
"""Parts of a path that are looked at; no route has as many."""
_Tree = dict[str, "int | _Tree"]
TREES = {method: _tree(costs) for method, costs in COSTS.items()}


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
        cost = cost_of(method, path)
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
