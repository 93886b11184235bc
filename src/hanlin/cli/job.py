"""The job of a command from the words of its command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from hanlin.cli.own_weights import say_weights
from hanlin.cli.words import read_list, read_options, read_seed
from hanlin.core.position.game import game as find_game
from hanlin.lab.jobs import SelfPlay, Simulation

J = TypeVar("J", Simulation, SelfPlay)


def read_job(
    kind: type[J], name: str, players: int, games: int, bots: str, seed: str, words: Sequence[str], **further: Any
) -> J:
    """The games that a command plays; HanlinError for words that make none.

    words: options of the game; further: what else the kind of job knows. The files of bots with weights are named on stderr.
    """
    of = find_game(name)
    job = kind(
        game=of.name,
        players=players,
        games=games,
        bots=tuple(read_list(bots)),
        seed=read_seed(seed),
        options=read_options(of, words),
        **further,
    )
    say_weights(job.bots)
    return job
