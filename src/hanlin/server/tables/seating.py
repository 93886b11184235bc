"""Who sits where: what the entries mean that are written before a game begins, and after it. No web, no database here.

A table is set up with seats that are taken or open. Taking one, giving it up, beginning and putting the table away are entries
like actions; the seats and the state of a table follow from its set-up and from them.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence

import msgspec
from msgspec.structs import replace

from hanlin.contract import make_known
from hanlin.core.jit.rng import below, seeded
from hanlin.core.verbs.generic import OVER
from hanlin.server.db import CLOSED, DOWNTIME, FINISHED, OPEN, RUNNING, Entry, Seat, TableRow
from hanlin.server.tables.consent import END, REPLACE

JOIN, LEAVE, START, CLOSE, AGAIN, FROM, OWNER = "join", "leave", "start", "close", "again", "from", "owner"
KINDS = frozenset({JOIN, LEAVE, START, CLOSE, AGAIN, FROM, OWNER})
SEATED = frozenset({JOIN, LEAVE, START, REPLACE, OWNER})
"""The entries that change who sits where."""
NOBODYS = "gone-"
"""How the owner of seats begins whose person has deleted the account; nobody's key has such a hash."""
NOBODY_CAME, BY_HOST = "nobody came", "by host"


class Joined(msgspec.Struct, frozen=True):
    """Who took a seat."""

    name: str
    owner: str


class Begun(msgspec.Struct, frozen=True):
    """How a game began: who plays the seats that were open still, and which seat of the set-up is seat 0, 1 …"""

    fill: str
    order: list[int]


class HandedOver(msgspec.Struct, frozen=True):
    """Whose seats became somebody else's: a guest's an account's, or nobody's."""

    old: str
    new: str


make_known(Joined, Begun, HandedOver)


def written(what: str | msgspec.Struct) -> str:
    """What an entry says beside its kind, as text."""
    return what if isinstance(what, str) else msgspec.json.encode(what).decode()


def at_first(row: TableRow) -> TableRow:
    """The table before its first entry."""
    seats = row.setup or row.seats
    waits = any(seat.kind == "open" for seat in seats)
    state = OPEN if waits else FINISHED if row.kind == "study" else RUNNING
    return replace(row, seats=seats, state=state, next="", last=row.created)


def after(row: TableRow, entry: Entry) -> TableRow:
    """The table after an entry of these kinds, or one by which the people there agree on something."""
    if entry.kind == DOWNTIME:
        return row
    row = replace(row, last=entry.time)
    if entry.kind == JOIN:
        who = msgspec.json.decode(entry.action, type=Joined)
        return replace(row, seats=_with(row.seats, entry.actor, Seat(kind="person", name=who.name, owner=who.owner)))
    if entry.kind == LEAVE:
        return replace(row, seats=_with(row.seats, entry.actor, Seat(kind="open")))
    if entry.kind == START:
        how = msgspec.json.decode(entry.action, type=Begun)
        seats = [Seat(kind="bot", bot=how.fill) if seat.kind == "open" else seat for seat in row.seats]
        return replace(row, state=RUNNING, seats=tuple(seats[seat] for seat in how.order))
    if entry.kind == CLOSE:
        return replace(row, state=CLOSED)
    if entry.kind == AGAIN:
        return replace(row, next=entry.action)
    if entry.kind == OWNER:
        whose = msgspec.json.decode(entry.action, type=HandedOver)
        handed = tuple(replace(seat, owner=whose.new) if seat.owner == whose.old else seat for seat in row.seats)
        return replace(row, seats=handed, host=whose.new if row.host == whose.old else row.host)
    if entry.kind == REPLACE:
        return replace(row, seats=_with(row.seats, entry.actor, Seat(kind="bot", bot=entry.action)))
    if entry.kind == END:
        return replace(row, state=FINISHED, to_move=OVER)
    return row


def former_after(former: frozenset[str], row: TableRow, entry: Entry) -> frozenset[str]:
    """In whose place an opponent plays on, after an entry. ``row``: the table before it; ``former``: who it was until then."""
    if entry.kind == REPLACE:
        return former | {owner for owner in (row.seats[entry.actor].owner,) if owner}
    if entry.kind == OWNER:
        whose = msgspec.json.decode(entry.action, type=HandedOver)
        return frozenset(whose.new if each == whose.old else each for each in former) - {""}
    return former


def handing_over(row: TableRow, number: int, old: str, new: str) -> tuple[Entry, TableRow]:
    """The entry by which somebody's seats become somebody else's, and the table after it; its time is the last entry's."""
    action = written(HandedOver(old, new))
    entry = Entry(number=number, kind=OWNER, actor=OVER, action=action, digest="", time=row.last)
    return entry, after(row, entry)


def free(row: TableRow) -> list[int]:
    """The seats that nobody has taken."""
    return [n for n, seat in enumerate(row.seats) if seat.kind == "open"]


def played_there(row: TableRow, entries: Sequence[Entry]) -> set[str]:
    """Everybody who ever had a seat in the game of that table, whatever became of it. ``entries``: those about seats at least.

    Who gave up a seat before the game began has not played.
    """
    row = at_first(row)
    found = _owners(row) if row.state != OPEN else set()
    for entry in entries:
        row = after(row, entry)
        if entry.kind == OWNER:
            whose = msgspec.json.decode(entry.action, type=HandedOver)
            found = {whose.new if each == whose.old else each for each in found}
        if row.state in (RUNNING, FINISHED):
            found |= _owners(row)
    return found


def _owners(row: TableRow) -> set[str]:
    return {seat.owner for seat in row.seats if seat.owner}


def order(players: int, seed: str, shuffled: bool) -> list[int]:
    """Which seat of the set-up becomes seat 0, 1 …: as they are, or drawn from the seed (Fisher and Yates)."""
    drawn = list(range(players))
    rng = seeded(seed, "seats")
    for last in range(players - 1, 0, -1) if shuffled else ():
        other = below(rng, last + 1)
        drawn[last], drawn[other] = drawn[other], drawn[last]
    return drawn


def nobodys() -> str:
    """An owner for seats that nobody can play any more, since an account is deleted."""
    return NOBODYS + secrets.token_hex(28)


def is_nobodys(owner: str) -> bool:
    """Whether somebody had these seats who has deleted the account."""
    return owner.startswith(NOBODYS)


def handed_to(entries: Sequence[Entry]) -> set[str]:
    """Whose seats at a table became by being handed over."""
    return {msgspec.json.decode(entry.action, type=HandedOver).new for entry in entries if entry.kind == OWNER}


def rotated(seats: Sequence[Seat], gone: Collection[str] = ()) -> list[Seat]:
    """The seats of the next game: everybody moves on by one, so that another begins. The seats of those who are gone are
    open."""
    there = [Seat(kind="open") if seat.owner in gone or is_nobodys(seat.owner) else seat for seat in seats]
    return [*there[1:], *there[:1]]


def _with(seats: tuple[Seat, ...], place: int, seat: Seat) -> tuple[Seat, ...]:
    return (*seats[:place], seat, *seats[place + 1 :])
