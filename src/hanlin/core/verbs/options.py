"""A game's options, which a table chooses before the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.core.errors import BadOption
from hanlin.core.i18n.language import _
from hanlin.core.text.toml_files import shown

Options = Mapping[str, Any]
"""All options of a game by name, with their values."""
States = NDArray[np.void]
"""An array of state records of one game."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Option:
    """One thing that a table chooses before the game.

    A switch has ``default`` False and no choices; a choice has a text default and the texts it may be; an option
    with ``file`` True takes the path of a data file (its default None means the shipped data) and is no word of a record's
    ``Options`` tag. ``bench``: a switch that changes play so much that the bench measures it separately.
    """

    name: str
    default: Any = False
    choices: tuple[str, ...] = ()
    file: bool = False
    always_written: bool = False
    bench: bool = False

    @property
    def is_switch(self) -> bool:
        """True where it is just on or off."""
        return not self.choices and not self.file

    def check(self, value: Any) -> Any:
        """The value in its proper form; BadOption where it has none."""
        if self.file or value == self.default:
            return value
        if self.is_switch:
            if isinstance(value, bool):
                return value
            raise BadOption(
                _("{name} is a switch: it takes no value (True or False in Python), not {value}.").format(
                    name=self.name, value=shown(value)
                )
            )
        if str(value) in self.choices:
            return str(value)
        raise BadOption(
            _("{name} can't be {value}; choose one of: {choices}.").format(
                name=self.name, value=shown(value), choices=", ".join(self.choices)
            )
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Mini(Option):
    """A choice that makes a game small enough for exact tools; its default is the whole game.

    Records, positions, environments and ``hanlin games`` know minis; the web app does not offer them. ``about``: what the small
    forms are; ``players``: the numbers of players that they are for, also where the whole game is for more; ``without``: the
    options that can't be chosen with them.
    """

    about: str
    players: tuple[int, ...]
    without: tuple[str, ...] = ()

    def check_with(self, players: int, chosen: Options, usual: Options) -> None:
        """BadOption where a small form is chosen and doesn't go with the players or other options. ``usual``: all defaults."""
        value = chosen[self.name]
        if value == self.default:
            return
        if players not in self.players:
            numbers = ", ".join(map(str, self.players))
            raise BadOption(
                _("{name}={value} is for {numbers} players, not {players}.").format(
                    name=self.name, value=value, numbers=numbers, players=players
                )
            )
        for other in self.without:
            if chosen[other] != usual[other]:
                raise BadOption(
                    _("{name}={value} can't be combined with {other}.").format(name=self.name, value=value, other=other)
                )
