"""The things of China, their numbers, and the numbers of actions and events.

Names are the words of the notation. Seats count from 0. Regions count from 0 in the order of the map; a palace space has the
number ``8 * region + n - 1``, where n is its number within the region, from 1.
"""

from __future__ import annotations

COLOURS = ("violet", "yellow", "orange", "green", "red")
"""The colours of cards and regions, in the order in which they are listed everywhere."""
VIOLET, YELLOW, ORANGE, GREEN, RED = range(5)

CARDS = (10, 11, 11, 12, 13)
"""Region cards of each colour (C0.1)."""
REMOVED = {3: 2, 4: 1, 5: 0}
"""Cards of each colour that leave the game, by the number of players (C1.1)."""

HAND = 3
ROW = 4

PALACES = 20
EMISSARIES = 8
"""Pieces of a player (C0.2); with the variant, one fortress besides."""

MOST_PLAYERS = 5
REGIONS = 9
BORDERS = 15
MOST_SPACES = 8
"""The most palace spaces that a region may have (C9.1), and so the room kept for each region in the numbers of spaces."""
SPACES = REGIONS * MOST_SPACES

KINDS = ("palace", "emissary", "fortress")
PALACE, EMISSARY, FORTRESS = range(3)

# -- phases: what is to happen next ---------------------------------------------------------------------------------------

DEAL = 0
"""Chance deals a card to ``seat`` (set-up)."""
OPEN = 1
"""Chance turns up a card of the first row (set-up)."""
TURN = 2
"""``seat`` begins its turn: a first piece, or an exchange, or a pass."""
SECOND = 3
"""``seat`` has placed a piece in ``region``: a second one there, or done."""
REFILL = 4
"""``seat`` takes a card from the row or the pile: after placing, or (``region`` is -1) for the card exchanged."""
DRAW = 5
"""Chance gives ``seat`` the top card of the pile."""
FILL = 6
"""Chance fills the row at the end of the turn of ``seat``."""
ENDED = 7

# -- the space of actions: ascending codes are the canonical order -----------------------------------------------------------

PLACE_PALACE = 0
"""+ 5 * space + colour of the cards paid: ``palace REGION SPACE COLOUR``"""
PLACE_EMISSARY = PLACE_PALACE + SPACES * 5
"""+ 5 * region + colour: ``emissary REGION COLOUR``"""
PLACE_FORTRESS = PLACE_EMISSARY + REGIONS * 5
"""+ 5 * space + colour: ``fortress REGION SPACE COLOUR``"""
EXCHANGE = PLACE_FORTRESS + SPACES * 5
"""+ colour: ``exchange COLOUR``"""
TAKE = EXCHANGE + 5
"""+ colour: ``take COLOUR``"""
TAKE_PILE = TAKE + 5
"""``take pile``"""
DONE = TAKE_PILE + 1
"""``done``"""
PASS = DONE + 1
"""``pass``"""
CARD = PASS + 1
"""+ colour, by chance: a card leaves the pile. The phase says where it goes: ``deal SEAT COLOUR``, ``draw SEAT COLOUR``,
``row COLOUR``"""
ACTIONS = CARD + 5
"""The number of action codes."""
LARGEST_CODE = 1023
"""A mask that holds every code. It shows the compiler that none is negative, so that dividing one is a single product."""

MOST_ACTIONS = 2 * (2 * SPACES + REGIONS) + 5
"""No list of legal actions is longer: with three cards each piece can be paid in two ways at most."""

# -- events that the rules emit: what (seat; a, b, c) --------------------------------------------------------------------------

PAID = 1
"""seat paid for a piece; a: colour of the cards, b: number of cards (1, or 2 for a joker), c: region"""
PLACED = 2
"""seat placed a piece; a: kind (PALACE, EMISSARY, FORTRESS), b: region, c: number of the space within the region from 1, 0
for an emissary"""
EXCHANGED = 3
"""seat discarded a card to exchange it; a: colour"""
TOOK = 4
"""seat took a card from the row; a: colour"""
DREW = 5
"""seat drew a card from the pile (which one is its secret; the deal at set-up emits the same)"""
TURNED_UP = 6
"""seat -1; a card came into the row; a: colour"""
RESHUFFLED = 7
"""seat -1; the pile ran out for the first time and the discards became the new pile (C6.2); a: its cards"""
LAST_ROUND = 8
"""seat: in whose turn the pile ran out for the second time (C6.3); a: how many seats play after this turn"""
PASSED = 9
"""seat could neither place nor exchange"""
TURN_OVER = 10
"""seat ended its turn; a: the seat that is next (-1: none, the game ends)"""
GAME_OVER = 11
"""seat -1; a: 0 after the last round (C6.3), 1 since nobody could place anything any more (C6.4). The final scoring follows"""
SCORING = 12
"""seat -1; the palaces of a region are scored; a: region, b: palaces in it, c: 0 since it is full (C3.7), 1 in the final
scoring (C7.1)"""
STANDS = 13
"""seat has palaces in the region being scored; a: region, b: its palaces there, c: its place from 1 (C4.1, C4.2)"""
PALACE_POINTS = 14
"""seat scores for palaces (C4); a: points, b: region, c: 1 where a palace on a fortress doubled them (C8.2), otherwise 0"""
ALLIANCE = 15
"""seat -1; an alliance is made, the scores follow; a: number of the border from 1, b: emissaries in its first region, c:
in its second"""
ALLIANCE_POINTS = 16
"""seat scores for an alliance (C7.2); a: points, b: number of the border from 1, c: emissaries in its first region (the
rest of a is in the second)"""
ROAD_SPACE = 17
"""a space of a row of palaces of seat, in the order of the row, before its ROAD_POINTS; a: region, b: number within the
region from 1, c: 1 with a fortress"""
ROAD_POINTS = 18
"""seat scores for the row just emitted (C7.3); a: points, b: palaces in the row, c: 1 where a fortress doubled them (C8.3),
otherwise 0"""
