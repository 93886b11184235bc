"""All seats of a game as PettingZoo environments: AEC, where seats act in turn, and Parallel."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, Literal, overload

import numpy as np
from numpy.typing import NDArray

from hanlin.core.errors import BadOption, IllegalAction
from hanlin.core.jit.rng import below, next_word, seeded
from hanlin.core.lib.extras import needed_by
from hanlin.core.position.game import Game
from hanlin.core.position.game import game as find_game
from hanlin.core.position.position import Position
from hanlin.envs.core import Play, action_number, seed_or_any
from hanlin.envs.pictures import RENDER_MODES, check_render_mode, render
from hanlin.envs.settings import check_max_cycles, check_options, settings_of

with needed_by("A PettingZoo environment"):
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv


class SeatsEnv(AECEnv):  # type: ignore[misc]
    """An AEC environment with agents ``seat_0``, ``seat_1``, … in the order of the seats.

    Observations are ``{"observation": …, "action_mask": int8}``, from the seat's view: ``observation="flat"`` gives a float32
    vector with the layout of ``hanlin.envs.layout``, ``"structured"`` a dictionary of tables and planes, see
    ``hanlin.envs.structure``, with a row of features for each legal action, ``"v0"`` the vector of version 0. For every agent
    except the active one, ``action_mask`` is all zeros. Actions are the numbers of
    ``game.action_space(players)``. Rewards come at the end: ``reward="win"`` the share of the win (tied winners share it),
    ``"zero_sum"``, ``"rank"``, ``"margin"`` or ``"points"``, see ``hanlin.envs.rewards``. Chance moves are sampled by the
    environment from a generator seeded by ``reset(seed=…)``; a reset without a seed goes on from the last seed, as in
    Gymnasium, or draws one from the system if there was none. Options of the game are keywords. After ``max_cycles`` actions
    the episode is truncated with reward 0 for all.
    """

    agents: list[str]
    agent_selection: str
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        reward: str = "win",
        observation: str = "flat",
        render_mode: str | None = None,
        max_cycles: int | None = None,
        **options: Any,
    ) -> None:
        super().__init__()
        check_options(find_game(game), options, type(self))
        self.max_cycles = check_max_cycles(max_cycles)
        self._cycles = 0
        self.game = Play(game, players, options, reward, observation)
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"hanlin_{self.game.game.name}_v{self.game.form.version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(self.game.players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(self.game.size) for agent in self.possible_agents}
        self._start: Position | None = None
        self._seeds: Any = None

    @classmethod
    def from_position(
        cls, position: Position, *, reward: str = "win", observation: str = "flat", render_mode: str | None = None
    ) -> SeatsEnv:
        """Make an environment whose games start in a position."""
        settings: dict[str, Any] = {"reward": reward, "observation": observation, "render_mode": render_mode}
        env = cls(position.game.name, position.players, **settings, **position.options)
        env._start = position.copy()
        return env

    def _observation_space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": self.game.form.space(),
                "action_mask": spaces.Box(0, 1, (self.game.size,), np.int8),
            }
        )

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The observation and an int8 mask, the same space for every agent."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of all actions of a seat, the same space for every agent."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game; equal seeds give equal games, also in the resets without a seed that follow. ``options`` is unused."""
        if seed is not None:
            self._seeds = seeded("games", int(seed_or_any(seed)))
        elif self._seeds is not None:
            seed = int(next_word(self._seeds)) >> 1
        self.game.begin(seed, self._start)
        self._cycles = 0
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, self.game.over)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[max(self.game.actor, 0)]

    def observe(self, agent: str) -> dict[str, Any]:
        """The observation and the action mask of an agent; the mask of inactive agents is all zeros."""
        seat = self._seats[agent]
        mask = self.game.mask.copy() if seat == self.game.actor else np.zeros_like(self.game.mask)
        return {"observation": self.game.observed(seat), "action_mask": mask}

    def step(self, action: Any) -> None:
        """Play the action with that number for the selected agent; None for a terminated or truncated one."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.game.play(action)
        self._cumulative_rewards[agent] = 0.0
        self._cycles += 1
        if self.game.over:
            self.rewards = dict(zip(self.agents, self.game.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self._accumulate_rewards()
            self._deads_step_first()
            return
        self.agent_selection = self.possible_agents[self.game.actor]
        if self.max_cycles is not None and self._cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
            self._deads_step_first()

    @overload
    def last(self, observe: Literal[True] = True) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]: ...
    @overload
    def last(self, observe: bool) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]: ...
    def last(self, observe: bool = True) -> tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]]:
        """Observation, reward, termination, truncation and info of the selected agent; no observation without ``observe``."""
        found: tuple[dict[str, Any] | None, float, bool, bool, dict[str, Any]] = super().last(observe)
        return found

    def state(self) -> NDArray[np.float32]:
        """The global state: the concatenated flat observations of all seats."""
        return np.concatenate([self.game.look(seat) for seat in range(self.game.players)])

    def render(self) -> Any:
        """Text (``ansi``; ``human`` prints it), SVG text (``svg``), or pixels (``rgb_array``)."""
        return render(self.game.position(), self.render_mode)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def copy(self) -> SeatsEnv:
        """An independent copy, including the random stream of chance."""
        return copy.deepcopy(self)


class AllSeatsEnv(ParallelEnv):  # type: ignore[misc]
    """A Parallel environment: all agents send an action in each step, of which only that of the active agent counts.

    ``illegal``: for an illegal action, ``"raise"`` raises IllegalAction, and ``"random"`` plays a random legal one instead. The
    rest is as in ``SeatsEnv``.
    """

    agents: list[str]

    def __init__(self, game: str | Game, players: int | None = None, *, illegal: str = "raise", **settings: Any) -> None:
        super().__init__()
        if illegal not in ("raise", "random"):
            raise BadOption(f"illegal can't be {illegal!r}; choose one of: raise, random.")
        known = settings_of(SeatsEnv)
        check_options(find_game(game), {name: settings[name] for name in settings if name not in known}, type(self), SeatsEnv)
        self.seats = SeatsEnv(game, players, **settings)
        self.max_cycles, self.seats.max_cycles = self.seats.max_cycles, None
        self.illegal = illegal
        self.possible_agents = self.seats.possible_agents
        self.metadata = {**self.seats.metadata, "is_parallelizable": True}
        self.render_mode = self.seats.render_mode
        self._rng, self._cycles = seeded(), 0

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The observation and an int8 mask, which is all zeros for inactive agents."""
        return self.seats.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of ``game.action_space(players)``."""
        return self.seats.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a game; return the observations of all agents, and empty infos."""
        self.seats.reset(seed)
        self.agents = list(self.possible_agents)
        self._rng, self._cycles = seeded("instead", seed_or_any(seed)), 0
        return self._all(self.seats.observe), self._all(lambda agent: {})

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, Any]]:
        """Play the active agent's action; return observations, rewards, terminations, truncations and infos of all agents."""
        game, who = self.seats.game, self.seats.agent_selection
        if who not in actions:
            raise IllegalAction(f"It is the turn of {who}, but there is no action for it.")
        number = action_number(actions[who])
        if self.illegal == "random" and not game.is_legal(number):
            number = game.numbers[game.codes[below(self._rng, len(game.codes))]]
        self.seats.step(number)
        self._cycles += 1
        over = game.over
        cut = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        found = (
            self._all(self.seats.observe),
            self._all(self.seats.rewards.__getitem__),
            self._all(lambda agent: over),
            self._all(lambda agent: cut),
            self._all(lambda agent: {}),
        )
        if over or cut:
            self.agents = []
        return found

    def state(self) -> NDArray[np.float32]:
        """The global state: the concatenated flat observations of all seats."""
        return self.seats.state()

    def render(self) -> Any:
        """Text (``ansi``; ``human`` prints it), SVG text (``svg``), or pixels (``rgb_array``)."""
        return self.seats.render()

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def _all(self, of: Callable[[str], Any]) -> dict[str, Any]:
        return {agent: of(agent) for agent in self.agents}
