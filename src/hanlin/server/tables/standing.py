"""The places of the seats at the end of a game. No web framework here."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from hanlin.core.position.position import Position
from hanlin.core.verbs import generic


def places(position: Position, forfeited: Collection[int] = ()) -> list[int]:
    """The place of each seat, tie-breakers of the rules included: 1 for a winner. Seats that ``forfeited`` come last, equal
    among themselves."""
    out = np.zeros(position.players, np.int64)
    generic.standing(position.state, out)
    ranked = [(seat not in forfeited, 0 if seat in forfeited else int(value)) for seat, value in enumerate(out)]
    return [1 + sum(other > mine for other in ranked) for mine in ranked]
