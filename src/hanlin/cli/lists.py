"""``hanlin games`` and ``hanlin levels``: what there is to play, and against whom."""

from __future__ import annotations

import json
from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from hanlin.bots.levels import levels as all_levels
from hanlin.bots.strength import strengths
from hanlin.core.position.game import Game
from hanlin.core.position.game import game as find_game
from hanlin.core.position.game import games as all_games
from hanlin.core.verbs.options import Mini, Option

WIDTH = 80
NOTES = (
    "strong@200: a level with so many iterations a move; strong@0.5s: with so many seconds.",
    "Where no network was trained (China's small form for two), levels search without one.",
)
"""Remarks on all levels."""
LONGEST_CHOICES = 40
"""More letters of choices than this are named in the sentence about the option."""


def games(names: Sequence[str], as_json: bool) -> None:
    """Print games (default: all that are installed) with their numbers of players and their options."""
    chosen = [find_game(name) for name in names] or list(all_games().values())
    found = [game_facts(game) for game in chosen]
    print(json.dumps(found, ensure_ascii=False) if as_json else "\n\n".join(_game_in_words(each) for each in found))


def levels(as_json: bool) -> None:
    """Print the levels of the computer players with their time for a decision and their measured strength."""
    found = [level_facts(name) for name in all_levels()]
    print(json.dumps(found, ensure_ascii=False) if as_json else "\n".join([*(_level_in_words(each) for each in found), *NOTES]))


def game_facts(game: Game) -> dict[str, Any]:
    """A game as JSON: ``schema``, ``name``, ``title``, ``players`` (all numbers), ``options``, and ``minis``: what makes it
    small."""
    return {
        "schema": "hanlin.game/1",
        "name": game.name,
        "title": game.words.title(),
        "players": list(game.players),
        "options": [_option_facts(game, option) for option in game.options],
        "minis": [_mini_facts(mini) for mini in game.minis],
    }


def _mini_facts(mini: Mini) -> dict[str, Any]:
    facts = {"name": mini.name, "help": mini.about, "default": mini.default, "choices": list(mini.choices)}
    return facts | {"players": list(mini.players)}


def _option_facts(game: Game, option: Option) -> dict[str, Any]:
    label, help_text = game.words.option(option.name)
    kind = "file" if option.file else "switch" if option.is_switch else "choice"
    facts = {"name": option.name, "label": label, "help": help_text, "kind": kind, "default": option.default}
    return facts | ({"choices": list(option.choices)} if option.choices else {})


def level_facts(name: str) -> dict[str, Any]:
    """A level as JSON: ``schema``, ``name``, ``seconds`` (the most CPU time for a decision), ``strength`` by game: ``share`` in
    percent of one player of the level among ``players`` - 1 of the level ``against``, in ``games`` games."""
    measured = {game: strengths(game).get(name) for game in all_games()}
    strength = {
        game: {"against": found.against, "players": found.players, "games": found.games, "share": found.share}
        for game, found in measured.items()
        if found is not None
    }
    return {"schema": "hanlin.level/1", "name": name, "seconds": all_levels()[name].seconds, "strength": strength}


def _game_in_words(facts: dict[str, Any]) -> str:
    players = facts["players"]
    lines = [f"{facts['name']}: {facts['title']}, {players[0]} to {players[-1]} players"]
    for option in facts["options"]:
        choices = option.get("choices", ())
        long = len("|".join(choices)) > LONGEST_CHOICES
        value = {"file": "=FILE", "switch": ""}.get(option["kind"], "=NAME" if long else f"={'|'.join(choices)}")
        lines.append(f"  --option {option['name']}{value}")
        usual = {"file": "none", "switch": "off"}.get(option["kind"], option["default"] or "by the number of players")
        about = [f"{option['label']}. {option['help']}", f"Default: {usual}."]
        about += [f"NAME is one of {', '.join(choices)}."] if long else []
        lines += wrap(" ".join(about), WIDTH, initial_indent="      ", subsequent_indent="      ", break_on_hyphens=False)
    for mini in facts["minis"]:
        lines.append(f"  --option {mini['name']}={'|'.join(mini['choices'])}")
        numbers = ", ".join(map(str, mini["players"]))
        small = f"Mini, {numbers} players: {mini['help']}. Default: {mini['default']}."
        lines += wrap(small, WIDTH, initial_indent="      ", subsequent_indent="      ", break_on_hyphens=False)
    return "\n".join(lines)


def _level_in_words(facts: dict[str, Any]) -> str:
    lines = [f"{facts['name']}: up to {facts['seconds']:g} s a move"]
    for game, found in facts["strength"].items():
        others = f"{found['players'] - 1} x {found['against']}"
        lines.append(f"  {game}: wins {found['share']:.0f}% against {others} (even: {100 / found['players']:.0f}%)")
    return "\n".join(lines)
