"""China (Michael Schacht, 2005): palaces, emissaries and roads in nine regions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanlin.core.verbs.extensions import Acceleration, Learning
from hanlin.core.verbs.options import Option
from hanlin.games.china import notation, numbers, positions, setup
from hanlin.games.china import rules as _rules  # noqa: F401 (enters the rules with the verbs)
from hanlin.games.china.bounds import points_range
from hanlin.games.china.map import SIDES, load_map
from hanlin.games.china.minis import MINIS
from hanlin.games.china.network_features import parts, terms, write_parts, write_terms
from hanlin.games.china.observation import action_features, describe_actions, features, observe
from hanlin.games.china.options import ChinaGame
from hanlin.games.china.pieces import MOST_ACTIONS, REGIONS
from hanlin.games.china.resample import deal_again
from hanlin.games.china.scoring import score_the_end
from hanlin.games.china.state import STATE
from hanlin.games.china.structure import structure

if TYPE_CHECKING:
    from hanlin.core.verbs.protocols import Drawing, Words
    from hanlin.games.china import drawing, words

    _MODULES: tuple[Words, Drawing] = (words, drawing)

__all__ = ["GAME", "load_map"]

GAME = ChinaGame(
    name="china",
    package="hanlin.games.china",
    players=(3, 4, 5),
    options=(
        Option(name="fortresses", bench=True),
        Option(name="side", default=None, choices=SIDES, always_written=True),
        Option(name="map", default=None, file=True),
    ),
    minis=MINIS,
    rules_version="1",
    dtype=STATE,
    max_actions=MOST_ACTIONS,
    max_outcomes=5,
    first_state=setup.first_state,
    text=notation.text,
    parse=notation.parse,
    action_numbers=numbers.action_numbers,
    settle_options=setup.settle_options,
    tags=setup.tags,
    deal_again=deal_again,
    points_range=points_range,
    endings={"game": score_the_end},
    write_state=positions.write_state,
    read_state=positions.read_state,
    learning=Learning(
        features=features,
        observe=observe,
        structure=structure,
        action_features=action_features,
        describe_actions=describe_actions,
        terms=terms,
        write_terms=write_terms,
        parts=parts,
        write_parts=write_parts,
        most_parts=REGIONS,
    ),
    acceleration=Acceleration(secret_fields=("pile", "hands")),
)
