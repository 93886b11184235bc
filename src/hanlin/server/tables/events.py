"""Events of a table: the meaning of its entries apart from actions. No web, no database here.

A table is set up with seats that are taken or open. Joining, leaving, starting and cancelling are entries like actions, as are
agreements: undoing by consent, ending, resigning, and decisions about an abandoned seat. The seats and the state of a table
and its agenda follow from its set-up and from them.
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

SPECTATOR = -1
"""A spectator, as a viewer: a person without a seat."""
TIME, RESIGN, WAIT, REPLACE, HOLIDAYS = "time", "resign", "wait", "replace", "holidays"
ASK, AGREE, DECLINE, END = "ask", "agree", "decline", "end"
GRANT = "grant"
"""More time for a player who is out of time."""
CLAIM = "claim"
"""The request to end the game as it stands, in favour of those who are still there."""
HINT = "hint"
AGREEMENTS = frozenset({TIME, RESIGN, WAIT, GRANT, REPLACE, HOLIDAYS, ASK, AGREE, DECLINE, END, HINT, DOWNTIME})
UNDO = "undo"
GOES_ON = frozenset({"action", UNDO})
"""The entries that leave an offer to end open: it holds until it is answered."""
AGREED, LEFT, CLAIMED = "agreed", "left", "claimed"
"""The reasons why a game ended early: all who were there agreed, nobody was left, or those who stayed claimed the win."""
JOIN, LEAVE, START, CLOSE, AGAIN, FROM, OWNER = "join", "leave", "start", "close", "again", "from", "owner"
SEATING = frozenset({JOIN, LEAVE, START, CLOSE, AGAIN, FROM, OWNER})
SEATED = frozenset({JOIN, LEAVE, START, REPLACE, OWNER})
"""The entries that change the seats."""
NOBODYS = "gone-"
"""The prefix of owners of seats whose account is deleted; no key has such a hash."""
NOBODY_CAME, BY_HOST = "nobody came", "by host"


class Joined(msgspec.Struct, frozen=True):
    """The person who took a seat."""

    name: str
    owner: str


class Begun(msgspec.Struct, frozen=True):
    """The start of a game: the kind of computer player in open seats, and which seat of the set-up is seat 0, 1 …"""

    fill: str
    order: list[int]


class HandedOver(msgspec.Struct, frozen=True):
    """A transfer of seats: from a guest to an account, or to a placeholder."""

    old: str
    new: str


class Granted(msgspec.Struct, frozen=True):
    """More time for a seat."""

    seat: int
    seconds: float


class Wish(msgspec.Struct, frozen=True):
    """A request to the others: ``undo`` back to a ply, to ``end`` the game, or to ``claim`` the win."""

    what: str
    ply: int = 0


class Asked(msgspec.Struct, frozen=True):
    """A request that waits for the others; ``number`` is that of its entry."""

    what: str
    ply: int
    seat: int
    number: int
    agreed: tuple[int, ...] = ()


class Agenda(msgspec.Struct, frozen=True):
    """The open questions at a table, next to the game."""

    asked: Asked | None = None
    gone: tuple[int, ...] = ()
    """The seats whose players resigned, and about which the others have not decided."""
    ended: str = ""
    """The reason why the game ended early; empty where it did not."""
    forfeited: tuple[int, ...] = ()
    """The seats that come last whatever their points: out of time, or resigned, when the others claimed the win."""


make_known(Joined, Begun, HandedOver, Granted, Wish)


def written(what: str | msgspec.Struct) -> str:
    """The details of an entry, as text."""
    return what if isinstance(what, str) else msgspec.json.encode(what).decode()


def row_at_first(row: TableRow) -> TableRow:
    """The table before its first entry."""
    seats = row.setup or row.seats
    waits = any(seat.kind == "open" for seat in seats)
    state = OPEN if waits else FINISHED if row.kind == "study" else RUNNING
    return replace(row, seats=seats, state=state, next="", last=row.created)


def row_after(row: TableRow, entry: Entry) -> TableRow:
    """The table after an entry of these kinds, or of an agreement's."""
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


def about(entry: Entry) -> int | None:
    """The seat that an entry decides about, for the game log; OVER for the whole game, None for entries of other kinds."""
    if entry.kind in (TIME, RESIGN, REPLACE):
        return entry.actor
    if entry.kind == WAIT:
        return int(entry.action)
    if entry.kind == GRANT:
        return msgspec.json.decode(entry.action, type=Granted).seat
    return OVER if entry.kind == END else None


def former_after(former: frozenset[str], row: TableRow, entry: Entry) -> frozenset[str]:
    """The owners replaced by computer players, after an entry. ``row``: the table before it; ``former``: those until then."""
    if entry.kind == REPLACE:
        return former | {owner for owner in (row.seats[entry.actor].owner,) if owner}
    if entry.kind == OWNER:
        whose = msgspec.json.decode(entry.action, type=HandedOver)
        return frozenset(whose.new if each == whose.old else each for each in former) - {""}
    return former


def handing_over(row: TableRow, number: int, old: str, new: str) -> tuple[Entry, TableRow]:
    """The entry that transfers seats, and the table after it; its time is the last entry's."""
    action = written(HandedOver(old, new))
    entry = Entry(number=number, kind=OWNER, actor=OVER, action=action, digest="", time=row.last)
    return entry, row_after(row, entry)


def free(row: TableRow) -> list[int]:
    """The open seats."""
    return [n for n, seat in enumerate(row.seats) if seat.kind == "open"]


def played_there(row: TableRow, entries: Sequence[Entry]) -> set[str]:
    """Everybody who ever had a seat in the game of that table. ``entries``: those about seats at least.

    A seat given up before the game began does not count.
    """
    row = row_at_first(row)
    found = _owners(row) if row.state != OPEN else set()
    for entry in entries:
        row = row_after(row, entry)
        if entry.kind == OWNER:
            whose = msgspec.json.decode(entry.action, type=HandedOver)
            found = {whose.new if each == whose.old else each for each in found}
        if row.state in (RUNNING, FINISHED):
            found |= _owners(row)
    return found


def _owners(row: TableRow) -> set[str]:
    return {seat.owner for seat in row.seats if seat.owner}


def order(players: int, seed: str, shuffled: bool) -> list[int]:
    """The seat of the set-up that becomes seat 0, 1 …: unchanged, or drawn from the seed (Fisher and Yates)."""
    drawn = list(range(players))
    rng = seeded(seed, "seats")
    for last in range(players - 1, 0, -1) if shuffled else ():
        other = below(rng, last + 1)
        drawn[last], drawn[other] = drawn[other], drawn[last]
    return drawn


def nobodys() -> str:
    """A placeholder owner for the seats of a deleted account."""
    return NOBODYS + secrets.token_hex(28)


def is_nobodys(owner: str) -> bool:
    """True for the placeholder owner of a deleted account."""
    return owner.startswith(NOBODYS)


def handed_to(entries: Sequence[Entry]) -> set[str]:
    """The owners that seats at a table were transferred to."""
    return {msgspec.json.decode(entry.action, type=HandedOver).new for entry in entries if entry.kind == OWNER}


def rotated(seats: Sequence[Seat], gone: Collection[str] = ()) -> list[Seat]:
    """The seats of the next game, rotated by one, so that another seat begins. The seats of deleted accounts are open."""
    there = [Seat(kind="open") if seat.owner in gone or is_nobodys(seat.owner) else seat for seat in seats]
    return [*there[1:], *there[:1]]


def _with(seats: tuple[Seat, ...], place: int, seat: Seat) -> tuple[Seat, ...]:
    return (*seats[:place], seat, *seats[place + 1 :])


def agenda_after(agenda: Agenda, entry: Entry) -> Agenda:
    """The agenda after an entry. Any change withdraws a request, but play does not withdraw an offer to end."""
    seat = entry.actor
    if entry.kind in (HINT, HOLIDAYS, DOWNTIME):
        return agenda
    if entry.kind == ASK:
        wish = msgspec.json.decode(entry.action, type=Wish)
        return replace(agenda, asked=Asked(wish.what, wish.ply, seat, entry.number))
    if entry.kind == AGREE and agenda.asked is not None:
        return replace(agenda, asked=replace(agenda.asked, agreed=(*agenda.asked.agreed, seat)))
    if entry.kind == RESIGN:
        return replace(agenda, asked=None, gone=(*agenda.gone, seat))
    if entry.kind == REPLACE:
        return replace(agenda, asked=None, gone=tuple(each for each in agenda.gone if each != seat))
    if entry.kind == END:
        reason, *forfeited = entry.action.split()
        return replace(agenda, asked=None, ended=reason, forfeited=tuple(map(int, forfeited)))
    if agenda.asked is not None and agenda.asked.what == END and entry.kind in GOES_ON:
        return agenda
    return replace(agenda, asked=None)
