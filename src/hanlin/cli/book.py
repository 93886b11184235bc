"""``hanlin book``: the book of a game, shipped or made anew from games between strong players."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from rich.progress import Progress, TaskID, TimeRemainingColumn

from hanlin.bots.levels import resolved
from hanlin.cli.own_weights import say_weights
from hanlin.cli.progress import progress
from hanlin.cli.stopping import stop
from hanlin.core.errors import HanlinError
from hanlin.core.position.game import Game
from hanlin.core.verbs.book import POINTS, SEAT, STAGES, Book, Figures, findings, rows
from hanlin.lab.book import (
    BookGames,
    book_data,
    book_module,
    deeper_bot,
    measured,
    read_book,
    weaker_bots,
    write_book,
)


def show(game: Game, as_json: bool, players: Sequence[int]) -> None:
    """Print the shipped book for some numbers of players: as JSON, or its findings and plots in words."""
    data, book = book_data(game), read_book(game)
    if data is None or book is None:
        raise HanlinError(f"There is no book of {game.name} yet. Make one: hanlin book {game.name} --make FOLDER")
    if as_json:
        figures = [each for each in data["figures"] if each["players"] in players]
        print(json.dumps(data | {"figures": figures}, ensure_ascii=False))
    else:
        print(_in_words(game, replace(book, figures=tuple(each for each in book.figures if each.players in players))))


@dataclass(frozen=True, kw_only=True)
class Making:
    """The material of a new book: for each number of players ``games`` of the bot, and by number of games ``deeper``: with five
    times the iterations; ``levels``: of each weaker level; ``variants``: with options other than the usual ones.

    ``kept_only``: nothing is played, the games in the folder are measured.
    """

    players: Sequence[int]
    games: int
    deeper: int
    bot: str
    seed: str
    folder: Path
    out: Path
    levels: int = 0
    variants: int = 0
    processes: int = 1
    ray: str | None = None
    kept_only: bool = False


class Part(NamedTuple):
    """Games of a book: the bot, how many for each number of players, options, the topics to measure (none: all)."""

    bot: str
    games: int
    options: dict[str, Any]
    only: tuple[str, ...] = ()


def make(game: Game, wanted: Making) -> None:
    """Play and measure games for each number of players, and write the book. Finished games are kept in a folder."""
    found: list[Figures] = []
    bar = progress(TimeRemainingColumn())
    try:
        with bar:
            for part in _parts(game, wanted):
                for number in wanted.players:
                    words = [f"{number} players", part.bot, *(name for name in part.options)]
                    task = bar.add_task(f"{game.name}, {', '.join(words)}", total=part.games)
                    job = BookGames(
                        game=game.name,
                        players=number,
                        games=part.games,
                        bots=(part.bot,),
                        seed=wanted.seed,
                        options=part.options,
                    )
                    bar.start()
                    figures = measured(
                        job,
                        wanted.folder,
                        wanted.processes,
                        wanted.ray,
                        partial(_show, bar, task),
                        only=part.only,
                        kept_only=wanted.kept_only,
                    )
                    found += [figures] if figures.games else []
    except KeyboardInterrupt:
        done = int(sum(task.completed for task in bar.tasks))
        kept = f"They are kept in {wanted.folder}, but {wanted.out} is not written; run the same command to continue."
        stop(f"{done:,} games", kept)
    if not found:
        raise HanlinError(f"{wanted.folder} holds no games for a book of {game.name}; without --kept they are played.")
    write_book(game, found, wanted.out)
    print(wanted.out)


def _parts(game: Game, wanted: Making) -> Iterator[Part]:
    """The games of a book, those of the usual options first."""
    bot = resolved(wanted.bot)
    say_weights([bot])
    yield Part(bot, wanted.games, {})
    if wanted.deeper:
        yield Part(deeper_bot(bot, game), wanted.deeper, {})
    if wanted.variants:
        for options in getattr(book_module(game), "VARIANTS", ()):
            yield Part(bot, wanted.variants, dict(options))
    if wanted.levels:
        for weaker in weaker_bots(bot):
            yield Part(weaker, wanted.levels, {}, (SEAT, POINTS, STAGES))


def _show(bar: Progress, task: TaskID, done: int) -> None:
    bar.update(task, completed=done)


def _in_words(game: Game, book: Book) -> str:
    lines = []
    topics = game.words.book_topics()
    for figures in book.figures:
        options = f" ({figures.options})" if figures.options else ""
        lines.append(f"{game.words.title()}, {figures.players} players{options}: {figures.games} games of {figures.bots}")
        lines += [f"  {finding.text}" for _topic, finding in findings(topics, figures)]
        for topic in topics:
            found = list(rows(topic, figures))
            lines += [f"  {topic.title}"] if found else []
            for row in found:
                for words, figure in row.figures:
                    scale, unit = (100, "%") if topic.is_share else (1, "")
                    value = f"{scale * figure.mean:.3g}{unit} ± {scale * figure.margin:.2g}"
                    label = ": ".join(part for part in (row.group, row.label) if part)
                    count = f"{figure.n} values in {figure.games} games" if figure.n > figure.games else f"{figure.games} games"
                    lines.append(f"    {label}{f' ({words})' if words else ''}: {value}, {count}")
    return "\n".join(lines)
