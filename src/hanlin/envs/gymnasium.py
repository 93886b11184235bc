"""One seat of a game as a Gymnasium environment; built-in bots play the other seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.bots.bot import bot, check_offered
from hanlin.core.errors import BadOption, IllegalAction
from hanlin.core.jit.rng import seeded
from hanlin.core.lib.extras import needed_by
from hanlin.core.lib.integers import whole
from hanlin.core.position.game import Game
from hanlin.envs.core import Play, action_number, seed_or_any
from hanlin.envs.pictures import RENDER_MODES, check_render_mode, render

with needed_by("A Gymnasium environment"):
    import gymnasium
    from gymnasium import spaces

ILLEGAL_REWARD = -1.0
"""The reward for an illegal action, which ends the game."""


class SeatEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """A game for the learner at ``seat``; None: at a random seat in each game.

    ``opponents``: the bots of the other seats, in turn order from the learner's left; a short list is repeated. Observations,
    actions and rewards are those of ``hanlin.envs.pettingzoo.SeatsEnv``. An illegal action ends the game with a reward of -1;
    ``action_masks()`` and ``info["action_mask"]`` mark the legal ones.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 (Gymnasium wants a dict)

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        opponents: Sequence[str] = ("random",),
        seat: int | None = 0,
        reward: str = "win",
        observation: str = "flat",
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        if isinstance(opponents, str) or not opponents:
            raise BadOption("Opponents are a list of names, such as ['greedy'].")
        self.game = Play(game, players, options, reward, observation)
        if seat is not None and whole(seat) not in range(self.game.players):
            raise BadOption(f"There is no seat {seat!r}; the seats are 0 to {self.game.players - 1}.")
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.seat = whole(seat) or 0
        self._wanted_seat = seat
        self._opponents = [bot(name) for name in opponents]
        for name in opponents:
            check_offered(self.game.game, self.game.players, name)
        self.action_space = spaces.Discrete(self.game.size)
        seen: dict[str, spaces.Space[Any]] = {
            "observation": self.game.form.space(),
            "action_mask": spaces.Box(0, 1, (self.game.size,), np.int8),
        }
        self.observation_space: spaces.Space[Any] = spaces.Dict(seen)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a game and play up to the learner's first decision; equal seeds give equal games."""
        super().reset(seed=None if seed is None else int(seed_or_any(seed)))
        if self._wanted_seat is None:
            self.seat = int(self.np_random.integers(self.game.players))
        number = int(self.np_random.integers(2**62))
        self._rng = seeded("opponents", number)
        self.game.begin(number)
        self._opponents_play()
        return self._seen(), self._info()

    def step(self, action: np.int64) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play the action with that number, then the opponents' actions; an illegal action ends the game with -1.

        IllegalAction if it is not a whole number; then nothing has changed.
        """
        number = action_number(action)
        try:
            self.game.play(number)
        except IllegalAction:
            return self._seen(), ILLEGAL_REWARD, True, False, self._info()
        self._opponents_play()
        reward = self.game.rewards()[self.seat] if self.game.over else 0.0
        return self._seen(), reward, self.game.over, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask of legal actions, for ``MaskablePPO`` of sb3-contrib."""
        return np.asarray(self.game.mask).astype(np.bool_)

    def render(self) -> Any:
        """Text (``ansi``; ``human`` prints it), SVG text (``svg``), or pixels (``rgb_array``)."""
        return render(self.game.position(), self.render_mode)

    def _opponents_play(self) -> None:
        while not self.game.over and self.game.actor != self.seat:
            who = self.game.actor
            opponent = self._opponents[((who - self.seat) % self.game.players - 1) % len(self._opponents)]
            code = opponent.decide(self.game.game, self.game.state_seen_by(who), who, self._rng)
            self.game.play(self.game.numbers[code])

    def _seen(self) -> dict[str, Any]:
        return {"observation": self.game.observed(self.seat), "action_mask": self.game.mask.copy()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.game.mask.copy()}
