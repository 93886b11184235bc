"""Verification of score files: every game is replayed by the rules, opponents' moves are made again, scores computed anew.

What a forger can still do is said in ``docs/research/benchmark.md``.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace

from hanlin.core.errors import HanlinError
from hanlin.core.jit.rng import Rng, below, seeded
from hanlin.core.position.position import Position
from hanlin.core.verbs import generic
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.lab.benchmark_agents import Agent, Asked, BotAgent, is_replayable, named_bot
from hanlin.lab.benchmark_games import NO_FAULT, STAND_IN, BenchmarkGame, finished, not_all_seats
from hanlin.lab.benchmark_protocol import Setting, protocol
from hanlin.lab.benchmark_scores import Score, SettingScore, setting_score, whole_score
from hanlin.lab.distribute import spread

RESULTS = "points", "ranks", "share"
FIGURES = "deals", "share", "score", "low", "high"
GAMES_AT_ONCE = 5
MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Verified:
    """The result of a verification: the games replayed, the moves of computer players made again, and what was wrong."""

    games: int
    moves: int
    faults: list[str]


def verify(
    score: Score,
    percent: float = 100.0,
    processes: int = 1,
    ray: str | None = None,
    progress: Callable[[int], None] = lambda games: None,
    seed: str | None = None,
) -> Verified:
    """Verify a score: all games are replayed, and ``percent`` of the moves of computer players are made again.

    Those are the opponents' and, if the agent is a built-in bot that always does the same, the agent's. Which ones follows from
    ``seed``, by default a random one, so that a forger can't know. ``progress``: called with the number of games replayed.
    HanlinError if this version can't tell: the file was made with other rules or another value network.
    """
    if not 0 <= percent <= 100:
        raise HanlinError(f"The percentage of moves must be from 0 to 100, not {percent:g}.")
    for each in score.settings:
        _check_version(score, each)
    work = Replays(score, percent, secrets.token_hex(8) if seed is None else seed)
    faults: dict[int, list[str]] = {}
    games = moves = 0
    for piece, (played, made, found) in spread(work, range(work.pieces), processes, ray):
        faults[piece] = found
        games, moves = games + played, moves + made
        progress(games)
    of_games = [fault for piece in sorted(faults) for fault in faults[piece]]
    return Verified(games, moves, of_games + _figures_at_fault(score))


def _check_version(score: Score, each: SettingScore) -> None:
    [setting] = protocol().chosen([each.setting])
    rules = setting.start().game.rules_version
    if each.rules != rules:
        raise HanlinError(f"{each.setting} was played by version {each.rules} of the rules; this is {rules}: {_other(score)}")
    if each.weights != setting.weights(score.agent, score.opponents):
        raise HanlinError(f"{each.setting} was played with another value network: {_other(score)}")


def _other(score: Score) -> str:
    return f"verify it with Hanlin {score.hanlin}."


# -- games -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Replays:
    """Replaying the games of a score as work for ``distribute``: a piece is a few games."""

    score: Score
    percent: float
    seed: str

    @property
    def pieces(self) -> int:
        """The number of pieces."""
        return -(-sum(len(each.games) for each in self.score.settings) // GAMES_AT_ONCE)

    def do(self, piece: int) -> tuple[int, int, list[str]]:
        """Replay a piece: the number of games, of moves made again, and what was wrong."""
        games = [(each.setting, game) for each in self.score.settings for game in each.games]
        part = games[piece * GAMES_AT_ONCE : (piece + 1) * GAMES_AT_ONCE]
        faults, moves = list[str](), 0
        for name, game in part:
            setting = protocol().settings[name]
            replay = Replay(setting, game, self._players(), seeded(self.seed, name, game.deal, game.seat), self.percent)
            wrong = replay.run()
            moves += replay.moves
            if wrong:
                faults.append(f"{name}, deal {game.deal}, agent at seat {game.seat}: {wrong}")
        return len(part), moves, faults

    def _players(self) -> tuple[Agent | None, Agent, Agent]:
        agent = self.score.agent
        mine = BotAgent(named_bot(agent)) if is_replayable(agent) else None
        return mine, BotAgent(named_bot(self.score.opponents)), BotAgent(named_bot(STAND_IN))


class Replay:
    """A game that is replayed. ``players``: the agent, if its moves can be made again, the opponents, the agent's stand-in."""

    def __init__(
        self, setting: Setting, game: BenchmarkGame, players: tuple[Agent | None, Agent, Agent], rng: Rng, percent: float
    ) -> None:
        self.setting, self.game = setting, game
        self.agent, self.opponent, self.stand_in = players
        self.moves = 0
        self._rng, self._limit = rng, round(MILLION * percent / 100)

    def run(self) -> str:
        """Faults of the game; empty if it has none."""
        if not 0 <= self.game.seat < self.setting.players:
            return "there is no such seat"
        position = self.setting.start()
        for code in self.game.codes:
            if position.actor == OVER:
                return f"it goes on after its end, at ply {position.ply}"
            if wrong := self._wrong_action(position, code):
                return f"ply {position.ply}: {wrong}"
            position.apply(code)
        if position.actor != OVER:
            return f"it is not over after ply {position.ply}"
        return self._wrong_result(position)

    def _wrong_action(self, position: Position, code: int) -> str:
        if code not in position.legal_codes:
            return f"the action {code} is not legal"
        text = position.game.text(position.state, code)
        if position.actor == CHANCE:
            drawn = int(generic.sample(position.state, self.setting.chance(self.game.deal, position.ply)))
            return "" if code == drawn else f"the deal does not draw {text!r}"
        player, name = self._player(position)
        if player is None or below(self._rng, MILLION) >= self._limit:
            return ""
        self.moves += 1
        rng = self.setting.decision(self.game.deal, self.game.seat, position.ply)
        [own] = player.choose([Asked(position, rng)])
        return "" if own == code else f"{name} does not play {text!r}"

    def _player(self, position: Position) -> tuple[Agent | None, str]:
        if position.actor != self.game.seat:
            return self.opponent, "the opponent"
        failed = self.game.fault_ply != NO_FAULT and position.ply >= self.game.fault_ply
        return (self.stand_in, "the stand-in") if failed else (self.agent, "the agent")

    def _wrong_result(self, end: Position) -> str:
        game = self.game
        real = finished(end, game.codes, game.deal, game.seat, game.fault, game.fault_ply)
        wrong = [
            f"{name} should be {getattr(real, name)}, not {getattr(game, name)}"
            for name in RESULTS
            if getattr(real, name) != getattr(game, name)
        ]
        return "; ".join(wrong)


# -- figures ---------------------------------------------------------------------------------------------------------------


def _figures_at_fault(score: Score) -> list[str]:
    """Faults of the deals, shares, scores and intervals of a file, given its games."""
    names = [each.setting for each in score.settings]
    if not names or len(set(names)) < len(names):
        return ["the settings are none, or one of them is there twice"]
    faults = []
    for each in score.settings:
        faults += [f"{each.setting}: {wrong}" for wrong in _setting_at_fault(score, each)]
    real = whole_score(score.agent, protocol().against(score.opponents), score.seconds, score.settings)
    return faults + list(_differences(real, score, ("score", "low", "high", "complete")))


def _setting_at_fault(score: Score, each: SettingScore) -> Sequence[str]:
    setting = protocol().settings[each.setting]
    if wrong := not_all_seats(each.games, setting.players):
        return wrong
    real = setting_score(setting, score.agent, protocol().against(score.opponents), each.games)
    return list(_differences(replace(real, games=[]), each, FIGURES))


def _differences(real: object, told: object, names: Sequence[str]) -> Iterator[str]:
    for name in names:
        if getattr(real, name) != getattr(told, name):
            yield f"{name} should be {getattr(real, name)}, not {getattr(told, name)}"
