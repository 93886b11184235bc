"""A small form of Forbidden City for exact tools: six tiles, a stack of three for each of two seats, data for ``setup``.

Two tiles of each seat are left at the end as ever (F6.1), so a seat places one of its three.
"""

from __future__ import annotations

from typing import Final

from hanlin.core.verbs.options import Mini

STACKS: Final = {
    "3": ("green-hall", "white-alcove", "pink-gallery"),
}
"""The kinds of the tiles of a seat, one tile of each."""

MINIS: Final = (
    Mini(
        name="stack",
        default="all",
        choices=("all", *reversed(STACKS)),
        about="a small game with so many tiles for each player, of which one is placed, for exact tools",
        players=(2,),
        without=("tiles",),
    ),
)
