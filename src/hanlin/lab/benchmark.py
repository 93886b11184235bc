"""Hanlin-Bench: an agent's score in fixed settings of the three games, against opponents with a fixed number of iterations.

``benchmark`` plays the numbered deals of each setting with the agent at every seat; the score is 0 for random play and 100 for
an agent that plays as well as its opponents. ``verify`` checks a score file, ``table`` compares several.
``docs/research/benchmark.md`` has the protocol and scores.
"""

from __future__ import annotations

import pickle
import re
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from hanlin.bots.levels import LEAST_SECONDS, MOST_SECONDS, resolved
from hanlin.core.errors import HanlinError
from hanlin.core.lib.integers import described, whole
from hanlin.lab.arena import THINK
from hanlin.lab.benchmark_agents import BatchPolicy, misfit, name_of
from hanlin.lab.benchmark_games import BenchmarkGame, BenchmarkJob
from hanlin.lab.benchmark_protocol import Setting, protocol
from hanlin.lab.benchmark_scores import Score, SettingScore, read_score, setting_score, table, whole_score
from hanlin.lab.benchmark_verify import Verified, verify
from hanlin.lab.distribute import collect

__all__ = [
    "BatchPolicy",
    "BenchmarkGame",
    "Score",
    "Setting",
    "SettingScore",
    "Verified",
    "benchmark",
    "jobs",
    "played",
    "protocol",
    "read_score",
    "table",
    "verify",
]


def benchmark(
    agent: Any,
    settings: Sequence[str] | None = None,
    games: int | None = None,
    *,
    short: bool = False,
    opponents: str | None = None,
    seconds: float = THINK,
    processes: int = 1,
    keep: Path | str | None = None,
) -> Score:
    """Measure an agent by the protocol.

    ``agent``: the name of a bot (``greedy``, ``strong@200``), ``cmd:PROGRAM``, ``module:name``, a bot, a function
    ``choose(seen, seconds, seed)`` as for ``hanlin.bots.serve``, or a ``BatchPolicy`` over observations. ``settings``: their
    names, by default all that it can play: networks of one's own are for a game and a number of players. ``games``: of each
    setting, rounded up to whole deals; by default those of a complete entry or, if it is to be ``short``, of a short table.
    ``opponents``: one of ``protocol().opponents``. ``seconds``: CPU time per decision that programs and functions are given.
    ``keep``: a folder that stores finished deals, so that a stopped run can be continued. HanlinError for what does not fit.

    >>> import hanlin
    >>> score = hanlin.benchmark("greedy", ["forbidden_city-2"], games=2, opponents="greedy")
    >>> score.settings[0].deals, score.complete
    (1, False)
    """
    chosen = jobs(agent, settings, games, short=short, opponents=opponents, seconds=seconds)
    if processes > 1:
        _check_pickles(agent)
    return played(chosen, processes, keep=None if keep is None else Path(keep))


def jobs(
    agent: Any,
    settings: Sequence[str] | None = None,
    games: int | None = None,
    *,
    short: bool = False,
    opponents: str | None = None,
    seconds: float = THINK,
) -> list[BenchmarkJob]:
    """The games to be played for a score, one job for each setting; the parameters are those of ``benchmark``."""
    if games is not None and (whole(games) is None or games < 1):
        raise HanlinError(f"The number of games must be a whole number from 1, not {described(games)}.")
    if short and games is not None:
        raise HanlinError("A short table has a fixed number of games: leave out the number.")
    if not LEAST_SECONDS <= seconds <= MOST_SECONDS:
        raise HanlinError(f"Seconds per decision must be from {LEAST_SECONDS} to {MOST_SECONDS}, not {seconds:g}.")
    against = protocol().against(opponents).name
    if isinstance(agent, str):
        # Networks of one's own go with the name, since other processes need not have the files.
        agent = resolved(agent)
    games = protocol().short if short else games
    return [
        BenchmarkJob(
            agent=agent,
            setting=setting,
            opponents=against,
            deals=protocol().deals if games is None else -(-games // setting.players),
            seconds=seconds,
        )
        for setting in _playable(agent, settings)
    ]


def _playable(agent: Any, names: Sequence[str] | None) -> list[Setting]:
    """The settings of these names, or for None all that an agent can play; HanlinError if it can't play one, or none."""
    chosen = protocol().chosen(names)
    reasons = {setting.name: misfit(agent, setting) for setting in chosen}
    wrong = [reason for reason in reasons.values() if reason]
    if wrong and (names is not None or len(wrong) == len(chosen)):
        raise HanlinError(wrong[0])
    return [setting for setting in chosen if not reasons[setting.name]]


def played(
    chosen: Sequence[BenchmarkJob],
    processes: int = 1,
    ray: str | None = None,
    keep: Path | None = None,
    progress: Callable[[int], None] = lambda games: None,
) -> Score:
    """Play the jobs of one agent that ``keep`` does not hold yet, in processes or on a Ray cluster, and return its score.

    ``progress``: called with the number of games that are done.
    """
    first, results, before = chosen[0], [], 0
    name, opponents = name_of(first.agent), protocol().against(first.opponents)
    for job in chosen:
        games: list[BenchmarkGame] = []
        timing = np.zeros(2)
        try:
            for piece, result in enumerate(collect(job, processes, ray, _folder(job, keep))):
                games += job.games_of(piece, result)
                timing += result["timing"]
                progress(before + len(games))
        finally:
            job.end()
        before += len(games)
        ms = round(1000 * float(timing[1] / max(1, timing[0])), 3)
        results.append(setting_score(job.setting, name, opponents, games, ms))
    return whole_score(name, opponents, first.seconds, results)


def _folder(job: BenchmarkJob, keep: Path | None) -> Path | None:
    """The folder for the deals of a job: names of agents may hold characters that names of files can't."""
    if keep is None:
        return None
    name = name_of(job.agent)
    readable = re.sub(r"[^A-Za-z0-9@._-]+", "-", name)[:60]
    agent = readable if readable == name else f"{readable}-{zlib.crc32(name.encode()):08x}"
    return keep / f"{agent}-against-{job.opponents}" / job.setting.name


def _check_pickles(agent: Any) -> None:
    try:
        pickle.dumps(agent)
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise HanlinError(
            f"Other processes can't be given this agent ({error}): use processes=1, or name it module:name."
        ) from None
