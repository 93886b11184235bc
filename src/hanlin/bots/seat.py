"""What all bots of the house share: from a view to an action's text."""

from __future__ import annotations

from typing import Any

from hanlin.core.errors import HanlinError
from hanlin.core.jit.rng import Rng
from hanlin.core.position.position import Position
from hanlin.core.verbs.rulebook import Rulebook


class SeatBot:
    """A bot that decides in codes. It gets a seat's view, never the whole position, so it can't know more than a person."""

    __slots__ = ()

    def choose(self, seen: Position, rng: Rng) -> str:
        """The text of one of ``seen.legal``; HanlinError unless ``seen`` is the view of the seat whose turn it is."""
        if seen.seat is None or seen.seat != seen.actor:
            raise HanlinError(
                "A bot decides from the view of the seat whose turn it is: pass position.seen_by(position.actor)."
            )
        return seen.game.text(seen.state, self.decide(seen.game, seen.state, seen.seat, rng))

    def decide(self, of: Rulebook, view: Any, seat: int, rng: Rng) -> int:
        """The code of an action for a seat, from a state that shows what the seat sees."""
        raise NotImplementedError
