"""Plans: what a seat may already choose while others decide.

A game that lets its players plan ahead offers a module ``premoves`` with three functions of a state that is a seat's own view:

``as_if_to_move(s, seat)`` changes the state to the seat's next decision, if that is known before the others have acted and
before anything is drawn; otherwise it returns False.

``turn_of(s)`` gives the part of the game in which a plan may go on with a further action, as numbers.

``meaning(s, code)`` gives what an action means beyond its text (what it costs, what it touches), as numbers. A plan is carried
out only while they are the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from hanlin.core.errors import IllegalAction
from hanlin.core.position.position import Position
from hanlin.core.verbs import generic

MOST = 8
"""Actions of a plan at most."""


def ghost_of(seen: Position, actions: Sequence[str] = ()) -> Position | None:
    """The view of a seat as if it had to decide now, after planned ``actions`` of its own; IllegalAction for an impossible one.

    None where the game does not let it plan, and for the active seat. After the last action that can be planned the ghost is
    another seat's decision, or chance's. Only the view enters, so nothing can be learned from it.
    """
    seat, module = seen.seat, seen.game.premoves
    if module is None or seat is None or seat < 0 or seen.actor == seat or seen.over:
        return None
    states = np.zeros(1, seen.game.dtype)
    states[0] = seen.state
    if not module.as_if_to_move(states[0], seat):
        return None
    ghost = _view(seen, states)
    turn = module.turn_of(ghost.state)
    for action in actions:
        if ghost.actor != seat or module.turn_of(ghost.state) != turn:
            raise IllegalAction(f"Nothing more can be planned before {action!r}.")
        states = states.copy()
        generic.play(states[0], ghost.code(action))
        ghost = _view(seen, states)
    return ghost


def goes_on(seen: Position, actions: Sequence[str]) -> bool:
    """True if a further action can be planned after these."""
    first, ghost = ghost_of(seen), ghost_of(seen, actions)
    if first is None or ghost is None or ghost.actor != seen.seat or len(actions) >= MOST:
        return False
    module = seen.game.premoves
    return bool(module.turn_of(first.state) == module.turn_of(ghost.state))


def meaning_of(seen: Position, action: str) -> tuple[int, ...]:
    """The meaning of a legal action in a view or a ghost beyond its text."""
    return tuple(int(number) for number in seen.game.premoves.meaning(seen.state, seen.code(action)))


def meanings_of(seen: Position, actions: Sequence[str]) -> list[tuple[int, ...]]:
    """The meaning of each action of a plan when it is its turn in the plan; IllegalAction where one is impossible."""
    found = []
    for n, action in enumerate(actions):
        ghost = ghost_of(seen, actions[:n])
        if ghost is None or (n and not goes_on(seen, actions[:n])):
            raise IllegalAction(f"{action!r} can't be planned.")
        found.append(meaning_of(ghost, action))
    return found


def _view(seen: Position, states: Any) -> Position:
    return Position(seen.game, states, seen.options, seen.moves, seen.seat)
