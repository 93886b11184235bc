"""Set-up of a game of China: its options, the first record, the deal (C0.4, C1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from hanlin.core.errors import BadOption
from hanlin.core.i18n.language import _
from hanlin.core.jit.compiled import compiled
from hanlin.core.text.toml_files import shown
from hanlin.core.verbs.options import Options, States
from hanlin.games.china.by_colour import one, packed, total
from hanlin.games.china.by_region import FIELD, field_of, one_in
from hanlin.games.china.map import SIDES, Map, load_map, shipped_map
from hanlin.games.china.minis import FORMS, Form
from hanlin.games.china.pieces import CARDS, DEAL, EMISSARIES, HAND, OPEN, PALACES, REMOVED
from hanlin.games.china.state import STATE

REGIONS_IN_PLAY = "regions"
"""The option that makes a game small (``minis.py``)."""


def settle_options(players: int, options: dict[str, Any]) -> dict[str, Any]:
    """Load the map, and settle its side: the one for that number of players, 3-4 where both fit (C0.4)."""
    if options[REGIONS_IN_PLAY] in FORMS:
        return {**options, "side": options["side"] or SIDES[0]}
    board = load_map(options["map"]) if options["map"] is not None else None
    sides = (board or shipped_map()).sides
    fitting = [side for side in SIDES if side in sides and players in sides[side].players]
    if not fitting:
        raise BadOption(
            _("The map {name} has no side for {players} players.").format(name=(board or shipped_map()).name, players=players)
        )
    side = options["side"] if options["side"] is not None else fitting[0]
    if side not in fitting:
        raise BadOption(
            _("side can't be {side} with {players} players on this map; choose: {choices}.").format(
                side=shown(side), players=players, choices=" / ".join(fitting)
            )
        )
    return {**options, "side": side, "map": board}


def tags(options: Options) -> dict[str, str]:
    """The ``Map`` tag, where the map is not the shipped one (C9.4)."""
    board = options["map"]
    if board is None or board.digest == shipped_map().digest:
        return {}
    return {"Map": f"{board.name} {board.digest}"}


def first_state(players: int, options: Options) -> States:
    """The record before the first card is dealt (C1)."""
    states = np.zeros(1, STATE)
    s = states[0]
    small = FORMS.get(options[REGIONS_IN_PLAY])
    s.players = players
    s.phase = DEAL
    s.region = -1
    s.pile = 0 if small else packed(cards - REMOVED[players] for cards in CARDS)
    s.palaces_left[:players] = small.palaces if small else PALACES
    s.emissaries_left[:players] = small.emissaries if small else EMISSARIES
    s.fortresses_left[:players] = int(options["fortresses"])
    board = board_of(options)
    lay_out(s, board, options["side"])
    if small:
        _deal_openly(s, small)
        _close_regions(s, board, small)
    s.pile_left = total(s.pile)
    return states


def _deal_openly(s: Any, small: Form) -> None:
    """The cards of a small form: those that lie open from the beginning, and the pile."""
    s.run_out = 1
    s.row, s.pile = _cards(small.row), _cards(small.pile)
    for seat, hand in enumerate(small.hands):
        s.hands[seat] = s.known[seat] = _cards(hand)
        s.hand_size[seat] = len(hand)


def _cards(colours: Iterable[int]) -> int:
    return sum(int(one(colour)) for colour in colours)


def _close_regions(s: Any, board: Map, small: Form) -> None:
    """Leave only the spaces of a small form: a region without any is never played in."""
    for r, region in enumerate(board.regions):
        spaces = small.spaces.get(region.id, 0)
        s.vacant -= (int(s.spaces[r]) - spaces) * int(one_in(r))
        s.spaces[r], s.free[r] = spaces, (1 << spaces) - 1
    s.bare = s.vacant


def board_of(options: Options) -> Map:
    """The map of a game with these options."""
    return load_map(options["map"])


def lay_out(s: Any, board: Map, side: str) -> None:
    """Write the map's tables into a state's record."""
    for r, region in enumerate(board.regions):
        s.spaces[r] = len(region.spaces)
        s.free[r] = (1 << len(region.spaces)) - 1
        s.colour[r] = region.colour
        s.vacant += len(region.spaces) << FIELD * r
        s.ids[r, : len(region.id)] = list(region.id.encode("ascii"))
    fields = [(1 << region.colour, field_of(r)) for r, region in enumerate(board.regions)]
    s.of_colours[:] = [sum(field for colour, field in fields if colours & colour) for colours in range(len(s.of_colours))]
    s.bare = s.vacant
    s.borders[:] = board.borders
    roads = s.roads
    for road in board.sides[side].roads:
        for here, there in ((road.a, road.b), (road.b, road.a)):
            roads[here, int(there >= 32)] |= 1 << (there - 32 * (there >= 32))


@compiled
def deal_on(s):
    """Three rounds of cards from the first seat on, then the first row (C1.2)."""
    if s.seat < s.players - 1:
        s.seat += 1
        return
    s.seat = 0
    if s.hand_size[0] == HAND:
        s.phase = OPEN
