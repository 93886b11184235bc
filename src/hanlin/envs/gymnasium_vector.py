"""One seat in each of many games as a Gymnasium vector environment; opponents play the other seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.core.errors import BadOption
from hanlin.core.lib.extras import needed_by
from hanlin.core.position.game import Game
from hanlin.core.position.game import game as find_game
from hanlin.envs.core import seed_or_any
from hanlin.envs.forms import copied
from hanlin.envs.opponents import SECONDS
from hanlin.envs.settings import check_options
from hanlin.envs.vector_games import DRAWN, EVERY_SEAT, VectorGames

with needed_by("A Gymnasium environment"):
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space

Seen = dict[str, Any]


class SeatVectorEnv(gymnasium.vector.VectorEnv[Seen, NDArray[Any], NDArray[Any]]):
    """``num_envs`` games for a learner at ``seat``; None: at a random seat in each game; "rotating": the next seat each time.

    ``opponents``: those of the other seats in turn order from the learner's left (``hanlin.envs.opponents``); a short list is
    repeated. After ``max_cycles`` steps a game is truncated, with reward 0.

    Observations are ``{"observation": float32 [num_envs, n], "action_mask": int8 [num_envs, size]}``, or with
    ``observation="structured"`` a dictionary of arrays [num_envs, …] in place of the vectors: copies or, with
    ``copy=False``, the arrays of ``hanlin.envs.vector_games.VectorGames``, which are reused by every step. A finished or
    truncated game is reset in the same step (``AutoresetMode.SAME_STEP``): ``infos["final_obs"]`` holds the learner's last
    observation, without rows of actions, and ``infos["_final_obs"]`` marks these games. Actions must be legal.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012 (Gymnasium wants a dict)

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        num_envs: int = 1,
        threads: int = 1,
        seat: int | str | None = 0,
        opponents: Sequence[Any] = ("random",),
        max_cycles: int | None = None,
        seconds: float = SECONDS,
        reward: str = "win",
        observation: str = "flat",
        copy: bool = True,
        **options: Any,
    ) -> None:
        check_options(find_game(game), options, type(self))
        if seat == EVERY_SEAT:
            raise BadOption("A Gymnasium environment has one learner; for all seats use hanlin.envs.vector.")
        self.games = VectorGames(
            game,
            players,
            envs=num_envs,
            threads=threads,
            reward=reward,
            observation=observation,
            seat=DRAWN if seat is None else seat,
            opponents=opponents,
            max_cycles=max_cycles,
            seconds=seconds,
            last_observations=True,
            **options,
        )
        self.num_envs = num_envs
        self.copy = copy
        self.single_action_space = spaces.Discrete(self.games.space.size)
        self.single_observation_space = spaces.Dict(
            {
                "observation": self.games.form.space(),
                "action_mask": spaces.Box(0, 1, (self.games.space.size,), np.int8),
            }
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._rows = np.arange(num_envs)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """Start all games; equal seeds give equal games."""
        super().reset(seed=None if seed is None else int(seed_or_any(seed)))
        self.games.reset(int(self.np_random.integers(2**62)))
        return self._seen(), {"action_mask": self._mine(self.games.masks)}

    def step(
        self, actions: NDArray[Any]
    ) -> tuple[Seen, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Play the actions with these numbers; then the opponents play up to the learner's next decisions."""
        seats = self.games.seats.copy()
        self.games.step(actions)
        over, truncated = self.games.over.copy(), self.games.truncated.copy()
        ended = over | truncated
        rewards = self.games.rewards[self._rows, seats].astype(np.float64)
        infos: dict[str, Any] = {"action_mask": self._mine(self.games.masks)}
        if ended.any():
            infos["final_obs"], infos["_final_obs"] = self._ends(ended), ended
        return self._seen(), rewards, over, truncated, infos

    def close_extras(self, **kwargs: Any) -> None:
        """Stop the threads."""
        self.games.close()

    def _mine(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self.copy else array

    def _seen(self) -> Seen:
        seen = self.games.observed()
        return {"observation": copied(seen) if self.copy else seen, "action_mask": self._mine(self.games.masks)}

    def _ends(self, ended: NDArray[np.bool_]) -> NDArray[np.object_]:
        """The learner's last observation of each finished or truncated game; the mask of a finished one is empty."""
        ends, masks = np.full(self.num_envs, None, object), self.games.last_masks
        for number in np.flatnonzero(ended):
            mask = masks[number].copy() if len(masks) else np.zeros(self.games.space.size, np.int8)
            last = copied(self.games.form.read(self.games.last_observations[number]))
            last = {**last, **self.games.form.no_rows()} if isinstance(last, dict) else last
            ends[number] = {"observation": last, "action_mask": mask}
        return ends
