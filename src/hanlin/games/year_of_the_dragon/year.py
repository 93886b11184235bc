"""The course of the year (Y2): which seat comes next in a phase, and which phase, month or end comes after."""

from __future__ import annotations

from hanlin.core.jit.compiled import compiled
from hanlin.core.jit.events import emit
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.court import decay
from hanlin.games.year_of_the_dragon.events import (
    begin_event,
    begin_wall_check,
    event_comes_to,
    event_now,
    is_event_phase,
    wall_check_comes_to,
)
from hanlin.games.year_of_the_dragon.scoring import score_at_the_end, score_month
from hanlin.games.year_of_the_dragon.state import ACT, DEAL, HIRE, MOST_PLAYERS, NOT_YET, NOTHING, PICK
from hanlin.games.year_of_the_dragon.super_events import begin_super_event, super_event_comes_to


@compiled
def advance(s):
    """Advance to the next decision: of a seat in this phase, or in a later one, or of chance."""
    while True:
        turn = s.turn + 1
        s.turn = turn
        if turn < s.players:
            if comes_to(s, s.queue[turn]):
                return
        elif next_phase(s):
            return


@compiled
def comes_to(s, seat):
    """The phase comes to a seat; returns whether the seat has something to decide."""
    s.actor = seat
    phase = s.phase
    if phase == p.ACTION_PHASE:
        s.step = ACT
        return True
    if phase == p.PERSON_PHASE:
        s.step = HIRE
        return True
    if is_event_phase(phase):
        return event_comes_to(s, seat, event_now(s))
    if phase == p.SUPER_EVENT_PHASE:
        return super_event_comes_to(s, seat, s.super_event)
    if phase == p.SETUP:
        s.step = PICK
        return True
    return wall_check_comes_to(s, seat)


@compiled
def next_phase(s):
    """Begin the next phase after all seats; return True if chance acts or the game is over."""
    phase = s.phase
    if phase == p.SETUP:
        begin_month(s)
        return True
    if phase == p.ACTION_PHASE:
        s.taken = 0  # the dragons go back to their owners (Y3.2)
        if has_cards(s):
            begin_phase(s, p.PERSON_PHASE, -1)
            return False
    if phase <= p.PERSON_PHASE:
        begin_event_phase(s, p.EVENT_PHASE)
        return False
    if is_event_phase(phase) and s.great_wall and event_now(s) == p.MONGOL_INVASION:
        begin_phase(s, phase + 1, -1)
        begin_wall_check(s, s.month, p.FOR_WALL)
        return False
    if phase <= p.WALL_CHECK and s.month == p.SUPER_EVENT_MONTH and s.super_event >= 0:
        begin_super_event_phase(s)
        return False
    if phase == p.FINAL_WALL_CHECK:
        finish(s)
        return True
    return end_month(s)


@compiled
def has_cards(s):
    """True while person cards are left, in all hands as many: not in month 12 (Y4), after a tornado not in 10 and 11 (Y9.7)."""
    return s.cards[0] != 0 or s.wild[0] != 0


@compiled
def begin_phase(s, phase, event):
    """A phase begins and reads the player order (Y2)."""
    s.phase = phase
    s.turn = -1
    queue = s.queue
    order = s.order
    for i in range(MOST_PLAYERS):
        queue[i] = order[i]
    emit(p.LOG_PHASE, -1, phase, event, s.month)


@compiled
def begin_event_phase(s, phase):
    """The event of the month, for the first time or again (Y5, Y9.5)."""
    event = event_now(s)
    begin_phase(s, phase, event)
    if not begin_event(s, event):
        nobody_is_asked(s)


@compiled
def begin_super_event_phase(s):
    """The super event of month 7 (Y9)."""
    event = s.super_event
    begin_phase(s, p.SUPER_EVENT_PHASE, event)
    if event == p.SOLAR_ECLIPSE:
        begin_event_phase(s, p.EVENT_AGAIN)
    elif not begin_super_event(s, event):
        nobody_is_asked(s)


@compiled
def nobody_is_asked(s):
    """The phase has come to all seats already."""
    s.turn = s.players - 1


@compiled
def begin_month(s):
    """A month begins with the deal of the action cards (Y3.1)."""
    month = s.month + 1
    s.month = month
    s.phase = p.ACTION_PHASE
    s.actor = CHANCE
    s.step = DEAL
    chosen = s.chosen
    groups = s.groups
    for i in range(MOST_PLAYERS):
        chosen[i] = NOT_YET
        groups[i] = 0
    super_event = s.super_event if month == p.SUPER_EVENT_MONTH else -1
    emit(p.LOG_MONTH, -1, month, event_now(s), super_event)


@compiled
def end_month(s):
    """Decay and scoring phase (Y5.7, Y6); returns False before the last wall check, else True: no seat is asked."""
    decay(s)
    emit(p.LOG_PHASE, -1, p.SCORING_PHASE, -1, s.month)
    for i in range(s.players):
        score_month(s, s.queue[i])
    if s.month < p.MONTHS:
        begin_month(s)
        return True
    if s.great_wall:
        begin_phase(s, p.FINAL_WALL_CHECK, -1)
        begin_wall_check(s, p.WALL_LENGTH, p.FOR_WALL_AT_END)
        return False
    finish(s)
    return True


def score_month_now(s):
    """Score the month as if it ended now: decay and scoring (Y5.7, Y6). Not compiled, since no simulation needs it."""
    decay(s)
    for seat in range(s.players):
        score_month(s, seat)


def score_game_now(s):
    """Score the game as if it ended now: persons, monks, sales (Y7). Not compiled, since no simulation needs it."""
    for seat in range(s.players):
        score_at_the_end(s, seat)


@compiled
def finish(s):
    """The end (Y7)."""
    s.phase = p.GAME_OVER
    s.actor = OVER
    s.step = NOTHING
    for seat in range(s.players):
        score_at_the_end(s, seat)
    emit(p.LOG_OVER, -1, 0, 0, 0)
