"""The book of a game: games between strong players are played and measured, and the figures written to a small file."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np

from hanlin.bots.levels import level_named, levels
from hanlin.bots.simulate import Games, play_one
from hanlin.bots.weights import level_of, weights_of, with_weights
from hanlin.core.errors import HanlinError
from hanlin.core.jit.events import capture
from hanlin.core.jit.rng import seeded
from hanlin.core.lib.files import whole_file
from hanlin.core.lib.memo import memo
from hanlin.core.position.game import Game
from hanlin.core.position.game import game as find_game
from hanlin.core.position.position import Position
from hanlin.core.verbs import generic
from hanlin.core.verbs.book import CHOSEN, DRAWN, Book, Decided, Figures, Played, Ply, from_json
from hanlin.core.verbs.generic import CHANCE
from hanlin.core.verbs.rulebook import Rulebook
from hanlin.lab.distribute import collect, kept
from hanlin.lab.jobs import FEW, Simulation

SCHEMA = "hanlin.book/2"
SAME = (SCHEMA, 2)
"""The schema as files say it, which were once named by the number alone."""
FILE = "book.json"
"""The shipped book of a game, in its package."""


@dataclass(frozen=True, kw_only=True)
class BookGames(Simulation):
    """Games for a book. In every second one the first decisions are drawn at random, as long as they are ``book.is_opening``.

    So openings that strong players avoid are measured, too, and no other difference between the players explains the result.
    """

    whole: bool = True

    def __post_init__(self) -> None:
        super().__post_init__()
        # Only whole pieces: those of fewer games serve more games, too.
        object.__setattr__(self, "games", -(-self.games // self.piece_size) * self.piece_size)

    @property
    def piece_size(self) -> int:
        """So few games, since those of a search take long."""
        return FEW

    def settings(self) -> dict[str, Any]:
        """The parameters that determine a piece: all but the number of games."""
        return {name: value for name, value in super().settings().items() if name != "games"}

    def opening(self, number: int) -> str:
        """CHOSEN or DRAWN: how the opening of game ``number`` is decided; empty in a game that draws none."""
        return "" if self._is_opening is None else DRAWN if number % 2 else CHOSEN

    @property
    def _is_opening(self) -> Callable[[Any], bool] | None:
        found: Callable[[Any], bool] | None = getattr(book_module(find_game(self.game)), "is_opening", None)
        return found

    def play(self, numbers: range, fast: bool) -> Games:
        """Play one game."""
        seats, seed = self.seats(numbers[0]), f"{self.seed}/{numbers[0]}"
        is_opening = self._is_opening
        if is_opening is None or self.opening(numbers[0]) == CHOSEN:
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


def played(start: Position, codes: Sequence[int], opening: str = "") -> Played:
    """A finished game, from the codes of its actions; HanlinError if they do not end it. ``opening``: how it was decided."""
    position, plies = start.copy(), []
    decided: list[Decided] = []
    book, is_over, is_drawn = book_module(start.game), False, opening == DRAWN
    is_opening = getattr(book, "is_opening", None) or (lambda _state: False)
    for code in codes:
        actor, text = position.actor, start.game.text(position.state, int(code))
        is_over = is_over or book.is_opening_over(position.state)
        if actor >= 0 and not is_over:
            is_drawable = is_opening(position.state)
            is_drawn = is_drawn and is_drawable
            decided += _decided(book, position, text, is_drawable, is_drawn)
        with capture() as events:
            position.apply(int(code))
        plies.append(Ply(actor, text, events))
    if not position.over:
        raise HanlinError(f"The actions of a game of {start.game.name} do not end it.")
    winners = position.winners
    shares = [1 / len(winners) if seat in winners else 0.0 for seat in range(position.players)]
    return Played(position.players, position.options, plies, position.scores, shares, opening, decided)


def _decided(book: Any, position: Position, text: str, is_drawable: bool, is_drawn: bool) -> Iterator[Decided]:
    """The decision of an opening that an action makes, if it is one that the explorer shows."""
    decision = book.decision(position)
    if decision is not None and (chosen := decision.choice(text)):
        offered = frozenset(choice for action in position.legal if (choice := decision.choice(action)))
        yield Decided(position.actor, decision.keys, is_drawable, is_drawn, offered, chosen)


def measured(
    job: BookGames,
    keep: Path,
    processes: int = 1,
    ray: str | None = None,
    progress: Callable[[int], None] = lambda games: None,
    *,
    only: Collection[str] = (),
    kept_only: bool = False,
) -> Figures:
    """The figures of the games of a job; they are played first, where ``keep`` lacks them.

    ``progress``: called with the number of games that are measured. ``only``: the topics to measure, by default all.
    ``kept_only``: nothing is played, only the games that ``keep`` holds are measured.
    """
    game = find_game(job.game)
    measure = book_module(game).measure
    options = unusual_options(job.start)
    bot = str(job.bots[0])
    figures = Figures(job.players, options, bot)
    folder = keep / "-".join([game.name, str(job.players), *options.split(), bot.replace(":", "-"), job.seed])
    pieces = kept(job, folder) if kept_only else enumerate(collect(job, processes, ray, folder))
    for piece, result in pieces:
        all_codes = np.split(result["codes"], np.cumsum(result["lengths"])[:-1])
        for number, codes in zip(job.numbers(piece), all_codes, strict=True):
            measures = measure(played(job.start, codes.tolist(), job.opening(number)))
            figures.add(each for each in measures if not only or each.topic in only)
        progress(figures.games)
    return figures


def unusual_options(start: Position) -> str:
    """The options of a game other than the usual ones of its number of players, as words; those of files are left out."""
    game = find_game(start.game.name)
    usual = game.options_text(game.start(start.players).options).split()
    return " ".join(word for word in game.options_text(start.options).split() if word not in usual)


def deeper_bot(name: str, game: Game) -> str:
    """A level with five times its iterations; HanlinError for a bot that has no number of iterations."""
    words = level_of(name)
    level = level_named(words)
    iterations = None if level is None else level.iterations_for(game.name)
    if iterations is None:
        raise HanlinError(f"{name} has no number of iterations, so there is no deeper play of it; use --deeper 0.")
    return with_weights(f"{words.partition('@')[0]}@{5 * iterations}", weights_of(name))


def weaker_bots(name: str) -> list[str]:
    """The levels below one, the weakest first; none for a bot that is no level."""
    names, level = list(levels()), level_of(name)
    return names[: names.index(level)] if level in names else []


def book_module(game: Rulebook) -> Any:
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
def read_book(game: Rulebook) -> Book | None:
    """The shipped book of a game; None if there is none."""
    found = book_data(game)
    return None if found is None else Book(game.name, tuple(from_json(each) for each in found["figures"]))


def book_data(game: Rulebook) -> dict[str, Any] | None:
    """The shipped book of a game as JSON: ``schema``, ``game``, and ``figures`` (players, options, bots, games, topics)."""
    file = files(game.package).joinpath(FILE)
    if not file.is_file():
        return None
    data: dict[str, Any] = json.loads(file.read_text("utf-8"))
    if data.get("schema") not in SAME:
        raise HanlinError(f"The book of {game.name} has the schema {data.get('schema')!r}; this version reads {SCHEMA}.")
    return {**data, "schema": SCHEMA}
