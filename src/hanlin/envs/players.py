"""Opponents as the environments ask them: each kind as a player that chooses actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.bots.bot import POLICIES, bot, check_offered
from hanlin.bots.levels import LevelBot
from hanlin.bots.policies import whole_games_fast
from hanlin.bots.subprocess_bot import PREFIX, SubprocessBot
from hanlin.core.errors import IllegalAction
from hanlin.core.jit.compiled import PLAIN, is_ready
from hanlin.core.jit.rng import Rng, next_word
from hanlin.core.lib.integers import described
from hanlin.core.position.game import Game
from hanlin.core.position.position import Position
from hanlin.envs.opponents import SECONDS, is_bot, takes


class Player:
    """An opponent as environments ask it. ``of``: as it was given."""

    batches = False
    """True for batch policies, which are asked for many games at once by observations and masks."""
    needs_history = False
    """True if a view should have the moves that led to it."""
    parallel = False
    """True if several threads may ask it, each with its own number as ``thread``."""

    def __init__(self, of: Any) -> None:
        self.of = of

    @property
    def name(self) -> str:
        """A short name for messages."""
        return self.of if isinstance(self.of, str) else getattr(self.of, "__name__", type(self.of).__name__)

    def code(self, seen: Position, rng: Rng, thread: int = 0) -> int:
        """The code of an action, from the view of the active seat."""
        raise NotImplementedError

    def numbers(self, observations: Any, masks: NDArray[np.int8]) -> NDArray[np.int64]:
        """The action numbers of a batch policy."""
        raise NotImplementedError

    def end(self) -> None:
        """Stop what runs for it."""

    def _code_of(self, seen: Position, text: Any) -> int:
        legal = seen.legal
        if text not in legal:
            raise IllegalAction(f"The opponent {self.name} chose {described(text)}, which is not legal there.")
        return seen.legal_codes[legal.index(text)]


class NamedBot(Player):
    """A built-in bot by name. Each decision begins anew, without a tree from an earlier one: so it is the same in a copy."""

    parallel = True

    def __init__(self, of: str, game: Game, players: int) -> None:
        super().__init__(of)
        self._full_name = bot(of).name
        """With the weights of a file as they are now, where the name has one."""
        check_offered(game, players, self._full_name)
        self._bots: dict[int, Any] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Without the memory of searches, which every decision begins anew."""
        return {**vars(self), "_bots": {}}

    def code(self, seen: Position, rng: Rng, thread: int = 0) -> int:
        if thread not in self._bots:
            # The same at both speeds, except for levels: at plain speed they have fewer iterations.
            fast = not PLAIN and (self.of not in POLICIES or is_ready(whole_games_fast, seen.game.dtype))
            self._bots[thread] = bot(self._full_name, fast)
        chosen = self._bots[thread]
        if isinstance(chosen, LevelBot):
            chosen.forget()
        return int(chosen.decide(seen.game, seen.state, seen.seat, rng))


class GivenBot(Player):
    """A bot that is an object."""

    def code(self, seen: Position, rng: Rng, thread: int = 0) -> int:
        if hasattr(self.of, "decide"):
            return int(self.of.decide(seen.game, seen.state, seen.seat, rng))
        return self._code_of(seen, self.of.choose(seen, rng))


class Chooser(Player):
    """A function ``choose(view, seconds, seed)``."""

    needs_history = True

    def __init__(self, of: Callable[[Position, float, int], str], seconds: float) -> None:
        super().__init__(of)
        self.seconds = seconds

    def code(self, seen: Position, rng: Rng, thread: int = 0) -> int:
        return self._code_of(seen, self.of(seen, self.seconds, int(next_word(rng))))


class Program(Player):
    """A program that starts at its first decision."""

    needs_history = True

    def __init__(self, of: str, seconds: float) -> None:
        super().__init__(of)
        self.seconds = seconds
        self._process: SubprocessBot | None = None

    def __getstate__(self) -> dict[str, Any]:
        """Without the process: a copy starts its own."""
        return {**vars(self), "_process": None}

    def code(self, seen: Position, rng: Rng, thread: int = 0) -> int:
        if self._process is None:
            self._process = SubprocessBot(self.of.removeprefix(PREFIX), self.seconds)
        return self._code_of(seen, self._process.choose(seen, int(next_word(rng))))

    def end(self) -> None:
        """Stop the process."""
        if self._process is not None:
            self._process.end()
            self._process = None


class BatchPolicy(Player):
    """A function of observations and masks."""

    batches = True

    def numbers(self, observations: Any, masks: NDArray[np.int8]) -> NDArray[np.int64]:
        chosen = np.asarray(self.of(observations, masks))
        if chosen.shape != (len(masks),) or chosen.dtype.kind not in "iu":
            raise IllegalAction(
                f"The opponent {self.name} must return {len(masks)} whole numbers, one for each row, not an array of "
                f"shape {chosen.shape} and type {chosen.dtype}."
            )
        return chosen.astype(np.int64, copy=False)


def player_of(opponent: Any, game: Game, players: int, seconds: float = SECONDS) -> Player:
    """The player that an opponent makes, other than ``PastSelves``; HanlinError if there is none for the game."""
    if isinstance(opponent, str) and opponent.startswith(PREFIX):
        return Program(opponent, seconds)
    if isinstance(opponent, str):
        return NamedBot(opponent, game, players)
    if is_bot(opponent):
        return GivenBot(opponent)
    return BatchPolicy(opponent) if takes(opponent, 2) else Chooser(opponent, seconds)
