"""Proven bounds of coins (``Rulebook.points_range``).

No rule takes coins (F5, F6.1), so the least is 0. For the most, let the *weight* of a room be 1 for each of its parts and 3 for
each dragon in it, gardens aside. What a room counts (F4.1) is never more than its weight. Take the rooms at the end of a game:

1. A seat is paid for a room at most its value (F5), once (F3.2), and only if it has an advisor there (F5.1 to F5.4). Rooms have
   no part in common, so a seat is paid for at most R rooms, R being the parts with its own advisors that it places.
2. The value of a room r is what r counts, and what each room adjacent to it counts (F4.2). Rooms only grow and join: rooms that
   were different and adjacent to r when it closed are parts of rooms at the end, adjacent to r all the same, whose weights are
   at least the sum of theirs. So all payments together are at most the sum, over all rooms, of weight times c, where c is how
   many rooms the seat is paid for among the room itself and those adjacent to it. c is at most R.
3. A room has one floor: parts join only without a wall between them, where F2.2 asks for the same colour. So the sum is at most
   that over the three floors of all weight of the floor times C, the largest c of its rooms, in a room h, say; and 1 for each
   grey room of the temple (F0.3), which is a part with one side, and so adjacent to one room at most.
4. Two rooms are adjacent at an archway (F4.3). Grey rooms are never paid for, so c counts only pairs of adjacent rooms without
   them: at most A pairs, with A archways on all sides of the tiles but the temple. c of a room is at most 1, for itself,
   and the number of pairs that it is in. A pair of two of the three rooms h is counted for both; there are at most three of
   these. So the sum of the three C is at most A + 3 + 3, each at most R. The weight of all floors together is at most that of
   the start tile and of the heaviest tiles that each seat can place (F6.1). Of all ways to share out weights and C within these
   limits, the best gives each floor in turn, the heaviest first, as much as it can have of both.
5. Tiles left at the end are shown and paid (F6.1), usually two; more only where nothing fits any more (F2.4). The best number
   of them is taken, with the dearest tiles left and the most parts with advisors placed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from hanlin.core.verbs.options import Options
from hanlin.games.forbidden_city.pieces import ADVISOR_POINTS, ARCHWAY, DRAGON_POINTS, FLOORS, GREY, KEPT_TILES, TILE_FLOORS
from hanlin.games.forbidden_city.setup import tiles_in_play
from hanlin.games.forbidden_city.tiles import Face, load_tiles


def points_range(players: int, options: Options) -> tuple[float, float]:
    """The least and the most coins that a game with these options can end with, for any seat; see the module."""
    own = tiles_in_play(players, options)
    start = load_tiles(options["tiles"]).start[options["side"]]
    temple = [face for face in start if face.parts[0].floor == GREY]
    faces = [*(face for face in start if face not in temple), *own * players]
    floors = [FLOORS.index(name) for name in TILE_FLOORS]
    most = sum(_largest(_weight([face], floors) for face in own)[:-KEPT_TILES]) * players
    most += _weight(faces[: -players * len(own)], floors)
    weights = list(_shared_out(most, _largest(_weight(faces, [floor]) for floor in floors)))
    archways = sum(wall == ARCHWAY for face in faces for wall in face.walls)
    advised = _largest(sum(part.advisors > 0 for part in face.parts) for face in own)
    coins = _largest(_coins(face) for face in own)
    grey = sum(len(face.parts) for face in temple)
    return 0, grey + max(
        _rooms(sum(advised[: len(own) - left]), weights, archways) + sum(coins[:left])
        for left in range(KEPT_TILES, len(own) + 1)
    )


def _rooms(paid: int, weights: Sequence[int], archways: int) -> int:
    """The most coins for so many rooms, without grey ones (4). ``weights``: of the floors, the heaviest first."""
    times = _shared_out(archways + 2 * len(weights), [paid] * len(weights))
    return sum(weight * each for weight, each in zip(weights, times, strict=True))


def _shared_out(total: int, limits: Iterable[int]) -> Iterator[int]:
    """Give each in turn as much as it can have, as long as something is left."""
    for limit in limits:
        given = min(limit, total)
        total -= given
        yield given


def _weight(faces: Iterable[Face], floors: Sequence[int]) -> int:
    """The weight of all parts with one of these floors."""
    return sum(1 + DRAGON_POINTS * part.dragons for face in faces for part in face.parts if part.floor in floors)


def _coins(face: Face) -> int:
    """The coins for a tile that is left (F6.1)."""
    return sum(ADVISOR_POINTS * part.advisors + DRAGON_POINTS * part.dragons for part in face.parts)


def _largest(numbers: Iterable[int]) -> list[int]:
    """The largest first."""
    return sorted(numbers, reverse=True)
