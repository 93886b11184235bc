"""What a learned judgement is told of a position (``core/features.py``), as ``seat`` sees the table.

Seats come in turn order from it. Each region is a part, so that all regions of all maps are judged alike. The evaluation
(``insight.value``) of every seat is told beside this by ``bots/network.py``. A search judges guesses, in which all hands are
filled: so every hand is told.
"""

from __future__ import annotations

from typing import Final

from hanlin.core.bits import count
from hanlin.core.compiled import compiled, inlined
from hanlin.core.features import Feature
from hanlin.games.china.by_colour import colours_of, number
from hanlin.games.china.insight import worth_of_roads
from hanlin.games.china.pieces import BORDERS, COLOURS, ENDED, HAND, MOST_PLAYERS, REGIONS
from hanlin.games.china.scoring import all_leaders, allies, better_counts, palace_counts, palace_points

_COLOURS: Final = len(COLOURS)
_PHASES: Final = ENDED + 1
_SEAT: Final = 11 + _COLOURS
_OF_REGION: Final = 6 + _COLOURS
OF_SEAT: Final = 7


def terms(players: int) -> tuple[Feature, ...]:
    """The blocks of what ``tell_terms`` writes."""
    seat = (
        "points / 50, hand / 3, palaces left / 20, emissaries left / 8, fortresses left, alliances / 10, alliances that it "
        "makes half of / 10, roads and chains / 10, points of regions that are not full / 10, colours of which it has two "
        "cards, and three; cards by colour / 3"
    )
    return (
        Feature("phase", _PHASES, "what is to happen next (one-hot)"),
        Feature("turn", players, "whose turn it is (one-hot)"),
        Feature("pile", 4, "1 where a second piece may follow, 1 after it ran out once, and twice, cards in it / 57"),
        Feature("row", _COLOURS, "cards by colour / 4"),
        Feature("pile by colour", _COLOURS, "cards by colour / 13"),
        *(Feature(f"seat +{n}", _SEAT, seat) for n in range(players)),
    )


def parts() -> tuple[Feature, ...]:
    """The blocks of a row of what ``tell_parts`` writes."""
    return (
        Feature(
            "region",
            _OF_REGION,
            "spaces / 8, free spaces / 8, emissaries / 8, 1 where fortresses stand, 1 where the turn's "
            "first piece lies, 1 where it is full; its colour (one-hot)",
        ),
        *(
            Feature(
                f"seat +{n}",
                OF_SEAT,
                "palaces / 4, emissaries / 3, points for palaces / 8, 1 where nobody has more palaces, 1 where it leads, "
                "emissaries of regions beside it where it leads / 8, cards of its colour / 3",
            )
            for n in range(MOST_PLAYERS)
        ),
    )


@compiled
def tell_terms(s, seat, out):
    """Write what ``terms(players)`` describes to ``out`` (float32), which holds zeros; return how many numbers."""
    players = int(s.players)
    out[int(s.phase)] = 1.0
    out[_PHASES + (int(s.seat) + players - seat) % players] = 1.0
    at = _PHASES + players
    out[at] = s.second
    out[at + 1] = int(s.run_out >= 1)
    out[at + 2] = int(s.run_out >= 2)
    out[at + 3] = s.pile_left / 57.0
    at += 4
    for colour in range(_COLOURS):
        out[at + colour] = number(s.row, colour) / 4.0
        out[at + _COLOURS + colour] = number(s.pile, colour) / 13.0
    at += 2 * _COLOURS
    packed = all_leaders(s)
    for n in range(players):
        at = _tell_seat(s, (seat + n) % players, packed, out, at)
    return at


@inlined
def _tell_seat(s, seat, packed, out, at):
    out[at] = s.points[seat] / 50.0
    out[at + 1] = s.hand_size[seat] / float(HAND)
    out[at + 2] = s.palaces_left[seat] / 20.0
    out[at + 3] = s.emissaries_left[seat] / 8.0
    out[at + 4] = s.fortresses_left[seat]
    whole, half = 0, 0
    for border in range(BORDERS):
        a, b = int(s.borders[border, 0]), int(s.borders[border, 1])
        points = int(s.guests[a]) + int(s.guests[b])
        if allies(s, border, packed) >> seat & 1:
            whole += points
        elif (packed >> (MOST_PLAYERS * a + seat) | packed >> (MOST_PLAYERS * b + seat)) & 1:
            half += points
    out[at + 5] = whole / 10.0
    out[at + 6] = half / 10.0
    out[at + 7] = worth_of_roads(s, seat) / 10.0
    points = 0
    for region in range(REGIONS):
        if s.free[region] != 0:
            counts = palace_counts(s, region)
            if counts != 0:
                points += palace_points(s, region, seat, counts)
    out[at + 8] = points / 10.0
    out[at + 9] = count(colours_of(s.hands[seat], 2))
    out[at + 10] = count(colours_of(s.hands[seat], 3))
    for colour in range(_COLOURS):
        out[at + 11 + colour] = number(s.hands[seat], colour) / float(HAND)
    return at + _SEAT


@compiled
def tell_parts(s, seat, out):
    """Write a row of ``parts()`` for each region; return how many."""
    packed = all_leaders(s)
    for region in range(REGIONS):
        row = out[region]
        for k in range(len(row)):
            row[k] = 0.0
        row[0] = s.spaces[region] / 8.0
        row[1] = count(s.free[region]) / 8.0
        row[2] = s.guests[region] / 8.0
        row[3] = int(s.fortresses[region] != 0)
        row[4] = int(s.region == region)
        row[5] = int(s.free[region] == 0)
        row[6 + int(s.colour[region])] = 1.0
        counts = palace_counts(s, region)
        for n in range(s.players):
            _tell_seat_there(s, (seat + n) % int(s.players), region, counts, packed, row, _OF_REGION + n * OF_SEAT)
    for border in range(BORDERS):
        a, b = int(s.borders[border, 0]), int(s.borders[border, 1])
        for n in range(s.players):
            other = (seat + n) % int(s.players)
            at = _OF_REGION + n * OF_SEAT + 5
            if packed >> (MOST_PLAYERS * b + other) & 1:
                out[a, at] += s.guests[b] / 8.0
            if packed >> (MOST_PLAYERS * a + other) & 1:
                out[b, at] += s.guests[a] / 8.0
    return REGIONS


@inlined
def _tell_seat_there(s, seat, region, counts, packed, row, at):
    row[at] = count(s.palaces[seat, region]) / 4.0
    row[at + 1] = s.emissaries[seat, region] / 3.0
    if counts != 0 and s.palaces[seat, region] != 0:
        row[at + 2] = palace_points(s, region, seat, counts) / 8.0
        row[at + 3] = int(better_counts(s, region, seat, counts) == 0)
    row[at + 4] = packed >> (MOST_PLAYERS * region + seat) & 1
    row[at + 6] = number(s.hands[seat], int(s.colour[region])) / float(HAND)
