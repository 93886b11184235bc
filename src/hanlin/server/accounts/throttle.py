"""Limits against guessing: attempts per name and address. Counted in the database, for all processes together."""

from __future__ import annotations

import hashlib
import ipaddress
from collections.abc import Callable

from hanlin.core.i18n.language import ngettext
from hanlin.server.db import Store
from hanlin.server.exceptions import TooMany

WINDOW = 15 * 60.0
"""Seconds for which attempts are counted."""
BY_BOTH, BY_NAME, BY_ADDRESS = 8, 40, 80
"""Attempts in that time: of one name from one address, of one name from anywhere, and from one address for any name."""
NEW = 10
"""Accounts that may be created from one address in that time."""
REQUESTS, REQUESTS_FROM_ADDRESS = 30, 60
"""Requests to other people (to be friends, to play) that a person may make in that time, and all people of an address."""


class Throttle:
    """Counts attempts. ``address``: the caller's, empty for this machine, for which only names are counted."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store = store
        self._clock = clock

    def count(self, kind: str, name: str, address: str) -> None:
        """Count an attempt of a name (as names are compared); TooMany where there were too many. ``kind``: of secret."""
        allowed = {_head(kind, "name", name): BY_NAME}
        if address:
            allowed |= {_head(kind, "both", name, _net(address)): BY_BOTH, _head(kind, "address", _net(address)): BY_ADDRESS}
        self._check(allowed)

    def count_own(self, kind: str, owner: str, session: str) -> None:
        """Count an attempt of a signed-in person. ``session``: the sign-in; a person's program tokens, of any number,
        count as one (empty)."""
        self._check({_head(kind, "session", owner, session): BY_BOTH})

    def forgive_own(self, kind: str, owner: str, session: str) -> None:
        """Reset the count of a sign-in after a right password."""
        self._store.forgive([_head(kind, "session", owner, session)])

    def count_new(self, address: str) -> None:
        """Count an account that is created from an address."""
        if address:
            self._check({_head("new", "address", _net(address)): NEW})

    def count_request(self, owner: str, address: str) -> None:
        """Count a request of a person to another one."""
        allowed = {_head("request", "owner", owner): REQUESTS}
        if address:
            allowed[_head("request", "address", _net(address))] = REQUESTS_FROM_ADDRESS
        self._check(allowed)

    def forgive(self, kind: str, name: str, address: str) -> None:
        """Reset the counts of a name after a right password."""
        self._store.forgive([_head(kind, "name", name), _head(kind, "both", name, _net(address))])

    def _check(self, allowed: dict[str, int]) -> None:
        now = self._clock()
        counted = self._store.count_attempt(list(allowed), now, WINDOW)
        over = [since for (tries, since), most in zip(counted, allowed.values(), strict=True) if tries > most]
        if over:
            seconds = max(1, int(max(over) + WINDOW - now))
            minutes = -(-seconds // 60)
            said = ngettext("Too many tries: wait {n} minute.", "Too many tries: wait {n} minutes.", minutes)
            raise TooMany(said.format(n=minutes), seconds)


def _head(*what: str) -> str:
    """The key of a counter. It contains no name in the clear."""
    return f"{what[0]}:{what[1]}:{hashlib.sha256(repr(what[2:]).encode()).hexdigest()}"


def _net(address: str) -> str:
    """The address of one caller, or its /64 network in IPv6 (its holder has all of it)."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    return str(found) if found.version == 4 else str(ipaddress.ip_network((int(found), 64), strict=False))
