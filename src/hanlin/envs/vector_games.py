"""Thousands of games at once, for training and statistics: NumPy arrays that machine code fills in place, on all cores."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hanlin.core.errors import BadOption, HanlinError, IllegalAction
from hanlin.core.jit.rng import all_seeded
from hanlin.core.lib.integers import whole
from hanlin.core.position.game import game as find_game
from hanlin.core.position.position import Position
from hanlin.core.verbs.features import size_of
from hanlin.envs.core import REWARDS, seed_or_any
from hanlin.envs.vector_loops import ALL, BEGIN, advance, are_picked, draw, find

EVERY_SEAT = "all"
"""In place of a seat: there are no opponents."""
DRAWN = "drawn"
"""In place of a seat: each game draws the learner's."""
LINE = 64
"""Bytes that a processor fetches at once."""


class VectorGames:
    """``envs`` games side by side. ``reset`` and ``step`` write these arrays, always the same ones, and only what changes in
    them, so read them; what you want to keep or to change, copy:

    actors        int32 [envs]            the seat to move
    counts        int32 [envs]            how many actions are legal
    legal         int32 [envs, most]      their numbers (``game.action_space(players)``): legal[i, :counts[i]]
    masks         int8 [envs, size]       a 1 for the number of each legal action
    observations  float32 [envs, n]       what the seat to move observes, laid out as ``hanlin.envs.layout`` says
    rewards       float32 [envs, players] what each seat got for a game that has just ended, else 0
    over          bool [envs]             whether the last step ended a game; the next one has begun already
    seats         int32 [envs]            the learner's seat; -1 where all seats are played from outside

    Chance and opponents act by themselves. Each game has a random stream of its own, so equal seeds and actions give equal
    games on any number of threads, and game i is the same however many there are.
    """

    def __init__(
        self,
        game: str,
        players: int | None = None,
        *,
        envs: int,
        threads: int = 1,
        reward: str = "win",
        seat: int | str = EVERY_SEAT,
        masks: bool = True,
        observations: bool = True,
        last_observations: bool = False,
        **options: Any,
    ) -> None:
        """``seat``: "all", or the learner's seat among opponents that play at random, or "drawn": another one for each game.

        Without ``masks`` or ``observations`` these arrays have no rows, which saves time. ``last_observations``: keep for the
        learner what it observes at a game's end (``last_observations``, float32 [envs, n], only rows where ``over`` is true).
        """
        self._check(envs, threads, reward)
        self.game = find_game(game)
        self.start = self.game.start(players, **options)
        self.players = self.start.players
        self.envs, self.threads = int(envs), min(int(threads), int(envs))
        self.space = self.game.action_space(self.players)
        size = size_of(self.game.features(self.players))
        if size == 0:
            raise HanlinError(f"{self.game.name} gives no observations, so there is nothing to learn from.")
        most = self.game.max_actions
        self.actors, self.counts, self.seats, self._picks = np.zeros((4, envs), np.int32)
        self.over = np.zeros(envs, np.bool_)
        self.rewards = np.zeros((envs, self.players), np.float32)
        self.legal, self._codes = np.zeros((2, envs, most), np.int32)
        self.masks = np.zeros((envs if masks else 0, self.space.size), np.int8)
        self.observations = np.zeros((envs if observations else 0, size), np.float32)
        self.last_observations = np.zeros((envs if last_observations else 0, size), np.float32)
        self._draws = self._assign_seats(seat)
        self._kind = REWARDS.index(reward)
        self._bytes = _whole_lines(envs, self.game.dtype.itemsize)
        self._games = self._bytes.view(self.game.dtype)[:, 0]
        self._secret = _ranges(self.game.dtype, self.game.secret_fields)
        self._busy = _lines(self.game.dtype, self.game.busy_fields)
        self._begin_at(self.start)
        self._ready = False
        bounds = [envs * n // self.threads for n in range(self.threads + 1)]
        self._parts = list(pairwise(bounds))
        self._buffers = [
            (np.zeros(1, self.game.dtype), np.zeros((2, self.players), np.int64), np.zeros(self.game.dtype.itemsize, np.uint8))
            for _ in self._parts
        ]
        self._pool = self._threads()

    def _threads(self) -> ThreadPoolExecutor | None:
        """The threads beside this one."""
        return ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None

    def __getstate__(self) -> dict[str, Any]:
        """All that the games continue from. ``__setstate__`` makes again what shares memory or belongs to this process."""
        return {name: value for name, value in vars(self).items() if name not in ("_games", "_pool", "space")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """A copy, or what was pickled: its games lie in its own memory, aligned, and play by the same machine code."""
        self.__dict__.update(kept)
        self._bytes = _whole_lines(self.envs, self.game.dtype.itemsize)
        self._bytes[:] = kept["_bytes"]
        self._games = self._bytes.view(self.game.dtype)[:, 0]
        self.space = self.game.action_space(self.players)
        self._pool = self._threads()

    @staticmethod
    def _check(envs: int, threads: int, reward: str) -> None:
        for name, number in (("envs", envs), ("threads", threads)):
            if (whole(number) or 0) < 1:
                raise BadOption(f"{name} is a whole number from 1, not {number!r}.")
        if reward not in REWARDS:
            raise BadOption(f"reward can't be {reward!r}; choose one of: {', '.join(REWARDS)}.")

    def _assign_seats(self, seat: int | str) -> int:
        """Give the learner its seat; 1 where each game draws it."""
        if isinstance(seat, str) and seat in (EVERY_SEAT, DRAWN):
            self.seats[:] = ALL
            return int(seat == DRAWN)
        number = whole(seat)
        if number is None or not 0 <= number < self.players:
            raise BadOption(f"seat is a number from 0 to {self.players - 1}, {EVERY_SEAT!r} or {DRAWN!r}, not {seat!r}.")
        self.seats[:] = number
        return 0

    def _begin_at(self, position: Position) -> None:
        self._start: NDArray[np.void] = np.zeros(1, self.game.dtype)
        self._start[0] = position.state

    @classmethod
    def from_position(cls, position: Position, **settings: Any) -> VectorGames:
        """Games that all begin, again and again, in that whole position. ``settings`` are those of the class."""
        made = cls(position.game.name, position.players, **settings, **position.options)
        if position.seat is not None or position.over:
            raise HanlinError("Games begin in a whole position that is not over, not in a seat's view.")
        made._begin_at(position)
        return made

    def reset(self, seed: int | None = None) -> VectorGames:
        """Begin all games anew; returns self. Without a seed chance is left to chance."""
        source = seed_or_any(seed)
        self._generators = all_seeded(("env", source, number) for number in range(self.envs))
        for array in (self.legal, self.counts, self.masks):
            array.fill(0)
        self._picks.fill(BEGIN)
        self._advance()
        self._ready = True
        return self

    def step(self, actions: ArrayLike) -> VectorGames:
        """Play in each game the action of that number ([envs] whole numbers), and go on to the next decision; returns self.

        IllegalAction names the first game in which that action is not legal; then nothing has changed.
        """
        chosen = np.asarray(actions)
        if not self._ready:
            raise HanlinError("The games have not begun: call reset() first.")
        if chosen.shape != (self.envs,) or chosen.dtype.kind not in "iu":
            raise IllegalAction(f"step takes {self.envs} whole numbers, an action for each game.")
        chosen = chosen.astype(np.int64, copy=False)
        if not are_picked(self._picks, chosen, self.legal, self.counts):
            self._find_all(chosen)
        self._advance()
        return self

    def choose(self, rng: np.random.Generator) -> NDArray[np.int32]:
        """A legal action for each game, uniformly at random."""
        chosen = np.empty(self.envs, np.int32)
        draw(rng.random(self.envs), self.legal, self.counts, self._picks, chosen)  # step looks at these places first
        return chosen

    def position(self, number: int) -> Position:
        """Game ``number`` as it stands, as a position without history."""
        return Position(self.game, self._games[number : number + 1].copy(), self.start.options)

    def close(self) -> None:
        """End the threads. The games can't be played on."""
        self._ready = False
        if self._pool is not None:
            self._pool.shutdown()

    def _find_all(self, chosen: NDArray[np.int64]) -> None:
        """Look for the chosen numbers in the lists of what is legal; IllegalAction where one is not there."""

        def run(part: int) -> int:
            return int(find(self._picks, chosen, self.legal, self.counts, *self._parts[part]))

        wrong = [at for at in self._on_all_threads(run) if at >= 0]
        if wrong:
            at = min(wrong)
            raise IllegalAction(f"{int(chosen[at])} is not the number of an action that is legal now in game {at}; see legal.")

    def _advance(self) -> None:
        self._on_all_threads(self._advance_part)

    def _advance_part(self, part: int) -> None:
        desk, sums, kept = self._buffers[part]
        advance(
            self._games,
            self._start,
            desk,
            self._generators,
            self._picks,
            self.space.numbers,
            self._codes,
            self.legal,
            self.counts,
            self.actors,
            self.seats,
            self.over,
            self.rewards,
            sums,
            self.masks,
            self.observations,
            self._bytes,
            kept,
            self._secret,
            self._busy,
            self.last_observations,
            self._kind,
            self._draws,
            *self._parts[part],
        )

    def _on_all_threads(self, run: Callable[[int], Any]) -> list[Any]:
        """``run`` for each part of the games: the first on this thread, the others beside it."""
        if self._pool is None:
            return [run(0)]
        others = [self._pool.submit(run, part) for part in range(1, self.threads)]
        return [run(0), *(other.result() for other in others)]


def _whole_lines(rows: int, size: int) -> NDArray[np.uint8]:
    """Rows of bytes, the first of which begins where a line of memory does."""
    room = np.zeros(rows * size + LINE, np.uint8)
    first = -room.ctypes.data % LINE
    return room[first : first + rows * size].reshape(rows, size)


def _ranges(dtype: np.dtype[Any], fields: tuple[str, ...] | None) -> NDArray[np.int64]:
    """Where the fields lie in a record: rows of first byte and the byte after the last. All of it where nobody says."""
    if fields is None:
        return np.array([[0, dtype.itemsize]], np.int64)
    assert dtype.fields is not None
    places = [dtype.fields[name] for name in fields]
    return np.array([[place[1], place[1] + place[0].itemsize] for place in places], np.int64).reshape(-1, 2)


def _lines(dtype: np.dtype[Any], fields: tuple[tuple[str, int], ...] | None) -> NDArray[np.int64]:
    """Bytes of a record, one in each line of memory in which the first so many bytes of the fields lie; all lines where nobody
    says."""
    if fields is None:
        return np.arange(0, dtype.itemsize, LINE, dtype=np.int64)
    assert dtype.fields is not None
    lines: set[int] = set()
    for name, size in fields:
        first = dtype.fields[name][1]
        lines.update(range(first // LINE, (first + size - 1) // LINE + 1))
    return np.array(sorted(lines), np.int64) * LINE
