"""The structured form of an observation: tables of seats, regions and spaces, read from the flat one."""

from __future__ import annotations

from hanlin.core.verbs.features import Shaped, first_of, table
from hanlin.games.china.observation import features
from hanlin.games.china.pieces import COLOURS, REGIONS, SPACES


def structure(players: int) -> tuple[Shaped, ...]:
    """The arrays of the structured form."""
    blocks = features(players)
    sizes = {feature.name: feature.size for feature in blocks}
    seats, regions = first_of(blocks, "seat +0"), first_of(blocks, "region 1")
    return (
        table("globals", "the blocks phase to hand", 0, (seats,)),
        table("seats", "a row for each seat: its block", seats, (players, sizes["seat +0"])),
        table("regions", "a row for each region: its block", regions, (REGIONS, sizes["region 1"])),
        table(
            "spaces",
            "a row for each palace space, 8 for each region: free, fortress, owner by seat (one-hot)",
            first_of(blocks, "spaces"),
            (SPACES, 2 + players),
        ),
        table(
            "last_hands",
            "a row for each seat: when the game is over, cards left in hand by colour / 3",
            first_of(blocks, "last hands"),
            (players, len(COLOURS)),
        ),
    )
