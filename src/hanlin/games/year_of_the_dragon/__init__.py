"""In the Year of the Dragon, with both expansions: the game's definition (``GAME``)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanlin.core.verbs.extensions import Acceleration, Learning
from hanlin.games.year_of_the_dragon import positions
from hanlin.games.year_of_the_dragon import rules as _rules  # noqa: F401 (the rules enter themselves into the verbs)
from hanlin.games.year_of_the_dragon.bounds import points_range
from hanlin.games.year_of_the_dragon.choices import MOST_ACTIONS, MOST_OUTCOMES
from hanlin.games.year_of_the_dragon.minis import MINIS
from hanlin.games.year_of_the_dragon.network_features import terms, write_terms
from hanlin.games.year_of_the_dragon.notation import parse, text
from hanlin.games.year_of_the_dragon.numbers import action_numbers
from hanlin.games.year_of_the_dragon.observation import action_features, describe_actions, features, observe
from hanlin.games.year_of_the_dragon.options import YearOfTheDragonGame
from hanlin.games.year_of_the_dragon.setup import OPTIONS, first_state
from hanlin.games.year_of_the_dragon.state import STATE
from hanlin.games.year_of_the_dragon.structure import structure
from hanlin.games.year_of_the_dragon.year import score_game_now, score_month_now

if TYPE_CHECKING:
    from hanlin.core.verbs.protocols import Drawing, Words
    from hanlin.games.year_of_the_dragon import drawing, words

    _MODULES: tuple[Words, Drawing] = (words, drawing)

GAME = YearOfTheDragonGame(
    name="year_of_the_dragon",
    package=__name__,
    players=(2, 3, 4, 5),
    options=OPTIONS,
    minis=MINIS,
    rules_version="1",
    dtype=STATE,
    max_actions=MOST_ACTIONS,
    max_outcomes=MOST_OUTCOMES,
    points_range=points_range,
    endings={"month": score_month_now, "game": score_game_now},
    write_state=positions.write_state,
    read_state=positions.read_state,
    first_state=first_state,
    text=text,
    parse=parse,
    action_numbers=action_numbers,
    learning=Learning(
        features=features,
        observe=observe,
        structure=structure,
        action_features=action_features,
        describe_actions=describe_actions,
        terms=terms,
        write_terms=write_terms,
    ),
    acceleration=Acceleration(secret_fields=()),
)
