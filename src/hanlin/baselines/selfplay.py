"""Self-play of the baselines: one network plays all seats of many games at once, and learns from what each seat saw.

``ppo`` and ``dqn`` differ in how a choice is made and in what is learned from it; the rest is here.
"""

from __future__ import annotations

import argparse
import csv
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import torch

from hanlin.baselines.networks import Scores, Seen, numbers_of
from hanlin.bots.policy_network import FLAT, ROWS, PolicyNetwork
from hanlin.envs.vector_games import VectorGames

COLUMNS = ("decisions", "games", "seconds", "share")


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of a training: what is trained, for how long, and how."""

    game: str
    players: int
    decisions: int
    """Decisions to learn from."""
    form: str = FLAT
    """Of the observations: ``flat`` or ``rows``."""
    against: tuple[str, ...] = ()
    """Opponents, as of ``hanlin.envs.vector``: the learner plays one seat and learns to exploit them. None: it plays all."""
    start: str = ""
    """The file of a policy to begin with, instead of a network drawn by chance."""
    seed: int = 1
    tables: int = 64
    steps: int = 64
    """Decisions of each table between two updates."""
    hidden: int = 128
    trace: float = 0.95
    """Lambda of the lambda-returns, which are not discounted: a game has an end."""
    check: int = 100_000
    """Decisions between two checks."""
    matches: int = 200
    """Games of a check, against the opponents or, in self-play, against random players."""

    def games(self, envs: int, seat: str, opponents: Sequence[str] | None) -> VectorGames:
        """Games of these settings."""
        form = "structured" if self.form == ROWS else "flat"
        return VectorGames(self.game, self.players, envs=envs, seat=seat, opponents=opponents, observation=form)


@dataclass
class Rollout:
    """``steps`` decisions of each table: what was seen, step by step, and arrays [steps, tables, …]."""

    seen: list[Seen] = field(default_factory=list)
    choices: Any = None
    logs: Any = None
    """Logarithm of the probability of the choice."""
    values: Any = None
    """The value of what was seen, to the seat that decided."""
    actors: Any = None
    over: Any = None
    """True where the decision ended a game."""
    rewards: Any = None
    """The share of the win of each seat where a game ended."""


class Learner(Protocol):
    """One way to learn."""

    network: Scores

    def choose(self, seen: Seen) -> tuple[Any, Any, Any]:
        """The choices [tables], the logarithms of their probabilities, and the values, as NumPy arrays."""
        ...

    def learn(self, rollout: Rollout, targets: Any, trusted: Any) -> None:
        """Learn from a rollout; see ``returns``."""
        ...


def play(games: VectorGames, learner: Learner, settings: Settings) -> tuple[Rollout, Any]:
    """A rollout, and the values [tables] after it to the seats that are to move."""
    rollout = Rollout()
    steps: list[tuple[Any, ...]] = []
    for _ in range(settings.steps):
        seen, actors = Seen.of(games, settings.form), games.actors.copy()
        choices, logs, values = learner.choose(seen)
        games.step(numbers_of(games, settings.form, choices))
        rollout.seen.append(seen)
        steps.append((choices, logs, values, actors, games.over.copy(), games.rewards.copy()))
    arrays = [np.stack(column) for column in zip(*steps, strict=True)]
    rollout.choices, rollout.logs, rollout.values, rollout.actors, rollout.over, rollout.rewards = arrays
    return rollout, learner.choose(Seen.of(games, settings.form))[2]


def returns(rollout: Rollout, last_actors: Any, last_values: Any, trace: float) -> tuple[Any, Any]:
    """The lambda-return of each decision [steps, tables], and whether it is known.

    A decision is followed by the next one of the same seat, or by the end of the game with its reward. At the end of the
    rollout only the seat to move has a value; the last decisions of the others there are left out.
    """
    tables = np.arange(rollout.actors.shape[1])
    value, found = np.zeros((2, len(tables), rollout.rewards.shape[2]), np.float32)
    known = np.zeros(value.shape, np.bool_)
    value[tables, last_actors] = found[tables, last_actors] = last_values
    known[tables, last_actors] = True
    targets, trusted = np.zeros(rollout.values.shape, np.float32), np.zeros(rollout.over.shape, np.bool_)
    for step in reversed(range(len(rollout.actors))):
        ended, seat = rollout.over[step], rollout.actors[step]
        value[ended] = found[ended] = rollout.rewards[step][ended]
        known[ended] = True
        targets[step] = (1 - trace) * value[tables, seat] + trace * found[tables, seat]
        trusted[step] = known[tables, seat]
        value[tables, seat], found[tables, seat] = rollout.values[step], targets[step]
    return targets, trusted


def share_of_wins(policy: PolicyNetwork, settings: Settings) -> float:
    """The share of the wins of a network in a check: one game at each table, the seats in turn."""
    games = settings.games(settings.matches, "rotating", settings.against or ("random",))
    games.reset(seed=settings.seed)
    won, first = np.zeros(settings.matches), np.ones(settings.matches, np.bool_)
    while first.any():
        seats, seen = games.seats.copy(), Seen.of(games, settings.form)
        if settings.form == FLAT:
            choices = policy.numbers(seen.read, seen.there)
        else:
            choices = policy.picks(seen.read, seen.rows.astype(np.float32), seen.there)
        games.step(numbers_of(games, settings.form, choices))
        ended = games.over & first
        won[ended] = games.rewards[ended, seats[ended]]
        first &= ~games.over
    return float(won.mean())


def train(
    settings: Settings, make: Callable[[VectorGames, Settings], Learner]
) -> Iterator[tuple[dict[str, Any], PolicyNetwork]]:
    """Train, and yield a row of ``COLUMNS`` with the network at each check."""
    torch.set_num_threads(1)  # The networks are small: threads cost more than they bring.
    torch.manual_seed(settings.seed)
    games = settings.games(settings.tables, "rotating" if settings.against else "all", settings.against or None)
    games.reset(seed=settings.seed)
    learner = make(games, settings)
    seconds, due, decisions, finished = 0.0, 0, 0, 0
    while True:
        is_last = decisions >= settings.decisions
        if is_last or decisions >= due:
            policy, due = learner.network.exported(), decisions + settings.check
            share = round(share_of_wins(policy, settings), 4)
            yield dict(zip(COLUMNS, (decisions, finished, round(seconds, 1), share), strict=True)), policy
        if is_last:
            return
        began = time.process_time()
        rollout, last_values = play(games, learner, settings)
        targets, trusted = returns(rollout, games.actors, last_values, settings.trace)
        learner.learn(rollout, targets, trusted)
        seconds += time.process_time() - began
        decisions += rollout.actors.size
        finished += int(rollout.over.sum())


def run(about: str | None, make: Callable[[VectorGames, Settings], Learner], kind: str) -> None:
    """Train as the command line says; write ``policy.npz`` and ``curve.csv``."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, required=True)
    parser.add_argument("--decisions", type=int, default=1_000_000, help="decisions to learn from")
    parser.add_argument("--form", choices=(FLAT, ROWS), default=FLAT, help="the form of the observations")
    parser.add_argument("--against", default="", help="opponents to exploit, separated by commas; default: self-play")
    parser.add_argument("--start", default="", metavar="FILE", help="a policy of the same game and form to begin with")
    parser.add_argument("--check", type=int, default=100_000, help="decisions between two checks")
    parser.add_argument("--matches", type=int, default=200, help="games of a check")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tables", type=int, default=64, help="games that are played at once")
    parser.add_argument("--out", type=Path, required=True, help="the folder to write to")
    wanted = vars(parser.parse_args())
    out = wanted.pop("out")
    settings = Settings(**{**wanted, "against": tuple(filter(None, wanted["against"].split(",")))})
    rivals = ", ".join(settings.against) or "random players"
    out.mkdir(parents=True, exist_ok=True)
    with open(out / "curve.csv", "w", newline="", encoding="utf-8") as file:
        table = csv.DictWriter(file, COLUMNS)
        table.writeheader()
        for row, policy in train(settings, make):
            table.writerow(row)
            file.flush()
            policy.save(out / "policy.npz", learner=kind, **asdict(settings))
            print(
                f"{row['decisions']:9} decisions, {row['seconds']:6.0f} s: {row['share']:4.0%} against {rivals}",
                flush=True,
            )
