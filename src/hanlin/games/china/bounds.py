"""Proven bounds of points (``Rulebook.points_range``).

No rule takes points (C4, C7), so the least is 0. The most is the sum of what each of the three sources can bring to one seat:

1. Palaces. A region is scored once (C4, C7.1). Whoever is first in it gets a point for each palace there; whoever is not gets
   as many as a better seat has palaces, which is fewer (C4.1). So a seat gets no more than there are palaces in the regions:
   one for each space (C3.4), and no more than all players have (C0.2). A fortress doubles a region for a seat (C8.2), and each
   player has one (C8.1), so as many regions as there are players: the largest.
2. Alliances. A border scores for a seat that leads in both regions, one point for each emissary in them (C7.2). So a region in
   which the seat leads counts once for each of its borders, as often as the number of its emissaries. Where the seat leads
   with k emissaries, each player has at most k, so there are at most ``players * k``; and there are never more than one
   player's palaces there (C3.5), so no more than spaces. The seat has 8 emissaries (C0.2). The k-th one in a region brings at
   most ``borders * min(players, spaces - players * (k - 1))``, which is never more than the one before it brought, so the best
   eight of all these numbers are at least what any eight emissaries bring. A seat that leads in so many regions as it has
   emissaries at most has one border less than that at most at each of them.
3. Roads. A palace counts once (C7.3), so no more than the seat's palaces; twice with fortresses (C8.3). Fewer than four palaces
   make no row.

Small forms (``minis.py``) are the same with fewer spaces and pieces; regions without spaces have no borders.
"""

from __future__ import annotations

from hanlin.core.verbs.options import Options
from hanlin.games.china.minis import FORMS
from hanlin.games.china.pieces import EMISSARIES, PALACES
from hanlin.games.china.roads import SHORTEST
from hanlin.games.china.setup import REGIONS_IN_PLAY, board_of


def points_range(players: int, options: Options) -> tuple[float, float]:
    """The least and the most points that a game with these options can end with, for any seat; see the module."""
    board, small = board_of(options), FORMS.get(options[REGIONS_IN_PLAY])
    spaces = [small.spaces.get(region.id, 0) if small else len(region.spaces) for region in board.regions]
    borders = [
        sum(region in pair and all(spaces[each] for each in pair) for pair in board.borders) for region in range(len(spaces))
    ]
    palaces, emissaries = (small.palaces, small.emissaries) if small else (PALACES, EMISSARIES)
    doubled = bool(options["fortresses"])
    most = min(sum(spaces), players * palaces) + (sum(sorted(spaces)[-players:]) if doubled else 0)
    most += _alliances(players, spaces, borders, emissaries)
    most += _roads(min(palaces, sum(spaces)), doubled)
    return 0, most


def _alliances(players: int, spaces: list[int], borders: list[int], emissaries: int) -> int:
    """The most points of alliances: the best of what each emissary of a seat can bring in each region (2)."""
    brings = [
        min(at_borders, emissaries - 1) * min(players, room - led)
        for room, at_borders in zip(spaces, borders, strict=True)
        for led in range(0, room, players)
    ]
    return sum(sorted(brings)[-emissaries:])


def _roads(palaces: int, doubled: bool) -> int:
    """The most points of roads (3)."""
    return 0 if palaces < SHORTEST else palaces * (2 if doubled else 1)
