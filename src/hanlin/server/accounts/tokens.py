"""People: guests, their names, and the keys by which their browsers and programs act for them. No web framework here."""

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
"""What a token may do: all that its person may, or only look."""
KNOWN = 4096
"""How many tokens are kept in memory."""
TRUSTED = 300.0
"""Seconds for which a token is known without asking again, where other processes may end it: should their word be lost."""


SESSION, GUEST, PROGRAM = "session", "guest", "program"
"""What a token is for: somebody is signed in by it, is a guest by it, or has a program act for them."""
NOTED = 3600.0
"""Seconds after which it is noted again that a token is used."""


class Caller(NamedTuple):
    """Who asks: the hash of the person's key (empty: nobody that is known), and what the asker may do."""

    owner: str
    scope: str = PLAY
    kind: str = GUEST
    token: str = ""
    """The hash of the token that was sent, where one was."""


def key_hash(key: str) -> str:
    """What is stored of a key: enough to know it again, too little to pass for it. Empty for no key."""
    return hashlib.sha256(key.encode()).hexdigest() if key else ""


def clean_name(text: str) -> str:
    """A guest's name as it is kept; BadOption where it is too long, can't stand in a record or is not seen."""
    return person_name(text)


class People:
    """Guests and tokens. Thread-safe."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, tuple[Caller, float]] = OrderedDict()
        """By a token's hash: whom it acts for, and until when that is known."""
        self._noted: dict[str, float] = {}
        self._lock = threading.Lock()

    def new_guest(self, name: str) -> str:
        """A new guest; returns the token that plays as that guest."""
        token = new_token()
        owner = key_hash(token)
        self._store.add_person(owner, clean_name(name))
        self._store.add_token(owner, owner, PLAY, GUEST)
        return token

    def new_session(self, owner: str, name: str = "") -> str:
        """A token by which somebody is signed in; ``name``: at what."""
        token = new_token()
        self._store.add_token(key_hash(token), owner, PLAY, SESSION, name[:64])
        return token

    def new_token(self, owner: str, scope: str) -> str:
        """A further token for somebody's programs."""
        token = new_token()
        self._store.add_token(key_hash(token), owner, scope)
        return token

    def end_token(self, token: str) -> None:
        """The token is not known any more."""
        self.end_hashed(key_hash(token))

    def end_hashed(self, hashed: str) -> None:
        """The token of that hash is not known any more."""
        self._store.remove_token(hashed)
        with self._lock:
            self._known.pop(hashed, None)

    def end_sessions(self, owner: str, but: str = "") -> None:
        """No token of somebody's is known any more, but the one with the hash ``but``."""
        self._store.end_sessions(owner, but)
        self.forget_sessions(owner, but)

    def forget_sessions(self, owner: str, but: str = "") -> None:
        """Ask again for all tokens of somebody's but one: they were ended where they are stored."""
        with self._lock:
            for hashed in [hashed for hashed, (known, _) in self._known.items() if known.owner == owner and hashed != but]:
                del self._known[hashed]

    def forget(self) -> None:
        """Ask anew whom each token acts for: another process has ended some."""
        with self._lock:
            self._known.clear()

    def caller(self, token: str) -> Caller | None:
        """Whom a token acts for; None where it is not known."""
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

    def at_hand(self, token: str) -> Caller | None:
        """Whom a token acts for, where the database need not be asked and nothing be noted there; else None: ask ``caller``."""
        found = self._remembered(key_hash(token))
        return None if found is None or self._is_to_be_noted(found, now()) else found

    def _remembered(self, hashed: str) -> Caller | None:
        """Whom a token acts for, as far as that is known without asking. What others end is known only while they are heard."""
        found, until = self._known.get(hashed, (None, 0.0))
        return found if self._store.sharing.hears and monotonic() < until else None

    def _keep(self, caller: Caller) -> None:
        if not self._store.sharing.hears:
            return
        with self._lock:
            # It may have been ended since it was read; if it ends from now on, what is kept here is forgotten again.
            if self._store.token(caller.token) is None:
                return
            until = inf if self._store.sharing.alone else monotonic() + TRUSTED
            self._known[caller.token] = caller, until
            while len(self._known) > KNOWN:
                self._known.popitem(last=False)

    def _note(self, caller: Caller) -> None:
        """Note now and then that a token is used."""
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
        """Remember the name that a guest gave; an account keeps its own."""
        if name and self._store.account_of(owner) is None:
            self._store.add_person(owner, name)


def new_token() -> str:
    """A token that nobody guesses."""
    return f"hanlin-{secrets.token_urlsafe(32)}"
