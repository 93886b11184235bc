"""Prediction of whether an action can still be undone, as far as its player can know. No web framework here."""

from __future__ import annotations

import numpy as np

from hanlin.core.jit.rng import seeded
from hanlin.core.position.position import Position
from hanlin.core.verbs import generic


def binds(seen: Position, action: str) -> bool:
    """True if after that action of ``seen.actor`` chance, another seat or nobody acts next.

    Tried on a sampled state consistent with the view, so the answer reveals nothing. False for an illegal action.
    """
    if not seen.is_legal(action):
        return False
    tried = np.zeros(1, seen.game.dtype)
    tried[0] = seen.state
    generic.guess(tried[0], seeded("binds", action))
    generic.play(tried[0], seen.game.parse(seen.state, action))
    return bool(generic.actor(tried[0]) != seen.actor)
