"""Friends, by consent of both, and blocked people.

Nobody is told that they are blocked: a request to somebody who has blocked them looks as one without an answer, and so does
one that was declined. Only a table where such a person sits can't be joined.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from hanlin.core.errors import BadOption
from hanlin.core.i18n.language import _
from hanlin.core.lib.parts import in_parts
from hanlin.server.accounts.service import Accounts
from hanlin.server.accounts.throttle import Throttle
from hanlin.server.community.presence import Presence
from hanlin.server.db import Account, Store
from hanlin.server.db.results import Played
from hanlin.server.db.ties import BLOCKED, DECLINED, WANTED, WITHDRAWN, Decision, Tie, Tied
from hanlin.server.exceptions import NoSuchPerson, NotYours, Refused
from hanlin.server.tables.events import is_nobodys

MOST_FRIENDS, MOST_REQUESTS, MOST_BLOCKED = 200, 100, 500
"""The friends and open requests of a person, the unanswered requests that a person is shown, and the people blocked."""
DECLINED_FOR = 30 * 24 * 3600.0
"""Seconds for which a person who was declined and asks again is not heard."""
LATEST, SHOWN = 60, 12
"""The finished games among whose players recent opponents are looked for, and the opponents that are shown."""

FRIEND, ASKED, ASKING = "friend", "asked", "asking"
"""Ties to a person: a friend, asked by that person to become one, asking to become one; or BLOCKED."""


class Friend(NamedTuple):
    """A friend. ``presence``: "here", "table", or empty where the friend is away or invisible."""

    name: str
    presence: str


class Circle(NamedTuple):
    """A person's friends, the people that person has asked, those who ask, and those who are blocked."""

    friends: list[Friend]
    asked: list[str]
    asking: list[str]
    blocked: list[str]
    invisible: bool
    hidden: list[str]
    """Those among them whose profile is hidden."""


class Blocked(NamedTuple):
    """Somebody whom a person has blocked: a word that stands for them towards that person only, and the name."""

    handle: str
    name: str
    has_account: bool


class Opponent(NamedTuple):
    """Somebody whom a person has played. ``profile``: the name of a public profile, empty for none; ``table``: the last game,
    ``games`` the number of those that were looked at."""

    owner: str
    name: str
    profile: str
    table: str
    game: str
    ended: float
    games: int


class Friends:
    """The friends of all accounts. Thread-safe; ``changed`` is called with the people for whom something has changed."""

    def __init__(
        self,
        store: Store,
        accounts: Accounts,
        presence: Presence,
        clock: Callable[[], float],
        changed: Callable[[set[str]], None],
    ) -> None:
        self._store = store
        self._accounts = accounts
        self._presence = presence
        self._clock = clock
        self._changed = changed
        self._throttle = Throttle(store, clock)

    # -- reading ------------------------------------------------------------------------------------------------------------

    def circle(self, owner: str) -> Circle:
        """A person's friends and requests."""
        own, found = self._own(owner), self._store.tied_to(owner)
        here = self._presence.here()
        return Circle(
            [Friend(each.name, _presence(each, here)) for each in found if each.is_friend],
            [each.name for each in found if _relation(each) == ASKED],
            [each.name for each in found if _relation(each) == ASKING],
            [each.name for each in found if _relation(each) == BLOCKED],
            own.invisible,
            [each.name for each in found if each.hidden],
        )

    def relation(self, owner: str, other: str) -> tuple[str, str]:
        """The tie of somebody to a person (empty for none), and where a friend is."""
        found = next((each for each in self._store.tied_to(owner) if each.owner == other), None)
        if found is None:
            return "", ""
        return _relation(found), _presence(found, self._presence.here()) if found.is_friend else ""

    def watchers(self, owners: set[str]) -> set[str]:
        """The people who may see whether some others are here."""
        return set().union(*map(self._store.friends_of, in_parts(sorted(owners))))

    def opponents(self, owner: str) -> list[Opponent]:
        """The people whom a person has played lately, the last first, without those who are blocked."""
        blocked, found = self._store.blocked_by(owner), dict[str, Opponent]()
        for each in self._store.results_of(owner, LATEST):
            for other, name in _others(each, owner).items():
                if other in found:
                    found[other] = found[other]._replace(games=found[other].games + 1)
                elif other not in blocked:
                    result = each.result
                    found[other] = Opponent(other, name, "", result.table, result.game, result.ended, 1)
        shown = list(found.values())[:SHOWN]
        profiles = self._store.profiles_of([each.owner for each in shown])
        return [each._replace(profile=profiles.get(each.owner, "")) for each in shown]

    def reached(self, owner: str, name: str) -> Account:
        """The account of that name, if its profile is public, or there is a tie between the two."""
        return self._pair(owner, name)[1]

    # -- changing -----------------------------------------------------------------------------------------------------------

    def ask(self, owner: str, name: str, address: str = "") -> None:
        """Ask somebody to be friends; where the other has asked, too, both are friends from then on."""
        own, other = self._pair(owner, name)
        self._throttle.count_request(own.owner, address)
        now = self._clock()
        wants, waits = self._store.count_ties(own.owner)[0], self._store.count_ties(other.owner)[1]
        if wants >= MOST_FRIENDS:
            raise Refused(_("You have {n} friends and requests: end or take back one first.").format(n=MOST_FRIENDS))
        change = partial(_ask, own.owner, other.owner, now, waits >= MOST_REQUESTS)
        self._change(own, other, change)

    def accept(self, owner: str, name: str) -> None:
        """Accept a request."""
        own, other = self._pair(owner, name)
        if self._store.count_ties(own.owner)[0] >= MOST_FRIENDS:
            raise Refused(_("You have {n} friends and requests: end or take back one first.").format(n=MOST_FRIENDS))
        self._change(own, other, partial(_accept, own.owner, other.owner, self._clock()))

    def decline(self, owner: str, name: str) -> None:
        """Decline a request; its sender is not told."""
        self._change(*self._pair(owner, name), partial(_decline, self._clock()))

    def take_back(self, owner: str, name: str) -> None:
        """Take a request back."""
        self._change(*self._pair(owner, name), _take_back)

    def end(self, owner: str, name: str) -> None:
        """End a friendship."""
        self._change(*self._pair(owner, name), _end)

    def block(self, owner: str, name: str) -> None:
        """Block somebody: a friendship ends, and requests and challenges by that person are not shown."""
        own, other = self._pair(owner, name)
        self._change(own, other, partial(_block, own.owner, other.owner, self._clock()))
        self._store.hide_invitations_by(own.owner, other.owner)

    def unblock(self, owner: str, name: str) -> None:
        """Unblock somebody."""
        self._change(*self._pair(owner, name), _unblock)

    def block_player(self, owner: str, other: str, blocked: bool = True) -> None:
        """Block or unblock somebody who was met, with an account or as a guest; so may guests, for as long as their browser's
        key lasts."""
        if not owner or other in ("", owner) or is_nobodys(other):
            raise Refused(_("You can block only other people."))
        if not blocked:
            self._store.change_ties(owner, other, _unblock)
        else:
            if len(self._store.blocked_by(owner)) >= MOST_BLOCKED:
                raise Refused(_("You have blocked {n} people: unblock somebody first.").format(n=MOST_BLOCKED))
            self._store.change_ties(owner, other, partial(_block, owner, other, self._clock()))
            self._store.hide_invitations_by(owner, other)
        self._changed({owner, other})

    def blocked(self, owner: str) -> list[Blocked]:
        """The people whom somebody has blocked, accounts and guests, by name."""
        found = [(each, self._accounts.of(each)) for each in self._store.blocked_by(owner)]
        named = [
            Blocked(_handle(owner, other), account.name if account else self._store.name_of(other) or "", account is not None)
            for other, account in found
        ]
        return sorted(named, key=lambda each: (each.name.casefold(), each.handle))

    def unblock_by(self, owner: str, handle: str) -> None:
        """Unblock the person whom a handle of ``blocked`` stands for; nothing where there is none."""
        for other in self._store.blocked_by(owner):
            if _handle(owner, other) == handle:
                self.block_player(owner, other, blocked=False)

    def set_invisible(self, owner: str, invisible: bool) -> None:
        """Hide from friends whether a person is here, or show it."""
        own = self._own(owner)
        self._store.set_invisible(own.owner, invisible)
        self._changed({own.owner} | self._store.friends_of([own.owner]))

    # -- inside -------------------------------------------------------------------------------------------------------------

    def _change(self, own: Account, other: Account, decide: Callable[[Tie | None, Tie | None], Decision]) -> None:
        self._store.change_ties(own.owner, other.owner, decide)
        self._changed({own.owner, other.owner})

    def _own(self, owner: str) -> Account:
        own = self._accounts.of(owner)
        if own is None:
            raise NotYours(_("Sign in to your account first."))
        return own

    def _pair(self, owner: str, name: str) -> tuple[Account, Account]:
        """A person and another one, who has a public profile or is tied to that person."""
        own, other = self._own(owner), self._accounts.named(name)
        if other is not None and other.hidden and other.owner != owner and not self.relation(owner, other.owner)[0]:
            other = None
        if other is None:
            raise NoSuchPerson(_("No player called {name}, or the profile is private.").format(name=name[:100]))
        if other.owner == own.owner:
            raise BadOption(_("That's you: choose somebody else."))
        return own, other


def _handle(owner: str, other: str) -> str:
    """A word that tells a person's blocked people apart and tells nothing else of them."""
    return hashlib.sha256(f"{owner} {other}".encode()).hexdigest()[:16]


def _others(played: Played, owner: str) -> dict[str, str]:
    """The other people at a table, with their names."""
    there = {seat.owner: seat.name for seat in played.seats if seat.kind == "person" and seat.owner not in ("", owner)}
    return {other: name for other, name in there.items() if not is_nobodys(other)}


def _relation(tied: Tied) -> str:
    if tied.mine == BLOCKED:
        return BLOCKED
    if tied.mine in (WANTED, DECLINED):
        return FRIEND if tied.is_friend else ASKED
    return ASKING if tied.theirs == WANTED else ""


def _presence(tied: Tied, here: dict[str, bool]) -> str:
    if tied.invisible or tied.owner not in here:
        return ""
    return "table" if here[tied.owner] else "here"


# -- what becomes of two ties -----------------------------------------------------------------------------------------------


def _ask(owner: str, other: str, now: float, full: bool, mine: Tie | None, theirs: Tie | None) -> Decision:
    """``full``: the other has too many unanswered requests to be shown another one."""
    if mine is not None and mine.kind == BLOCKED:
        raise Refused(_("You have blocked this player: unblock first."))
    if mine is not None and mine.kind in (WANTED, DECLINED):
        return mine, theirs
    if theirs is not None and theirs.kind in (WANTED, DECLINED):
        return Tie(owner, other, WANTED, now), Tie(other, owner, WANTED, theirs.since)
    if mine is not None and now - mine.since < DECLINED_FOR:
        return Tie(owner, other, DECLINED, mine.since), theirs
    blocked = theirs is not None and theirs.kind == BLOCKED
    return Tie(owner, other, DECLINED if blocked or full else WANTED, now), theirs


def _accept(owner: str, other: str, now: float, mine: Tie | None, theirs: Tie | None) -> Decision:
    if theirs is None or theirs.kind != WANTED or (mine is not None and mine.kind == BLOCKED):
        raise Refused(_("That request was taken back."))
    return (mine if mine is not None and mine.kind == WANTED else Tie(owner, other, WANTED, now)), theirs


def _decline(now: float, mine: Tie | None, theirs: Tie | None) -> Decision:
    if theirs is None or theirs.kind != WANTED or (mine is not None and mine.kind == WANTED):
        return mine, theirs
    return mine, Tie(theirs.owner, theirs.other, DECLINED, now)


def _take_back(mine: Tie | None, theirs: Tie | None) -> Decision:
    if mine is None or mine.kind not in (WANTED, DECLINED):
        return mine, theirs
    if mine.kind == DECLINED:
        return Tie(mine.owner, mine.other, WITHDRAWN, mine.since), theirs
    if theirs is not None and theirs.kind == WANTED:
        raise Refused(_("You are friends by now."))
    return None, theirs


def _end(mine: Tie | None, theirs: Tie | None) -> Decision:
    are_friends = mine is not None and theirs is not None and mine.kind == theirs.kind == WANTED
    return (None, None) if are_friends else (mine, theirs)


def _block(owner: str, other: str, now: float, mine: Tie | None, theirs: Tie | None) -> Decision:
    mine, theirs = _end(mine, theirs)
    if theirs is not None and theirs.kind == WANTED:
        theirs = Tie(other, owner, DECLINED, now)
    return Tie(owner, other, BLOCKED, now), theirs


def _unblock(mine: Tie | None, theirs: Tie | None) -> Decision:
    return (None if mine is not None and mine.kind == BLOCKED else mine), theirs
