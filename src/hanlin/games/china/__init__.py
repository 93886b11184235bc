"""China (Michael Schacht, 2005): palaces, emissaries and roads in nine regions."""

from __future__ import annotations

from hanlin.core.game import Game, Option
from hanlin.games.china import notation, secrecy, setup
from hanlin.games.china import rules as _rules  # noqa: F401 (enters the rules with the verbs)
from hanlin.games.china.map import SIDES, load_map
from hanlin.games.china.pieces import MOST_ACTIONS
from hanlin.games.china.state import STATE

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
    max_actions=MOST_ACTIONS,
    max_outcomes=5,
    first_state=setup.first_state,
    text=notation.text,
    parse=notation.parse,
    seen_only_by=secrecy.seen_only_by,
    settle_options=setup.settle_options,
    tags=setup.tags,
)
