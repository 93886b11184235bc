"""Measured strength of the levels beside one another, read from ``strength.toml``."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True, kw_only=True)
class Strength:
    """A measured win share of one player of a level among players of another level."""

    against: str
    """The level of all other players."""
    players: int
    games: int
    share: float
    """In percent."""

    @property
    def chance(self) -> float:
        """The win share of an equal player, in percent."""
        return 100 / self.players


@cache
def strengths(game: str) -> dict[str, Strength]:
    """The measured strengths for a game, by level; empty for a game without measurements."""
    data = tomllib.loads(files("hanlin.bots").joinpath("strength.toml").read_text("utf-8"))
    return {level: Strength(**measured) for level, measured in data["games"].get(game, {}).items()}
