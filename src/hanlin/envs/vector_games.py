"""Thousands of games at once, for training and statistics: NumPy arrays that compiled code updates in place, on all cores."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hanlin.core.errors import BadOption, HanlinError, IllegalAction
from hanlin.core.jit.rng import all_seeded
from hanlin.core.lib.integers import whole
from hanlin.core.position.game import Game
from hanlin.core.position.game import game as find_game
from hanlin.core.position.position import Position
from hanlin.core.verbs import generic
from hanlin.envs.core import seed_or_any
from hanlin.envs.forms import Form, Observed
from hanlin.envs.opponents import SECONDS
from hanlin.envs.players import Player
from hanlin.envs.rewards import REWARDS, check_reward
from hanlin.envs.settings import check_max_cycles, check_options
from hanlin.envs.vector_loops import ALL, AS_BEFORE, AT_RANDOM, BEGIN, NEXT_SEAT, NOBODY, advance, are_picked, draw, find
from hanlin.envs.vector_opponents import OpponentTable

EVERY_SEAT = "all"
"""Instead of a seat: there are no opponents, all seats are played from outside."""
DRAWN = "drawn"
"""Instead of a seat: the learner has a random seat in each game."""
ROTATING = "rotating"
"""Instead of a seat: the learner begins in seat i modulo the players in game i, and takes the next seat in each new game."""
LINE = 64
"""Bytes in a cache line."""
NO_LIMIT = 1 << 62
"""Instead of the number of actions after which a game is truncated."""


class VectorGames:
    """``envs`` games that are stepped together. The arrays are reused by every ``reset`` and ``step``, which write only what
    changes. Treat them as read-only and copy what you keep:

    actors        int32 [envs]            the active seat
    counts        int32 [envs]            the number of legal actions
    legal         int32 [envs, most]      their numbers (``game.action_space(players)``): legal[i, :counts[i]]
    masks         int8 [envs, size]       a 1 for the number of each legal action
    observations  float32 [envs, n]       the observation of the active seat, with the layout of ``hanlin.envs.layout``
    rewards       float32 [envs, players] the final rewards if the last step ended the game, else 0
    over          bool [envs]             whether the last step ended a game (also named ``terminated``)
    truncated     bool [envs]             whether the last step was the game's last by ``max_cycles``, without rewards
    seats         int32 [envs]            the learner's seat; -1 if all seats are played from outside
    opponents     int32 [envs, players]   the opponent of each seat as an index of ``policies``; -1 where there is none

    Where ``over`` or ``truncated`` is set, the next game has started already: all other arrays but ``rewards`` are of that one.
    Chance and opponents act automatically. Each game has its own random stream, so results do not depend on the number of
    threads, and game i does not depend on the number of games.
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        envs: int,
        threads: int = 1,
        reward: str = "win",
        observation: str = "flat",
        seat: int | str | None = None,
        opponents: Sequence[Any] | None = None,
        max_cycles: int | None = None,
        seconds: float = SECONDS,
        masks: bool = True,
        observations: bool = True,
        last_observations: bool = False,
        **options: Any,
    ) -> None:
        """``observation``: what ``observed()`` and opponents that are batch policies get, "flat", "structured" or "v0".

        ``seat``: "all", the learner's seat among opponents, "drawn" for a random seat in each game, or "rotating"; by
        default "all", or 0 if there are opponents. ``opponents``: who plays the other seats, in turn order from the
        learner's left (``hanlin.envs.opponents``; a short list is repeated), by default ["random"]. ``max_cycles``: truncate
        a game after so many steps. ``seconds``: the time that opponents ``choose(view, seconds, seed)`` are told.

        Without ``masks`` or ``observations`` these arrays have no rows, which saves time. ``last_observations``: also keep the
        learner's final observations (``last_observations``, float32 [envs, n], valid in rows where ``over`` or ``truncated``
        is true) and, with ``max_cycles``, the masks of truncated games then (``last_masks``, int8 [envs, size]).
        """
        self._check(envs, threads, reward)
        self.game = find_game(game)
        check_options(self.game, options, type(self))
        self._most_cycles = check_max_cycles(max_cycles) or NO_LIMIT
        self.start = self.game.start(players, **options)
        self.players = self.start.players
        self.envs, self.threads = int(envs), min(int(threads), int(envs))
        self.space = self.game.action_space(self.players)
        self.form = Form(self.game, self.players, observation)
        size = self.form.size
        most = self.game.max_actions
        self.actors, self.counts, self.seats, self._picks, self._waiting = np.zeros((5, envs), np.int32)
        self._cycles, self._chosen, self._all_rows = np.zeros((3, envs), np.int64)
        self._all_rows[:] = np.arange(envs)
        self.over, self.truncated = np.zeros((2, envs), np.bool_)
        self.rewards = np.zeros((envs, self.players), np.float32)
        self.legal, self._codes = np.zeros((2, envs, most), np.int32)
        self.masks = np.zeros((envs if masks else 0, self.space.size), np.int8)
        self.observations = np.zeros((envs if observations else 0, size), np.float32)
        self.last_observations = np.zeros((envs if last_observations else 0, size), np.float32)
        self.last_masks = np.zeros((envs if last_observations and max_cycles is not None else 0, self.space.size), np.int8)
        self._draws = self._assign_seats(seat, opponents)
        self.opponents = np.full((envs, self.players), NOBODY, np.int32)
        self._table = OpponentTable(("random",) if opponents is None else opponents, self.game, self.players, seconds)
        self._check_arrays()
        self._kind = REWARDS.index(reward)
        self._bytes = _whole_lines(envs, self.game.dtype.itemsize)
        self._games = self._bytes.view(self.game.dtype)[:, 0]
        self._secret = _ranges(self.game.dtype, self.game.secret_fields)
        self._busy = _lines(self.game.dtype, self.game.busy_fields)
        self._begin_at(self.start)
        self._ready = False
        self._buffers = [
            (np.zeros(3, self.game.dtype), np.zeros((2, self.players), np.int64), np.zeros(self.game.dtype.itemsize, np.uint8))
            for _ in range(self.threads)
        ]
        self._pool = self._threads()

    def _threads(self) -> ThreadPoolExecutor | None:
        """Start the threads other than the calling one."""
        return ThreadPoolExecutor(self.threads - 1) if self.threads > 1 else None

    def __getstate__(self) -> dict[str, Any]:
        """The state of the games. ``__setstate__`` restores what shares memory or belongs to a process."""
        return {name: value for name, value in vars(self).items() if name not in ("_games", "_pool", "space")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Restore a copy or pickle, with its games in new, aligned memory."""
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
                raise BadOption(f"{name} must be a whole number from 1, not {number!r}.")
        check_reward(reward)

    def _assign_seats(self, seat: int | str | None, opponents: Any) -> int:
        """Set the learner's seats; return how a new game gets it (``vector_loops.AS_BEFORE`` …)."""
        if seat is None:
            seat = EVERY_SEAT if opponents is None else 0
        if isinstance(seat, str) and seat in (EVERY_SEAT, DRAWN, ROTATING):
            if seat == EVERY_SEAT and opponents is not None:
                raise BadOption(
                    f"With seat={seat!r} there are no opponents; choose the learner's seat, such as 0 or {DRAWN!r}."
                )
            self.seats[:] = ALL
            return {EVERY_SEAT: AS_BEFORE, DRAWN: AT_RANDOM, ROTATING: NEXT_SEAT}[seat]
        number = whole(seat)
        if number is None or not 0 <= number < self.players:
            raise BadOption(
                f"seat must be a number from 0 to {self.players - 1}, {EVERY_SEAT!r}, {DRAWN!r} or {ROTATING!r}, not {seat!r}."
            )
        self.seats[:] = number
        return AS_BEFORE

    def _check_arrays(self) -> None:
        if self._table.needs_observations and not (len(self.masks) and len(self.observations)):
            raise BadOption("An opponent that is a function of observations and masks needs both; leave them on.")

    @property
    def terminated(self) -> NDArray[np.bool_]:
        """The array ``over`` by the name that Gymnasium uses."""
        return self.over

    @property
    def policies(self) -> tuple[Any, ...]:
        """The opponents by the indices in ``opponents``, each as it was given; None where an index is free."""
        return tuple(self._table.policies)

    def _begin_at(self, position: Position) -> None:
        self._start: NDArray[np.void] = np.zeros(1, self.game.dtype)
        self._start[0] = position.state

    @classmethod
    def from_position(cls, position: Position, **settings: Any) -> VectorGames:
        """Make games that all start in a whole position. ``settings`` are those of the class."""
        made = cls(position.game.name, position.players, **settings, **position.options)
        if position.seat is not None or position.over:
            raise HanlinError("Games start in a whole position that is not over, not in a seat's view.")
        made._begin_at(position)
        return made

    def reset(self, seed: int | None = None) -> VectorGames:
        """Start all games again; return self. Without a seed a random one is drawn from the system."""
        source = seed_or_any(seed)
        self._take_over_pools()
        self._generators = all_seeded(("env", source, number) for number in range(self.envs))
        for array in (self.legal, self.counts, self.masks):
            array.fill(0)
        self._picks.fill(BEGIN)
        self._advance()
        return self

    def step(self, actions: ArrayLike) -> VectorGames:
        """Play an action in each game by its number ([envs] whole numbers), up to the next decision; return self.

        IllegalAction names the first game in which an action is not legal; then nothing has changed. If an opponent fails, its
        exception comes through and the games need a ``reset``.
        """
        chosen = np.asarray(actions)
        if not self._ready:
            raise HanlinError("Call reset() before step().")
        if chosen.shape != (self.envs,) or chosen.dtype.kind not in "iu":
            raise IllegalAction(f"step takes {self.envs} whole numbers, one action for each game.")
        chosen = chosen.astype(np.int64, copy=False)
        if not are_picked(self._picks, chosen, self.legal, self.counts):
            at = self._find_all(chosen, self._all_rows)
            if at >= 0:
                raise IllegalAction(
                    f"{int(chosen[at])} is not the number of an action that is legal now in game {at}; see legal."
                )
        self._take_over_pools()
        self._advance()
        return self

    def choose(self, rng: np.random.Generator) -> NDArray[np.int32]:
        """A legal action for each game, uniformly at random."""
        chosen = np.empty(self.envs, np.int32)
        draw(rng.random(self.envs), self.legal, self.counts, self._picks, chosen)  # step checks these indices first
        return chosen

    def observed(self) -> Observed:
        """The observations in the form that ``observation`` names: ``observations`` itself, its first columns (``"v0"``), or a
        dictionary of tables, planes and rows of actions, all of them [envs, …] (``"structured"``)."""
        found = self.form.read(self.observations)
        return found | self.form.rows(self._games, self.actors, self._codes, self.counts) if isinstance(found, dict) else found

    def position(self, number: int) -> Position:
        """The present state of game ``number`` as a position without history."""
        return Position(self.game, self._games[number : number + 1].copy(), self.start.options)

    def close(self) -> None:
        """Stop the threads. The games can't be continued."""
        self._ready = False
        if self._pool is not None:
            self._pool.shutdown()

    def _take_over_pools(self) -> None:
        """Let games that start in this step draw from pools of past selves as they are now."""
        if self._table.sync(self.opponents):
            self._check_arrays()

    def _find_all(self, chosen: NDArray[np.int64], rows: NDArray[np.int64]) -> int:
        """Find the chosen numbers of games among their legal actions; return the first game where one is missing, or -1."""

        def run(_part: int, first: int, last: int) -> int:
            return int(find(self._picks, chosen, self.legal, self.counts, rows, first, last))

        return min((at for at in self._on_all_threads(run, len(rows)) if at >= 0), default=-1)

    def _advance(self) -> None:
        """Play the picked actions up to the learner's next decision in every game."""
        self._ready = False
        self._on_all_threads(lambda *part: self._advance_part(self._all_rows, False, *part), self.envs)
        while self._table.has_outside:
            rows = np.flatnonzero(self._waiting != NOBODY)
            if not len(rows):
                break
            for index in np.unique(self._waiting[rows]).tolist():
                self._ask(self._table.player(index), rows[self._waiting[rows] == index])
            self._on_all_threads(lambda *part, rows=rows: self._advance_part(rows, True, *part), len(rows))
        self._ready = True

    def _ask(self, player: Player, rows: NDArray[np.int64]) -> None:
        """Pick the actions of an opponent in the games where it must decide."""
        if player.batches:
            self._chosen[rows] = player.numbers(self._observed_in(rows), self.masks[rows])
            at = self._find_all(self._chosen, rows)
            if at >= 0:
                raise IllegalAction(f"The opponent {player.name} chose {int(self._chosen[at])}, which is not legal there.")
        elif player.parallel:
            self._on_all_threads(lambda part, first, last: self._ask_for_each(player, rows[first:last], part), len(rows))
        else:
            self._ask_for_each(player, rows, 0)

    def _observed_in(self, rows: NDArray[np.int64]) -> Observed:
        """The observations of some games as a batch policy gets them: copies in the form of ``observed``."""
        found = self.form.read(self.observations[rows])
        if not isinstance(found, dict):
            return found
        memory = _whole_lines(len(rows), self.game.dtype.itemsize)
        memory[:] = self._bytes[rows]
        games = memory.view(self.game.dtype)[:, 0]  # In memory like that of all games, so that the same machine code applies.
        return found | self.form.rows(games, self.actors[rows], self._codes[rows], self.counts[rows])

    def _ask_for_each(self, player: Player, rows: NDArray[np.int64], thread: int) -> None:
        """Pick the actions of an opponent that decides from one view at a time."""
        for i in rows.tolist():
            view, seat = self._games[i : i + 1].copy(), int(self.actors[i])
            generic.hide(view[0], seat)
            code = player.code(Position(self.game, view, self.start.options, (), seat), self._generators[i], thread)
            self._picks[i] = np.flatnonzero(self._codes[i, : self.counts[i]] == code)[0]

    def _advance_part(self, rows: NDArray[np.int64], goes_on: bool, part: int, first: int, last: int) -> None:
        scratch, sums, kept = self._buffers[part]
        table = self._table
        advance(
            self._games,
            self._start,
            scratch,
            self._generators,
            self._picks,
            self.space.numbers,
            self._codes,
            self.legal,
            self.counts,
            self.actors,
            self.seats,
            self.over,
            self.truncated,
            self._cycles,
            self.rewards,
            sums,
            self.masks,
            self.observations,
            self._bytes,
            kept,
            self._secret,
            self._busy,
            self.last_observations,
            self.last_masks,
            self._kind,
            self._draws,
            self._most_cycles,
            self.opponents,
            table.kinds,
            table.choices,
            table.bounds,
            table.widths,
            self._waiting,
            int(goes_on),
            rows,
            first,
            last,
        )

    def _on_all_threads(self, run: Callable[[int, int, int], Any], games: int) -> list[Any]:
        """Call ``run`` with the number of a thread and the bounds of its share of the games, the first on this thread."""
        if self._pool is None or games < self.threads:
            return [run(0, 0, games)]
        bounds = [games * n // self.threads for n in range(self.threads + 1)]
        others = [self._pool.submit(run, part, *bounds[part : part + 2]) for part in range(1, self.threads)]
        try:
            mine = run(0, *bounds[:2])
        finally:
            wait(others)
        return [mine, *(other.result() for other in others)]


def _whole_lines(rows: int, size: int) -> NDArray[np.uint8]:
    """Rows of bytes that begin at a cache line."""
    memory = np.zeros(rows * size + LINE, np.uint8)
    first = -memory.ctypes.data % LINE
    return memory[first : first + rows * size].reshape(rows, size)


def _ranges(dtype: np.dtype[Any], fields: tuple[str, ...] | None) -> NDArray[np.int64]:
    """The byte ranges of fields in a record, as rows [first, last + 1); the whole record if ``fields`` is None."""
    if fields is None:
        return np.array([[0, dtype.itemsize]], np.int64)
    assert dtype.fields is not None
    places = [dtype.fields[name] for name in fields]
    return np.array([[place[1], place[1] + place[0].itemsize] for place in places], np.int64).reshape(-1, 2)


def _lines(dtype: np.dtype[Any], fields: tuple[tuple[str, int], ...] | None) -> NDArray[np.int64]:
    """The offsets of the cache lines that hold the first bytes of fields in a record; all lines if ``fields`` is None."""
    if fields is None:
        return np.arange(0, dtype.itemsize, LINE, dtype=np.int64)
    assert dtype.fields is not None
    lines: set[int] = set()
    for name, size in fields:
        first = dtype.fields[name][1]
        lines.update(range(first // LINE, (first + size - 1) // LINE + 1))
    return np.array(sorted(lines), np.int64) * LINE
