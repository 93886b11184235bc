"""Lanterns: the smallest complete game, in a separate package. It shows what a game must offer, and little more.

Each seat holds two hidden lanterns of the sizes 1 to 3 (two of each size for every player). A turn lights one for its size in
points, or skips; after lighting one the seat draws another, as long as the pool has some. It is over after three turns each.
"""

from __future__ import annotations

from hanlin.core.position.game import Game
from hanlin.core.verbs.extensions import Learning
from hanlin.core.verbs.options import Options
from lanterns import rules  # noqa: F401 (enters the rules with the verbs)
from lanterns.hindsight import deal_again
from lanterns.notation import parse, text
from lanterns.numbers import action_numbers
from lanterns.observation import action_features, describe_actions, features, observe
from lanterns.pieces import MOST_ACTIONS, SIZES, TURNS
from lanterns.setup import OPTIONS, first_state
from lanterns.state import STATE


def points_range(players: int, options: Options) -> tuple[float, float]:
    """Nobody loses points (L1.1), and nobody does better than to light the largest lantern, for double points, in each turn."""
    return 0, TURNS * SIZES * (2 if options["double"] else 1)


GAME = Game(
    name="lanterns",
    package=__name__,
    players=(2, 3, 4),
    options=OPTIONS,
    rules_version="1",
    dtype=STATE,
    max_actions=MOST_ACTIONS,
    max_outcomes=SIZES,
    first_state=first_state,
    text=text,
    parse=parse,
    action_numbers=action_numbers,
    points_range=points_range,
    deal_again=deal_again,
    learning=Learning(
        features=features,
        observe=observe,
        action_features=action_features,
        describe_actions=describe_actions,
    ),
)
