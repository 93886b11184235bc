"""Writes the headers with which the yardsticks know the shipped map and the shipped tile set: run it when these change."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import hanlin
from hanlin.games.forbidden_city.spaces import facing_from, part_facing, wall_facing
from hanlin.games.forbidden_city.state import place_of

HERE = Path(__file__).parent


def china_map() -> str:
    """Spaces counted from 0 without gaps, regions by region; roads of both sides as sets of 64 bits."""
    game = hanlin.game("china")
    some = game.start(4, side="3-4").state
    first = [sum(int(n) for n in some.spaces[:region]) for region in range(10)]
    number = {8 * region + i: first[region] + i for region in range(9) for i in range(int(some.spaces[region]))}
    sides = []
    for side in ("3-4", "4-5"):
        s = game.start(4, side=side).state
        near = dict.fromkeys(number.values(), 0)
        for space, n in number.items():
            for other, m in number.items():
                if int(s.roads[space, other // 32 if other < 32 else 1]) >> (other if other < 32 else other - 32) & 1:
                    near[n] |= 1 << m
        sides.append("{" + ", ".join(f"{set_:#x}" for set_ in near.values()) + "}")
    borders = ", ".join(f"{{{int(a)}, {int(b)}}}" for a, b in some.borders)
    return "\n".join(
        [
            _comment("the map that Hanlin ships"),
            f"enum {{ SPACES = {len(number)} }};",
            f"static const int FIRST_SPACE[] = {_row(first)};",
            f"static const int COLOUR_OF[] = {_row(some.colour)};",
            f"static const int BORDERS[][2] = {{{borders}}};",
            f"static const u64 ROADS[2][SPACES] = {{{', '.join(sides)}}};",
            "",
        ]
    )


def forbidden_city_tiles() -> str:
    """The kinds of tiles, and the start tile with gardens: its parts, its passages, the free spaces around it.

    No tile of the shipped set has two halves of one floor, and no parts of this start tile are joined: the yardstick does
    without what these would need.
    """
    game = hanlin.game("forbidden_city")
    some = game.start(2).state
    kinds, parts, passages = (int(some[field]) for field in ("kinds", "parts", "passages"))
    # The C program numbers the free spaces of the start tile in reading order, from 0.
    numbers = sorted(
        (number for number in range(64) if int(some.free[0]) >> number & 1), key=lambda number: int(some.free_space[number])
    )
    frees = len(numbers)
    blocked = [sum(1 << k for k, number in enumerate(numbers) if int(bits) >> number & 1) for bits in some.blocked[0]]
    counts = [_row(int(n).bit_count() for n in game.start(players).state.kind_tiles[:kinds]) for players in (3, 2)]
    sums = ", ".join(_row(pair) for pair in some.kind_part[:kinds])
    spaces = ", ".join(_row(place_of(space)) for space in some.free_space[numbers])
    joined = ", ".join(_row(pair) for pair in some.passage[:passages])
    return "\n".join(
        [
            _comment("the tile set that Hanlin ships"),
            f"enum {{ KINDS = {kinds}, START_PARTS = {parts}, START_FREE = {frees}, START_PASSAGES = {passages} }};",
            f"static const int TILES_OF[2][KINDS] = {{{', '.join(counts)}}}; /* with more players, with two */",
            f"static const unsigned SIDES[KINDS] = {_row(some.kind_sides[:kinds])};",
            f"static const int TURNS[KINDS] = {_row(some.kind_turns[:kinds])};",
            f"static const int PARTS[KINDS] = {_row(some.kind_parts[:kinds])};",
            f"static const u64 SUMS[KINDS][2] = {{{sums}}};",
            f"static const int START_SPACE[START_FREE][2] = {{{spaces}}};",
            f"static const u64 START_FACING[START_FREE] = {_row(_facing(int(field)) for field in some.facing[numbers])};",
            f"static const u64 START_BLOCKED[16] = {_row(blocked)};",
            f"static const u64 START_ROOM[START_PARTS] = {_row(some.room[:parts])};",
            f"static const int START_PASSAGE[START_PASSAGES][2] = {{{joined}}};",
            "",
        ]
    )


def _facing(field: int) -> int:
    """The neighbours of a free space as the C program packs them: per side 16 bits, 4 * (part + 1) + wall; 0 for nothing."""
    packed = 0
    for side in range(4):
        faced = facing_from(field, side)
        if faced:
            packed |= (4 * (part_facing(faced) + 1) + wall_facing(faced)) << (16 * side)
    return packed


def _row(numbers: Iterable[int]) -> str:
    return "{" + ", ".join(str(int(number)) for number in numbers) + "}"


def _comment(what: str) -> str:
    return f"/* {what[0].upper()}{what[1:]}, written by tables.py. */\n"


if __name__ == "__main__":
    (HERE / "china_map.h").write_text(china_map(), "utf-8")
    (HERE / "forbidden_city_tiles.h").write_text(forbidden_city_tiles(), "utf-8")
