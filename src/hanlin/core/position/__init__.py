"""Positions of a game: their history, their text and records, and the games that can be played."""

from hanlin.core.position.position import Position as Position
