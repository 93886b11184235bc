"""The games of Hanlin-Bench: each deal of a setting with the agent at each seat, as a job for ``distribute``."""

from __future__ import annotations

import atexit
import time
from collections.abc import Collection, Generator, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from hanlin.bots.subprocess_bot import Fault
from hanlin.core.position.position import Position
from hanlin.core.verbs import generic
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.lab.arena import shares_and_ranks
from hanlin.lab.benchmark_agents import Agent, Asked, BatchPolicy, BotAgent, found, made, name_of, named_bot
from hanlin.lab.benchmark_protocol import Setting, protocol
from hanlin.lab.distribute import Arrays

STAND_IN = "greedy"
"""The bot that plays on at the seat of a program that failed."""
NO_FAULT = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchmarkGame:
    """A finished game. ``seat``: the agent's; ``codes``: all actions, those of chance included; by seat ``points`` and
    ``ranks`` (0 is the best); ``share``: the agent's share of the win. ``fault``: of an agent that failed at ``fault_ply`` and
    so lost; -1: it did not."""

    deal: int
    seat: int
    codes: list[int]
    points: list[int]
    ranks: list[int]
    share: float
    fault: str = ""
    fault_ply: int = NO_FAULT


def finished(
    position: Position, codes: Sequence[int], deal: int, seat: int, fault: str = "", ply: int = NO_FAULT
) -> BenchmarkGame:
    """The result of a game that is over, in ``position``."""
    shares, ranks = shares_and_ranks(position, [seat] if ply != NO_FAULT else [])
    return BenchmarkGame(
        deal=deal,
        seat=seat,
        codes=list(codes),
        points=position.scores,
        ranks=ranks,
        share=shares[seat],
        fault=fault,
        fault_ply=ply,
    )


Course = Generator[Asked, int, BenchmarkGame]


def course(setting: Setting, opponent: Agent, stand_in: Agent, deal: int, seat: int) -> Course:
    """A game as a generator: it yields each decision of the agent, is sent the code of its action, and returns the result.

    A ``Fault`` that is thrown in makes the agent lose, and ``stand_in`` plays on.
    """
    position, codes = setting.start(), list[int]()
    fault, fault_ply = "", NO_FAULT
    while (who := position.actor) != OVER:
        ply = position.ply
        if who == CHANCE:
            code = int(generic.sample(position.state, setting.chance(deal, ply)))
        elif who == seat and fault_ply == NO_FAULT:
            try:
                code = yield Asked(position, setting.decision(deal, seat, ply))
            except Fault as failed:
                fault, fault_ply = str(failed), ply
                continue
        else:
            player = stand_in if who == seat else opponent
            [code] = player.choose([Asked(position, setting.decision(deal, seat, ply))])
        position.apply(code)
        codes.append(code)
    return finished(position, codes, deal, seat, fault, fault_ply)


@dataclass(slots=True)
class Timing:
    """Decisions of an agent, and the seconds they took by wall clock."""

    decisions: int = 0
    seconds: float = 0.0


def play(agent: Agent, courses: Sequence[Course], timing: Timing) -> Iterator[BenchmarkGame]:
    """Play games, as many at once as the agent can; yield them in order."""
    for first in range(0, len(courses), agent.width):
        part = courses[first : first + agent.width]
        games: dict[int, BenchmarkGame] = {}
        waiting: dict[int, Asked] = {}
        for number, each in enumerate(part):
            _advance(number, each, None, waiting, games)
        while waiting:
            numbers = sorted(waiting)
            began = time.perf_counter()
            answers = _answers(agent, [waiting.pop(number) for number in numbers])
            timing.seconds += time.perf_counter() - began
            timing.decisions += len(numbers)
            for number, answer in zip(numbers, answers, strict=True):
                _advance(number, part[number], answer, waiting, games)
        yield from (games[number] for number in sorted(games))


def _answers(agent: Agent, asked: list[Asked]) -> Sequence[int | Fault]:
    try:
        return agent.choose(asked)
    except Fault as fault:
        return [fault] * len(asked)


def _advance(
    number: int, each: Course, answer: int | Fault | None, waiting: dict[int, Asked], games: dict[int, BenchmarkGame]
) -> None:
    """Let a game go on to the next decision of the agent or to its end."""
    try:
        if answer is None:
            waiting[number] = next(each)
        else:
            waiting[number] = each.throw(answer) if isinstance(answer, Fault) else each.send(answer)
    except StopIteration as end:
        games[number] = end.value


# -- as a job --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class BenchmarkJob:
    """The first ``deals`` deals of a setting as a job for ``distribute``: a piece is a deal from all seats or, for a policy
    that decides in many games at once, as many deals as it can. ``seconds``: the time per decision that programs are given."""

    agent: Any
    setting: Setting
    opponents: str
    deals: int
    seconds: float

    def __post_init__(self) -> None:
        found(self.agent)
        named_bot(protocol().against(self.opponents).name)

    @cached_property
    def piece_size(self) -> int:
        """The number of deals in a piece."""
        item = found(self.agent)
        return max(1, item.width // self.setting.players) if isinstance(item, BatchPolicy) else 1

    @property
    def pieces(self) -> int:
        """The number of pieces."""
        return -(-self.deals // self.piece_size)

    def deals_of(self, piece: int) -> range:
        """The numbers of the deals in a piece."""
        return range(piece * self.piece_size, min((piece + 1) * self.piece_size, self.deals))

    def settings(self) -> dict[str, Any]:
        """The parameters that determine a piece. Where a piece has several deals, their number does so, too."""
        return {
            "job": protocol().name,
            "setting": self.setting.name,
            "rules": self.setting.start().game.rules_version,
            "weights": self.setting.weights(name_of(self.agent), self.opponents),
            "agent": name_of(self.agent),
            "opponents": self.opponents,
            "seconds": self.seconds,
            "piece_size": self.piece_size,
            **({"deals": self.deals} if self.piece_size > 1 else {}),
        }

    def do(self, piece: int) -> Arrays:
        """Play a piece; see ``games_of`` for what it holds."""
        agent, opponent, stand_in = _live(self)
        seats = range(self.setting.players)
        courses = [course(self.setting, opponent, stand_in, deal, seat) for deal in self.deals_of(piece) for seat in seats]
        timing = Timing()
        games = list(play(agent, courses, timing))
        return {
            "lengths": np.array([len(game.codes) for game in games]),
            "codes": np.concatenate([np.array(game.codes, np.int32) for game in games]),
            "points": np.array([game.points for game in games]),
            "ranks": np.array([game.ranks for game in games]),
            "share": np.array([game.share for game in games]),
            "fault": np.array([game.fault for game in games]),
            "fault_ply": np.array([game.fault_ply for game in games]),
            "timing": np.array([timing.decisions, timing.seconds]),
        }

    def games_of(self, piece: int, result: Arrays) -> Iterator[BenchmarkGame]:
        """The games of a piece, deal by deal and seat by seat."""
        codes = np.split(result["codes"], np.cumsum(result["lengths"])[:-1])
        names = "points", "ranks", "share", "fault", "fault_ply"
        for row, own in enumerate(codes):
            deal, seat = divmod(row, self.setting.players)
            values = {name: result[name][row].tolist() for name in names}
            yield BenchmarkGame(deal=self.deals_of(piece)[deal], seat=seat, codes=own.tolist(), **values)

    def end(self) -> None:
        """Stop the programs of this process."""
        global _players
        if _players is not None:
            _players[1][0].end()
        _players = None


Players = tuple[Agent, Agent, Agent]
_players: tuple[BenchmarkJob, Players] | None = None
"""The agent, its opponents and its stand-in, made when first needed and kept between the pieces of a job."""


def _live(job: BenchmarkJob) -> Players:
    global _players
    if _players is None or _players[0] != job:
        job.end()
        _players = (
            job,
            (made(job.agent, job.setting, job.seconds), BotAgent(named_bot(job.opponents)), BotAgent(named_bot(STAND_IN))),
        )
        atexit.register(job.end)
    return _players[1]


def not_all_seats(games: Collection[BenchmarkGame], players: int) -> list[str]:
    """A sentence if the games are not the first deals, each from all seats once."""
    there = [(game.deal, game.seat) for game in games]
    deals = range(-(-len(there) // players))
    wanted = [(deal, seat) for deal in deals for seat in range(players)]
    return [] if sorted(there) == wanted else [f"the games are not those of deals 0 to {len(deals) - 1} from each seat"]
