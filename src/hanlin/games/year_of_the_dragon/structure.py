"""The structured form of an observation: tables of months, groups, seats and palaces, read from the flat numbers
(``observation.py``)."""

from __future__ import annotations

import numpy as np

from hanlin.core.verbs.features import Floats, Shaped, first_of, table
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.observation import (
    FIRST_PALACES,
    KIND_SCALE,
    MORE_PALACES,
    PALACE,
    PHASES,
    SEAT,
    SHORT_PALACE,
    features,
)
from hanlin.games.year_of_the_dragon.state import MOST_PALACES


def structure(players: int) -> tuple[Shaped, ...]:
    """The arrays of the structured form."""
    blocks = features(players)
    first = {feature.name: first_of(blocks, feature.name) for feature in blocks}
    seats = first["seat +0"]
    wide = SEAT + FIRST_PALACES * PALACE
    palaces = table("", "", seats + SEAT, (players, FIRST_PALACES, PALACE), (wide, PALACE, 1))
    more = table("", "", first["more palaces"], (players, MORE_PALACES, SHORT_PALACE))

    def read(flat: Floats) -> Floats:
        return np.concatenate((palaces.read(flat), _at_length(more.read(flat))), axis=-2)

    return (
        table("globals", "the blocks step to hit", 0, (first["events"],)),
        table("events", "a row for each month: its event (one-hot)", first["events"], (p.MONTHS, p.EVENTS)),
        table("tiles", "tiles left of each kind / 6", first["tiles"], (p.KINDS,)),
        table(
            "groups",
            "a row for each group: its deeds (bits), and whether a dragon stands there",
            first["groups"],
            (players, p.DEEDS + 1),
        ),
        table("wall", "a row for each month: whose tile lies under it (one-hot)", first["wall"], (p.MONTHS, players)),
        table("wall_length", "the length of the wall / 12", first["wall"] + p.MONTHS * players, (1,)),
        table(
            "seats",
            f"a row for each seat: its block without the palaces, the first {SEAT} numbers",
            seats,
            (players, SEAT),
            (wide, 1),
        ),
        Shaped(
            "palaces",
            (players, MOST_PALACES, PALACE),
            "for each seat a row for each of its palaces: floors / 3, persons by kind / 3",
            read,
        ),
        table("phase", "the blocks phase, turns, evicted", first["phase"], (PHASES + 2,)),
        table(
            "dragons",
            "a row for each seat: the group that its dragon stands on this month (one-hot)",
            first["dragons"],
            (players, players),
        ),
    )


def _at_length(palaces: Floats) -> Floats:
    """Palaces with their persons by kind, given their floors and the kinds of their persons."""
    kinds = np.rint(palaces[..., 1:] * KIND_SCALE)[..., None] == np.arange(1, p.KINDS + 1)
    return np.concatenate((palaces[..., :1], kinds.sum(-2) / np.float32(3)), axis=-1, dtype=np.float32)
