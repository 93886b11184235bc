"""The games that there are, and how one begins."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from typing import Any

import numpy as np

from hanlin.core.action_space import ActionSpace
from hanlin.core.data import shown
from hanlin.core.errors import UnknownGame
from hanlin.core.language import _
from hanlin.core.position import Position
from hanlin.core.rulebook import Rulebook


@dataclass(frozen=True, kw_only=True, eq=False)
class Game(Rulebook):
    """A game of the house: its rulebook, from which positions start."""

    __reduce__ = Rulebook.__reduce__

    def start(self, players: int | None = None, *, seed: int | None = None, **options: Any) -> Position:
        """The position before the first action. Chance acts first: ``.settle()`` carries on to the first decision.

        ``players``: as many as the game is for at most, if not given. ``seed``: a whole number that gives the position a stream
        of chance of its own, from which ``settle()`` draws. BadOption and BadData say what does not fit.
        """
        players = self.players[-1] if players is None else players
        chosen = self.check_options(players, options)
        return Position(self, self.first_state(int(players), chosen), chosen, seed=seed)

    def action_space(self, players: int) -> ActionSpace:
        """The actions of seats, numbered from 0 for whoever learns by numbers."""
        self.check_players(players)
        return _action_space(self, int(players))


@cache
def _action_space(of: Game, players: int) -> ActionSpace:
    numbers = of.action_numbers(players).astype(np.int32)
    numbers.flags.writeable = False
    return ActionSpace(of.name, players, numbers)


@cache
def games() -> dict[str, Game]:
    """All games that are installed, by name (entry points of the group ``hanlin.games``)."""
    found = {point.name: point.load() for point in entry_points(group="hanlin.games")}
    return {name: found[name] for name in sorted(found)}


def game(name: str) -> Game:
    """The game of that name (``-`` and ``_`` are alike); UnknownGame with the list of names otherwise."""
    found = games()
    try:
        return found[name.replace("-", "_")]
    except (KeyError, AttributeError):
        raise UnknownGame(
            _("There is no game {name}; the games are: {games}.").format(name=shown(name), games=", ".join(found))
        ) from None
