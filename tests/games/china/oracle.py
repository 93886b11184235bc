"""An oracle for China's scores: written plainly, from the pieces alone, with sets and permutations."""

from __future__ import annotations

from functools import cache

from china.tables import bits, neighbours
from hanlin.games.china.pieces import BORDERS, REGIONS


def region_points(s, region: int) -> list[int]:
    """Palace scoring of one region (C4, C8.2)."""
    own = [bits(s.palaces[seat, region]) for seat in range(s.players)]
    places = sorted({n for n in own if n}, reverse=True)
    worth = [sum(own), *places]
    points = []
    for seat, n in enumerate(own):
        base = worth[places.index(n)] if n else 0
        points.append(2 * base if s.palaces[seat, region] & s.fortresses[region] else base)
    return points


def alliance_points(s) -> list[int]:
    """C7.2"""
    points = [0] * int(s.players)
    for border in range(BORDERS):
        here, there = (s.emissaries[: s.players, int(region)] for region in s.borders[border])
        for seat in range(s.players):
            if here[seat] and there[seat] and here[seat] == here.max() and there[seat] == there.max():
                points[seat] += int(here.sum() + there.sum())
    return points


def road_points(s, seat: int) -> int:
    """C7.3, C8.3, by trying all choices of rows."""
    spaces = [8 * r + i for r in range(REGIONS) for i in range(8) if s.palaces[seat, r] >> i & 1]
    near = {space: [to for to in neighbours(s, space) if to in spaces] for space in spaces}
    fortresses = {space for space in spaces if s.fortresses[space // 8] >> space % 8 & 1}
    return best_rows(near, fortresses)


def best_rows(near: dict[int, list[int]], fortresses: set[int]) -> int:
    """The most points of disjoint rows in a graph."""
    rows = all_rows(near)
    values = {row: len(row) * (2 if row & fortresses else 1) for row in rows}

    @cache
    def best(left: frozenset[int]) -> int:
        if not left:
            return 0
        first = min(left)
        with_first = [values[row] + best(left - row) for row in rows if first in row and row <= left]
        return max([best(left - {first}), *with_first])

    return best(frozenset(near))


def all_rows(near: dict[int, list[int]]) -> set[frozenset[int]]:
    """The sets of at least four nodes that a simple path visits."""
    rows: set[frozenset[int]] = set()

    def go_on(path: tuple[int, ...]) -> None:
        if len(path) >= 4:
            rows.add(frozenset(path))
        for to in near[path[-1]]:
            if to not in path:
                go_on((*path, to))

    for node in near:
        go_on((node,))
    return rows


def final_points(s) -> list[int]:
    """All points, as if the game were over (C7)."""
    points = alliance_points(s)
    for seat in range(s.players):
        points[seat] += sum(region_points(s, region)[seat] for region in range(REGIONS)) + road_points(s, seat)
    return points


def points_so_far(s) -> list[int]:
    """The points of the regions that are full (C3.7)."""
    full = [region for region in range(REGIONS) if s.free[region] == 0]
    return [sum(region_points(s, region)[seat] for region in full) for seat in range(s.players)]
