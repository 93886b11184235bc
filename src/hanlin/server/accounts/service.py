"""Accounts: a name and a password, for whoever wants to find their tables at another machine. No web framework here.

All calls may take a while (a password is reckoned, tables are handed over): they are made in threads.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from hanlin.core.errors import HanlinError
from hanlin.core.i18n.language import _
from hanlin.server.accounts.passwords import Hashing, account_name, code_hash, name_key, new_codes, new_password
from hanlin.server.accounts.throttle import WINDOW, Guessing
from hanlin.server.accounts.tokens import People, key_hash
from hanlin.server.db import OPEN, RUNNING, Account, Seat, Session, Store, Taken
from hanlin.server.exceptions import NameTaken, NoSuchPerson, NotYours, Refused, TooMany, WrongPassword
from hanlin.server.tables.library import may_delete
from hanlin.server.tables.seating import nobodys
from hanlin.server.tables.service import Tables

LASTS = 180 * 24 * 3600.0
"""Seconds after which somebody who did not come is signed out."""
HOSTS_CODE = 24 * 3600.0
"""Seconds for which a code is good that the host makes."""
PROFILES_FOR, MOST_PROFILES = 30.0, 4096
"""Seconds for which it is known who shows a profile, and of how many people it is."""
SIGN_IN, RECOVERY, OWN = "sign-in", "recovery", "own"
"""What is guessed: the password by who signs in, a recovery code, the password by who is signed in."""


class SignedIn(NamedTuple):
    """Whoever signed in: their account, and the token by which they are known from now on."""

    account: Account
    token: str
    codes: list[str]
    """The recovery codes, where they are new: they are shown now and never again."""


def _nothing() -> None:
    """Nobody wants to know."""


class Accounts:
    """All accounts of a server. Thread-safe."""

    def __init__(
        self, store: Store, people: People, tables: Tables, clock: Callable[[], float], changed: Callable[[], None] = _nothing
    ) -> None:
        """``changed`` is called when seats have become somebody else's."""
        self._store = store
        self._people = people
        self._tables = tables
        self._clock = clock
        self._changed = changed
        self._profiles: dict[str, tuple[float, str]] = {}
        self._hashing = Hashing()
        self._guessing = Guessing(store, clock)

    def of(self, owner: str) -> Account | None:
        """Somebody's account; None for guests and for nobody."""
        return self._store.account_of(owner) if owner else None

    def named(self, name: str) -> Account | None:
        """The account of that name."""
        return self._store.account(name_key(name[:100]))

    def shown_to(self, name: str, asker: str) -> Account:
        """The account of that name; NoSuchPerson where there is none, or it is hidden from ``asker``."""
        account = self.named(name)
        if account is None or (account.hidden and account.owner != asker):
            raise NoSuchPerson(_("There is nobody called {name} here, or they do not show it.").format(name=name[:100]))
        return account

    def profiles(self, seats: Sequence[Seat]) -> dict[int, str]:
        """By seat the name under which the profile of who sits there is found; guests have none, and some do not show it.

        What other processes change about it is known here a little later: pages are drawn often.
        """
        now = self._clock()
        owners = {seat.owner for seat in seats if seat.kind == "person" and seat.owner}
        unknown = [owner for owner in owners if self._profiles.get(owner, (0.0, ""))[0] <= now]
        if unknown:
            found = self._store.profiles_of(unknown)
            if len(self._profiles) > MOST_PROFILES:
                self._profiles.clear()
            self._profiles.update({owner: (now + PROFILES_FOR, found.get(owner, "")) for owner in unknown})
        known = {owner: self._profiles.get(owner, (0.0, ""))[1] for owner in owners}
        return {n: known[seat.owner] for n, seat in enumerate(seats) if known.get(seat.owner)}

    # -- coming and going --------------------------------------------------------------------------------------------------

    def create(
        self, name: str, password: str, address: str = "", browser: str = "", guest: str = "", seen_at: str = ""
    ) -> SignedIn:
        """A new account; a ``guest``'s seats come along. NameTaken where another has that name. ``seen_at``: the hash of the
        key of the browser that asks (a guest's key, whether the guest comes along or not)."""
        name = account_name(name)
        password = new_password(password, name)
        if self.named(name) is not None:
            raise self._taken(name)
        self._guessing.count_new(address)
        owner, codes = secrets.token_hex(32), new_codes()
        hashed = self._hashing.hash(password)
        account = Account(name_key(name), name, owner, hashed, False, self._clock())
        try:
            self._store.add_account(account, [code_hash(code) for code in codes])
        except Taken:
            raise self._taken(name) from None
        self._profiles.pop(owner, None)
        return self._entered(account, browser, guest, seen_at, codes)

    def _entered(self, account: Account, browser: str, guest: str, seen_at: str, codes: list[str] | None = None) -> SignedIn:
        """Somebody is signed in from now on, and a guest comes along."""
        token = self._people.new_session(account.owner, browser)
        self.take_along(account.owner, guest, key_hash(token))
        for key in {guest, seen_at} - {"", account.owner}:
            if self._store.note_browser(account.owner, key):
                self._changed()  # Their games count for ratings no more.
        return SignedIn(account, token, codes or [])

    @staticmethod
    def _taken(name: str) -> NameTaken:
        return NameTaken(_("Somebody has the name {name} already: choose another one.").format(name=name))

    def sign_in(
        self, name: str, password: str, address: str = "", browser: str = "", guest: str = "", seen_at: str = ""
    ) -> SignedIn:
        """Sign in; WrongPassword where name and password do not go together, whether there is such a name or not."""
        account = self._checked(name_key(name[:100]), password, address)
        if self._hashing.is_old(account.password):
            with suppress(TooMany):  # The next time will do.
                new = self._hashing.hash(new_password(password, ""))
                self._store.renew_hash(account.owner, account.password, new)
        return self._entered(account, browser, guest, seen_at)

    def recover(self, name: str, code: str, password: str, address: str = "", browser: str = "", seen_at: str = "") -> SignedIn:
        """Choose a new password by a recovery code, which is spent; whoever was signed in is so no more.

        The password is hashed before the code is spent: where the server is too busy for that, the code stays good.
        """
        key = name_key(name[:100])
        password = new_password(password, name)
        self._guessing.count(RECOVERY, key, address)
        account, hashed = self._store.account(key), code_hash(code)
        wrong = WrongPassword(_("Wrong name or code, or the code has been used."))
        if account is None or not self._store.knows_code(account.owner, hashed, self._clock()):
            raise wrong
        if not self._store.recover(account.owner, hashed, self._hashing.hash(password), self._clock()):
            raise wrong
        self._people.forget_sessions(account.owner)
        self._guessing.forgive(RECOVERY, key, address)
        self._guessing.forgive(SIGN_IN, key, address)
        return self._entered(account, browser, "", seen_at)

    def take_along(self, owner: str, guest: str, token: str = "") -> int:
        """What a guest has becomes an account's: seats, what was said. The guest's keys end. Returns how many tables came.

        ``token``: the hash of the sign-in that they come along with; the browsers that the guest is told at by push belong
        to it from now on.
        """
        if not guest or guest == owner or self.of(guest) is not None:
            return 0
        names = self._store.ids_of(guest)
        for name in names:
            self._tables.hand_over(name, guest, owner)
        self._store.hand_over(guest, owner)
        self._store.bind_receivers(owner, guest, token or owner)
        self._people.end_sessions(guest)
        self._changed()
        return len(names)

    # -- what somebody does with their account -----------------------------------------------------------------------------

    def change_password(
        self, owner: str, password: str, new: str, address: str = "", but: str = "", session: str | None = None
    ) -> None:
        """Choose another password; whoever else is signed in is so no more (but the token with the hash ``but``).
        ``session``: the sign-in that tries are counted by, if it is not that token."""
        new = new_password(new, self._own(owner).name)
        account = self._confirmed(owner, password, but if session is None else session)
        if not self._store.set_password(owner, self._hashing.hash(new), account.password, but):
            raise WrongPassword(_("Wrong name or password."))
        self._people.forget_sessions(owner, but)
        self._guessing.forgive(SIGN_IN, account.key, address)

    def new_codes(self, owner: str, password: str, address: str = "", session: str = "") -> list[str]:
        """New recovery codes; the old ones are good no more. ``session``: the hash of the token that the asker is signed in
        by."""
        self._confirmed(owner, password, session)
        codes = new_codes()
        self._store.set_codes(owner, [code_hash(code) for code in codes])
        return codes

    def set_hidden(self, owner: str, hidden: bool) -> None:
        """Whether others find the profile."""
        self._own(owner)
        self._store.set_hidden(owner, hidden)
        self._profiles.pop(owner, None)

    def codes_left(self, owner: str) -> int:
        """How many recovery codes have not been used."""
        return self._store.codes_left(owner)

    def sessions(self, owner: str) -> list[Session]:
        """All keys by which somebody acts: where they are signed in, and their programs'."""
        return self._store.sessions(owner)

    def end_session(self, owner: str, name: str) -> None:
        """End one of them, by the first letters of its hash (``id_of``)."""
        found = [each.token for each in self._store.sessions(owner) if id_of(each.token) == name]
        if not found:
            raise Refused(_("There is no such sign-in any more."))
        self._people.end_hashed(found[0])

    def end_other_sessions(self, owner: str, but: str) -> None:
        """End all of them but one (its hash)."""
        self._people.end_sessions(owner, but)

    def delete(self, owner: str, password: str, address: str = "", session: str = "") -> None:
        """Delete an account. Its seats become nobody's: games under way are given up, those of others stay under the name."""
        self._confirmed(owner, password, session)
        for name in self._store.ids_of(owner):
            with suppress(HanlinError):
                self._part_with(name, owner)
        self._store.remove_account(owner)
        self._profiles.pop(owner, None)
        self._changed()
        self._people.end_sessions(owner)

    def _part_with(self, name: str, owner: str) -> None:
        row = self._store.table(name)
        if row is None:
            return
        if may_delete(self._store, row, owner):
            self._tables.remove(name)
            return
        with suppress(HanlinError):
            if row.state == OPEN and row.host == owner:
                self._tables.close(self._tables.open(name), owner)
            elif row.state == OPEN:
                self._tables.leave(self._tables.open(name), owner)
            elif row.state == RUNNING:
                table = self._tables.open(name)
                for seat in table.owned_by(owner):
                    self._tables.resign(table, seat, table.number)
        self._tables.hand_over(name, owner, nobodys())

    # -- what the host does ------------------------------------------------------------------------------------------------

    def hosts_code(self, name: str) -> str:
        """A code by which somebody who forgot their password chooses another, good for a day."""
        account = self.named(name)
        if account is None:
            raise Refused(_("There is no account {name} here.").format(name=name))
        (code,) = new_codes(1)
        self._store.add_code(account.owner, code_hash(code), self._clock() + HOSTS_CODE)
        return code

    def sweep(self) -> None:
        """Forget what is over: sign-ins that nobody used for long, counts of tries, codes."""
        now = self._clock()
        self._store.forget_before(now - LASTS, now - WINDOW)

    # -- inside ------------------------------------------------------------------------------------------------------------

    def _own(self, owner: str) -> Account:
        account = self.of(owner)
        if account is None:
            raise NotYours(_("You have no account here, or are not signed in."))
        return account

    def _confirmed(self, owner: str, password: str, session: str) -> Account:
        """The account of who is signed in, if they know its password. Their tries are counted by the sign-in that they ask
        from, so nobody who guesses elsewhere keeps them from it."""
        account = self._own(owner)
        self._guessing.count_own(OWN, owner, session)
        if not self._hashing.fits(account.password, password):
            raise WrongPassword(_("Wrong name or password."))
        self._guessing.forgive_own(OWN, owner, session)
        return account

    def _checked(self, key: str, password: str, address: str) -> Account:
        """The account of that name, if the password is its."""
        self._guessing.count(SIGN_IN, key, address)
        account = self._store.account(key)
        if not self._hashing.fits(account.password if account else "", password) or account is None:
            raise WrongPassword(_("Wrong name or password."))
        self._guessing.forgive(SIGN_IN, key, address)
        return account


def id_of(token: str) -> str:
    """What a token is called towards its owner, by its hash."""
    return token[:16]
