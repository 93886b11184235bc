"""States sampled from a state: what is hidden filled in, a game played to its end at random."""

from __future__ import annotations

import numpy as np

from hanlin.core.jit.rng import Rng
from hanlin.core.jit.struct_types import copied
from hanlin.core.verbs import generic
from hanlin.core.verbs.options import States
from hanlin.core.verbs.playout import play_randomly


def filled(states: States, rng: Rng) -> States:
    """A copy of a view's state with everything hidden filled in: a sample from its posterior."""
    found = copied(states)
    generic.guess(found[0], rng)
    return found


def ended(states: States, rng: Rng) -> States:
    """A copy of a whole state, played to its end with uniformly random legal actions."""
    found = np.concatenate([states[:1], states[:1]])
    play_randomly(found, 0, 1, 1, rng)
    return found[1:].copy()
