"""Inputs of the value network (``core/verbs/features.py``), as ``seat`` sees the table.

Seats come in turn order from it. Each region is a part, so all regions of all maps are evaluated alike. ``bots/network.py``
adds the evaluation (``evaluation.value``) of every seat. A search evaluates determinized states, in which all hands are
filled: so every hand is an input.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hanlin.core.jit.bits import count
from hanlin.core.jit.compiled import compiled, inlined
from hanlin.core.verbs.features import Feature
from hanlin.games.china.by_colour import colours_of, number
from hanlin.games.china.evaluation import worth_of_roads
from hanlin.games.china.pieces import BORDERS, COLOURS, ENDED, MOST_PLAYERS, REGIONS
from hanlin.games.china.scoring import all_leaders, better_counts, palace_counts, palace_points, palaces_in

_COLOURS: Final = len(COLOURS)
_PHASES: Final = ENDED + 1
_SEAT: Final = 11 + _COLOURS
_OF_REGION: Final = 6 + _COLOURS
OF_SEAT: Final = 7

# A product is quicker than a quotient, and as a float32 the same number for all inputs (a test checks that).
_THIRD, _TENTH, _THIRTEENTH, _TWENTIETH, _FIFTIETH, _OF_ALL_CARDS = 1 / 3, 1 / 10, 1 / 13, 1 / 20, 1 / 50, 1 / 57


def terms(players: int) -> tuple[Feature, ...]:
    """The blocks of what ``write_terms`` writes."""
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
    """The blocks of a row of what ``write_parts`` writes."""
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
                "emissaries of adjacent regions where it leads / 8, cards of its colour / 3",
            )
            for n in range(MOST_PLAYERS)
        ),
    )


@compiled
def write_terms(s, seat, out):
    """Write what ``terms(players)`` describes to ``out`` (float32), which holds zeros; return how many numbers."""
    players = int(s.players)
    out[int(s.phase)] = 1.0
    out[_PHASES + (int(s.seat) + players - seat) % players] = 1.0
    at = _PHASES + players
    out[at] = s.second
    out[at + 1] = int(s.run_out >= 1)
    out[at + 2] = int(s.run_out >= 2)
    out[at + 3] = s.pile_left * _OF_ALL_CARDS
    at += 4
    for colour in range(_COLOURS):
        out[at + colour] = number(s.row, colour) / 4.0
        out[at + _COLOURS + colour] = number(s.pile, colour) * _THIRTEENTH
    at += 2 * _COLOURS
    for n in range(players):
        _write_seat(s, (seat + n) % players, out, at + n * _SEAT)
    _write_alliances(s, seat, out, at + 5)
    _write_palaces(s, seat, out, at + 8)
    return at + players * _SEAT


@inlined
def _write_seat(s, seat, out, at):
    out[at] = s.points[seat] * _FIFTIETH
    out[at + 1] = s.hand_size[seat] * _THIRD
    out[at + 2] = s.palaces_left[seat] * _TWENTIETH
    out[at + 3] = s.emissaries_left[seat] / 8.0
    out[at + 4] = s.fortresses_left[seat]
    out[at + 7] = worth_of_roads(s, seat) * _TENTH
    out[at + 9] = count(colours_of(s.hands[seat], 2))
    out[at + 10] = count(colours_of(s.hands[seat], 3))
    for colour in range(_COLOURS):
        out[at + 11 + colour] = number(s.hands[seat], colour) * _THIRD


@inlined
def _write_alliances(s, seat, out, at):
    """Of each seat the points of its alliances, and of those that it makes half of. Sums of whole numbers, then tenths."""
    players = int(s.players)
    packed = all_leaders(s)
    for border in range(BORDERS):
        a, b = int(s.borders[border, 0]), int(s.borders[border, 1])
        points = int(s.guests[a]) + int(s.guests[b])
        if points == 0:
            continue
        for n in range(players):
            other = (seat + n) % players
            ends = (packed >> (MOST_PLAYERS * a + other) & 1) + (packed >> (MOST_PLAYERS * b + other) & 1)
            if ends > 0:
                out[at + n * _SEAT + 2 - ends] += points
    for n in range(players):
        for k in range(at + n * _SEAT, at + n * _SEAT + 2):
            out[k] = np.float64(out[k]) * _TENTH


@inlined
def _write_palaces(s, seat, out, at):
    """Of each seat the points of the regions that are not full, likewise."""
    players = int(s.players)
    for region in range(REGIONS):
        if s.free[region] == 0 or palaces_in(s, region) == 0:
            continue
        counts = palace_counts(s, region)
        for n in range(players):
            out[at + n * _SEAT] += palace_points(s, region, (seat + n) % players, counts)
    for n in range(players):
        out[at + n * _SEAT] = np.float64(out[at + n * _SEAT]) * _TENTH


@compiled
def write_parts(s, seat, out):
    """Write a row of ``parts()`` for each region; return how many."""
    players = int(s.players)
    packed = all_leaders(s)
    for region in range(len(out)):
        row = out[region]
        for k in range(len(row)):
            row[k] = 0.0
        _write_region(s, region, row)
        for n in range(players):
            cards = number(s.hands[(seat + n) % players], int(s.colour[region]))
            row[_OF_REGION + n * OF_SEAT + 6] = cards * _THIRD
        if palaces_in(s, region) != 0:
            _write_region_palaces(s, seat, region, row)
        if s.guests[region] != 0:
            for n in range(players):
                other, at = (seat + n) % players, _OF_REGION + n * OF_SEAT
                row[at + 1] = s.emissaries[other, region] * _THIRD
                row[at + 4] = packed >> (MOST_PLAYERS * region + other) & 1
    if packed != 0:
        _write_adjacent_leads(s, seat, packed, out)
    return REGIONS


@inlined
def _write_region(s, region, row):
    row[0] = s.spaces[region] / 8.0
    row[1] = count(s.free[region]) / 8.0
    row[2] = s.guests[region] / 8.0
    row[3] = int(s.fortresses[region] != 0)
    row[4] = int(s.region == region)
    row[5] = int(s.free[region] == 0)
    row[6 + int(s.colour[region])] = 1.0


@inlined
def _write_region_palaces(s, seat, region, row):
    players = int(s.players)
    counts = palace_counts(s, region)
    for n in range(players):
        other, at = (seat + n) % players, _OF_REGION + n * OF_SEAT
        if s.palaces[other, region] != 0:
            row[at] = count(s.palaces[other, region]) / 4.0
            row[at + 2] = palace_points(s, region, other, counts) / 8.0
            row[at + 3] = int(better_counts(s, region, other, counts) == 0)


@inlined
def _write_adjacent_leads(s, seat, packed, out):
    """The emissaries of each seat and region in adjacent regions where the seat leads."""
    players = int(s.players)
    for border in range(BORDERS):
        a, b = int(s.borders[border, 0]), int(s.borders[border, 1])
        here, there = int(s.guests[a]), int(s.guests[b])
        if here + there == 0:
            continue
        for n in range(players):
            other = (seat + n) % players
            at = _OF_REGION + n * OF_SEAT + 5
            out[a, at] += (packed >> (MOST_PLAYERS * b + other) & 1) * there / 8.0
            out[b, at] += (packed >> (MOST_PLAYERS * a + other) & 1) * here / 8.0
