"""Warming a game: making the machine code of all that bots and playouts need."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from hanlin.bots import moves
from hanlin.bots.bot import new_desk, room_for_actions
from hanlin.core.game import Game
from hanlin.core.playout import play_randomly
from hanlin.core.rng import seeded
from hanlin.core.warm import set_warm


def warm(game: Game, step: Callable[[str], None] = lambda name: None) -> None:
    """Compile every entry point for ``game`` (or load it from the cache). ``step`` hears of each before it begins."""
    start = game.start(game.players[0])
    states = np.zeros(2, game.dtype)
    states[0] = start.state
    step("playouts")
    play_randomly(states, 0, 1, 1, seeded("warm"))
    step("opponents")
    minds, chosen = np.zeros(start.players, np.int64), np.zeros(1, np.int32)
    moves.whole_game_fast(states[:1].copy(), new_desk(start), minds, room_for_actions(start), chosen, seeded("warm"))
    set_warm(game)


STEPS = 2
"""How many steps ``warm`` has."""
