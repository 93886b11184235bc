"""The book of a game: games between strong players are played and measured, and the figures written to a small file."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from hanlin.bots.levels import level_named
from hanlin.bots.simulate import Games, play_one
from hanlin.core.errors import HanlinError
from hanlin.core.jit.events import capture
from hanlin.core.jit.rng import seeded
from hanlin.core.lib.files import whole_file
from hanlin.core.lib.memo import memo
from hanlin.core.position.game import Game
from hanlin.core.position.game import game as find_game
from hanlin.core.position.position import Position
from hanlin.core.verbs import generic
from hanlin.core.verbs.book import Book, Figures, Played, Ply, from_json
from hanlin.core.verbs.generic import CHANCE
from hanlin.lab.distribute import collect
from hanlin.lab.jobs import Simulation

SCHEMA = 1
FILE = "book.json"
"""The shipped book of a game, in its package."""


@dataclass(frozen=True, kw_only=True)
class BookGames(Simulation):
    """Games for a book. In every second one the opening decisions (``book.is_opening``) are drawn at random.

    So openings that strong players avoid are measured, too, and no other difference between the players explains the result.
    """

    whole: bool = True

    def has_drawn_opening(self, number: int) -> bool:
        """True if the opening of game ``number`` is drawn at random."""
        return number % 2 == 1

    def play(self, numbers: range, fast: bool) -> Games:
        """Play one game."""
        seats, seed = self.seats(numbers[0]), f"{self.seed}/{numbers[0]}"
        is_opening = getattr(book_module(find_game(self.game)), "is_opening", None)
        if is_opening is None or not self.has_drawn_opening(numbers[0]):
            return play_one(self.start, seats, seed, fast)
        position, codes = self.start.copy(), []
        rng = seeded(seed, "opening")
        while position.actor == CHANCE or (position.actor >= 0 and is_opening(position.state)):
            choose = generic.sample if position.actor == CHANCE else generic.choose
            codes.append(int(choose(position.state, rng)))
            position.apply(codes[-1])
        games = play_one(position, seats, seed, fast)
        games.codes = codes + games.codes
        games.lengths = games.lengths + len(codes)
        return games


def played(start: Position, codes: Sequence[int], drawn_opening: bool = False) -> Played:
    """A finished game, from the codes of its actions; HanlinError if they do not end it."""
    position, plies = start.copy(), []
    for code in codes:
        actor, text = position.actor, start.game.text(position.state, int(code))
        with capture() as events:
            position.apply(int(code))
        plies.append(Ply(actor, text, events))
    if not position.over:
        raise HanlinError(f"The actions of a game of {start.game.name} do not end it.")
    winners = position.winners
    shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(position.players)]
    return Played(position.players, position.options, plies, position.scores, shares, drawn_opening)


def measured(
    jobs: Sequence[BookGames],
    keep: Path,
    processes: int = 1,
    ray: str | None = None,
    progress: Callable[[int], None] = lambda games: None,
) -> Figures:
    """The figures of the games of some jobs of the same game, players and bots; they are played first, where ``keep`` lacks
    them. ``progress``: called with the number of games that are measured."""
    game = find_game(jobs[0].game)
    measure = book_module(game).measure
    # No options: the usual ones of this number of players.
    usual, options = game.start(jobs[0].players).options, jobs[0].start.options
    figures = Figures(jobs[0].players, "" if options == usual else game.options_text(options), jobs[0].bots[0])
    for job in jobs:
        folder = keep / f"{game.name}-{job.players}-{job.bots[0]}-{job.seed}"
        for piece, result in enumerate(collect(job, processes, ray, folder)):
            all_codes = np.split(result["codes"], np.cumsum(result["lengths"])[:-1])
            for number, codes in zip(job.numbers(piece), all_codes, strict=True):
                figures.add(measure(played(job.start, codes.tolist(), job.has_drawn_opening(number))))
            progress(figures.games)
    return figures


def deeper_bot(name: str, game: Game) -> str:
    """A level with five times its iterations; HanlinError for a bot that has no number of iterations."""
    level = level_named(name)
    iterations = None if level is None else level.iterations_for(game.name)
    if iterations is None:
        raise HanlinError(f"{name} has no number of iterations, so there is no deeper play of it; use --deeper 0.")
    return f"{name.partition('@')[0]}@{5 * iterations}"


def book_module(game: Game) -> Any:
    """The module ``book`` of a game; HanlinError if it has none."""
    found = game.book
    if found is None:
        raise HanlinError(f"{game.name} has no book: its package has no module book.")
    return found


def write_book(game: Game, figures: Sequence[Figures], file: Path) -> None:
    """Write the book of a game."""
    data = {"schema": SCHEMA, "game": game.name, "figures": [each.as_json() for each in figures]}
    with whole_file(file) as part:
        part.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")


@memo(maxsize=16)
def read_book(game: Game) -> Book | None:
    """The shipped book of a game; None if there is none."""
    found = book_data(game)
    return None if found is None else Book(game.name, tuple(from_json(each) for each in found["figures"]))


def book_data(game: Game) -> dict[str, Any] | None:
    """The shipped book of a game as JSON: ``schema``, ``game``, and ``figures`` (players, options, bots, games, topics)."""
    file = files(game.package).joinpath(FILE)
    if not file.is_file():
        return None
    data: dict[str, Any] = json.loads(file.read_text("utf-8"))
    if data.get("schema") != SCHEMA:
        raise HanlinError(f"The book of {game.name} has the schema {data.get('schema')!r}; this version reads {SCHEMA}.")
    return data
