"""The structured form of an observation: the palace as planes, read from the flat numbers (``observation.py``).

The planes have the window of the action numbers (``numbers.py``), with the same place in the middle and the same wrap: the
action with number ``4 * (width * row + column) + rotation`` places a tile on the space ``planes[:, row, column]``.
"""

from __future__ import annotations

import numpy as np

from hanlin.core.verbs.features import Floats, Shaped, first_of, table
from hanlin.games.forbidden_city.numbers import width
from hanlin.games.forbidden_city.observation import (
    LOOK_SIDE,
    LOOKS,
    PLACE_SCALE,
    ROOMS,
    WINDOW,
    features,
    room_size,
    rows,
    rows_size,
)
from hanlin.games.forbidden_city.pieces import STEPS

_SECOND_PART = 5
"""Which number about the looks of a side says that it is of the second part."""


def planes_size(players: int) -> int:
    """The number of planes."""
    return 2 + players + 4 * (LOOK_SIDE + room_size(players))


def structure(players: int) -> tuple[Shaped, ...]:
    """The arrays of the structured form."""
    blocks = features(players)
    first = {feature.name: first_of(blocks, feature.name) for feature in blocks}
    size = {feature.name: feature.size for feature in blocks}
    wide = width(players)
    looks = table("", "", first["spaces"], (rows(players), LOOKS))
    rooms = table("", "", first["rooms of spaces"], (rows(players), rows_size(players)))

    def read(flat: Floats) -> Floats:
        return _planes(looks.read(flat), rooms.read(flat), players, wide)

    return (
        table("globals", "the blocks phase, turn, so far", 0, (first["seat +0"],)),
        table("seats", "a row for each seat: its block", first["seat +0"], (players, size["seat +0"])),
        table("stacks", "a row for each seat: its block stack", first["stack +0"], (players, size["stack +0"])),
        table("rooms", "a row for each open room: the block rooms", first["rooms"], (ROOMS, 4 + players)),
        table("window", "the spaces near the start tile: the block window", first["window"], (WINDOW, WINDOW, 4), low=-10.0),
        Shaped(
            "planes",
            (planes_size(players), wide, wide),
            "of each space of the window of action numbers: free; part of the palace; whose tile by seat (one-hot); of its "
            "sides n, e, s, w: open, archway, green, pink, white, of the second part, advisors / 2 and dragons of that part of "
            "the tile, then of that part's room: tiles / 10, dragons / 3, open edges / 10, closed, advisors by seat / 5",
            read,
        ),
    )


def _planes(looks: Floats, rooms: Floats, players: int, wide: int) -> Floats:
    """The planes [..., C, wide, wide] of palaces, given their spaces by looks [..., n, LOOKS] and by rooms [..., n, m]."""
    of_games = looks.reshape(-1, *looks.shape[-2:])
    game, row = np.nonzero(of_games[:, :, 0])
    look, room = of_games[game, row], rooms.reshape(-1, *rooms.shape[-2:])[game, row]
    sides = look[:, 3:].reshape(-1, 4, LOOK_SIDE)
    parts = room[:, players:].reshape(-1, 2, room_size(players))
    rooms_of_sides = parts[np.arange(len(parts))[:, None], sides[:, :, _SECOND_PART].astype(np.intp)]
    x, y = (np.rint(look[:, 1:3].T * PLACE_SCALE).astype(np.intp) + wide // 2) % wide
    planes = np.zeros((len(of_games), planes_size(players), wide, wide), np.float32)
    for step_x, step_y in STEPS:
        planes[game, 0, (y + step_y) % wide, (x + step_x) % wide] = 1.0
    planes[game, 0, y, x] = 0.0
    planes[game, 1, y, x] = 1.0
    planes[game, 2 : 2 + players, y, x] = room[:, :players]
    planes[game, 2 + players :, y, x] = np.concatenate((sides, rooms_of_sides), axis=2).reshape(len(sides), -1)
    return planes.reshape(*looks.shape[:-2], *planes.shape[1:])
