"""Accounts: a name and a password, to find your tables on another machine. No web framework here.

All calls may take a while (a password is hashed, tables are transferred): call them in threads.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import NamedTuple

from hanlin.core.errors import HanlinError
from hanlin.core.i18n.language import _
from hanlin.server.accounts.passwords import Hashing, account_name, code_hash, name_key, new_codes, new_password
from hanlin.server.accounts.throttle import WINDOW, Throttle
from hanlin.server.accounts.tokens import People, key_hash
from hanlin.server.db import OPEN, RUNNING, Account, Seat, Session, Store, Taken
from hanlin.server.exceptions import NameTaken, NoSuchPerson, NotYours, Refused, TooMany, WrongPassword
from hanlin.server.tables.events import nobodys
from hanlin.server.tables.library import may_delete
from hanlin.server.tables.service import Tables

LASTS = 180 * 24 * 3600.0
"""Seconds without use after which a sign-in ends."""
HOSTS_CODE = 24 * 3600.0
"""Seconds for which a code from the server's operator is valid."""
PROFILES_FOR, MOST_PROFILES = 30.0, 4096
"""Seconds for which public profiles are cached, and the people cached."""
SIGN_IN, RECOVERY, OWN = "sign-in", "recovery", "own"
"""The kinds of attempts that are limited: sign-in passwords, recovery codes, the password of a signed-in person."""


class SignedIn(NamedTuple):
    """The result of signing in: the account, and the new token."""

    account: Account
    token: str
    codes: list[str]
    """The recovery codes, where they are new: they are shown now and never again."""


def _nothing() -> None:
    """The default for a callback."""


class Accounts:
    """All accounts of a server. Thread-safe."""

    def __init__(
        self, store: Store, people: People, tables: Tables, clock: Callable[[], float], changed: Callable[[], None] = _nothing
    ) -> None:
        """``changed`` is called when seats were transferred."""
        self._store = store
        self._people = people
        self._tables = tables
        self._clock = clock
        self._changed = changed
        self._profiles: dict[str, tuple[float, str]] = {}
        self._hashing = Hashing()
        self._throttle = Throttle(store, clock)

    def of(self, owner: str) -> Account | None:
        """Somebody's account; None for guests and unknown people."""
        return self._store.account_of(owner) if owner else None

    def named(self, name: str) -> Account | None:
        """The account of that name."""
        return self._store.account(name_key(name[:100]))

    def shown_to(self, name: str, asker: str) -> Account:
        """The account of that name; NoSuchPerson where there is none, or it is hidden from ``asker``."""
        account = self.named(name)
        if account is None or (account.hidden and account.owner != asker):
            raise NoSuchPerson(_("No player called {name}, or the profile is private.").format(name=name[:100]))
        return account

    def profiles(self, seats: Sequence[Seat]) -> dict[int, str]:
        """By seat the name of the player's public profile; guests have none, and some people hide theirs.

        It is cached, since pages are drawn often: changes by other processes are seen a little later.
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

    # -- signing up and in -------------------------------------------------------------------------------------------------

    def create(
        self, name: str, password: str, address: str = "", browser: str = "", guest: str = "", seen_at: str = ""
    ) -> SignedIn:
        """Create an account; a ``guest``'s seats are transferred. NameTaken where the name is in use. ``seen_at``: the hash of
        the caller's browser key (a guest's key, transferred or not)."""
        name = account_name(name)
        password = new_password(password, name)
        if self.named(name) is not None:
            raise self._taken(name)
        self._throttle.count_new(address)
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
        """Sign somebody in; a guest's seats are transferred."""
        token = self._people.new_session(account.owner, browser)
        self.take_along(account.owner, guest, key_hash(token))
        for key in {guest, seen_at} - {"", account.owner}:
            if self._store.note_browser(account.owner, key):
                self._changed()  # Their games are no longer rated.
        return SignedIn(account, token, codes or [])

    @staticmethod
    def _taken(name: str) -> NameTaken:
        return NameTaken(_("The name {name} is taken: choose another.").format(name=name))

    def sign_in(
        self, name: str, password: str, address: str = "", browser: str = "", guest: str = "", seen_at: str = ""
    ) -> SignedIn:
        """Sign in; WrongPassword where the name or the password is wrong, without saying which."""
        account = self._checked(name_key(name[:100]), password, address)
        if self._hashing.is_old(account.password):
            with suppress(TooMany):  # Done at the next sign-in.
                new = self._hashing.hash(new_password(password, ""))
                self._store.renew_hash(account.owner, account.password, new)
        return self._entered(account, browser, guest, seen_at)

    def recover(self, name: str, code: str, password: str, address: str = "", browser: str = "", seen_at: str = "") -> SignedIn:
        """Set a new password with a recovery code, which is spent; all sign-ins end.

        The password is hashed before the code is spent: where the server is too busy for that, the code stays valid.
        """
        key = name_key(name[:100])
        password = new_password(password, name)
        self._throttle.count(RECOVERY, key, address)
        account, hashed = self._store.account(key), code_hash(code)
        wrong = WrongPassword(_("Wrong name or code, or the code has been used."))
        if account is None or not self._store.knows_code(account.owner, hashed, self._clock()):
            raise wrong
        if not self._store.recover(account.owner, hashed, self._hashing.hash(password), self._clock()):
            raise wrong
        self._people.forget_sessions(account.owner)
        self._throttle.forgive(RECOVERY, key, address)
        self._throttle.forgive(SIGN_IN, key, address)
        return self._entered(account, browser, "", seen_at)

    def take_along(self, owner: str, guest: str, token: str = "") -> int:
        """Transfer a guest's seats and messages to an account; the guest's keys end. Returns the number of tables transferred.

        ``token``: the hash of the sign-in that takes the guest over; the guest's browsers that get push messages belong
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

    # -- managing an account ------------------------------------------------------------------------------------------------

    def change_password(
        self, owner: str, password: str, new: str, address: str = "", but: str = "", session: str | None = None
    ) -> None:
        """Change the password; all other sign-ins end (except the token with the hash ``but``).
        ``session``: the sign-in that tries are counted by, if it is not that token."""
        new = new_password(new, self._own(owner).name)
        account = self._confirmed(owner, password, but if session is None else session)
        if not self._store.set_password(owner, self._hashing.hash(new), account.password, but):
            raise WrongPassword(_("Wrong name or password."))
        self._people.forget_sessions(owner, but)
        self._throttle.forgive(SIGN_IN, account.key, address)

    def new_codes(self, owner: str, password: str, address: str = "", session: str = "") -> list[str]:
        """New recovery codes; the old ones become invalid. ``session``: the hash of the token that the caller is signed in
        by."""
        self._confirmed(owner, password, session)
        codes = new_codes()
        self._store.set_codes(owner, [code_hash(code) for code in codes])
        return codes

    def set_hidden(self, owner: str, hidden: bool) -> None:
        """Hide the profile from others, or show it."""
        self._own(owner)
        self._store.set_hidden(owner, hidden)
        self._profiles.pop(owner, None)

    def set_mining(self, owner: str, mining: bool) -> None:
        """Give consent that puzzles are made from the person's finished games, or withdraw it."""
        self._own(owner)
        self._store.set_mining(owner, mining)

    def codes_left(self, owner: str) -> int:
        """The number of unused recovery codes."""
        return self._store.codes_left(owner)

    def sessions(self, owner: str) -> list[Session]:
        """All tokens of a person: sign-ins, and programs'."""
        return self._store.sessions(owner)

    def end_session(self, owner: str, name: str) -> None:
        """End one of them, by its public id (``id_of``)."""
        found = [each.token for each in self._store.sessions(owner) if id_of(each.token) == name]
        if not found:
            raise Refused(_("That session has ended."))
        self._people.end_hashed(found[0])

    def end_other_sessions(self, owner: str, but: str) -> None:
        """End all of them but one (its hash)."""
        self._people.end_sessions(owner, but)

    def delete(self, owner: str, password: str, address: str = "", session: str = "") -> None:
        """Delete an account. Games under way are resigned; in others' games its seats keep the name."""
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

    # -- for the operator of the server ------------------------------------------------------------------------------------

    def hosts_code(self, name: str) -> str:
        """A code by which somebody who forgot their password can set a new one, valid for a day."""
        account = self.named(name)
        if account is None:
            raise Refused(_("There is no account called {name}.").format(name=name))
        (code,) = new_codes(1)
        self._store.add_code(account.owner, code_hash(code), self._clock() + HOSTS_CODE)
        return code

    def sweep(self) -> None:
        """Delete expired sign-ins, attempt counts and codes."""
        now = self._clock()
        self._store.forget_before(now - LASTS, now - WINDOW)

    # -- inside ------------------------------------------------------------------------------------------------------------

    def _own(self, owner: str) -> Account:
        account = self.of(owner)
        if account is None:
            raise NotYours(_("Sign in to your account first."))
        return account

    def _confirmed(self, owner: str, password: str, session: str) -> Account:
        """The account of a signed-in person, if the password is right. Attempts are counted by the sign-in of the caller,
        so attempts made elsewhere don't lock them out."""
        account = self._own(owner)
        self._throttle.count_own(OWN, owner, session)
        if not self._hashing.fits(account.password, password):
            raise WrongPassword(_("Wrong name or password."))
        self._throttle.forgive_own(OWN, owner, session)
        return account

    def _checked(self, key: str, password: str, address: str) -> Account:
        """The account of that name, if the password is right."""
        self._throttle.count(SIGN_IN, key, address)
        account = self._store.account(key)
        if not self._hashing.fits(account.password if account else "", password) or account is None:
            raise WrongPassword(_("Wrong name or password."))
        self._throttle.forgive(SIGN_IN, key, address)
        return account


def id_of(token: str) -> str:
    """The public id of a token, by its hash."""
    return token[:16]
