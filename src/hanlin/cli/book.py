"""``hanlin book``: the book of a game, shipped or made anew from games between strong players."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from rich.progress import Progress, TaskID, TimeRemainingColumn

from hanlin.cli.progress import progress
from hanlin.cli.stopping import stop
from hanlin.core.errors import HanlinError
from hanlin.core.position.game import Game
from hanlin.core.verbs.book import Book, Figures, rows
from hanlin.lab.book import BookGames, book_data, deeper_bot, measured, read_book, write_book


def show(game: Game, as_json: bool) -> None:
    """Print the shipped book: as JSON, or its findings and plots in words."""
    data, book = book_data(game), read_book(game)
    if data is None or book is None:
        raise HanlinError(f"There is no book of {game.name} yet. Make one: hanlin book {game.name} --make FOLDER")
    print(json.dumps(data, ensure_ascii=False) if as_json else _in_words(game, book))


@dataclass(frozen=True, kw_only=True)
class Making:
    """What a new book is made of. ``deeper``: games with five times the iterations."""

    players: Sequence[int]
    games: int
    deeper: int
    bot: str
    seed: str
    folder: Path
    out: Path
    processes: int = 1
    ray: str | None = None


def make(game: Game, wanted: Making) -> None:
    """Play and measure games for each number of players, and write the book. Finished games are kept in a folder."""
    found: list[Figures] = []
    bots = [(wanted.bot, wanted.games)]
    if wanted.deeper:
        bots.append((deeper_bot(wanted.bot, game), wanted.deeper))
    try:
        with progress(TimeRemainingColumn()) as bar:
            for bot, games in bots:
                for number in wanted.players:
                    task = bar.add_task(f"{game.name}, {number} players, {bot}", total=games)
                    job = BookGames(game=game.name, players=number, games=games, bots=(bot,), seed=wanted.seed)
                    done = partial(_show, bar, task)
                    found.append(measured([job], wanted.folder, wanted.processes, wanted.ray, done))
    except KeyboardInterrupt:
        stop("the book was not written", f"Finished games are kept in {wanted.folder}; run the same command to continue.")
    write_book(game, found, wanted.out)
    print(wanted.out)


def _show(bar: Progress, task: TaskID, done: int) -> None:
    bar.update(task, completed=done)


def _in_words(game: Game, book: Book) -> str:
    lines = []
    for figures in book.figures:
        lines.append(f"{game.words.title()}, {figures.players} players: {figures.games} games of {figures.bots}")
        lines += [f"  {sentence}" for sentence in game.words.book_findings(figures)]
        for topic in game.words.book_topics():
            found = list(rows(topic, figures))
            lines += [f"  {topic.title}"] if found else []
            for label, series in found:
                for words, figure in series:
                    scale, unit = (100, "%") if topic.is_share else (1, "")
                    value = f"{scale * figure.mean:.3g}{unit} ± {scale * figure.margin:.2g}"
                    lines.append(f"    {label}{f' ({words})' if words else ''}: {value}, n = {figure.n}")
    return "\n".join(lines)
