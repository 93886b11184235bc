"""A game that is played by numbers: the ground that the environments stand on. A step is one call of machine code."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.core.errors import BadOption, HanlinError, IllegalAction
from hanlin.core.jit.compiled import entry
from hanlin.core.jit.rng import GENERATOR, seeded
from hanlin.core.lib.integers import described, seed_of, whole
from hanlin.core.position.game import Game
from hanlin.core.position.game import game as find_game
from hanlin.core.position.position import Position
from hanlin.core.verbs import generic
from hanlin.core.verbs.features import size_of
from hanlin.core.verbs.generic import CHANCE, OVER, actions, actor, hide, observe, play, sample, seen_only_by, weights

BEGIN = -1
"""In place of a number: nobody plays; chance may act, if it is its turn."""
OBSERVE = -2
"""In place of a number: nothing is played, a seat looks."""
OBSERVE_AS_SPECTATOR = -3
"""The same, with what a spectator knows."""
OBSERVE_ALL = -4
"""The same, with nothing hidden."""
ILLEGAL = -9
"""In place of an actor: no legal action has that number, and nothing has changed."""
WHOLE, SEEN = 0, 1
"""What the two states of a game hold: all of it, and what a seat sees of it."""
REWARDS = ("win", "margin", "points")
NO_WEIGHTS = np.zeros(0, np.int64)
"""Where no weights are written, chance acts by itself."""


@entry
def step(
    states: Any,
    number: int,
    seat: int,
    numbers: Any,
    codes: Any,
    count: Any,
    mask: Any,
    out: Any,
    chances: Any,
    generators: Any,
) -> int:
    """Play the action of that number for the actor (or BEGIN), and what follows; or have ``seat`` look (OBSERVE).

    Without room in ``chances`` chance acts by itself, from ``generators[0]``. With room there it is an actor: the number of an
    outcome is its place in the list, and ``chances`` gets the weights. Afterwards codes[:count[0]] are the actor's legal
    actions, count[1] is the one seat that saw the outcome just played (-1: all), ``mask`` (where it has room) has a 1 for the
    number of each, and ``out`` (where it has room) holds what the actor observes, or what the looking seat does. Returns the
    actor, OVER, or ILLEGAL.
    """
    if number < OBSERVE_ALL:
        return ILLEGAL
    whole, n = states[WHOLE], int(count[0])
    looks = seat
    if number > OBSERVE:
        code = -1
        if number >= 0 and actor(whole) == CHANCE:
            code = int(codes[number]) if number < n else -1
        elif number >= 0:
            for k in range(n):
                if numbers[codes[k]] == number:
                    code = int(codes[k])
        if code < 0 and number != BEGIN:
            return ILLEGAL
        if len(mask) > 0:
            for k in range(n):
                mask[numbers[codes[k]]] = 0
        count[1] = -1
        if code >= 0:
            if actor(whole) == CHANCE:
                count[1] = seen_only_by(whole, code)
            play(whole, code)
        while len(chances) == 0 and actor(whole) == CHANCE:
            play(whole, sample(whole, generators[0]))
        looks = actor(whole)
        count[0] = 0
        if looks >= CHANCE:
            count[0] = actions(whole, codes)
        if looks >= 0 and len(mask) > 0:
            for k in range(count[0]):
                mask[numbers[codes[k]]] = 1
        if looks == CHANCE:
            weights(whole, chances)
    if looks >= 0 and len(out) > 0:
        states[SEEN] = whole
        if number != OBSERVE_ALL:
            hide(states[SEEN], -1 if number == OBSERVE_AS_SPECTATOR else looks)
        observe(states[SEEN], looks, out)
    return int(actor(whole))


def final_rewards(position: Position, reward: str) -> list[float]:
    """What each seat gets for a game: a share of the win ("win"), points ahead of the best other ("margin"), or points."""
    points = position.scores
    if reward == "points":
        return [float(own) for own in points]
    if reward == "margin":
        return [float(own - max(points[:seat] + points[seat + 1 :])) for seat, own in enumerate(points)]
    winners = position.winners
    return [1 / len(winners) if seat in winners else 0.0 for seat in range(position.players)]


def seed_or_any(seed: Any) -> int | str:
    """A seed as it was given, or one that nobody knows where none was; BadOption where it is no whole number."""
    if seed is None:
        return secrets.token_hex(16)
    number = seed_of(seed)
    if number is None:
        raise BadOption("A seed is a whole number of at most 128 bits, or None.")
    return number


def action_number(action: Any) -> int:
    """An action as a whole number; IllegalAction for everything else, such as a fraction, a text or a truth value."""
    number = whole(action)
    if number is None and isinstance(action, np.ndarray) and action.size == 1:
        number = whole(action.reshape(-1)[0])
    if number is None:
        raise IllegalAction(f"An action is the number of one that is legal now, so a whole number, not {described(action)}.")
    return number


def check_reward(reward: str) -> None:
    """BadOption where there is no such reward."""
    if reward not in REWARDS:
        raise BadOption(f"reward can't be {reward!r}; choose one of: {', '.join(REWARDS)}.")


class Mask(np.ndarray[Any, Any]):
    """Zeros and ones, of which the ones are found quickly: NumPy looks at truth values many at once, at bytes one by one."""

    def nonzero(self) -> tuple[NDArray[np.intp], ...]:
        ones: NDArray[np.bool_] = self.view(np.ndarray) != 0
        return ones.nonzero()


class Play:
    """A game in play: whose turn it is, what that seat observes, what it may do by numbers, how it ended.

    ``seen`` (float32) and ``mask`` (int8) are the observation and the legal actions of ``actor``: arrays that the next step
    writes anew. Two plays with the same seed and the same numbers are the same.
    """

    def __init__(self, game: str, players: int | None, options: dict[str, Any], reward: str = "win") -> None:
        check_reward(reward)
        self.game: Game = find_game(game)
        self.reward = reward
        self.start = self.game.start(players, **options)
        self.players = self.start.players
        features = self.game.features(self.players)
        if not features:
            raise HanlinError(f"{self.game.name} gives no observations, so there is nothing to learn from.")
        space = self.game.action_space(self.players)
        self.numbers: NDArray[np.int32] = space.numbers
        self.size = space.size
        self._mask = np.zeros(space.size, np.int8)
        self.seen = np.zeros(size_of(features), np.float32)
        self.actor = CHANCE
        self._states = np.zeros(2, self.game.dtype)
        self._codes = np.zeros(self.game.max_actions, np.int32)
        self._count = np.zeros(2, np.int64)
        self._generators = np.zeros(1, GENERATOR)

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """A copy, or what was pickled: nobody may write to its numbers either, so that it plays by the same machine code."""
        self.__dict__.update(kept)
        self.numbers.flags.writeable = False

    def begin(self, seed: int | None = None, position: Position | None = None) -> None:
        """Start anew, from the first state or from a whole position of this game. Without a seed chance is left to chance."""
        start = self.start if position is None else position
        if start.game.name != self.game.name or start.players != self.players or start.seat is not None:
            raise HanlinError(f"This needs a whole position of {self.game.name} for {self.players} players.")
        self._states[WHOLE] = start.state
        self._generators[0] = seeded("env", seed_or_any(seed))
        self._mask[:] = 0
        self._count[0] = 0
        self.actor = self._step(BEGIN, self.seen)

    def play(self, number: Any) -> None:
        """The action of that number for the actor, and what chance does after it. IllegalAction where it is none now."""
        number = action_number(number)
        who = self._step(number if 0 <= number < self.size else ILLEGAL, self.seen)
        if who == ILLEGAL:
            raise IllegalAction(f"{described(number)} is not the number of an action that is legal now; see the mask.")
        self.actor = who

    def look(self, seat: int) -> NDArray[np.float32]:
        """What a seat observes now: an array of its own."""
        if seat == self.actor:
            return self.seen.copy()
        out = np.zeros_like(self.seen)
        self._step(OBSERVE, out, seat)
        return out

    @property
    def mask(self) -> Mask:
        """Ones for the numbers of the actor's legal actions: an array that the next step writes anew."""
        return self._mask.view(Mask)

    def is_legal(self, number: Any) -> bool:
        """Whether that is the number of an action that the actor may take now."""
        found = whole(number)
        return found is not None and 0 <= found < self.size and bool(self._mask[found])

    @property
    def over(self) -> bool:
        return self.actor == OVER

    @property
    def codes(self) -> NDArray[np.int32]:
        """The codes of the actor's legal actions, in canonical order."""
        return self._codes[: int(self._count[0])]

    def state_seen_by(self, seat: int) -> Any:
        """A state that shows what ``seat`` sees; the next call writes it anew."""
        self._states[SEEN] = self._states[WHOLE]
        generic.hide(self._states[SEEN], seat)
        return self._states[SEEN]

    def rewards(self) -> list[float]:
        """What each seat gets for the game as it stands: a share of the win, points ahead of the best other, or points."""
        return final_rewards(self.position(), self.reward)

    def position(self) -> Position:
        """The game now, as a position without history."""
        return Position(self.game, self._states[:1].copy(), self.start.options)

    def _step(self, number: int, out: NDArray[np.float32], seat: int = OVER) -> int:
        count, mask, chance = self._count, self._mask, NO_WEIGHTS
        return int(step(self._states, number, seat, self.numbers, self._codes, count, mask, out, chance, self._generators))
