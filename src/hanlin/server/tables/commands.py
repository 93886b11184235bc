"""The commands at a table: each function checks one and returns the transition to store.

Nothing is changed yet: ``service.py`` stores a transition and applies it. Refused where a command is not possible. No web
framework, no database here.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext

import msgspec
import numpy as np
from msgspec.structs import replace

from hanlin.contract import Days
from hanlin.core.errors import IllegalAction
from hanlin.core.i18n.language import _
from hanlin.core.jit.events import Event, capture
from hanlin.core.jit.rng import seeded
from hanlin.core.position.position import Move, Position
from hanlin.core.verbs import generic
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.core.verbs.presentation import Refusal
from hanlin.server.db import CLOSED, OPEN, RUNNING, Entry, TableRow
from hanlin.server.exceptions import NotYours, Refused, SeatTaken
from hanlin.server.tables import clocks, events
from hanlin.server.tables.events import Wish
from hanlin.server.tables.game_log import Replayed
from hanlin.server.tables.names import check_opponents
from hanlin.server.tables.table import ACTION, Table, Transition

END = "end"
ABSENT = 24 * 3600.0
"""Seconds of silence after which the others may decide about the active player's seat, where no clock does; counted again
after they have chosen to wait."""
WAIT, OPPONENT, CLAIM, GRANT = "wait", "opponent", "claim", "grant"
MORE_TIME = 120.0
"""Seconds that a player who is out of time can be given; where a clock counts days, one day."""
MOST_HOLIDAYS = 60
"""Days on which a clock may rest for one person at one table."""
AHEAD = 366
"""Days that holidays may be marked ahead."""


# -- playing -----------------------------------------------------------------------------------------------------------


def play(table: Table, seat: int, action: str, client: str | None, received: float | None = None) -> Transition:
    """Play an action, and the chance actions right after it, at the time when it was ``received``."""
    if table.to_move == OVER:
        raise Refused(_("This game is over."))
    if table.actor != seat:
        raise Refused(_("It is not your turn."))
    try:
        # A seat's legal actions follow from its view, where they are cached already.
        code = table.seen_by(seat).code(action)
    except IllegalAction as error:
        raise _refusal(table, seat, action, error) from None
    following = table.position.copy()
    captured: AbstractContextManager[list[Event]] = capture() if table.game_log.is_read else nullcontext([])
    with captured as emitted:
        following.apply(code)
    if seat in table.agenda.gone:
        raise Refused(_("You have resigned: the others decide about your seat."))
    entries = [table.entry(0, ACTION, seat, action, client, after=following, when=received)]
    if not table.game_log.is_read:
        return _with_chance(table, entries, table.row, following)
    after = following.copy() if following.actor == CHANCE else following
    replayed = Replayed(table.position, emitted, after)
    return _with_chance(table, entries, table.row, following)._replace(replayed=replayed)


def _refusal(table: Table, seat: int, action: str, error: IllegalAction) -> Refused:
    """The reason why an action is refused, in the game's words where it is well-formed."""
    try:
        table.game.parse(table.position.state, action)
    except ValueError:
        return Refused(str(error))
    with table.called():
        why: Refusal = table.game.words.why_not(table.position.seen_by(seat), action)
    return Refused(why.text, why.rule)


def undo(table: Table, seat: int, client: str | None) -> Transition:
    """Undo a seat's last action, where nobody else has to agree."""
    if table.undoable() != seat:
        raise Refused(_("You can't undo now: something was drawn or another player has acted since."))
    entry = table.entry(0, events.UNDO, seat, "", client, after=table.at(table.ply - 1))
    following = _transition(table, [entry])
    return following._replace(row=replace(following.row, to_move=seat))


def begin(table: Table, moves: Sequence[Move] = ()) -> Transition:
    """Begin the game: the moves that it begins with, if any, and the chance actions before the first decision."""
    return _begin_with(table, [], moves)


def continue_from(table: Table, other: Table, ply: int) -> Transition:
    """Begin with another table's game up to a ply: its origin, its moves, and chance actions."""
    return _begin_with(table, [table.entry(0, events.FROM, ply, other.row.id)], other.position.moves[:ply])


def _begin_with(table: Table, entries: list[Entry], moves: Sequence[Move]) -> Transition:
    position = table.position.copy()
    for actor, text in moves:
        position.apply(table.game.parse(position.state, text))
        entries.append(table.entry(len(entries), ACTION, actor, text, after=position))
    return _with_chance(table, entries, table.row, position)


def _with_chance(table: Table, entries: list[Entry], row: TableRow, position: Position) -> Transition:
    """Let chance act, in place, until a seat must decide. Each draw has its own generator, by the seed and the ply."""
    when = entries[-1].time if entries else None
    while position.actor == CHANCE:
        position.chance(seeded(row.seed, position.ply))
        assert position.last_move is not None
        entries.append(table.entry(len(entries), ACTION, CHANCE, position.last_move[1], after=position, when=when))
    return Transition(entries, table.row_at(position, entries[-1], row) if entries else row, position)


def is_final(seen: Position, action: str) -> bool:
    """Predict whether an action of ``seen.actor`` can't be undone: chance, another seat or nobody acts after it.

    Tried on a sampled state consistent with the view, so the answer reveals nothing. False for an illegal action.
    """
    if not seen.is_legal(action):
        return False
    tried = np.zeros(1, seen.game.dtype)
    tried[0] = seen.state
    generic.guess(tried[0], seeded("binds", action))
    generic.play(tried[0], seen.game.parse(seen.state, action))
    return bool(generic.actor(tried[0]) != seen.actor)


# -- agreements --------------------------------------------------------------------------------------------------------


def ask(table: Table, seat: int, what: str, client: str | None) -> Transition:
    """Ask the others to undo back to the seat's last action, or to end; applied at once where there is nobody to ask."""
    _check_goes_on(table)
    if table.agenda.asked is not None:
        raise Refused(_("Answer the open request first."))
    wish = Wish(what, _since_last_action(table, seat) if what == events.UNDO else 0)
    first = table.entry(0, events.ASK, seat, events.written(wish), client)
    if table.people(seat) and not (what == events.UNDO and table.undoable() == seat and wish.ply == table.ply - 1):
        return _transition(table, [first])
    return _agreed(table, [first], seat, wish)


def answer(table: Table, seat: int, agree: bool, number: int, client: str | None) -> Transition:
    """Answer a request; what all agree to is applied."""
    _check_goes_on(table)
    asked = table.agenda.asked
    if asked is None or number <= asked.number:
        raise Refused(_("There is no open request."))
    owner = table.row.seats[seat].owner
    by_asker = owner == table.row.seats[asked.seat].owner
    if not agree:
        return _transition(table, [table.entry(0, events.DECLINE, seat, "", client)])
    left = awaited(table)
    answers = [each for each in left if table.row.seats[each].owner == owner]
    if by_asker or not answers:
        raise Refused(_("You don't have to answer this request."))
    first = table.entry(0, events.AGREE, seat, "", client)
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


def resign(table: Table, seat: int, client: str | None) -> Transition:
    """Resign a seat; the game ends where nobody else is left."""
    _check_goes_on(table)
    if seat in table.agenda.gone:
        raise Refused(_("You have resigned: the others decide about your seat."))
    entries = [table.entry(0, events.RESIGN, seat, "", client)]
    away = {seat, *table.agenda.gone, OVER if table.clocks is None else table.clocks.out}
    if not any(each.kind == "person" and n not in away for n, each in enumerate(table.row.seats)):
        entries.append(table.entry(1, events.END, OVER, events.LEFT))
    return _transition(table, entries)


def decide(table: Table, seat: int, vacant: int, choice: str, bot: str, client: str | None) -> Transition:
    """Decide about an abandoned seat. One of the others may choose to wait, to give time, or a computer player; to end the
    game, with or without a winner, all must agree."""
    _check_goes_on(table)
    why = dict(vacancies(table)).get(vacant)
    if why is None:
        raise Refused(_("There is nothing to decide about this seat."))
    others = deciders(table, vacant)
    if table.row.seats[seat].owner not in {table.row.seats[each].owner for each in others}:
        raise NotYours(_("Only the other players can decide about this seat."))
    if choice == WAIT:
        if why == events.LEFT:
            raise Refused(_("This player resigned: let the computer take over, or end the game."))
        return _transition(table, [table.entry(0, events.WAIT, seat, str(vacant), client)])
    if choice == OPPONENT:
        check_opponents(table.game, table.row.players, [bot])
        return _transition(table, [table.entry(0, events.REPLACE, vacant, bot, client)])
    if choice == GRANT:
        return _more_time(table, seat, vacant, client)
    wish = Wish(CLAIM if choice == CLAIM else END)
    if choice == CLAIM and vacant not in forfeiting(table):
        raise Refused(_("You can claim the win only when a player is out of time or has resigned."))
    if any(table.row.seats[each].owner != table.row.seats[seat].owner for each in others):
        return ask(table, seat, wish.what, client)
    return _agreed(table, [table.entry(0, events.ASK, seat, events.written(wish), client)], seat, wish)


def _more_time(table: Table, seat: int, vacant: int, client: str | None) -> Transition:
    """Give a player who is out of time some more."""
    if table.clocks is None or table.clocks.out != vacant:
        raise Refused(_("You can give time only to a player whose clock has run out."))
    seconds = clocks.DAY if isinstance(table.row.time, Days) else MORE_TIME
    return _transition(table, [table.entry(0, events.GRANT, seat, events.written(events.Granted(vacant, seconds)), client)])


def deciders(table: Table, vacant: int) -> list[int]:
    """The seats of those who decide about a vacant seat, one of each person."""
    return table.people(vacant) or table.people()


def forfeiting(table: Table) -> tuple[int, ...]:
    """The seats that come last if the others claim the win: resigned, or out of time by the clock."""
    out = OVER if table.clocks is None else table.clocks.out
    return tuple(sorted({*table.agenda.gone, *((out,) if out >= 0 else ())}))


def take_hint(table: Table, seat: int, suggested: Sequence[str] = ()) -> Transition | None:
    """Record a hint: it changes nothing, and the others may see it. ``suggested``: the action that it puts first, and those
    that it holds to be as good; None where that is recorded already."""
    known = [each for each in table.hinted.get(table.ply, ()) if each.seat == seat]
    if any(set(suggested) <= set(each.suggested) for each in known):
        return None
    return _transition(table, [table.entry(0, events.HINT, seat, json.dumps(list(suggested)) if suggested else "")])


def set_days_off(table: Table, seat: int, days: Sequence[str], client: str | None) -> Transition | None:
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
    return _transition(table, [table.entry(0, events.HOLIDAYS, seat, json.dumps(sorted(begun | coming)), client)])


def vacancies(table: Table) -> list[tuple[int, str]]:
    """The seats about which the others decide, with the reason: ``left`` (resigned), ``time`` (out of time, or silent)."""
    if table.over or not table.begun or table.is_study:
        return []
    found = [(seat, events.LEFT) for seat in table.agenda.gone]
    late = OVER if table.clocks is None else table.clocks.out
    late = late if late >= 0 else _silent_seat(table)
    return found + ([(late, events.TIME)] if late >= 0 and late not in table.agenda.gone else [])


def _silent_seat(table: Table) -> int:
    """The active player's seat, silent for a long time, where no clock decides: at a table without clocks, and where the others
    chose to wait. OVER where there is none."""
    seat, there = table.to_move, table.clocks
    if seat < 0 or table.row.seats[seat].kind != "person" or (there is not None and seat not in there.patient):
        return OVER
    since = table.moved
    if there is not None and table.row.time is not None:
        since = max(since, clocks.due(there, table.row.time) or since)
    return seat if table.clock() - since >= ABSENT and table.people(seat) else OVER


def time_out(table: Table, when: float) -> Transition | None:
    """Time out the active player; None where time has not run out."""
    due = table.due
    if due is None or when < due:
        return None
    assert table.clocks is not None
    return _transition(table, [table.entry(0, events.TIME, table.clocks.running, "", when=due)])


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
        return _transition(table, [*entries, table.entry(len(entries), events.END, OVER, events.AGREED)])
    if wish.what == CLAIM:
        away = forfeiting(table)
        if not away:
            raise Refused(_("You can claim the win only when a player is out of time or has resigned."))
        reason = " ".join(map(str, (events.CLAIMED, *away)))
        return _transition(table, [*entries, table.entry(len(entries), events.END, seat, reason)])
    for ply in range(table.ply - 1, wish.ply - 1, -1):
        entries.append(table.entry(len(entries), events.UNDO, seat, "", after=table.at(ply)))
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


# -- seats -------------------------------------------------------------------------------------------------------------


def join(table: Table, owner: str, name: str, seat: int | None) -> tuple[int, Transition | None]:
    """Take a seat (None: the first free one), and start when it was the last; with the seat's number.

    None where that person has the seat already. Refused where it is not free.
    """
    mine = table.owned_by(owner)
    if mine and seat in (None, *mine):
        return mine[0] if seat is None else seat, None
    free = events.free(table.row) if table.row.state == OPEN else []
    if seat is not None and not 0 <= seat < table.row.players:
        raise Refused(_("There is no such seat."))
    if table.row.state == CLOSED:
        raise SeatTaken(_("This table was cancelled before the game started."))
    if not free:
        raise SeatTaken(_("All seats of this table are taken."))
    if seat is not None and seat not in free:
        raise SeatTaken(_("This seat has just been taken: choose another."))
    if mine:
        raise SeatTaken(_("You already have a seat at this table."))
    taken = free[0] if seat is None else seat
    return taken, _seated(table, events.JOIN, taken, events.Joined(name, owner))


def leave(table: Table, owner: str) -> Transition:
    """Leave a seat before the game begins."""
    mine = table.owned_by(owner)
    if not mine:
        raise NotYours(_("You have no seat at this table."))
    if table.row.state != OPEN:
        raise Refused(_("The game has started: resign instead of leaving your seat."))
    return _seated(table, events.LEAVE, mine[0], "")


def start(table: Table, owner: str, fill: str) -> Transition | None:
    """Start the game, with computer players in the open seats; None where it has begun already."""
    if not table.hosted_by(owner):
        raise NotYours(_("Only the host can start the game."))
    if table.row.state == CLOSED:
        raise Refused(_("This table was cancelled before the game started."))
    if table.row.state != OPEN:
        return None
    if events.free(table.row) and not fill:
        raise Refused(_("There are still open seats: wait, or fill them with computer players."))
    if fill:
        check_opponents(table.game, table.row.players, [fill])
    return _seated(table, events.START, -1, _begun(table, fill))


def cancel(table: Table, why: str) -> Transition:
    """Cancel a table whose game has not begun."""
    if table.row.state != OPEN:
        raise Refused(_("The game has started: you can't cancel the table any more."))
    return _seated(table, events.CLOSE, -1, why)


def link_next(table: Table, following: str) -> Transition:
    """Link the table of the next game of the same people."""
    return _seated(table, events.AGAIN, -1, following)


def _begun(table: Table, fill: str) -> events.Begun:
    return events.Begun(fill, events.order(table.row.players, table.row.seed, table.row.shuffled))


def _seated(table: Table, kind: str, seat: int, details: str | msgspec.Struct) -> Transition:
    entries = [table.entry(0, kind, seat, events.written(details))]
    row = events.row_after(table.row, entries[0])
    if row.state == OPEN and not events.free(row):
        entries.append(table.entry(1, events.START, -1, events.written(_begun(table, ""))))
        row = events.row_after(row, entries[1])
    if row.state == RUNNING and not table.begun:
        return _with_chance(table, entries, row, table.position.copy())
    return Transition(entries, row)


def hand_over(table: Table, old: str, new: str) -> Transition:
    """Transfer somebody's seats and role of host to somebody else."""
    entry, row = events.handing_over(table.row, table.number, old, new)
    return Transition([entry], row)
