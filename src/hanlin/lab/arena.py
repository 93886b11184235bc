"""Tournaments between bots: every seating plays the same deals, which reduces the variance of the comparison.

Game number n plays deal n // seatings in seating n % seatings. Chance is seeded by the deal and the ply, so the games of one
deal have the same chance outcomes as long as they take the same course. Everything follows from the settings, the number of the
game and, for bots with a time limit, the machine.
"""

from __future__ import annotations

import atexit
import json
import os
import time
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from io import FileIO
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from hanlin._former_names import renamed
from hanlin.bots.bot import bot, check_offered
from hanlin.bots.levels import LEAST_SECONDS, MOST_SECONDS, resolved
from hanlin.bots.subprocess_bot import PREFIX, Fault, SubprocessBot, split_command
from hanlin.bots.weights import level_of
from hanlin.core.errors import HanlinError
from hanlin.core.jit.compiled import PLAIN
from hanlin.core.jit.rng import next_word, seeded
from hanlin.core.lib.files import unwritten
from hanlin.core.position.game import Game, game
from hanlin.core.position.position import Position
from hanlin.core.verbs import generic
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.lab.distribute import spread

THINK = 0.3
"""Seconds per decision for bot programs, by default."""
SCHEMA = "hanlin.tournament/2"
"""Of a file of finished games. In older ones, of version 1 or without a version, ``strong@2`` is a level with two seconds for a
decision, which is ``strong@2s`` now; their layout is the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of a tournament. ``think``: CPU seconds per decision for every bot that searches, None: its own limits.

    A level may be named with a budget of its own, ``strong@200`` (iterations) or ``strong@0.05s`` (seconds), to which ``think``
    does not apply. With a time it may stop early, as it does with its usual time; the seconds of ``think`` are always used
    up. With weights of one's own it is named by their file, ``strong:training/weights.npz`` or
    ``strong@0.05s:training/weights.npz``, and in results by their digest.
    """

    game: str
    players: int
    options: dict[str, Any]
    bots: tuple[str, ...]
    games: int
    seed: str
    think: float | None = None

    def __post_init__(self) -> None:
        # Weights of one's own go with the names, since other processes need not have the files.
        object.__setattr__(self, "bots", tuple(resolved(name) for name in self.bots))

    def seating(self, number: int) -> list[str]:
        """The bot of each seat in game ``number``: the list repeated until every seat is taken, rotated from game to game."""
        filled = [self.bots[seat % len(self.bots)] for seat in range(self.players)]
        shift = number % self.players
        return [filled[(seat - shift) % self.players] for seat in range(self.players)]

    def deal(self, number: int) -> str:
        """The seed of chance in game ``number``, the same for all seatings of a deal."""
        return f"{self.seed}/{number // self.players}"


@dataclass(slots=True)
class Played:
    """A finished game. By seat: bots, points, shares of the win, ranks, decisions and their milliseconds."""

    number: int
    seats: list[str]
    points: list[int]
    shares: list[float]
    ranks: list[int]
    decisions: list[int]
    milliseconds: list[float]
    faults: dict[str, str] = field(default_factory=dict)
    """Faults of bot programs by seat (from 0): such a seat has lost."""


class BotPool:
    """The bots of one tournament, made when first needed and kept between games."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._bots: dict[tuple[str, int], Any] = {}

    def bot(self, name: str, seat: int) -> Any:
        """The bot of that name for a seat. A bot program serves one seat, built-in bots are shared.

        A program that has failed is started again, unless it has never answered.
        """
        is_program = name.startswith(PREFIX)
        key = (name, seat if is_program else -1)
        if key not in self._bots or (is_program and self._bots[key].dead and self._bots[key].answered):
            self._bots[key] = make_bot(name, self.settings.think)
        return self._bots[key]

    def end(self) -> None:
        """Stop all bot programs."""
        for one in self._bots.values():
            if isinstance(one, SubprocessBot):
                one.end()


def make_bot(name: str, think: float | None) -> Any:
    """The bot of that name, at compiled speed if possible; HanlinError if there is none."""
    if name.startswith(PREFIX):
        return SubprocessBot(name[len(PREFIX) :], think or THINK)
    return bot(name, fast=not PLAIN, seconds=None if "@" in level_of(resolved(name)) else think)


# -- one game --------------------------------------------------------------------------------------------------------------


def play_game(settings: Settings, number: int, bots: BotPool) -> Played:
    """Play game ``number`` of a tournament. A bot program that fails loses, and a greedy bot takes over its seat."""
    position = game(settings.game).start(settings.players, **settings.options)
    seats = settings.seating(number)
    deal = settings.deal(number)
    decisions, spent, faults = [0] * len(seats), [0.0] * len(seats), {}
    while (who := position.actor) != OVER:
        if who == CHANCE:
            position.chance(seeded(deal, position.ply))
            continue
        name = seats[who] if str(who) not in faults else "greedy"
        began = time.perf_counter()
        try:
            code = decide(position, who, bots.bot(name, who), seeded(deal, number, position.ply))
        except Fault as fault:
            faults[str(who)] = str(fault)
            continue
        spent[who] += time.perf_counter() - began
        decisions[who] += 1
        position.apply(code)
    return _result(number, position, seats, decisions, spent, faults)


def decide(position: Position, seat: int, chooser: Any, rng: Any) -> int:
    """The code of the action that a bot chooses from its seat's view."""
    if isinstance(chooser, SubprocessBot):
        return position.code(chooser.choose(position.seen_by(seat), next_word(rng)))
    view = np.zeros(1, position.game.dtype)
    view[0] = position.state
    generic.hide(view[0], seat)
    return int(chooser.decide(position.game, view[0], seat, rng))


def _result(
    number: int, end: Position, seats: list[str], decisions: list[int], spent: list[float], faults: dict[str, str]
) -> Played:
    shares, ranks = shares_and_ranks(end, [int(seat) for seat in faults])
    return Played(
        number=number,
        seats=[str(name) for name in seats],
        points=end.scores,
        shares=shares,
        ranks=ranks,
        decisions=decisions,
        milliseconds=[round(1000 * seconds, 3) for seconds in spent],
        faults=faults,
    )


def shares_and_ranks(end: Position, lost: Collection[int] = ()) -> tuple[list[float], list[int]]:
    """By seat the share of the win and the rank (0 is the best) in a finished game. ``lost``: seats that have lost, whatever
    their result."""
    out = np.zeros(end.players, np.int64)
    generic.standing(end.state, out)
    standings = [int(standing) for standing in out]
    for seat in lost:
        standings[seat] = min(standings) - 1
    best = max(standings)
    winners = standings.count(best)
    shares = [1 / winners if standing == best else 0.0 for standing in standings]
    return shares, [sum(other > standing for other in standings) for standing in standings]


# -- many games ------------------------------------------------------------------------------------------------------------


def tournament(
    settings: Settings,
    processes: int,
    resume: Path | None,
    progress: Callable[[Played], None] = lambda played: None,
    ray: str | None = None,
) -> list[Played]:
    """Play the games of a tournament that ``resume`` does not hold yet, in processes or on a Ray cluster
    (``distribute.spread``), and return all in order.

    ``resume``: a file to which each finished game is appended, so that a stopped tournament can be continued; HanlinError if
    it belongs to another tournament. ``progress`` is called with each game.
    """
    check(settings)
    done = {played.number: played for played in kept_games(settings, resume)}
    for played in done.values():
        progress(played)
    missing = [number for number in range(settings.games) if number not in done]
    if resume is not None and missing:
        with open(resume, "ab", buffering=0) as kept:  # Unbuffered, so that closing does not retry a failed write.
            if kept.tell() == 0:
                _write(kept, {"settings": asdict(settings), "schema": SCHEMA})
            for played in _play(settings, missing, processes, ray):
                _write(kept, asdict(played))
                done[played.number] = played
                progress(played)
    else:
        for played in _play(settings, missing, processes, ray):
            done[played.number] = played
            progress(played)
    return [done[number] for number in sorted(done)]


def check(settings: Settings) -> None:
    """Raise HanlinError if the settings name an unknown game, option, bot or time, or too many bots."""
    of = game(settings.game)
    of.check_players(settings.players, minis=True)
    of.check_options(settings.players, settings.options)
    if len(settings.bots) > settings.players:
        raise HanlinError(f"{len(settings.bots)} bots are too many for {settings.players} seats.")
    if settings.think is not None and not LEAST_SECONDS <= settings.think <= MOST_SECONDS:
        raise HanlinError(f"Seconds per decision must be from {LEAST_SECONDS} to {MOST_SECONDS}, not {settings.think:g}.")
    for name in settings.bots:
        if name.startswith(PREFIX):
            split_command(name[len(PREFIX) :])
        else:
            bot(name)
            check_offered(of, settings.players, name, level_of(name).partition("@")[0])


def _play(settings: Settings, numbers: Sequence[int], processes: int, ray: str | None) -> Iterator[Played]:
    """Play the games of these numbers; yield them in the order in which they end."""
    # Data files go with the settings, since other machines do not have them.
    loaded = game(settings.game).check_options(settings.players, settings.options)
    match = Match(replace(settings, options=loaded))
    try:
        for _number, played in spread(match, numbers, processes, ray):
            yield played
    finally:
        match.end()


@dataclass(frozen=True, slots=True)
class Match:
    """A tournament as work for ``distribute``: a piece is a game. Each process keeps its bots between games."""

    settings: Settings

    def do(self, number: int) -> Played:
        """Play game ``number``."""
        global _pool
        if _pool is None or _pool.settings != self.settings:
            self.end()
            _pool = BotPool(self.settings)
            atexit.register(_pool.end)
        return play_game(self.settings, number, _pool)

    def end(self) -> None:
        """Stop the bot programs of this process."""
        global _pool
        if _pool is not None:
            _pool.end()
        _pool = None


_pool: BotPool | None = None


def _write(file: FileIO, what: dict[str, Any]) -> None:
    left = memoryview(json.dumps(what).encode() + b"\n")
    try:
        while left:
            left = left[file.write(left) :]
    except OSError as error:
        raise unwritten(str(file.name), error) from None


_BEGINS = b'{"settings": '


class _Begin(msgspec.Struct):
    """The first line of a file of games."""

    settings: dict[str, Any]
    schema: str = ""


def _with_seconds(name: str) -> str:
    """The name of a bot from an older file, as it is now: ``strong@2`` becomes ``strong@2s``."""
    if name.startswith(PREFIX) or "@" not in name:
        return name
    budget, colon, label = name.partition(":")
    return f"{budget.removesuffix('s')}s{colon}{label}"


def kept_games(settings: Settings, file: Path | None) -> list[Played]:
    """The games in a file; HanlinError where it belongs to another tournament or is none.

    A truncated last line is ignored and, in a file of games, cut off.
    """
    if file is None or not file.is_file():  # Reading a device might not end.
        return []
    text = file.read_bytes()
    whole = text[: text.rfind(b"\n") + 1]
    first, *rest = whole.splitlines() or [b""]
    try:
        # Even the first line may be truncated.
        begin = msgspec.json.decode(first, type=_Begin) if whole else _Begin({})
        if not whole and not _BEGINS.startswith(text[: len(_BEGINS)]):
            raise ValueError
        played = [msgspec.json.decode(line, type=Played) for line in rest]
    except (ValueError, msgspec.MsgspecError, RecursionError):
        raise HanlinError(f"{file} is not a file of tournament games; choose another file.") from None
    if whole and begin.schema != SCHEMA:
        for one in played:
            one.seats = [_with_seconds(name) for name in one.seats]
        begin.settings["bots"] = [_with_seconds(name) for name in begin.settings.get("bots", ())]
    if whole:
        _check_same(settings, begin.settings, file)
    if len(whole) < len(text):
        os.truncate(file, len(whole))
    return [game for game in played if game.number < settings.games]


def _check_same(settings: Settings, kept: dict[str, Any], file: Path) -> None:
    wanted = json.loads(json.dumps(asdict(settings)))
    different = [name for name in wanted if name != "games" and kept.get(name) != wanted[name]]
    if different:
        raise HanlinError(f"{file} holds a tournament with other settings ({', '.join(different)}); choose another file.")


def game_of(settings: Settings) -> Game:
    """The game that is played."""
    return game(settings.game)


__getattr__ = renamed(__name__, {"Desk": "BotPool"})
