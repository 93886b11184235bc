"""Agreements next to the game: undoing by consent, ending, resigning, and decisions about an abandoned seat.

All of it is entries; the agenda follows from them. No web, no database here.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from hanlin.contract import make_known
from hanlin.server.db import DOWNTIME, Entry

TIME, RESIGN, WAIT, REPLACE, HOLIDAYS = "time", "resign", "wait", "replace", "holidays"
ASK, AGREE, DECLINE, END = "ask", "agree", "decline", "end"
HINT = "hint"
KINDS = frozenset({TIME, RESIGN, WAIT, REPLACE, HOLIDAYS, ASK, AGREE, DECLINE, END, HINT, DOWNTIME})
UNDO = "undo"
GOES_ON = frozenset({"action", UNDO})
"""The entries that leave an offer to end open: it holds until it is answered."""
AGREED, LEFT = "agreed", "left"
"""The reasons why a game ended early: all who were there agreed, or nobody was left."""


class Wish(msgspec.Struct, frozen=True):
    """A request to the others: ``undo`` back to a ply, or to ``end`` the game."""

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


make_known(Wish)


def after(agenda: Agenda, entry: Entry) -> Agenda:
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
        return replace(agenda, asked=None, ended=entry.action)
    if agenda.asked is not None and agenda.asked.what == END and entry.kind in GOES_ON:
        return agenda
    return replace(agenda, asked=None)
