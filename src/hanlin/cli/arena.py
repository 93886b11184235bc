"""``hanlin arena``: a tournament between bots, with intervals."""

from __future__ import annotations

import json
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from hanlin.core.game import game as find_game
from hanlin.lab.arena import Played, Settings, tournament
from hanlin.lab.tables import as_json, as_markdown, rows, standings


def arena(settings: Settings, processes: int, ray: str | None, resume: Path | None, print_json: bool, markdown: bool) -> None:
    """Play the tournament, with a progress bar and what went wrong on stderr, and print its table."""
    errors = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, disable=not errors.is_terminal) as bar:
        task = bar.add_task(settings.game, total=settings.games)

        def over(played: Played) -> None:
            bar.advance(task)
            for seat, fault in played.faults.items():
                errors.print(f"game {played.number + 1}, seat {int(seat) + 1}: {fault} That seat has lost.", markup=False)

        games = tournament(settings, processes, resume, over, ray)
    table = standings(games)
    if print_json:
        print(json.dumps(as_json(table, len(games)), ensure_ascii=False))
    elif markdown:
        print(as_markdown(table))
    else:
        head, *body = rows(table)
        drawn = Table(*head, title=f"{find_game(settings.game).name}, {settings.players} players, {len(games)} games")
        for line in body:
            drawn.add_row(*line)
        screen = Console()
        # Where nobody looks (a pipe, a file), the table may be as wide as it needs.
        (screen if screen.is_terminal else Console(width=200)).print(drawn)


def read_bots(text: str) -> tuple[str, ...]:
    """The names in a list with commas; a comma within quotation marks belongs to a command."""
    names, quoted = [""], ""
    for letter in text:
        if letter == "," and not quoted:
            names.append("")
            continue
        if letter in "\"'" and (not quoted or quoted == letter):
            quoted = "" if quoted else letter
        names[-1] += letter
    return tuple(name.strip() for name in names if name.strip())
