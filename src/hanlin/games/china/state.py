"""The record of a game of China: one aligned NumPy record, the same at both speeds.

A space of the board is ``8 * region + n - 1`` (see ``pieces.py``), so a set of spaces of one region is a mask of eight
bits: bit ``n - 1`` is the region's space n. A set of spaces of the whole board is two words (int64): word 0 holds the
masks of regions 0–3, eight bits each, word 1 those of regions 4–8.

Hidden hands (C0.5). ``hands[seat]`` holds a hand's cards by colour and ``hand_size[seat]`` all of them. In a seat's
view (after ``hide``) the hands of others hold only the cards that everybody knows, ``known[seat]``; the unknown rest,
as many as ``hand_size`` says more, is in ``pile`` with the cards of the pile itself: ``pile`` then counts all unseen
cards, and ``pile_left`` still counts the pile alone.

What is known of a hand is what follows from the moves that all have seen: a card taken from the row is known until a
card of its colour leaves the hand (a card played or exchanged is deemed a known one while there is one). That is all
that can be known: a player with k known cards of a colour who plays n of them certainly keeps k - n of them and may
have no more.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from hanlin.core.jit.struct_types import record
from hanlin.games.china.pieces import BORDERS, MOST_PLAYERS, REGIONS, SPACES

ID_LENGTH = 16
"""The longest id of a region, in letters."""

STATE: np.dtype[Any] = record(
    [
        # -- whose move, of what kind
        ("players", np.int32),
        ("phase", np.int32),  # DEAL … ENDED, see pieces
        ("seat", np.int32),  # the seat whose turn it is (DEAL: the seat that gets a card)
        ("region", np.int32),  # where the turn's first piece went; -1 before it and in an exchange
        ("second", np.int32),  # 1 where the turn allows a second piece, since the region was not empty (C3.2)
        ("run_out", np.int32),  # how often the pile ran out: 0, 1, 2 (the last round)
        # -- cards, the five colours in one number (see ``by_colour``)
        ("row", np.int64),
        ("discards", np.int64),
        ("pile", np.int64),  # in a view: all unseen cards
        ("hands", np.int64, MOST_PLAYERS),
        ("known", np.int64, MOST_PLAYERS),  # the part of the hand that everybody knows
        ("pile_left", np.int32),  # cards in the pile
        ("hand_size", np.int32, MOST_PLAYERS),
        # -- supplies and points
        ("palaces_left", np.int32, MOST_PLAYERS),
        ("emissaries_left", np.int32, MOST_PLAYERS),
        ("fortresses_left", np.int32, MOST_PLAYERS),  # 0 without the variant
        ("points", np.int32, MOST_PLAYERS),  # scored so far; when the game is over, all
        # -- the board
        ("palaces", np.int32, (MOST_PLAYERS, REGIONS)),  # masks of the spaces of the region with a palace of the seat
        ("fortresses", np.int32, REGIONS),  # masks of the spaces with a fortress, under a palace or not
        ("emissaries", np.int32, (MOST_PLAYERS, REGIONS)),  # how many
        # -- derived from the pieces, kept because every move uses it
        ("free", np.int32, REGIONS),  # masks of the spaces without a palace; 0: the region is full and scored
        ("most", np.int32, REGIONS),  # the largest number of palaces of one seat in the region (C3.5)
        ("guests", np.int32, REGIONS),  # emissaries of all seats in the region
        # -- the same once more as numbers by region, for counting legal actions at a stroke (see ``by_region``)
        ("vacant", np.int64),  # spaces without a palace
        ("bare", np.int64),  # spaces with neither palace nor fortress
        ("hosts", np.int64),  # 1 where an emissary may go (C3.5)
        # -- the map, never changed in a game
        ("spaces", np.int32, REGIONS),  # palace spaces of the region
        ("colour", np.int32, REGIONS),
        ("of_colours", np.int64, 32),  # the fields of the regions of each mask of colours (see ``by_region``)
        ("borders", np.int32, (BORDERS, 2)),  # the two regions of border i + 1, as the map file writes them
        ("roads", np.int64, (SPACES, 2)),  # the spaces joined to each space by a road, as two words
        ("ids", np.uint8, (REGIONS, ID_LENGTH)),  # the regions' ids in ASCII, filled up with zeros
    ]
)
