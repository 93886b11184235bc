"""The base class of bots that decide in codes."""

from __future__ import annotations

from typing import Any

from hanlin.core.errors import HanlinError
from hanlin.core.jit.rng import Rng
from hanlin.core.position.position import Position
from hanlin.core.verbs.rulebook import Rulebook


class SeatBot:
    """A bot that decides in codes from a seat's view, never from the whole position."""

    __slots__ = ()

    def choose(self, seen: Position, rng: Rng) -> str:
        """Choose one of ``seen.legal``; HanlinError unless ``seen`` is the view of the active player."""
        if seen.seat is None or seen.seat != seen.actor:
            raise HanlinError(
                "A bot decides from the view of the seat whose turn it is: pass position.seen_by(position.actor)."
            )
        return seen.game.text(seen.state, self.decide(seen.game, seen.state, seen.seat, rng))

    def decide(self, of: Rulebook, view: Any, seat: int, rng: Rng) -> int:
        """Choose the code of an action for a seat from a state that is its view."""
        raise NotImplementedError
