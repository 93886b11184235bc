"""People: guests, their names, and the tokens of their browsers and programs. No web framework here."""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections import OrderedDict
from math import inf
from time import monotonic
from typing import NamedTuple

from hanlin.server.db import Store, now
from hanlin.server.lib.names import person_name

PLAY, READ = "play", "read"
"""The scopes of a token: everything its person may do, or only reading."""
KNOWN = 4096
"""Tokens that are cached in memory."""
TRUSTED = 300.0
"""Seconds for which a token is cached where other processes may end it, in case their notification is lost."""


SESSION, GUEST, PROGRAM = "session", "guest", "program"
"""The kinds of tokens: of a signed-in person, of a guest, of a person's program."""
NOTED = 3600.0
"""Seconds after which the use of a token is recorded again."""


class Caller(NamedTuple):
    """The sender of a request: the hash of the person's key (empty for unknown senders), and the scope."""

    owner: str
    scope: str = PLAY
    kind: str = GUEST
    token: str = ""
    """The hash of the token that was sent, where one was."""


def key_hash(key: str) -> str:
    """The stored hash of a key: it identifies the key, but can't be used in its place. Empty for no key."""
    return hashlib.sha256(key.encode()).hexdigest() if key else ""


class People:
    """Guests and tokens. Thread-safe."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, tuple[Caller, float]] = OrderedDict()
        """By a token's hash: the caller, and the time until which that is cached."""
        self._noted: dict[str, float] = {}
        self._lock = threading.Lock()

    def new_guest(self, name: str) -> str:
        """Create a guest; returns the guest's token."""
        token = new_token()
        owner = key_hash(token)
        self._store.add_person(owner, person_name(name))
        self._store.add_token(owner, owner, PLAY, GUEST)
        return token

    def new_session(self, owner: str, name: str = "") -> str:
        """A token for somebody who signed in; ``name``: the name of their browser."""
        token = new_token()
        self._store.add_token(key_hash(token), owner, PLAY, SESSION, name[:64])
        return token

    def new_token(self, owner: str, scope: str) -> str:
        """Another token for somebody's programs."""
        token = new_token()
        self._store.add_token(key_hash(token), owner, scope)
        return token

    def end_token(self, token: str) -> None:
        """End a token."""
        self.end_hashed(key_hash(token))

    def end_hashed(self, hashed: str) -> None:
        """End the token with that hash."""
        self._store.remove_token(hashed)
        with self._lock:
            self._known.pop(hashed, None)

    def end_sessions(self, owner: str, but: str = "") -> None:
        """End all tokens of a person, except the one with the hash ``but``."""
        self._store.end_sessions(owner, but)
        self.forget_sessions(owner, but)

    def forget_sessions(self, owner: str, but: str = "") -> None:
        """Forget all cached tokens of a person except one: they were ended in the database."""
        with self._lock:
            for hashed in [hashed for hashed, (known, _) in self._known.items() if known.owner == owner and hashed != but]:
                del self._known[hashed]

    def forget(self) -> None:
        """Forget all cached tokens: another process has ended some."""
        with self._lock:
            self._known.clear()

    def caller(self, token: str) -> Caller | None:
        """The caller that a token belongs to; None where it is not known."""
        hashed = key_hash(token)
        found = self._remembered(hashed)
        if found is None:
            stored = self._store.token(hashed)
            if stored is None:
                return None
            found = Caller(*stored, hashed)
            self._keep(found)
        self._note(found)
        return found

    def cached_caller(self, token: str) -> Caller | None:
        """The caller that a token belongs to, if cached and nothing needs to be written; otherwise None: use ``caller``."""
        found = self._remembered(key_hash(token))
        return None if found is None or self._is_to_be_noted(found, now()) else found

    def _remembered(self, hashed: str) -> Caller | None:
        """The caller that a token belongs to, if cached. The cache is used only while other processes' notifications arrive."""
        found, until = self._known.get(hashed, (None, 0.0))
        return found if self._store.sharing.listening and monotonic() < until else None

    def _keep(self, caller: Caller) -> None:
        if not self._store.sharing.listening:
            return
        with self._lock:
            # It may have been ended since it was read; if it ends from now on, it is removed from the cache again.
            if self._store.token(caller.token) is None:
                return
            until = inf if self._store.sharing.alone else monotonic() + TRUSTED
            self._known[caller.token] = caller, until
            while len(self._known) > KNOWN:
                self._known.popitem(last=False)

    def _note(self, caller: Caller) -> None:
        """Record now and then that a token is used."""
        when = now()
        if not self._is_to_be_noted(caller, when):
            return
        with self._lock:
            if len(self._noted) > KNOWN:
                self._noted.clear()
            self._noted[caller.token] = when
        self._store.note_seen(caller.token, when)

    def _is_to_be_noted(self, caller: Caller, when: float) -> bool:
        return when - self._noted.get(caller.token, 0.0) >= NOTED

    def name(self, owner: str) -> str:
        """A person's name; empty where none is known."""
        return self._store.name_of(owner) or ""

    def set_name(self, owner: str, name: str) -> None:
        """Store the name that a guest gave; an account keeps its own."""
        if name and self._store.account_of(owner) is None:
            self._store.add_person(owner, name)


def new_token() -> str:
    """A token that cannot be guessed."""
    return f"hanlin-{secrets.token_urlsafe(32)}"
