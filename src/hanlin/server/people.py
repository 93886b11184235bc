"""People: guests, their names, and the keys by which their browsers and programs act for them. No web framework here."""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections import OrderedDict
from typing import NamedTuple

from hanlin.core.errors import BadOption
from hanlin.core.language import _
from hanlin.server.store import Store

NAME_LENGTH = 24
PLAY, READ = "play", "read"
"""What a token may do: all that its person may, or only look."""
KNOWN = 4096
"""How many tokens are kept in memory."""


class Caller(NamedTuple):
    """Who asks: the hash of the person's key (empty: nobody that is known), and what the asker may do."""

    owner: str
    scope: str = PLAY


def key_hash(key: str) -> str:
    """What is stored of a key: enough to know it again, too little to pass for it. Empty for no key."""
    return hashlib.sha256(key.encode()).hexdigest() if key else ""


def clean_name(text: str) -> str:
    """A person's name without needless blanks; BadOption where it is too long or can't stand in a record."""
    name = " ".join(text.split())
    if len(name) > NAME_LENGTH or not name.isprintable() or set(name) & set('"|'):
        raise BadOption(_("A name has at most {n} letters, and neither quotation marks nor bars.").format(n=NAME_LENGTH))
    return name


class People:
    """Guests and tokens. Thread-safe."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: OrderedDict[str, Caller] = OrderedDict()
        self._lock = threading.Lock()

    def new_guest(self, name: str) -> str:
        """A new guest; returns the token that plays as that guest."""
        token = new_token()
        owner = key_hash(token)
        self._store.add_person(owner, clean_name(name))
        self._store.add_token(owner, owner, PLAY)
        return token

    def new_token(self, owner: str, scope: str) -> str:
        """A further token for somebody's programs."""
        token = new_token()
        self._store.add_token(key_hash(token), owner, scope)
        return token

    def end_token(self, token: str) -> None:
        """The token is not known any more."""
        with self._lock:
            self._known.pop(key_hash(token), None)
        self._store.remove_token(key_hash(token))

    def caller(self, token: str) -> Caller | None:
        """Whom a token acts for; None where it is not known."""
        hashed = key_hash(token)
        with self._lock:
            found = self._known.get(hashed)
        if found is not None:
            return found
        stored = self._store.token(hashed)
        if stored is None:
            return None
        found = Caller(*stored)
        if not self._store.sharing.alone:
            return found  # Another process may end the token.
        with self._lock:
            self._known[hashed] = found
            while len(self._known) > KNOWN:
                self._known.popitem(last=False)
        return found

    def name(self, owner: str) -> str:
        """A person's name; empty where none is known."""
        return self._store.name_of(owner) or ""

    def set_name(self, owner: str, name: str) -> None:
        """Remember the name that a person gave."""
        if name:
            self._store.add_person(owner, name)


def new_token() -> str:
    """A token that nobody guesses."""
    return f"hanlin-{secrets.token_urlsafe(32)}"
