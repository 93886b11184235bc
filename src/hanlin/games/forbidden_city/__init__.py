"""Forbidden City (Reiner Knizia): a game of closing rooms in a palace without an edge."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import hanlin.games.forbidden_city.rules  # noqa: F401 (enters the verbs)
from hanlin.core.verbs.extensions import Acceleration, Learning
from hanlin.core.verbs.options import Option, Options
from hanlin.games.forbidden_city.bounds import points_range
from hanlin.games.forbidden_city.choices import MAX_ACTIONS
from hanlin.games.forbidden_city.minis import MINIS
from hanlin.games.forbidden_city.network_features import MOST_ROOMS, parts, terms, write_parts, write_terms
from hanlin.games.forbidden_city.notation import parse, text
from hanlin.games.forbidden_city.numbers import action_numbers
from hanlin.games.forbidden_city.observation import action_features, describe_actions, features, observe, observe_again
from hanlin.games.forbidden_city.options import ForbiddenCityGame
from hanlin.games.forbidden_city.pieces import COLOUR_OF_SEAT, MAX_TILES
from hanlin.games.forbidden_city.positions import read_state, write_state
from hanlin.games.forbidden_city.prefetch import prefetch
from hanlin.games.forbidden_city.resample import deal_again
from hanlin.games.forbidden_city.scoring import close_all
from hanlin.games.forbidden_city.secrecy import still_secret
from hanlin.games.forbidden_city.setup import first_state
from hanlin.games.forbidden_city.state import BUSY_FIELDS, STATE
from hanlin.games.forbidden_city.structure import structure
from hanlin.games.forbidden_city.tiles import START_FACES, load_tiles
from hanlin.games.forbidden_city.weighing import reply

if TYPE_CHECKING:
    from hanlin.core.verbs.protocols import Drawing, Words
    from hanlin.games.forbidden_city import drawing, words

    _MODULES: tuple[Words, Drawing] = (words, drawing)

__all__ = ["GAME", "load_tiles"]


def _settle_options(players: int, options: dict[str, Any]) -> dict[str, Any]:
    """Load the tile set, where it is not the shipped one."""
    return {**options, "tiles": None if options["tiles"] is None else load_tiles(options["tiles"])}


def _tags(options: Options) -> dict[str, str]:
    """The ``Tiles`` tag when the tile set is not the shipped one."""
    tiles = load_tiles(options["tiles"])
    return {} if tiles.digest == load_tiles().digest else {"Tiles": f"{tiles.name} {tiles.digest}"}


GAME = ForbiddenCityGame(
    name="forbidden_city",
    package=__name__,
    players=(2, 3, 4),
    options=(
        Option(name="side", default=START_FACES[0], choices=START_FACES, always_written=True),
        Option(name="tiles", default=None, file=True),
    ),
    minis=MINIS,
    rules_version="1",
    colours=COLOUR_OF_SEAT,
    dtype=STATE,
    max_actions=MAX_ACTIONS,
    max_outcomes=MAX_TILES,
    first_state=first_state,
    text=text,
    parse=parse,
    action_numbers=action_numbers,
    settle_options=_settle_options,
    tags=_tags,
    points_range=points_range,
    endings={"rooms": close_all},
    write_state=write_state,
    read_state=read_state,
    still_secret=still_secret,
    deal_again=deal_again,
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
        most_parts=MOST_ROOMS,
    ),
    acceleration=Acceleration(
        secret_fields=("stack", "hand"),
        busy_fields=BUSY_FIELDS,
        observe_again=observe_again,
        reply=reply,
        prefetch=prefetch,
    ),
)
