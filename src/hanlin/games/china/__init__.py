"""China (Michael Schacht, 2005): palaces, emissaries and roads in nine regions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hanlin.core.position.game import Game
from hanlin.core.verbs.options import Option
from hanlin.games.china import notation, numbers, positions, setup
from hanlin.games.china import rules as _rules  # noqa: F401 (enters the rules with the verbs)
from hanlin.games.china.map import SIDES, load_map
from hanlin.games.china.network_features import parts, terms
from hanlin.games.china.observation import action_features, features
from hanlin.games.china.pieces import MOST_ACTIONS, REGIONS
from hanlin.games.china.resample import deal_again
from hanlin.games.china.scoring import score_the_end
from hanlin.games.china.state import STATE

if TYPE_CHECKING:
    from hanlin.core.verbs.protocols import LayeredDrawing, Words
    from hanlin.games.china import drawing, words

    _ROOMS: tuple[Words, LayeredDrawing] = (words, drawing)

__all__ = ["GAME", "load_map"]

GAME = Game(
    name="china",
    package="hanlin.games.china",
    players=(3, 4, 5),
    options=(
        Option(name="fortresses"),
        Option(name="side", default=None, choices=SIDES, always_written=True),
        Option(name="map", default=None, file=True),
    ),
    bench_switches=("fortresses",),
    rules_version="1",
    dtype=STATE,
    secret_fields=("pile", "hands"),
    max_actions=MOST_ACTIONS,
    max_outcomes=5,
    most_parts=REGIONS,
    features=features,
    action_features=action_features,
    terms=terms,
    parts=parts,
    first_state=setup.first_state,
    text=notation.text,
    parse=notation.parse,
    action_numbers=numbers.action_numbers,
    settle_options=setup.settle_options,
    tags=setup.tags,
    deal_again=deal_again,
    endings={"game": score_the_end},
    write_state=positions.write_state,
    read_state=positions.read_state,
)
