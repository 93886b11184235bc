"""What people agree on beside the game: taking back by consent, ending, giving up, and what becomes of a seat that was left.

All of it is entries; what stands on the agenda follows from them. No web, no database here.
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
"""What leaves an offer to end as it is: it holds until it is answered."""
AGREED, LEFT = "agreed", "left"
"""Why a game ended before its end: all who were there agreed, or nobody was left."""


class Wish(msgspec.Struct, frozen=True):
    """What somebody asks the others for: ``undo`` back to a ply, or to ``end`` the game."""

    what: str
    ply: int = 0


class Asked(msgspec.Struct, frozen=True):
    """A wish that waits for the others; ``number`` is that of its entry."""

    what: str
    ply: int
    seat: int
    number: int
    agreed: tuple[int, ...] = ()


class Agenda(msgspec.Struct, frozen=True):
    """What the people at a table have before them beside the game."""

    asked: Asked | None = None
    gone: tuple[int, ...] = ()
    """The seats whose persons gave up, and about whom the others have not decided."""
    ended: str = ""
    """Why the game ended before its end; empty where it did not."""


make_known(Wish)


def after(agenda: Agenda, entry: Entry) -> Agenda:
    """The agenda after an entry. Whatever changes withdraws what was asked, but play does not withdraw an offer to end."""
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
