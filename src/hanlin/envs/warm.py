"""Ahead-of-time compilation of a game's environments; ``python -m hanlin.envs.warm GAME`` for ``hanlin.bots.compiling``."""

from __future__ import annotations

import sys

from hanlin.bots.compiling import STEPS
from hanlin.core.position.game import Game
from hanlin.core.position.game import game as find_game
from hanlin.core.verbs.features import size_of
from hanlin.envs.core import Play


def warm_environment(of: Game) -> None:
    """Compile a step of an environment and its descriptions of actions, or load them from the cache."""
    if size_of(of.features(of.players[0])):
        STEPS.compile_here(of)
        play = Play(of.name, None, {}, observation="structured")
        play.begin(1)
        play.observed(play.actor)


if __name__ == "__main__":
    warm_environment(find_game(sys.argv[1]))
