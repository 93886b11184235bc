"""Rate limits per address: requests per minute, reported in headers, and open sockets.

Requests from this machine itself are not counted.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple, cast

from hanlin.server.lib.net import counted_as, is_address, is_loopback

MINUTE = 60.0
ALLOWED = 1200
"""The budget of an address per minute; most requests cost 1."""
SOCKETS = 200
"""The most open sockets of an address; a page has one."""
PLAIN, WORK, DRAWING, LASTING, GUARDED = 1, 5, 10, 20, 60
"""The classes of cost. PLAIN: reads or changes one existing thing. WORK: replays a game, renders a page of many drawings, or
stores a line of text. DRAWING: renders pixels, or searches for a second. LASTING: creates something permanent (a table, a
person, a token, a review), archives many games, or hashes a password. GUARDED: creates an account, or sends e-mail."""
COSTS: dict[str, dict[str, int]] = {
    "POST": {
        **dict.fromkeys(
            (
                "/account/mining", "/account/profile", "/account/sessions", "/account/sign-out", "/account/visible",
                "/api/account/mining", "/api/account/profile",
                "/api/challenges/*/decline", "/api/friends/visible", "/api/seek/end", "/api/sessions/end",
                "/challenges/*/decline", "/find/end", "/unblock",
                "/api/tables/*/answer", "/api/tables/*/ask", "/api/tables/*/aside", "/api/tables/*/close",
                "/api/tables/*/delete", "/api/tables/*/holidays", "/api/tables/*/leave", "/api/tables/*/looked",
                "/api/tables/*/block", "/api/tables/*/mute", "/api/tables/*/name", "/api/tables/*/pause", "/api/tables/*/play",
                "/api/tables/*/resign", "/api/tables/*/review/stop", "/api/tables/*/start", "/api/tables/*/talk",
                "/api/notices/push/end", "/api/tables/*/undo", "/api/tables/*/vacant", "/api/tokens/end", "/mail/*/*",
                "/notices/end", "/t/*/answer", "/t/*/ask", "/t/*/block",
                "/t/*/aside", "/t/*/close", "/t/*/delete", "/t/*/holidays", "/t/*/leave", "/t/*/mute", "/t/*/name",
                "/t/*/pause", "/t/*/play", "/t/*/premove", "/t/*/premove/back", "/t/*/resign", "/t/*/review/stop", "/t/*/start",
                "/t/*/talk", "/t/*/undo", "/t/*/vacant",
            ),
            PLAIN,
        ),
        **dict.fromkeys(
            (
                "/api/challenges/*/accept", "/api/friends", "/api/seek", "/challenges/*/accept", "/find", "/friends",
                "/api/puzzles/*/*", "/t/*/solution",
                "/api/tables/*/chat", "/api/tables/*/join", "/api/tables/*/notices", "/setup/*", "/setup/*/file",
                "/setup/*/picture.svg", "/t/*/chat", "/t/*/join",
            ),
            WORK,
        ),
        **dict.fromkeys(("/api/tables/*/hint", "/setup/*/picture.png", "/t/*/hint"), DRAWING),
        **dict.fromkeys(
            (
                "/api/challenges", "/api/tables/*/challenge", "/people/*/challenge", "/puzzles/*/*/play", "/t/*/challenge",
                "/account/along", "/account/codes", "/account/delete", "/account/forgotten", "/account/password",
                "/account/puzzles", "/account/sign-in", "/api/account/codes", "/api/account/delete", "/api/account/password",
                "/api/account/recover", "/api/guests", "/api/notices/push", "/api/sessions", "/api/studies", "/api/tables",
                "/api/tables/*/from", "/api/tables/*/rematch", "/api/tables/*/review", "/api/tokens", "/invite", "/learn/*",
                "/new/*", "/quick/*", "/setup/*/play", "/study", "/t/*/again", "/t/*/from", "/t/*/review",
            ),
            LASTING,
        ),
        **dict.fromkeys(("/account/new", "/api/accounts", "/api/notices/mail"), GUARDED),
    },
    "PUT": {"/api/tables/*/premove": PLAIN},
    "DELETE": {"/api/tables/*/premove": PLAIN},
    "GET": {
        **dict.fromkeys(("/setup/*", "/setup/*/picture.svg", "/t/*/setup", "/t/*/review", "/api/tables/*/review"), WORK),
        **dict.fromkeys(("/setup/*/picture.png", "/t/*/picture.png"), DRAWING),
        **dict.fromkeys(("/people/*/records.zip", "/api/people/*/records"), LASTING),
    },
}  # fmt: skip
"""The cost of a request by method and route; ``*`` stands for one part of a path. Every changing route is listed; an unlisted
one costs ``LASTING``, and an unlisted reading one ``PLAIN``."""


def _tree(costs: Mapping[str, int]) -> _Tree:
    """The costs as a tree of route parts; an empty part holds the cost of the route that ends there."""
    tree: _Tree = {}
    for route, cost in costs.items():
        at = tree
        for part in _parts(route):
            at = at.setdefault(part, {})  # type: ignore[assignment]
        at[""] = cost
    return tree


def _parts(path: str) -> list[str]:
    """The parts of a path; trailing and repeated slashes are ignored, as in routing."""
    return [part for part in path.split("/") if part][:DEEPEST]


def cost_of(method: str, path: str) -> int:
    """The cost of a request; HEAD costs as much as GET."""
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
"""The most parts of a path that are compared; no route has as many."""
_Tree = dict[str, "int | _Tree"]
TREES = {method: _tree(costs) for method, costs in COSTS.items()}


class Spent(NamedTuple):
    """The budget left for an address after a request, and the seconds until it is full again."""

    allowed: bool
    left: int
    seconds: int

    def headers(self) -> list[tuple[bytes, bytes]]:
        values = {"ratelimit-limit": ALLOWED, "ratelimit-remaining": self.left, "ratelimit-reset": self.seconds}
        if not self.allowed:
            values["retry-after"] = self.seconds
        return [(name.encode(), str(number).encode()) for name, number in values.items()]


class Limits:
    """Counts the requests of each address, minute by minute."""

    def __init__(self, everybody: bool, clock: Callable[[], float] = time.monotonic) -> None:
        """``everybody``: also count this machine's own requests, which come from a proxy then."""
        self._everybody = everybody
        self._clock = clock
        self._began = clock()
        self._spent: dict[str, int] = {}
        self._sockets: Counter[str] = Counter()

    def spend(self, address: str, method: str, path: str) -> Spent | None:
        """Count a request of an address; None if the address is exempt."""
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
        """Count one more socket of an address; False if it has reached its limit."""
        network = counted_as(address)
        if self._counts(address) and self._sockets[network] >= SOCKETS:
            return False
        self._sockets[network] += 1
        return True

    def close_socket(self, address: str) -> None:
        """Count one socket less of an address."""
        network = counted_as(address)
        self._sockets[network] -= 1
        if self._sockets[network] <= 0:
            del self._sockets[network]

    def _counts(self, address: str) -> bool:
        return self._everybody or (is_address(address) and not is_loopback(address))
