"""``hanlin arena``: a tournament between bots."""

from __future__ import annotations

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.progress import TimeRemainingColumn
from rich.table import Table

from hanlin.bots.subprocess_bot import PREFIX
from hanlin.bots.weights import level_of
from hanlin.cli.own_weights import say_weights
from hanlin.cli.progress import progress
from hanlin.cli.stopping import of_games, stop
from hanlin.core.position.game import game as find_game
from hanlin.lab.arena import Played, Settings, check, kept_games, tournament
from hanlin.lab.tournament_stats import as_json, as_markdown, deals_of, rows, standings


def arena(settings: Settings, processes: int, ray: str | None, resume: Path | None, print_json: bool, markdown: bool) -> None:
    """Play a tournament with a progress bar and faults on stderr, and print its table."""
    check(settings)
    _say_budgets(settings.bots)
    kept_games(settings, resume)
    say_weights(settings.bots)
    with progress(TimeRemainingColumn()) as bar:
        errors = bar.console
        task = bar.add_task(settings.game, total=settings.games)
        bar.start()
        so_far: list[Played] = []

        def over(played: Played) -> None:
            so_far.append(played)
            bar.advance(task)
            for seat, fault in played.faults.items():
                errors.print(f"game {played.number + 1}, seat {int(seat) + 1}: {fault} This seat loses.", markup=False)

        stopped = False
        try:
            games = tournament(settings, processes, resume, over, ray)
        except KeyboardInterrupt:
            stopped, games = True, sorted(so_far, key=lambda played: played.number)
    if games:
        _print(settings, games, print_json, markdown, errors)
    if stopped:
        stop(of_games(len(games), settings.games), _how_to_go_on(resume))


def _say_budgets(bots: Sequence[str]) -> None:
    """Say on stderr what a number after an @ means, since arenas before 0.3 read whole numbers as seconds, too."""
    for name in dict.fromkeys(level_of(bot) for bot in bots if not bot.startswith(PREFIX)):
        _level, at, number = name.partition("@")
        if at and not number.endswith("s"):
            print(f"hanlin: {name} has {number} iterations for a decision; {number} seconds are {name}s.", file=sys.stderr)


def _how_to_go_on(resume: Path | None) -> str:
    if resume is not None:
        return f"Finished games are kept in {resume}; run the same command to continue."
    return "No games were kept. With --resume FILE you can continue a stopped tournament."


def _print(settings: Settings, games: Sequence[Played], print_json: bool, markdown: bool, errors: Console) -> None:
    """Print the table, and warnings about it on stderr."""
    deals = deals_of(games)
    if len(games) % settings.players:
        whole = len(games) - len(games) % settings.players
        errors.print(
            f"hanlin: {len(games)} games are no multiple of the {settings.players} seatings: not every seating has played all "
            f"{deals} deals, so the result is biased. Take {whole or settings.players} or {whole + settings.players} games.",
            markup=False,
            highlight=False,
            soft_wrap=True,
        )
    table = standings(games)
    if print_json:
        print(json.dumps(as_json(table, len(games), deals), ensure_ascii=False))
    elif markdown:
        print(f"{as_markdown(table)}\n\n{len(games)} games, {deals} deals")
    else:
        head, *body = rows(table)
        name = find_game(settings.game).name
        drawn = Table(*head, title=f"{name}, {settings.players} players, {len(games)} games, {deals} deals")
        for line in body:
            drawn.add_row(*line)
        screen = Console()
        # In a pipe or a file the table may be as wide as it needs.
        (screen if screen.is_terminal else Console(width=200)).print(drawn)


def read_bots(text: str) -> tuple[str, ...]:
    """Split a list at its commas, except for those within quotation marks of a command."""
    names, quoted = [""], ""
    for letter in text:
        if letter == "," and not quoted:
            names.append("")
            continue
        if letter in "\"'" and (not quoted or quoted == letter):
            quoted = "" if quoted else letter
        names[-1] += letter
    return tuple(name.strip() for name in names if name.strip())
