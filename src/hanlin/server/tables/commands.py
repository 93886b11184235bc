"""Agreements between people: requests to undo or to end, answers, resigning, and decisions about an abandoned seat.

Each function returns a transition to store; nothing is changed yet. No web, no database here.
"""

from __future__ import annotations

import json
from collections.abc import Sequence

from msgspec.structs import replace

from hanlin.contract import Days
from hanlin.core.i18n.language import _
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.server.db import Entry
from hanlin.server.exceptions import NotYours, Refused
from hanlin.server.tables import clocks, events
from hanlin.server.tables.events import Wish
from hanlin.server.tables.names import check_opponents
from hanlin.server.tables.table import Table, Transition

END = "end"
ABSENT = 24 * 3600.0
"""Seconds of silence after which the others may decide about the active player's seat, where no clock does; counted again
after they have chosen to wait."""
WAIT, OPPONENT = "wait", "opponent"
MOST_HOLIDAYS = 60
"""Days on which a clock may rest for one person at one table."""
AHEAD = 366
"""Days that holidays may be marked ahead."""


def asking(table: Table, seat: int, what: str, client: str | None) -> Transition:
    """Ask the others to undo back to one's last action, or to end; applied at once where there is nobody to ask."""
    _check_goes_on(table)
    if table.agenda.asked is not None:
        raise Refused(_("Answer the open request first."))
    wish = Wish(what, _since_last_action(table, seat) if what == events.UNDO else 0)
    first = table.bare(0, events.ASK, seat, events.written(wish), client)
    if table.people(seat) and not (what == events.UNDO and table.undoable() == seat and wish.ply == table.ply - 1):
        return _transition(table, [first])
    return _agreed(table, [first], seat, wish)


def answering(table: Table, seat: int, agree: bool, number: int, client: str | None) -> Transition:
    """Answer a request; what all agree to is applied."""
    _check_goes_on(table)
    asked = table.agenda.asked
    if asked is None or number <= asked.number:
        raise Refused(_("There is no open request."))
    owner = table.row.seats[seat].owner
    by_asker = owner == table.row.seats[asked.seat].owner
    if not agree:
        return _transition(table, [table.bare(0, events.DECLINE, seat, "", client)])
    left = awaited(table)
    answers = [each for each in left if table.row.seats[each].owner == owner]
    if by_asker or not answers:
        raise Refused(_("You don't have to answer this request."))
    first = table.bare(0, events.AGREE, seat, "", client)
    if len(left) > 1:
        return _transition(table, [first])
    return _agreed(table, [first], asked.seat, Wish(asked.what, asked.ply))


def awaited(table: Table) -> list[int]:
    """A seat of each person who has not answered yet."""
    asked = table.agenda.asked
    if asked is None:
        return []
    agreed = {table.row.seats[seat].owner for seat in asked.agreed}
    return [seat for seat in table.people(asked.seat) if table.row.seats[seat].owner not in agreed]


def resigning(table: Table, seat: int, client: str | None) -> Transition:
    """Resign a seat; the game ends where nobody else is left."""
    _check_goes_on(table)
    if seat in table.agenda.gone:
        raise Refused(_("You have resigned: the others decide about your seat."))
    entries = [table.bare(0, events.RESIGN, seat, "", client)]
    away = {seat, *table.agenda.gone, OVER if table.clocks is None else table.clocks.out}
    if not any(each.kind == "person" and n not in away for n, each in enumerate(table.row.seats)):
        entries.append(table.bare(1, events.END, OVER, events.LEFT))
    return _transition(table, entries)


def deciding(table: Table, seat: int, vacant: int, choice: str, bot: str, client: str | None) -> Transition:
    """Decide about an abandoned seat. One of the others may choose waiting or a computer player; to end, all must agree."""
    _check_goes_on(table)
    why = dict(vacancies(table)).get(vacant)
    if why is None:
        raise Refused(_("There is nothing to decide about this seat."))
    others = table.people(vacant) or table.people()
    if table.row.seats[seat].owner not in {table.row.seats[each].owner for each in others}:
        raise NotYours(_("Only the other players can decide about this seat."))
    if choice == WAIT:
        if why == events.LEFT:
            raise Refused(_("This player resigned: let the computer take over, or end the game."))
        return _transition(table, [table.bare(0, events.WAIT, seat, str(vacant), client)])
    if choice == OPPONENT:
        check_opponents(table.game, table.row.players, [bot])
        return _transition(table, [table.bare(0, events.REPLACE, vacant, bot, client)])
    left = [each for each in others if table.row.seats[each].owner != table.row.seats[seat].owner]
    if left:
        return asking(table, seat, END, client)
    return _agreed(table, [table.bare(0, events.ASK, seat, events.written(Wish(END)), client)], seat, Wish(END))


def hinting(table: Table, seat: int) -> Transition:
    """Record a hint: it changes nothing, and the others may see it."""
    return _transition(table, [table.bare(0, events.HINT, seat, "")])


def resting(table: Table, seat: int, days: Sequence[str], client: str | None) -> Transition | None:
    """Mark the days on which a seat's clock rests: these, and those that have begun already.

    Today is not among them, so nobody gets running time back; None where nothing changes.
    """
    _check_goes_on(table)
    if table.clocks is None or not isinstance(table.row.time, Days):
        raise Refused(_("Days off work only in games with days per turn."))
    now = table.clock()
    known, today, last = clocks.of_seat(table.clocks, seat), clocks.day_of(now), clocks.day_of(now + AHEAD * clocks.DAY)
    begun = {day for day in known if day <= today}
    coming = {day for day in days if day not in begun}
    if not all(clocks.is_day(day) and today < day <= last for day in coming) or len(begun | coming) > MOST_HOLIDAYS:
        raise Refused(_("Choose days off from tomorrow on, within a year, at most {n} per table.").format(n=MOST_HOLIDAYS))
    if begun | coming == known:
        return None
    return _transition(table, [table.bare(0, events.HOLIDAYS, seat, json.dumps(sorted(begun | coming)), client)])


def vacancies(table: Table) -> list[tuple[int, str]]:
    """The seats about which the others decide, with the reason: ``left`` (resigned), ``time`` (out of time, or silent)."""
    if table.over or not table.begun or table.is_study:
        return []
    found = [(seat, events.LEFT) for seat in table.agenda.gone]
    late = OVER if table.clocks is None else table.clocks.out
    late = late if late >= 0 else _silent(table)
    return found + ([(late, events.TIME)] if late >= 0 and late not in table.agenda.gone else [])


def _silent(table: Table) -> int:
    """The active player's seat, silent for a long time, where no clock decides: at a table without clocks, and where the others
    chose to wait. OVER where there is none."""
    seat, there = table.to_move, table.clocks
    if seat < 0 or table.row.seats[seat].kind != "person" or (there is not None and seat not in there.patient):
        return OVER
    since = table.moved
    if there is not None and table.row.time is not None:
        since = max(since, clocks.due(there, table.row.time) or since)
    return seat if table.clock() - since >= ABSENT and table.people(seat) else OVER


def running_out(table: Table, when: float) -> Transition | None:
    """Time out the active player; None where time has not run out."""
    due = table.due
    if due is None or when < due:
        return None
    assert table.clocks is not None
    return _transition(table, [table.bare(0, events.TIME, table.clocks.running, "", when=due)])


def _since_last_action(table: Table, seat: int) -> int:
    """The ply of a seat's last action; Refused where it can't be undone even by agreement."""
    moves = table.position.moves
    acted = [ply for ply, (actor, _text) in enumerate(moves) if actor == seat]
    if not acted:
        raise Refused(_("You have no move to undo yet."))
    ply = acted[-1]
    came_to_light = set(table.at(ply).still_secret()) - set(table.position.still_secret())
    if came_to_light or any(actor == CHANCE for actor, _text in moves[ply:]):
        raise Refused(_("You can't undo this: something random or hidden has been revealed since."))
    return ply


def _agreed(table: Table, entries: list[Entry], seat: int, wish: Wish) -> Transition:
    """Apply what all have agreed to, after those entries."""
    if wish.what == END:
        return _transition(table, [*entries, table.bare(len(entries), events.END, OVER, events.AGREED)])
    for ply in range(table.ply - 1, wish.ply - 1, -1):
        entries.append(table.entry(len(entries), events.UNDO, seat, "", table.at(ply)))
    following = _transition(table, entries)
    return following._replace(row=replace(following.row, to_move=table.at(wish.ply).actor))


def _transition(table: Table, entries: Sequence[Entry]) -> Transition:
    row = table.row
    for entry in entries:
        row = events.row_after(row, entry)
    return Transition(list(entries), row)


def _check_goes_on(table: Table) -> None:
    if table.over:
        raise Refused(_("This game is over."))
