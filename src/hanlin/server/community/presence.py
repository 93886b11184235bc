"""Presence: the people with an open page, in all processes together."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterable

from hanlin.server.db import Store

STALE = 20.0
"""Seconds after which another process that says nothing is gone, with the people who were here by it."""
SHARED = 5.0
"""Seconds between two exchanges with other processes."""
LINGER = 5.0
"""Seconds for which somebody is still here after the last page was closed: as a rule the next one is on its way."""


class Presence:
    """The people who have a page open. Thread-safe."""

    def __init__(self, store: Store, clock: Callable[[], float]) -> None:
        self._store = store
        self._clock = clock
        self._lock = threading.Lock()
        self._pages: Counter[tuple[str, str]] = Counter()
        """The open pages here, by person and table (empty for a page that is no table's)."""
        self._closed: dict[tuple[str, str], float] = {}
        """The pages that were closed a moment ago, with the time, the last at the end."""
        self._elsewhere: dict[str, bool] = {}
        self._shared = 0.0
        self._known: dict[str, bool] = {}

    def enter(self, owner: str, table: str = "") -> None:
        """Count a page that a person has opened."""
        with self._lock:
            self._pages[owner, table] += 1

    def leave(self, owner: str, table: str = "") -> None:
        """Count a page that was closed."""
        with self._lock:
            self._pages[owner, table] -= 1
            if self._pages[owner, table] <= 0:
                del self._pages[owner, table]
                self._closed.pop((owner, table), None)
                self._closed[owner, table] = self._clock()

    def here(self) -> dict[str, bool]:
        """The people who are here; True for those at a table."""
        found = dict(self._elsewhere)
        for owner, playing in self._here().items():
            found[owner] = found.get(owner, False) or playing
        return found

    def _here(self) -> dict[str, bool]:
        """The people who are here by this process: with an open page, or without one for a moment."""
        found: dict[str, bool] = {}
        with self._lock:
            for owner, table in self._pages:
                found[owner] = found.get(owner, False) or bool(table)
            now = self._clock()
            self._closed = {page: when for page, when in self._closed.items() if 0 <= now - when <= LINGER}
            for owner, table in reversed(self._closed):
                found.setdefault(owner, bool(table))
        return found

    def in_lobby(self, owners: Iterable[str]) -> set[str]:
        """Those of some people who have a page here that can open a found game."""
        with self._lock:
            return {owner for owner in owners if (owner, "") in self._pages}

    def share(self) -> None:
        """Exchange with the other processes who is here."""
        now = self._clock()
        if self._store.sharing.alone or 0 <= now - self._shared < SHARED:
            return
        self._elsewhere = self._store.share_presence(self._store.sharing.name, self._here(), now, now - STALE)
        self._shared = now

    def changed(self) -> tuple[set[str], int | None]:
        """The people whose presence has changed since the last call, and the number of people here if that has."""
        before, now = self._known, self.here()
        self._known = now
        people = {owner for owner in before.keys() | now.keys() if before.get(owner) != now.get(owner)}
        return people, len(now) if len(before) != len(now) else None
