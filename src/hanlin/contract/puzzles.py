"""Puzzles and their answers."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta


class PuzzleState(msgspec.Struct, frozen=True):
    """A puzzle without its solution: find the best ``actions`` in a row for ``seat``, the active player.

    ``position``: what that seat sees, as text; ``rating``: the difficulty (a new solver has 1500); ``level``: easy, medium,
    hard.
    """

    game: str
    id: str
    seat: int
    players: int
    level: str
    rating: int
    actions: int
    position: str
    legal: list[str]


class PuzzleAnswer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Your actions in a puzzle, in order; none: you give up."""

    actions: Annotated[list[Annotated[str, Meta(max_length=200)]], Meta(max_length=3, examples=[["place courtier 4"]])]


class PuzzleJudgement(msgspec.Struct, frozen=True):
    """The verdict on an answer to a puzzle. ``right``: the number of right actions before a wrong one; ``done``: all are found.

    ``share``: the expected share of the win (0 … 1) of the last action; null where it was not judged, and is worse than the
    second best; ``best``: that of the best action there; ``reason``: what a wrong action overlooks, or why a right one is best.
    ``position`` and ``legal`` are those after the right actions; ``solution``: once it is found or given up, else empty.
    ``counted``: the result of your first answer, which counts for your rating; null without an account or before it is decided.
    """

    right: int
    done: bool
    share: float | None
    best: float
    reason: str
    position: str
    legal: list[str]
    solution: list[str]
    counted: bool | None
    rating: int | None
