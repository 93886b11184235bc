"""The opponents of a vector environment: who may sit where, as arrays for compiled code, and who is asked from Python."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.bots.subprocess_bot import PREFIX
from hanlin.core.errors import BadOption
from hanlin.core.position.game import Game
from hanlin.envs.opponents import SECONDS, PastSelves, check_opponents
from hanlin.envs.players import Player, player_of
from hanlin.envs.vector_loops import GREEDY, OUTSIDE, RANDOM, SEEING, WEIGHTS

IN_LOOP = {"random": RANDOM, "greedy": GREEDY}
"""Opponents that play in the compiled loop."""


class OpponentTable:
    """The opponents by index. ``given``: those of the seats in turn order from the learner's left; a short list is repeated.

    policies      list: each opponent as it was given; None where an index is free
    kinds         int64 [n]: the kind of each, for ``vector_loops.advance``
    choices       int64 [players - 1, most]: the opponents of which a seat draws one, choices[line, :widths[line]]
    bounds        int64 [players - 1, most]: their cumulative weights
    """

    def __init__(self, given: Any, game: Game, players: int, seconds: float = SECONDS) -> None:
        self.given = check_opponents(given)
        self._game, self._count, self._seconds = game, players, seconds
        self.policies: list[Any] = []
        self._players: list[Player | None] = []
        self._keys: list[Any] = []
        self.version = 0
        """Grows when ``kinds`` or ``choices`` change."""
        self._versions: list[int] | None = None
        for each in self.given:
            if isinstance(each, str) and each.startswith(PREFIX):
                raise BadOption("A program (cmd:) can't play many games at once; it can be an opponent in hanlin.envs.gym.")
        self.sync(np.zeros((0, players), np.int32))

    @property
    def needs_observations(self) -> bool:
        """True if an opponent decides by observations and masks."""
        return bool((self.kinds == SEEING).any())

    @property
    def has_outside(self) -> bool:
        """True if Python is asked for decisions."""
        return bool((self.kinds >= OUTSIDE).any())

    def player(self, index: int) -> Player:
        """The player of an index that is in use."""
        found = self._players[index]
        assert found is not None
        return found

    def sync(self, playing: NDArray[np.int32]) -> bool:
        """Take over what has changed in pools; return whether anything has. ``playing``: the indices that games hold."""
        versions = [each.version for each in self.given if isinstance(each, PastSelves)]
        if versions == self._versions:
            return False
        lines = [self._line(line % len(self.given)) for line in range(max(1, self._count - 1))]
        wanted = {key: opponent for choices in lines for key, opponent, _weight in choices}
        made = {key: self._made(opponent) for key, opponent in wanted.items() if key not in self._keys}
        self._versions = versions
        self._free(set(wanted), set(np.unique(playing).tolist()))
        for key, (opponent, player, kind) in made.items():
            self._place(key, opponent, player, kind)
        width = max(len(choices) for choices in lines)
        self.choices = np.zeros((len(lines), width), np.int64)
        self.bounds = np.full((len(lines), width), WEIGHTS, np.int64)
        self.widths = np.array([len(choices) for choices in lines], np.int64)
        for line, choices in enumerate(lines):
            weights = np.cumsum([weight for _key, _opponent, weight in choices])
            last = np.flatnonzero([weight for _key, _opponent, weight in choices])[-1]
            self.choices[line, : len(choices)] = [self._keys.index(key) for key, _opponent, _weight in choices]
            self.bounds[line, :last] = np.round(weights[:last] / weights[-1] * WEIGHTS)
        self.version += 1
        return True

    def _line(self, place: int) -> list[tuple[Any, Any, float]]:
        """The possible opponents at a place of the list in a game, as keys, opponents and weights."""
        given = self.given[place]
        if not isinstance(given, PastSelves):
            return [(_key(given, place, 0), given, 1.0)]
        pool = next(at for at, each in enumerate(self.given) if each is given)
        return [
            (_key(member, pool, serial), member, weight)
            for serial, member, weight in zip(given.serials, given, given.weights, strict=True)
        ]

    def _made(self, opponent: Any) -> tuple[Any, Player | None, int]:
        """An opponent with its player and kind."""
        if isinstance(opponent, str) and opponent in IN_LOOP:
            return opponent, None, IN_LOOP[opponent]
        player = player_of(opponent, self._game, self._count, self._seconds)
        return opponent, player, SEEING if player.batches else OUTSIDE

    def _free(self, wanted: set[Any], playing: set[int]) -> None:
        """Free the indices that no game holds and no pool has any more."""
        for index, key in enumerate(self._keys):
            if key is not None and key not in wanted and index not in playing:
                self._keys[index], self.policies[index], self._players[index] = None, None, None

    def _place(self, key: Any, opponent: Any, player: Player | None, kind: int) -> None:
        """Give an opponent the first free index."""
        if None not in self._keys:
            self._keys.append(None)
            self.policies.append(None)
            self._players.append(None)
            self.kinds = np.append(getattr(self, "kinds", np.zeros(0, np.int64)), 0)
        index = self._keys.index(None)
        self._keys[index], self.policies[index], self._players[index] = key, opponent, player
        self.kinds[index] = kind


def _key(opponent: Any, place: int, serial: int) -> Any:
    """Keys that tell opponents apart: the names of those that play in the loop, otherwise their place and serial number."""
    return opponent if isinstance(opponent, str) and opponent in IN_LOOP else (place, serial)
