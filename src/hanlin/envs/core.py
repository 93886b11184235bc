"""A game played by action numbers: the base of the environments. A step is one call of machine code."""

from __future__ import annotations

import secrets
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.bots.compiling import STEPS
from hanlin.core.errors import BadOption, HanlinError, IllegalAction
from hanlin.core.jit.compiled import entry
from hanlin.core.jit.rng import GENERATOR, seeded
from hanlin.core.lib.integers import described, seed_of, whole
from hanlin.core.position.game import Game
from hanlin.core.position.game import game as find_game
from hanlin.core.position.position import Position
from hanlin.core.verbs import generic
from hanlin.core.verbs.generic import CHANCE, OVER, actions, actor, hide, observe, play, sample, seen_only_by, weights
from hanlin.envs.forms import Form, Observed
from hanlin.envs.rewards import check_reward, final_rewards

BEGIN = -1
"""Instead of an action number: play no action; chance may act, if it is its turn."""
OBSERVE = -2
"""Instead of an action number: only write the observation of a seat."""
OBSERVE_AS_SPECTATOR = -3
"""Instead of an action number: only write an observation, from the view of a spectator."""
OBSERVE_ALL = -4
"""Instead of an action number: only write an observation, from the whole state."""
ILLEGAL = -9
"""Instead of an actor: no legal action has that number, and nothing has changed."""
WHOLE, SEEN = 0, 1
"""The two states of a game: the whole state, and the view of a seat."""
NO_WEIGHTS = np.zeros(0, np.int64)
"""Without space for weights, chance is sampled automatically."""


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
    """Play the action with that number for the actor (or BEGIN), or write the observation of ``seat`` (OBSERVE…).

    If ``chances`` is empty, chance is sampled from ``generators[0]``. Otherwise chance is an actor: outcomes are numbered by
    their index in the list of outcomes, and ``chances`` gets their weights. Afterwards codes[:count[0]] are the actor's legal
    actions, count[1] is the only seat that saw the outcome just played (-1: all saw it), ``mask`` (unless empty) has a 1 for
    the number of each legal action, and ``out`` (unless empty) holds the observation. Returns the actor, OVER, or ILLEGAL.
    """
    if number < OBSERVE_ALL:
        return ILLEGAL
    whole, n = states[WHOLE], int(count[0])
    observer = seat
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
        observer = actor(whole)
        count[0] = 0
        if observer >= CHANCE:
            count[0] = actions(whole, codes)
        if observer >= 0 and len(mask) > 0:
            for k in range(count[0]):
                mask[numbers[codes[k]]] = 1
        if observer == CHANCE:
            weights(whole, chances)
    if observer >= 0 and len(out) > 0:
        states[SEEN] = whole
        if number != OBSERVE_ALL:
            hide(states[SEEN], -1 if number == OBSERVE_AS_SPECTATOR else observer)
        observe(states[SEEN], observer, out)
    return int(actor(whole))


def seed_or_any(seed: Any) -> int | str:
    """The given seed, or a random one for None; BadOption unless it is a whole number."""
    if seed is None:
        return secrets.token_hex(16)
    number = seed_of(seed)
    if number is None:
        raise BadOption("A seed must be a whole number of at most 128 bits, or None.")
    return number


def action_number(action: Any) -> int:
    """An action as a whole number; IllegalAction for anything else, such as a fraction, a text or a bool."""
    number = whole(action)
    if number is None and isinstance(action, np.ndarray) and action.size == 1:
        number = whole(action.reshape(-1)[0])
    if number is None:
        raise IllegalAction(f"An action must be the number of a legal action, so a whole number, not {described(action)}.")
    return number


class Mask(np.ndarray[Any, Any]):
    """An int8 array of zeros and ones with a fast ``nonzero``, which NumPy vectorises for bools only.

    What is computed from it, and its pickle, are plain numbers and arrays.
    """

    def nonzero(self) -> tuple[NDArray[np.intp], ...]:
        ones: NDArray[np.bool_] = self.view(np.ndarray) != 0
        return ones.nonzero()

    def __array_wrap__(self, array: Any, context: Any = None, return_scalar: bool = False) -> Any:
        return array[()] if return_scalar else array.view(np.ndarray)

    def __reduce__(self) -> Any:
        return self.view(np.ndarray).__reduce__()


class Play:
    """A game in progress: the actor, its observation, its legal actions by number, and the final rewards.

    ``seen`` (float32) and ``mask`` (int8) are the flat observation and the legal actions of ``actor``. The arrays are reused by
    every step. Equal seeds and action numbers give equal games.
    """

    def __init__(
        self, game: str | Game, players: int | None, options: dict[str, Any], reward: str = "win", observation: str = "flat"
    ) -> None:
        check_reward(reward)
        self.game: Game = find_game(game)
        self.reward = reward
        self.start = self.game.start(players, **options)
        self.players = self.start.players
        self.form = Form(self.game, self.players, observation)
        space = self.game.action_space(self.players)
        self.numbers: NDArray[np.int32] = space.numbers
        self.size = space.size
        self._mask = np.zeros(space.size, np.int8)
        self.seen = np.zeros(self.form.size, np.float32)
        self.actor = CHANCE
        self._states = np.zeros(2, self.game.dtype)
        self._codes = np.zeros(self.game.max_actions, np.int32)
        self._count = np.zeros(2, np.int64)
        self._generators = np.zeros(1, GENERATOR)

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Restore a copy or pickle; its table of numbers is read-only, too, so that the same machine code applies."""
        self.__dict__.update(kept)
        self.numbers.flags.writeable = False

    def begin(self, seed: int | None = None, position: Position | None = None) -> None:
        """Start a game from the first state or from a whole position. Without a seed a random one is drawn from the system."""
        start = self.start if position is None else position
        if start.game.name != self.game.name or start.players != self.players or start.seat is not None:
            raise HanlinError(f"This needs a whole position of {self.game.name} for {self.players} players.")
        self._states[WHOLE] = start.state
        self._generators[0] = seeded("env", seed_or_any(seed))
        self._mask[:] = 0
        self._count[0] = 0
        STEPS.prepare(self.game, step)
        self.actor = self._step(BEGIN, self.seen)

    def play(self, number: Any) -> None:
        """Play the legal action with that number, then sample chance; IllegalAction if there is none."""
        number = action_number(number)
        who = self._step(number if 0 <= number < self.size else ILLEGAL, self.seen)
        if who == ILLEGAL:
            raise IllegalAction(f"{described(number)} is not the number of an action that is legal now; see the mask.")
        self.actor = who

    def observed(self, seat: int) -> Observed:
        """The present observation of a seat in the form of the game, as new arrays."""
        found = self.form.read(self.look(seat))
        if not isinstance(found, dict):
            return found
        parts = {name: np.array(part) for name, part in found.items()}
        if seat != self.actor:
            return {**parts, **self.form.no_rows()}
        rows = self.form.rows(self._states[:1], [seat], self._codes[None], self._count[:1])
        return {**parts, **{name: array[0] for name, array in rows.items()}}

    def look(self, seat: int) -> NDArray[np.float32]:
        """The present flat observation of a seat, as a new array."""
        if seat == self.actor:
            return self.seen.copy()
        out = np.zeros_like(self.seen)
        self._step(OBSERVE, out, seat)
        return out

    @property
    def mask(self) -> Mask:
        """An array with a 1 for the number of each legal action of the actor; reused by every step."""
        return self._mask.view(Mask)

    def is_legal(self, number: Any) -> bool:
        """True if the number is that of a legal action."""
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
        """The view of ``seat`` as a state; reused by every call."""
        self._states[SEEN] = self._states[WHOLE]
        generic.hide(self._states[SEEN], seat)
        return self._states[SEEN]

    def rewards(self) -> list[float]:
        """The reward of each seat for the present state, as ``final_rewards``."""
        return final_rewards(self.position(), self.reward)

    def position(self) -> Position:
        """The present state as a position without history."""
        return Position(self.game, self._states[:1].copy(), self.start.options)

    def _step(self, number: int, out: NDArray[np.float32], seat: int = OVER) -> int:
        count, mask, chance, run = self._count, self._mask, NO_WEIGHTS, STEPS.quickest(step, self.game.dtype)
        return int(run(self._states, number, seat, self.numbers, self._codes, count, mask, out, chance, self._generators))
