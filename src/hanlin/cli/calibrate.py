"""``hanlin lab calibrate``: compare the shares that hints and reviews show with what comes of the positions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, TaskID, TimeRemainingColumn
from rich.table import Table

from hanlin.cli.progress import progress
from hanlin.cli.stopping import of_games, stop
from hanlin.cli.words import read_list
from hanlin.core.errors import HanlinError
from hanlin.core.position.game import Game
from hanlin.lab import reliability
from hanlin.lab.calibration import Calibrating, neglect_of
from hanlin.lab.distribute import Arrays, collect

Positions = Mapping[int, Arrays]


def read_players(game: Game, text: str) -> list[int]:
    """The numbers of players in a list, by default all that the game is for."""
    numbers = [int(word) if word.isdecimal() else -1 for word in read_list(text)] if text else list(game.players)
    if len(set(numbers)) < len(numbers):
        raise HanlinError(f"A number of players is given twice in {text!r}.")
    for number in numbers:
        game.check_players(number)
    return numbers


def calibrate(
    jobs: Sequence[Calibrating],
    processes: int,
    ray: str | None,
    keep: Path | None,
    print_json: bool,
    markdown: bool,
    fit: bool,
) -> None:
    """Collect the positions of each number of players with progress bars on stderr, and print the tables."""
    found: dict[int, list[Arrays]] = {}
    stopped = False
    try:
        for players, rows in _collected(jobs, processes, ray, keep):
            found.setdefault(players, []).append(rows)
    except KeyboardInterrupt:
        stopped = True
    positions = {players: reliability.joined(rows) for players, rows in found.items()}
    positions = {players: rows for players, rows in positions.items() if len(rows["game"])}
    if positions:
        _print(jobs[0], positions, print_json, markdown, fit)
    if stopped:
        games = sum(len(rows) for rows in found.values())
        stop(of_games(games, sum(job.games for job in jobs)), _how_to_go_on(keep))


def _collected(jobs: Sequence[Calibrating], processes: int, ray: str | None, keep: Path | None) -> Iterator[tuple[int, Arrays]]:
    """The positions of each game, with the number of players."""
    with progress(TimeRemainingColumn()) as bar:
        for job in jobs:
            task = bar.add_task(f"{job.game}, {job.players} players", total=job.pieces)
            folder = None if keep is None else keep / str(job.players)
            for rows in collect(job, processes, ray, folder, partial(_advance, bar, task)):
                yield job.players, rows


def _advance(bar: Progress, task: TaskID, done: int) -> None:
    bar.update(task, completed=done)


def _how_to_go_on(keep: Path | None) -> str:
    if keep is not None:
        return f"Finished games are kept in {keep}; run the same command to continue."
    return "No games were kept. With --keep FOLDER you can continue a stopped calibration."


def _print(job: Calibrating, positions: Positions, print_json: bool, markdown: bool, fit: bool) -> None:
    of = job.start.game
    at_random = {players: reliability.chosen(rows, rows["sampled"]) for players, rows in positions.items()}
    fitted = {players: reliability.fit(rows) for players, rows in at_random.items()} if fit else {}
    kinds = neglect_of(of).kinds
    if print_json:
        about = {name: value for name, value in job.settings().items() if name not in ("players", "bots")}
        numbers = {str(players): [found.at_end, found.left] for players, found in fitted.items()}
        found = {"players": reliability.as_json(positions, kinds), **({"calibration": numbers} if fit else {})}
        print(json.dumps({"schema": "hanlin.calibrate/1", **about, **found}, ensure_ascii=False))
        return
    tables = [
        ("Predicted shares by stage", reliability.summary(positions)),
        ("Predicted shares by decile", reliability.deciles(positions)),
        ("Seats in a known danger", reliability.dangers(positions, kinds)),
    ]
    for title, lines in tables:
        if len(lines) > 1:
            _print_table(f"{title}: {of.name}", lines, markdown)
    if fit:
        print(f"[calibration.{of.name}]")
        for players, each in fitted.items():
            print(f"{players} = [{each.at_end}, {each.left}]  # {_validation(at_random[players])}")


def _validation(rows: Arrays) -> str:
    """The mean error of a fit for games that it has not seen."""
    found = reliability.reliability(reliability.cross_validated(rows))
    return "" if found is None else f"cross-validated: mean error {reliability.percent(found.error)}, Brier {found.brier:.3f}"


def _print_table(title: str, lines: Sequence[Sequence[str]], markdown: bool) -> None:
    head, *body = lines
    if markdown:
        print(f"{title}\n")
        for line in (head, ["---"] * len(head), *body):
            print("| " + " | ".join(line) + " |")
        print()
        return
    drawn = Table(*head, title=title)
    for line in body:
        drawn.add_row(*line)
    screen = Console()
    (screen if screen.is_terminal else Console(width=200)).print(drawn)
