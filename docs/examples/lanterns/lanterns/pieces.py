"""The pieces of Lanterns, the codes of its actions, and the events of its rules."""

from __future__ import annotations

SIZES = 3
EACH = 2
"""Lanterns of each size for every player (L0.1)."""
HAND = 2
TURNS = 3
MOST_PLAYERS = 4

SKIP = SIZES
"""The code of ``skip``; below it ``light SIZE``."""
DRAW = 10
"""+ 3 x seat + size: a seat draws, ``draw SEAT SIZE``."""
MOST_ACTIONS = SIZES + 1

LIT = 1
"""Event: a seat lit a lantern; a: points, b: size."""
