"""What each region, alliance and road would give if the game ended now (C7), for panels, washes and notes.

All of it is counted by the rules' own functions in ``scoring`` and ``roads``; nothing here is hidden from anybody.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from hanlin.games.china.pieces import BORDERS, REGIONS
from hanlin.games.china.roads import best_rows
from hanlin.games.china.scoring import leaders, palace_counts, palace_points
from hanlin.games.china.state import STATE


class Row(NamedTuple):
    """An unbroken row of palaces of a seat that scores (C7.3): its points and its spaces in order."""

    seat: int
    points: int
    spaces: tuple[int, ...]


class Pact(NamedTuple):
    """An alliance over a border (C7.2): its number from 1, the seats that score, and the points of each of them."""

    number: int
    seats: tuple[int, ...]
    points: int


@dataclass(frozen=True)
class Prospects:
    """The final scoring of the position as it stands; ``points`` are those scored before it.

    ``standing[r][seat]`` are the points for the palaces of a region, scored already or not;
    in ``regions`` those that are scored are 0 for all.
    """

    points: tuple[int, ...]
    standing: tuple[tuple[int, ...], ...]
    regions: tuple[tuple[int, ...], ...]
    leaders: tuple[tuple[int, ...], ...]
    """By region, the seats with the most emissaries."""
    pacts: tuple[Pact, ...]
    rows: tuple[Row, ...]

    def palace_points(self, seat: int) -> int:
        return sum(region[seat] for region in self.regions)

    def alliance_points(self, seat: int) -> int:
        return sum(pact.points for pact in self.pacts if seat in pact.seats)

    def road_points(self, seat: int) -> int:
        return sum(row.points for row in self.rows if row.seat == seat)

    def total(self, seat: int) -> int:
        """The points of the seat if the game ended now."""
        return self.points[seat] + self.palace_points(seat) + self.alliance_points(seat) + self.road_points(seat)


_BOARD = ("players", "points", "palaces", "fortresses", "emissaries", "free", "most", "guests", "spaces", "borders", "roads")
"""The fields of the record that the final scoring looks at."""


def prospects(s: Any, ended: bool = False) -> Prospects:
    """The prospects of a state (one record). ``ended``: the game is over, and what they hold is in the points already."""
    return _prospects(tuple(s[field].tobytes() for field in _BOARD), ended)


@lru_cache(maxsize=64)
def _prospects(board: tuple[bytes, ...], ended: bool) -> Prospects:
    s = _state(board)
    seats = range(int(s.players))
    points = tuple(int(s.points[seat]) for seat in seats)
    standing = tuple(region_points(s, region) for region in range(REGIONS))
    lead, nothing = _leaders(s), (0,) * len(seats)
    regions = tuple(standing[region] if s.free[region] else nothing for region in range(REGIONS))
    pacts = []
    for border in range(BORDERS):
        a, b = (int(region) for region in s.borders[border])
        allied = tuple(seat for seat in lead[a] if seat in lead[b])
        if allied:
            pacts.append(Pact(border + 1, allied, int(s.guests[a]) + int(s.guests[b])))
    rows = tuple(Row(seat, int(points), tuple(map(int, row))) for seat in seats for points, row in best_rows(s, seat))
    view = Prospects(points, standing, regions, lead, tuple(pacts), rows)
    if not ended:
        return view
    before = tuple(2 * points[seat] - view.total(seat) for seat in seats)
    return replace(view, points=before)


def _leaders(s: Any) -> tuple[tuple[int, ...], ...]:
    masks = [int(leaders(s, region)) for region in range(REGIONS)]
    return tuple(tuple(seat for seat in range(int(s.players)) if mask >> seat & 1) for mask in masks)


def _state(board: tuple[bytes, ...]) -> Any:
    """A record with these fields and nothing else."""
    s = np.zeros(1, STATE)[0]
    for field, content in zip(_BOARD, board, strict=True):
        s[field] = np.frombuffer(content, s[field].dtype).reshape(s[field].shape)
    return s


def region_points(s: Any, region: int) -> tuple[int, ...]:
    """The points of each seat for its palaces in the region as they stand (C4), scored already or not."""
    counts = palace_counts(s, region)
    return tuple(int(palace_points(s, region, seat, counts)) for seat in range(int(s.players)))


def points_when_full(s: Any, region: int, seat: int) -> tuple[int, ...]:
    """The points of each seat for the region when ``seat`` builds on its last free space."""
    after = s.copy()
    after.palaces[seat, region] = int(after.palaces[seat, region]) | int(after.free[region])
    after.free[region] = 0
    return region_points(after, region)
