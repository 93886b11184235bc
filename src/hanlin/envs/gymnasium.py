"""One seat of a game as a Gymnasium environment; opponents play the other seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.core.errors import BadOption, IllegalAction
from hanlin.core.jit.rng import Rng, below, seeded
from hanlin.core.lib.extras import needed_by
from hanlin.core.lib.integers import whole
from hanlin.core.position.game import Game
from hanlin.core.position.game import game as find_game
from hanlin.core.position.position import Position
from hanlin.envs.core import Play, action_number, seed_or_any
from hanlin.envs.forms import batch_of_one
from hanlin.envs.opponents import SECONDS, PastSelves, check_opponents
from hanlin.envs.pictures import RENDER_MODES, check_render_mode, render
from hanlin.envs.players import Player, player_of
from hanlin.envs.settings import check_max_cycles, check_options
from hanlin.envs.vector_loops import WEIGHTS

with needed_by("A Gymnasium environment"):
    import gymnasium
    from gymnasium import spaces

ROTATING = "rotating"
"""Instead of a seat: seat 0 after a reset with a seed, then the next one with each reset."""
ILLEGAL_REWARD = -1.0
"""The reward for an illegal action, which ends the game."""


class SeatEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """A game for the learner at ``seat``; None: at a random seat in each game; "rotating": at the next seat in each new game.

    ``opponents``: those of the other seats in turn order from the learner's left; a short list is repeated. Each is a bot's
    name, a program, a function, a bot or a pool (``hanlin.envs.opponents``); ``seconds`` is the time for a decision that
    functions and programs are told. Observations, actions and rewards are those of ``hanlin.envs.pettingzoo.SeatsEnv``. After
    ``max_cycles`` steps the episode is truncated, with reward 0. An illegal action ends the game with a reward of -1;
    ``action_masks()`` and ``info["action_mask"]`` mark the legal ones.
    """

    metadata = {"render_modes": list(RENDER_MODES), "render_fps": 1}  # noqa: RUF012 (Gymnasium wants a dict)

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        opponents: Sequence[Any] = ("random",),
        seat: int | str | None = 0,
        reward: str = "win",
        observation: str = "flat",
        max_cycles: int | None = None,
        seconds: float = SECONDS,
        render_mode: str | None = None,
        **options: Any,
    ) -> None:
        self._given = check_opponents(opponents)
        check_options(find_game(game), options, type(self))
        self.max_cycles = check_max_cycles(max_cycles)
        self.game = Play(game, players, options, reward, observation)
        if seat not in (None, ROTATING) and whole(seat) not in range(self.game.players):
            raise BadOption(
                f"There is no seat {seat!r}; the seats are 0 to {self.game.players - 1}, None (a random one) and {ROTATING!r}."
            )
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.seat = whole(seat) or 0
        self._wanted_seat = seat
        self._cycles = self._games = 0
        self.opponents: dict[int, Any] = {}
        """The opponent of each other seat in the present game, as it was given; of a pool, the member that was drawn."""
        self._seconds = seconds
        self._players: dict[Any, Player] = {}
        for place in range(len(self._given)):
            for key, opponent in self._members(place):
                self._player(key, opponent)
        self._seated: dict[int, Player] = {}
        self._position: Position | None = None
        self._luck: Rng = seeded()
        self.action_space = spaces.Discrete(self.game.size)
        seen: dict[str, spaces.Space[Any]] = {
            "observation": self.game.form.space(),
            "action_mask": spaces.Box(0, 1, (self.game.size,), np.int8),
        }
        self.observation_space: spaces.Space[Any] = spaces.Dict(seen)

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        """Start a game and play up to the learner's first decision; equal seeds give equal games."""
        super().reset(seed=None if seed is None else int(seed_or_any(seed)))
        self._games = 0 if seed is not None else self._games + 1
        if self._wanted_seat is None:
            self.seat = int(self.np_random.integers(self.game.players))
        elif self._wanted_seat == ROTATING:
            self.seat = self._games % self.game.players
        number = int(self.np_random.integers(2**62))
        self._rng = seeded("opponents", number)
        self._cycles = 0
        self._draw_opponents(seeded("past selves", number))
        self.game.begin(number)
        self._position = None
        if any(player.needs_history for player in self._seated.values()):
            self._luck = seeded("env", number)  # The numbers that the game itself draws.
            self._position = self.game.start.copy().settle(self._luck)
        self._opponents_play()
        return self._seen(), self._info()

    def step(self, action: np.int64) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Play the action with that number, then the opponents' actions; an illegal action ends the game with -1.

        IllegalAction if it is not a whole number; then nothing has changed.
        """
        number = action_number(action)
        try:
            self._play(number)
        except IllegalAction:
            return self._seen(), ILLEGAL_REWARD, True, False, self._info()
        self._cycles += 1
        self._opponents_play()
        over = self.game.over
        reward = self.game.rewards()[self.seat] if over else 0.0
        truncated = not over and self.max_cycles is not None and self._cycles >= self.max_cycles
        return self._seen(), reward, over, truncated, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """The mask of legal actions, for ``MaskablePPO`` of sb3-contrib."""
        return np.asarray(self.game.mask).astype(np.bool_)

    def render(self) -> Any:
        """Text (``ansi``; ``human`` prints it), SVG text (``svg``), or pixels (``rgb_array``)."""
        return render(self.game.position(), self.render_mode)

    def close(self) -> None:
        """Stop the programs that play."""
        for player in self._players.values():
            player.end()

    def _members(self, place: int) -> list[tuple[Any, Any]]:
        """The possible opponents at a place of the list, with a key for each."""
        given = self._given[place]
        if isinstance(given, PastSelves):
            return [((place, serial), member) for serial, member in zip(given.serials, given, strict=True)]
        return [((place, 0), given)]

    def _player(self, key: Any, opponent: Any) -> Player:
        if key not in self._players:
            self._players[key] = player_of(opponent, self.game.game, self.game.players, self._seconds)
        return self._players[key]

    def _draw_opponents(self, rng: Rng) -> None:
        """Seat the opponents of a game; those of a pool are drawn."""
        self._seated, self.opponents = {}, {}
        for line in range(self.game.players - 1):
            place = line % len(self._given)
            given, members = self._given[place], self._members(place)
            drawn = given.index_at(below(rng, WEIGHTS) / WEIGHTS) if isinstance(given, PastSelves) else 0
            seat = (self.seat + 1 + line) % self.game.players
            self._seated[seat], self.opponents[seat] = self._player(*members[drawn]), members[drawn][1]
        known = {key for place in range(len(self._given)) for key, _member in self._members(place)}
        for key in [key for key in self._players if key not in known]:
            self._players.pop(key).end()

    def _play(self, number: int) -> None:
        """Play an action number in the game and, where views need their history, in its position."""
        if self._position is None:
            self.game.play(number)
            return
        codes = self.game.codes.copy()
        self.game.play(number)
        self._position.apply(int(codes[self.game.numbers[codes] == number][0])).settle(self._luck)

    def _opponents_play(self) -> None:
        while not self.game.over and self.game.actor != self.seat:
            who = self.game.actor
            player = self._seated[who]
            if player.batches:
                seen, mask = batch_of_one(self.game.observed(who)), np.array(self.game.mask)[None]
                number = int(player.numbers(seen, mask)[0])
                if not self.game.is_legal(number):
                    raise IllegalAction(f"The opponent {player.name} chose {number}, which is not legal there.")
            else:
                number = int(self.game.numbers[player.code(self._view(who, player), self._rng)])
            self._play(number)

    def _view(self, who: int, player: Player) -> Position:
        """The view of a seat; with the moves that led to it if the player needs them."""
        if self._position is not None and player.needs_history:
            return self._position.seen_by(who)
        state = np.zeros(1, self.game.game.dtype)
        state[0] = self.game.state_seen_by(who)
        return Position(self.game.game, state, self.game.start.options, (), who)

    def _seen(self) -> dict[str, Any]:
        return {"observation": self.game.observed(self.seat), "action_mask": self.game.mask.copy()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self.game.mask.copy()}
