"""The games that a server offers."""

from __future__ import annotations

from typing import Any

import msgspec


class OptionState(msgspec.Struct, frozen=True):
    """An option of a game: a switch without choices, one of the choices, or a file."""

    name: str
    default: Any
    choices: list[str]
    file: bool


class GameState(msgspec.Struct, frozen=True):
    """A game that can be played here.

    ``bots``: the computer players that can sit here (``bot:NAME``), each with the numbers of players for which it can.
    """

    name: str
    players: list[int]
    options: list[OptionState]
    rules_version: str
    bots: dict[str, list[int]] = {}
