"""``hanlin lab minis``: the exact values of the games' small forms, each by two algorithms."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from hanlin.core.errors import HanlinError
from hanlin.core.position.game import Game
from hanlin.core.position.game import game as find_game
from hanlin.core.position.game import games as all_games
from hanlin.envs.exact import cfr_plus, exact_value, outcome_sampling
from hanlin.envs.game_tree import GameTree, game_tree

COLUMNS = (
    "mini",
    "histories",
    "information states",
    "exact value",
    "algorithm",
    "CFR+ value",
    "CFR+ exploitability",
    "seconds",
)


def forms(names: Sequence[str]) -> list[tuple[Game, dict[str, str]]]:
    """The small forms of the games of these names (default: all games that have some), the smallest of each first."""
    found = []
    for game in [find_game(name) for name in names] or [game for game in all_games().values() if game.minis]:
        if not game.minis:
            raise HanlinError(f"{game.name} has no small forms.")
        for mini in game.minis:
            found += [(game, {mini.name: value}) for value in reversed(mini.choices) if value != mini.default]
    return found


def chosen(game: Game, options: dict[str, Any]) -> list[tuple[Game, dict[str, Any]]]:
    """The one small form that these options choose."""
    game.check_options(game.usual_players(options), options)
    return [(game, options)]


def minis(
    of: Sequence[tuple[Game, dict[str, Any]]],
    reward: str,
    iterations: int,
    curve: Sequence[int],
    seed: int,
    efg: Path | None,
    print_json: bool,
) -> None:
    """Solve small forms one after another and print what was found."""
    rows = []
    for facts in _solved(of, reward, iterations, curve, seed, efg):
        rows.append(facts)
        if print_json:
            print(json.dumps(facts), flush=True)
    if not print_json:
        _print(rows, reward)


def _solved(
    of: Sequence[tuple[Game, dict[str, Any]]], reward: str, iterations: int, curve: Sequence[int], seed: int, efg: Path | None
) -> Iterator[dict[str, Any]]:
    for game, options in of:
        began = time.monotonic()
        tree = game_tree(game.name, reward=reward, **options)
        if efg is not None:
            _write(tree, efg)
        reached = cfr_plus(tree, iterations)
        facts = {
            "schema": "hanlin.mini/1",
            "mini": tree.name,
            "reward": reward,
            "histories": tree.histories,
            "information_states": list(tree.information_states),
            "exact": exact_value(tree),
            "algorithm": "backward induction" if tree.perfect else "sequence-form LP",
            "iterations": iterations,
            "cfr_plus": reached.value,
            "exploitability": reached.exploitability,
        }
        if curve:
            sampled = outcome_sampling(tree, curve, seed)
            facts["outcome_sampling"] = [
                {"iterations": each.iterations, "exploitability": each.exploitability} for each in sampled
            ]
        yield facts | {"seconds": round(time.monotonic() - began, 1)}


def _write(tree: GameTree, folder: Path) -> None:
    """Write a tree as NAME.efg."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{'-'.join(tree.name.split())}.efg"
    path.write_text(tree.efg(), encoding="utf-8")


def _print(rows: Sequence[dict[str, Any]], reward: str) -> None:
    table = Table(*COLUMNS, title=f"Values for seat 0, reward {reward}")
    for row in rows:
        states = " + ".join(f"{number:,}" for number in row["information_states"])
        numbers = (f"{row['exact']:.4f}", row["algorithm"], f"{row['cfr_plus']:.4f}", f"{row['exploitability']:.5f}")
        table.add_row(row["mini"], f"{row['histories']:,}", states, *numbers, f"{row['seconds']:.1f}")
    console = Console(width=None if Console().is_terminal else 160)
    console.print(table)
    for row in rows:
        for point in row.get("outcome_sampling", []):
            print(f"{row['mini']}: outcome sampling, {point['iterations']:,} iterations: {point['exploitability']:.4f}")
