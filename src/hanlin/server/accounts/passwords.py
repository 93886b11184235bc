"""Names, passwords and recovery codes: validation, comparison and hashes. No web framework, no database here.

Passwords are stored as argon2id hashes. Hashing is deliberately slow, so only a few passwords are hashed at a time, their
length is limited, and an unknown name takes as long as a known one.
"""

from __future__ import annotations

import hashlib
import secrets
import threading
import unicodedata
from collections.abc import Callable
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from hanlin.core.errors import BadOption
from hanlin.core.i18n.language import _
from hanlin.server.exceptions import TooMany
from hanlin.server.lib.names import PERSON, check_visible, is_hidden

SHORTEST, LONGEST = 8, 128
"""Characters that a password may have."""
HASHER = PasswordHasher(time_cost=2, memory_cost=46 * 1024, parallelism=1)
AT_ONCE, WAITING = 2, 12
"""Passwords hashed at a time, and callers that may wait for that; later ones are refused."""
BUSY_FOR = 5
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"
"""The characters of recovery codes: no two look alike."""
CODES, CODE_LENGTH = 8, 16
MARKS = frozenset(" -_.'’")
SCRIPTS = ("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "CHEROKEE", "COPTIC")
"""Scripts with letters that look alike: a name keeps to one of them."""

Found = TypeVar("Found")


def name_key(text: str) -> str:
    """A name as names are compared: two that differ in case, in width or in how accents are written are the same."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())
    return " ".join(folded.replace("’", "'").split())


def account_name(text: str) -> str:
    """An account's name, tidied; BadOption where it can't be one.

    It has letters and digits, spaces and a few marks, so that it can be part of an address and of a record.
    """
    name = " ".join(unicodedata.normalize("NFKC", text).split())
    scripts = {script for letter in name if letter.isalpha() for script in SCRIPTS if script in _word(letter)}
    if not name or len(name) > PERSON or not name[0].isalnum() or not all(_may_stand(letter) for letter in name):
        said = _(
            "An account's name has at most {n} characters (letters, digits, spaces and - _ . ’) "
            "and begins with a letter or a digit."
        )
        raise BadOption(said.format(n=PERSON))
    check_visible(name)
    if len(scripts) > 1:
        raise BadOption(_("Use letters of one alphabet only in your name."))
    return name


def _word(letter: str) -> str:
    return unicodedata.name(letter, "").partition(" ")[0]


def _may_stand(letter: str) -> bool:
    """Letters and digits that are seen, accents on them, the marks of names."""
    if is_hidden(letter):
        return False
    return letter in MARKS or unicodedata.category(letter)[0] in "LN" or unicodedata.category(letter) in ("Mn", "Mc")


def new_password(text: str, name: str) -> str:
    """A chosen password, normalised; BadOption where it is too short, too long, or the name."""
    password = unicodedata.normalize("NFKC", text[: LONGEST + 1])
    if not SHORTEST <= len(password) <= LONGEST:
        raise BadOption(_("A password has {shortest} to {longest} characters.").format(shortest=SHORTEST, longest=LONGEST))
    if name_key(password) == name_key(name):
        raise BadOption(_("Your password must not be your name."))
    return password


class Hashing:
    """Passwords and their hashes, a few at a time. Thread-safe; every call holds its thread for as long as it takes."""

    def __init__(self) -> None:
        self._turns = threading.BoundedSemaphore(AT_ONCE)
        self._queue = threading.BoundedSemaphore(AT_ONCE + WAITING)
        self._dummy = ""

    def hash(self, password: str) -> str:
        """The stored hash of a password."""
        return self._in_turn(lambda: HASHER.hash(password))

    def fits(self, hashed: str, text: str) -> bool:
        """True if a password is the one that was hashed; for an empty hash that takes as long, and is false."""
        password = unicodedata.normalize("NFKC", text[: LONGEST + 1])
        return len(password) <= LONGEST and self._in_turn(lambda: self._verify(hashed, password))

    @staticmethod
    def is_old(hashed: str) -> bool:
        """True if a hash was made with other parameters than today's."""
        return HASHER.check_needs_rehash(hashed)

    def _verify(self, hashed: str, password: str) -> bool:
        if not self._dummy:
            self._dummy = HASHER.hash(secrets.token_hex(16))
        try:
            return HASHER.verify(hashed or self._dummy, password) and bool(hashed)
        except (Argon2Error, InvalidHashError):
            return False

    def _in_turn(self, work: Callable[[], Found]) -> Found:
        if not self._queue.acquire(blocking=False):
            raise TooMany(_("Many people are signing in right now: try again in {n} seconds.").format(n=BUSY_FOR), BUSY_FOR)
        try:
            with self._turns:
                return work()
        finally:
            self._queue.release()


def new_codes(how_many: int = CODES) -> list[str]:
    """Recovery codes that cannot be guessed (80 bits each), in groups of four."""
    return [_grouped("".join(secrets.choice(ALPHABET) for _letter in range(CODE_LENGTH))) for _code in range(how_many)]


def code_hash(text: str) -> str:
    """The stored hash of a recovery code, independent of case and blanks."""
    plain = "".join(letter for letter in text[:100].lower() if letter.isalnum())
    return hashlib.sha256(plain.translate(str.maketrans("oil", "011")).encode()).hexdigest()


def _grouped(code: str) -> str:
    return "-".join(code[first : first + 4] for first in range(0, len(code), 4))
