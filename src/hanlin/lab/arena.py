"""Tournaments between bots: every seating of the list plays the same deals, so that luck falls out of the comparison.

Game number n plays deal n // seatings in seating n % seatings. Chance draws from a generator of the deal and the ply, so games
of one deal meet the same luck as long as they go the same way. Everything follows from the settings, the number of the game
and, for bots with a time limit, the machine.
"""

from __future__ import annotations

import atexit
import json
import math
import os
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from io import FileIO
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from hanlin.bots.bot import bot, check_offered
from hanlin.bots.levels import levels
from hanlin.bots.subprocess_bot import PREFIX, Fault, SubprocessBot, split_command
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
"""Seconds a decision for programs from outside, where nothing else is said."""
LEAST, MOST = 0.001, 3600
"""Seconds that a decision may be given: a level by its name, or all that think by the settings."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a tournament plays. ``think``: CPU seconds a decision of every bot that thinks, None: its own.

    A level may be named with a time of its own: ``strong@0.05``; of that, as of its usual time, it uses less where the choice
    is clear, while the seconds that all bots are given (``think``) are used up.
    """

    game: str
    players: int
    options: dict[str, Any]
    bots: tuple[str, ...]
    games: int
    seed: str
    think: float | None = None

    def seating(self, number: int) -> list[str]:
        """Who sits where in game ``number``: the list repeated until every seat is taken, moved on from game to game."""
        filled = [self.bots[seat % len(self.bots)] for seat in range(self.players)]
        shift = number % self.players
        return [filled[(seat - shift) % self.players] for seat in range(self.players)]

    def deal(self, number: int) -> str:
        """The seed of chance in game ``number``: the same for all seatings of a deal."""
        return f"{self.seed}/{number // self.players}"


@dataclass(slots=True)
class Played:
    """A game that was played. By seats: bots, points, shares of the win, decisions and the milliseconds that they took."""

    number: int
    seats: list[str]
    points: list[int]
    shares: list[float]
    ranks: list[int]
    decisions: list[int]
    milliseconds: list[float]
    faults: dict[str, str] = field(default_factory=dict)
    """What went wrong with a program from outside, by its seat (from 0): that seat has lost."""


class Desk:
    """The bots of one tournament, made when first needed and kept from game to game."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._bots: dict[tuple[str, int], Any] = {}

    def bot(self, name: str, seat: int) -> Any:
        """The bot of that name for a seat. A program serves one seat, the others are shared.

        One that has failed is started again, unless it never gave an answer: nobody waits for it twice.
        """
        outside = name.startswith(PREFIX)
        key = (name, seat if outside else -1)
        if key not in self._bots or (outside and self._bots[key].dead and self._bots[key].answered):
            self._bots[key] = make_bot(name, self.settings.think)
        return self._bots[key]

    def end(self) -> None:
        """End all programs."""
        for one in self._bots.values():
            if isinstance(one, SubprocessBot):
                one.end()


def make_bot(name: str, think: float | None) -> Any:
    """The bot of that name, at compiled speed where there is one; HanlinError where there is none."""
    if name.startswith(PREFIX):
        return SubprocessBot(name[len(PREFIX) :], think or THINK)
    level, seconds = level_and_seconds(name)
    return bot(level, fast=not PLAIN, seconds=seconds or think, patience=seconds is not None)


def level_and_seconds(name: str) -> tuple[str, float | None]:
    """The bot that a name means, and after an @ its seconds for a decision (CPU time); HanlinError where it means none."""
    level, at, text = name.partition("@")
    bot(level)
    if not at:
        return level, None
    if level not in levels() or not levels()[level].searches:
        raise HanlinError(f"{level} takes no time to think, so none can stand after it: {name!r}.")
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not LEAST <= seconds <= MOST:
        raise HanlinError(f"After the @ of {name!r} belongs a number of seconds from {LEAST} to {MOST}.")
    return level, seconds


# -- one game --------------------------------------------------------------------------------------------------------------


def play_game(settings: Settings, number: int, scratch: Desk) -> Played:
    """Game ``number`` of a tournament. A program that fails loses; a greedy bot plays on in its place."""
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
            code = decide(position, who, scratch.bot(name, who), seeded(deal, number, position.ply))
        except Fault as fault:
            faults[str(who)] = str(fault)
            continue
        spent[who] += time.perf_counter() - began
        decisions[who] += 1
        position.apply(code)
    return _result(number, position, seats, decisions, spent, faults)


def decide(position: Position, seat: int, chooser: Any, rng: Any) -> int:
    """The code of the action that a bot chooses from what its seat sees."""
    if isinstance(chooser, SubprocessBot):
        return position.code(chooser.choose(position.seen_by(seat), next_word(rng)))
    view = np.zeros(1, position.game.dtype)
    view[0] = position.state
    generic.hide(view[0], seat)
    return int(chooser.decide(position.game, view[0], seat, rng))


def _result(
    number: int, end: Position, seats: list[str], decisions: list[int], spent: list[float], faults: dict[str, str]
) -> Played:
    out = np.zeros(len(seats), np.int64)
    generic.standing(end.state, out)
    standings = [int(rank) for rank in out]
    for seat in faults:
        standings[int(seat)] = min(standings) - 1
    best = max(standings)
    winners = standings.count(best)
    return Played(
        number=number,
        seats=seats,
        points=end.scores,
        shares=[1 / winners if rank == best else 0.0 for rank in standings],
        ranks=[sum(other > rank for other in standings) for rank in standings],
        decisions=decisions,
        milliseconds=[round(1000 * seconds, 3) for seconds in spent],
        faults=faults,
    )


# -- many games ------------------------------------------------------------------------------------------------------------


def tournament(
    settings: Settings,
    processes: int,
    resume: Path | None,
    progress: Callable[[Played], None] = lambda played: None,
    ray: str | None = None,
) -> list[Played]:
    """Play all games of a tournament that ``resume`` does not hold yet, in that many processes or on the Ray cluster of that
    address (``scale.spread``), and return all in order.

    ``resume``: a file to which each game is added when it is over, so that a tournament that was stopped goes on.
    ``progress`` hears of each game. HanlinError where the file belongs to another tournament.
    """
    check(settings)
    done = {played.number: played for played in _kept(settings, resume)}
    for played in done.values():
        progress(played)
    missing = [number for number in range(settings.games) if number not in done]
    if resume is not None and missing:
        with open(resume, "ab", buffering=0) as kept:  # What can't be written is not tried again when it is closed.
            if kept.tell() == 0:
                _write(kept, {"settings": asdict(settings)})
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
    """HanlinError where the settings name a game, an option, a bot or a time that there is not, or too many bots."""
    of = game(settings.game)
    of.check_players(settings.players)
    of.check_options(settings.players, settings.options)
    if len(settings.bots) > settings.players:
        raise HanlinError(f"{len(settings.bots)} bots are too many for {settings.players} seats.")
    if settings.think is not None and not LEAST <= settings.think <= MOST:
        raise HanlinError(f"A decision can be given {LEAST} to {MOST} seconds, not {settings.think:g}.")
    for name in settings.bots:
        if name.startswith(PREFIX):
            split_command(name[len(PREFIX) :])
        else:
            check_offered(of, settings.players, level_and_seconds(name)[0])


def _play(settings: Settings, numbers: Sequence[int], processes: int, ray: str | None) -> Iterator[Played]:
    """The games of these numbers, in the order in which they end."""
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
    """A tournament as work that can be spread (``scale``): a piece is a game. Each process keeps its bots from game to game."""

    settings: Settings

    def do(self, number: int) -> Played:
        """Game ``number``."""
        global _scratch
        if _scratch is None or _scratch.settings != self.settings:
            self.end()
            _scratch = Desk(self.settings)
            atexit.register(_scratch.end)
        return play_game(self.settings, number, _scratch)

    def end(self) -> None:
        """End the programs that this process has started."""
        global _scratch
        if _scratch is not None:
            _scratch.end()
        _scratch = None


_scratch: Desk | None = None


def _write(file: FileIO, what: dict[str, Any]) -> None:
    left = memoryview(json.dumps(what).encode() + b"\n")
    try:
        while left:
            left = left[file.write(left) :]
    except OSError as error:
        raise unwritten(str(file.name), error) from None


_BEGINS = b'{"settings": '


class _Begin(msgspec.Struct):
    """The first line of a tournament's file."""

    settings: dict[str, Any]


def _kept(settings: Settings, file: Path | None) -> list[Played]:
    """The games that a file holds. A last line that was cut off is left out, and cut off the file if it is a tournament's."""
    if file is None or not file.is_file():  # A device may have no end.
        return []
    text = file.read_bytes()
    whole = text[: text.rfind(b"\n") + 1]
    first, *rest = whole.splitlines() or [b""]
    try:
        # The very first line, too, may have been cut off.
        kept = msgspec.json.decode(first, type=_Begin).settings if whole else {}
        if not whole and not _BEGINS.startswith(text[: len(_BEGINS)]):
            raise ValueError
        played = [msgspec.json.decode(line, type=Played) for line in rest]
    except (ValueError, msgspec.MsgspecError, RecursionError):
        raise HanlinError(f"{file} is no file of a tournament; name another one.") from None
    if whole:
        _check_same(settings, kept, file)
    if len(whole) < len(text):
        os.truncate(file, len(whole))
    return [game for game in played if game.number < settings.games]


def _check_same(settings: Settings, kept: dict[str, Any], file: Path) -> None:
    wanted = json.loads(json.dumps(asdict(settings)))
    different = [name for name in wanted if name != "games" and kept.get(name) != wanted[name]]
    if different:
        raise HanlinError(f"{file} holds a tournament with other settings ({', '.join(different)}); name another file.")


def game_of(settings: Settings) -> Game:
    """The game that is played."""
    return game(settings.game)
