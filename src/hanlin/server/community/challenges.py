"""Challenges: a table with seats for certain people, who are invited and join with one click."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hanlin.contract import Time
from hanlin.core.errors import BadOption
from hanlin.core.i18n.language import _
from hanlin.core.position.game import Game
from hanlin.server.accounts.throttle import Throttle
from hanlin.server.accounts.tokens import People
from hanlin.server.db import OPEN, Account, Invitation, Seat, TableRow
from hanlin.server.db.notifications import PUSH
from hanlin.server.exceptions import NoSuchTable, NotYours, Refused
from hanlin.server.tables.events import is_nobodys
from hanlin.server.tables.forms import PAUSE
from hanlin.server.tables.names import DEFAULT_OPPONENT
from hanlin.server.tables.service import Tables
from hanlin.server.tables.table import Table

MOST_OPEN = 20
"""The challenges without an answer that a person may have sent."""
SHOWN = 20
"""The challenges that are shown to a person."""


class Challenge(NamedTuple):
    """A challenge that waits for an answer."""

    table: str
    game: str
    by: str
    players: int
    time: Time | None
    created: float


class Challenges:
    """All challenges. Thread-safe; ``changed`` is called with the people for whom something has changed."""

    def __init__(self, tables: Tables, people: People, changed: Callable[[set[str]], None]) -> None:
        self._store = tables.store
        self._tables = tables
        self._people = people
        self._changed = changed
        self._throttle = Throttle(tables.store, tables.clock)

    def again(self, table: Table, owner: str, spoken: str, address: str = "") -> Table:
        """The same table once more: its other people are invited. Where one of them was first, the table of that challenge,
        with a seat for ``owner``."""
        if not table.owned_by(owner):
            raise NotYours(_("Only players of this game can start the next one."))
        self._check(owner, address)
        others = _others(table.row, owner)
        new = self._tables.rematch(table, owner, alone=bool(others))
        if new.row.host != owner or self._store.invited_to(new.row.id):
            if new.row.state == OPEN and not new.owned_by(owner):
                self._sit_down(new, owner, table.name_of(table.owned_by(owner)[0]))
            return new
        self._invite(new, owner, others, spoken, table.row.id)
        return new

    def challenge(self, owner: str, other: Account, game: Game, time: Time | None, spoken: str, address: str = "") -> Table:
        """A table for two people, and for computer players in the seats that must be taken."""
        self._check(owner, address)
        if other.owner == owner:
            raise BadOption(_("That's you: choose somebody else."))
        seats = [
            Seat(kind="person", name=self._people.name(owner), owner=owner),
            Seat(kind="open"),
            *(Seat(kind="bot", bot=DEFAULT_OPPONENT) for _n in range(game.players[0] - 2)),
        ]
        new = self._tables.create(game, seats, {}, {}, pause=PAUSE, shuffled=True, host=owner, time=time)
        self._invite(new, owner, {other.owner: other.name}, spoken)
        return new

    def of(self, owner: str) -> list[Challenge]:
        """The challenges that wait for a person's answer, the latest first."""
        blocked, found = self._store.blocked_by(owner), []
        for each in self._store.invitations_to(owner, SHOWN) if owner else []:
            row = self._store.table(each.table)
            if row is None or each.other in blocked or row.game not in self._tables.games:
                continue
            if all(seat.owner != owner for seat in row.seats):
                host = next((seat.name for seat in row.seats if seat.owner == each.other and seat.name), "")
                found.append(Challenge(row.id, row.game, host, row.players, row.time, each.created))
        return found

    def invited(self, table: Table) -> list[str]:
        """The names of those who are invited to a table and have not joined; who declined is among them."""
        there = {seat.owner for seat in table.row.seats}
        return [each.name for each in self._store.invited_to(table.row.id) if each.owner not in there]

    def asks(self, table: Table, owner: str) -> bool:
        """True if somebody is invited to a table and has not answered."""
        one = self._store.invitation(owner, table.row.id) if owner else None
        return one is not None and one.shown and not table.owned_by(owner)

    def accept(self, table: Table, owner: str) -> None:
        """Join a table that one is invited to."""
        one = self._store.invitation(owner, table.row.id)
        if one is None:
            raise Refused(_("You have no invitation to this table."))
        self._sit_down(table, owner, one.name)
        self._changed({owner})

    def decline(self, owner: str, table: str) -> None:
        """Decline a challenge; its sender is not told."""
        if self._store.invitation(owner, table) is None:
            raise NoSuchTable(_("You have no invitation to this table."))
        self._store.hide_invitation(owner, table)
        self._changed({owner})

    def forget(self) -> None:
        """Delete the invitations to tables that no longer wait."""
        self._store.forget_invitations()

    def _check(self, owner: str, address: str) -> None:
        self._throttle.count_request(owner, address)
        if self._store.count_invitations(owner) >= MOST_OPEN:
            raise Refused(_("{n} of your challenges wait for an answer: cancel one first.").format(n=MOST_OPEN))

    def _sit_down(self, table: Table, owner: str, name: str) -> None:
        self._tables.join(table, owner, self._people.name(owner) or name)

    def _invite(self, new: Table, owner: str, others: dict[str, str], spoken: str, old: str = "") -> None:
        """Invite people to a table. Who has blocked the sender is not shown the invitation."""
        if new.row.state != OPEN:
            return
        now, blocks = self._tables.clock(), self._store.blocks_among([owner, *others])
        found = []
        for other, name in others.items():
            ways = {PUSH} | (self._store.wanted_notices(other, old) if old else set())
            told = " ".join(sorted(ways)), self._store.spoken_by(other, spoken), now, 0.0
            found.append(Invitation(other, new.row.id, owner, name, frozenset((owner, other)) not in blocks, *told))
        self._store.invite(found)
        self._changed(set(others))


def _others(row: TableRow, owner: str) -> dict[str, str]:
    """The other people of a table, with their names."""
    there = {seat.owner: seat.name for seat in row.seats if seat.kind == "person" and seat.owner not in ("", owner)}
    return {other: name for other, name in there.items() if not is_nobodys(other)}
