"""China (Michael Schacht, 2005): palaces, emissaries and roads in nine regions."""

from __future__ import annotations

from typing import Any

import numpy as np

from hanlin.core.errors import BadOption
from hanlin.core.game import Game, Option, Options, States
from hanlin.games.china import notation
from hanlin.games.china import rules as _rules  # noqa: F401 (enters the rules with the verbs)
from hanlin.games.china.map import SIDES, Map, lay_out, load_map, shipped_map
from hanlin.games.china.pieces import CARDS, DEAL, EMISSARIES, MOST_ACTIONS, PALACES, REMOVED
from hanlin.games.china.state import STATE

__all__ = ["GAME", "load_map"]


def _settle_options(players: int, options: dict[str, Any]) -> dict[str, Any]:
    """Load the map, and settle its side: the one for that number of players, 3-4 where both fit (C0.4)."""
    board = load_map(options["map"]) if options["map"] is not None else None
    sides = (board or shipped_map()).sides
    fitting = [side for side in SIDES if side in sides and players in sides[side].players]
    if not fitting:
        raise BadOption(f"The map {(board or shipped_map()).name} has no side for {players} players.")
    side = options["side"] if options["side"] is not None else fitting[0]
    if side not in fitting:
        raise BadOption(f"side can't be {side!r} with {players} players on this map; choose: {' or '.join(fitting)}.")
    return {**options, "side": side, "map": board}


def _tags(options: Options) -> dict[str, str]:
    """The ``Map`` tag, where the map is not the shipped one (C9.4)."""
    board = options["map"]
    if board is None or board.digest == shipped_map().digest:
        return {}
    return {"Map": f"{board.name} {board.digest}"}


def _first_state(players: int, options: Options) -> States:
    """The record before the first card is dealt (C1)."""
    states = np.zeros(1, STATE)
    s = states[0]
    s.players = players
    s.phase = DEAL
    s.region = -1
    s.pile[:] = [cards - REMOVED[players] for cards in CARDS]
    s.pile_left = s.pile.sum()
    s.palaces_left[:players] = PALACES
    s.emissaries_left[:players] = EMISSARIES
    s.fortresses_left[:players] = int(options["fortresses"])
    lay_out(s, board_of(options), options["side"])
    return states


def board_of(options: Options) -> Map:
    """The map of a game with these options."""
    return load_map(options["map"])


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
    first_state=_first_state,
    text=notation.text,
    parse=notation.parse,
    seen_only_by=notation.seen_only_by,
    settle_options=_settle_options,
    tags=_tags,
)
