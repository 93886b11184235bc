"""Plans (``core/position/premoves.py``): the first persons, the action of the month, and the person after it.

All of it is public, and the action cards of the month are dealt before anybody chooses. What an event takes depends on what all
do before, and the next month on a new deal, so neither can be planned.
"""

from __future__ import annotations

from typing import Any

from hanlin.games.year_of_the_dragon import codes
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.state import ACT, DEAL, HIRE, NOT_YET, PICK
from hanlin.games.year_of_the_dragon.year import begin_phase, has_cards

STEPS = {p.SETUP: PICK, p.ACTION_PHASE: ACT, p.PERSON_PHASE: HIRE}
"""The first question of each phase to a seat."""


def as_if_to_move(s: Any, seat: int) -> bool:
    """Change a state to the seat's next decision in the phase, or in the person phase after its action; else False."""
    if s.phase not in STEPS or s.actor < 0 or s.actor == seat or s.step == DEAL:
        return False
    queue = [int(each) for each in s.queue[: int(s.players)]]
    if queue.index(seat) < s.turn:
        if s.phase != p.ACTION_PHASE or s.chosen[seat] == NOT_YET or not has_cards(s):
            return False
        s.taken = 0
        begin_phase(s, p.PERSON_PHASE, -1)
        queue = [int(each) for each in s.queue[: int(s.players)]]
    s.turn = queue.index(seat)
    s.actor = seat
    s.step = STEPS[int(s.phase)]
    s.left = 0
    s.held = s.held_next = -1
    return True


def turn_of(s: Any) -> tuple[int, ...]:
    """The decisions of a phase belong together: an action with its floors, a person with its palace."""
    return int(s.month), int(s.phase)


def meaning(s: Any, code: int) -> tuple[int, ...]:
    """The month and the phase; for an action also whether its group is occupied, which costs 3 yuan."""
    group = (code & codes.ARGUMENT_MASK) // 16
    is_occupied = int(s.taken) >> group & 1 if code >> codes.VERB_SHIFT == codes.ACT else 0
    return int(s.month), int(s.phase), is_occupied
