"""The observation of a seat for machine learning (``core/verbs/features.py``): all of it public, but for its own hand.

Seats come in turn order from the observer (seat +0); colours, regions and spaces in the order of their numbers.
"""

from __future__ import annotations

from hanlin.core.jit.bits import count
from hanlin.core.jit.compiled import compiled, inlined
from hanlin.core.jit.indexing import unsigned
from hanlin.core.verbs.features import Feature
from hanlin.games.china.by_colour import number
from hanlin.games.china.pieces import (
    CARD,
    COLOURS,
    EMISSARIES,
    ENDED,
    EXCHANGE,
    HAND,
    MOST_SPACES,
    PALACES,
    PASS,
    PLACE_EMISSARY,
    PLACE_FORTRESS,
    REGIONS,
    ROW,
    SPACES,
    TAKE,
    TAKE_PILE,
)
from hanlin.games.china.roads import board_words

_COLOURS = len(COLOURS)
_PHASES = ENDED + 1
_PILE = 57.0
_OF_COLOUR = 13.0
_POINTS = 50.0
_KINDS = 8
_WORD = 32


def features(players: int) -> tuple[Feature, ...]:
    """The blocks of an observation."""
    seats = [
        Feature(
            f"seat +{n}",
            5 + _COLOURS,
            "hand / 3, cards that all know by colour / 3, palaces / 20, emissaries / 8 and fortresses left, points / 50",
        )
        for n in range(players)
    ]
    regions = [
        Feature(
            f"region {n + 1}",
            4 + _COLOURS + 2 * players,
            "spaces / 8, free spaces / 8, emissaries / 8, fortresses / 8, its colour (one-hot), palaces / 8 and "
            "emissaries / 4 by seat",
        )
        for n in range(REGIONS)
    ]
    return (
        Feature("phase", _PHASES, "what is to happen next (one-hot)"),
        Feature("turn", players, "whose turn it is (one-hot)"),
        Feature("first piece", REGIONS, "where the turn's first piece lies (one-hot; all 0 before it)"),
        Feature("second piece", 1, "1 where the turn allows a second piece"),
        Feature("pile", 2, "how often it ran out / 2, cards in it / 57"),
        Feature("row", _COLOURS, "cards by colour / 4"),
        Feature("discards", _COLOURS, "cards by colour / 13"),
        Feature("unseen", _COLOURS, "cards that the observer has not seen, by colour / 13"),
        Feature("hand", _COLOURS, "the observer's cards by colour / 3"),
        *seats,
        *regions,
        Feature(
            "spaces", SPACES * (2 + players), "of each palace space: free, fortress, owner by seat (one-hot; 8 for each region)"
        ),
        Feature(
            "last hands",
            players * _COLOURS,
            "when the game is over: cards left in hand by seat and colour / 3; 0 before",
            since=1,
        ),
    )


def action_features() -> tuple[Feature, ...]:
    """The blocks of an action's description."""
    return (
        Feature("kind", _KINDS, "palace, emissary, fortress, exchange, take, take pile, done, pass (one-hot)"),
        Feature("region", REGIONS, "where a piece goes (one-hot)"),
        Feature("colour", _COLOURS, "of the cards paid, exchanged or taken (one-hot)"),
        Feature("joker", 1, "1 where a pair stands for the region's colour"),
        Feature("fills", 1, "1 where the palace fills the region"),
        Feature("own", 1, "own palaces there / 8"),
        Feature("rival", 1, "the most palaces of another seat there / 8"),
        Feature("road", 2, "own palaces and all spaces that a road joins to the space / 6"),
        Feature("fortress", 1, "1 where a fortress stands on the space"),
    )


@compiled
def observe(s, seat, out):
    """Write the observation of a state that shows what ``seat`` sees to ``out`` (float32); returns how many numbers."""
    out[:] = 0.0
    at = _observe_turn(s, seat, out)
    at = _observe_cards(s, seat, out, at)
    for n in range(s.players):
        at = _observe_seat(s, (seat + n) % int(s.players), out, at)
    for region in range(REGIONS):
        at = _observe_region(s, seat, region, out, at)
    for region in range(REGIONS):
        at = _observe_spaces(s, seat, region, out, at)
    if s.phase == ENDED:
        _observe_last_hands(s, seat, out, at)
    return at + int(s.players) * _COLOURS


@inlined
def _observe_turn(s, seat, out):
    players = int(s.players)
    out[int(s.phase)] = 1.0
    out[_PHASES + (int(s.seat) - seat) % players] = 1.0
    at = _PHASES + players
    if s.region >= 0:
        out[at + int(s.region)] = 1.0
    at += REGIONS
    out[at] = s.second
    out[at + 1] = s.run_out / 2.0
    out[at + 2] = s.pile_left / _PILE
    return at + 3


@inlined
def _observe_cards(s, seat, out, at):
    for colour in range(_COLOURS):
        out[at + colour] = number(s.row, colour) / float(ROW)
        out[at + _COLOURS + colour] = number(s.discards, colour) / _OF_COLOUR
        out[at + 2 * _COLOURS + colour] = number(s.pile, colour) / _OF_COLOUR
        out[at + 3 * _COLOURS + colour] = number(s.hands[seat], colour) / float(HAND)
    return at + 4 * _COLOURS


@inlined
def _observe_seat(s, seat, out, at):
    out[at] = s.hand_size[seat] / float(HAND)
    for colour in range(_COLOURS):
        out[at + 1 + colour] = number(s.known[seat], colour) / float(HAND)
    at += 1 + _COLOURS
    out[at] = s.palaces_left[seat] / float(PALACES)
    out[at + 1] = s.emissaries_left[seat] / float(EMISSARIES)
    out[at + 2] = s.fortresses_left[seat]
    out[at + 3] = s.points[seat] / _POINTS
    return at + 4


@inlined
def _observe_region(s, seat, region, out, at):
    players = int(s.players)
    out[at] = s.spaces[region] / float(MOST_SPACES)
    out[at + 1] = count(s.free[region]) / float(MOST_SPACES)
    out[at + 2] = s.guests[region] / 8.0
    out[at + 3] = count(s.fortresses[region]) / float(MOST_SPACES)
    out[at + 4 + int(s.colour[region])] = 1.0
    at += 4 + _COLOURS
    for n in range(players):
        other = (seat + n) % players
        out[at + n] = count(s.palaces[other, region]) / float(MOST_SPACES)
        out[at + players + n] = s.emissaries[other, region] / 4.0
    return at + 2 * players


@inlined
def _observe_spaces(s, seat, region, out, at):
    players = int(s.players)
    wide = 2 + players
    _observe_set(int(s.free[region]), out, at, wide)
    _observe_set(int(s.fortresses[region]), out, at + 1, wide)
    for n in range(players):
        _observe_set(int(s.palaces[(seat + n) % players, region]), out, at + 2 + n, wide)
    return at + MOST_SPACES * wide


@inlined
def _observe_set(spaces, out, at, wide):
    """Write of each space whether it is in a set, ``wide`` numbers from one space to the next. There is no branch in it: which
    spaces are taken can't be foreseen."""
    for space in range(MOST_SPACES):
        out[unsigned(at + wide * space)] = spaces >> space & 1


@compiled
def _observe_last_hands(s, seat, out, at):
    """Nothing is secret when the game is over (C0.5)."""
    players = int(s.players)
    for n in range(players):
        for colour in range(_COLOURS):
            out[at + n * _COLOURS + colour] = number(s.hands[(seat + n) % players], colour) / float(HAND)


@compiled
def describe_actions(s, seat, codes, n, out):
    """Write a description of each of ``codes[:n]``, legal for ``seat``, to the rows of ``out`` (float32)."""
    low, high = board_words(s.palaces[seat])
    for k in range(n):
        out[k, :] = 0.0
        _describe(s, seat, int(codes[k]), low, high, out[k])


@compiled
def _describe(s, seat, code, low, high, out):
    """One action. ``low``, ``high``: the set of the seat's palaces, see ``roads``."""
    if code < EXCHANGE:
        if code < PLACE_EMISSARY:
            kind, space, colour = 0, code // 5, code % 5
        elif code < PLACE_FORTRESS:
            kind, space, colour = 1, MOST_SPACES * ((code - PLACE_EMISSARY) // 5), (code - PLACE_EMISSARY) % 5
        else:
            kind, space, colour = 2, (code - PLACE_FORTRESS) // 5, (code - PLACE_FORTRESS) % 5
        out[kind] = 1.0
        _describe_place(s, seat, kind, space, colour, low, high, out)
    elif code < TAKE_PILE:
        out[3 if code < TAKE else 4] = 1.0
        out[_KINDS + REGIONS + (code - EXCHANGE) % 5] = 1.0
    elif code < CARD:
        out[5 + code - TAKE_PILE if code < PASS else 7] = 1.0


@compiled
def _describe_place(s, seat, kind, space, colour, low, high, out):
    region = space // MOST_SPACES
    out[_KINDS + region] = 1.0
    out[_KINDS + REGIONS + colour] = 1.0
    at = _KINDS + REGIONS + _COLOURS
    out[at] = int(colour != s.colour[region])
    out[at + 1] = int(kind != 1 and count(s.free[region]) == 1)
    most = 0
    for other in range(s.players):
        if other != seat:
            most = max(most, count(s.palaces[other, region]))
    out[at + 2] = count(s.palaces[seat, region]) / float(MOST_SPACES)
    out[at + 3] = most / float(MOST_SPACES)
    if kind != 1:
        adjacent_low, adjacent_high = int(s.roads[space, 0]), int(s.roads[space, 1])
        out[at + 4] = (count(adjacent_low & low) + count(adjacent_high & high)) / 6.0
        out[at + 5] = (count(adjacent_low) + count(adjacent_high)) / 6.0
        out[at + 6] = int(s.fortresses[region]) >> space % MOST_SPACES & 1
