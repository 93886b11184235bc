"""``hanlin games`` and ``hanlin levels``: what there is to play, and against whom."""

from __future__ import annotations

import json
from typing import Any

from hanlin.bots.levels import levels as all_levels
from hanlin.bots.strength import strengths
from hanlin.core.position.game import Game
from hanlin.core.position.game import games as all_games
from hanlin.core.verbs.options import Mini, Option


def games(as_json: bool) -> None:
    """Print the installed games with their numbers of players and their options."""
    found = [game_facts(game) for game in all_games().values()]
    print(json.dumps(found, ensure_ascii=False) if as_json else "\n".join(_game_in_words(each) for each in found))


def levels(as_json: bool) -> None:
    """Print the levels of the computer players with their time for a decision and their measured strength."""
    found = [level_facts(name) for name in all_levels()]
    print(json.dumps(found, ensure_ascii=False) if as_json else "\n".join(_level_in_words(each) for each in found))


def game_facts(game: Game) -> dict[str, Any]:
    """A game as JSON: ``name``, ``title``, ``players`` (all numbers), ``options``, and ``minis``: what makes it small."""
    return {
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
    """A level as JSON: ``name``, ``seconds`` (the most CPU time for a decision), ``strength`` by game: ``share`` in percent of
    one player of the level among ``players`` - 1 of the level ``against``, in ``games`` games."""
    measured = {game: strengths(game).get(name) for game in all_games()}
    strength = {
        game: {"against": found.against, "players": found.players, "games": found.games, "share": found.share}
        for game, found in measured.items()
        if found is not None
    }
    return {"name": name, "seconds": all_levels()[name].seconds, "strength": strength}


def _game_in_words(facts: dict[str, Any]) -> str:
    players = facts["players"]
    lines = [f"{facts['name']}: {facts['title']}, {players[0]} to {players[-1]} players"]
    for option in facts["options"]:
        value = {"file": "=FILE", "switch": ""}.get(option["kind"], f"={'|'.join(option.get('choices', ()))}")
        usual = f" (default: {option['default'] or 'by the number of players'})" if option["kind"] == "choice" else ""
        lines.append(f"  --option {option['name']}{value}{usual}  {option['label']}")
    for mini in facts["minis"]:
        numbers = ", ".join(map(str, mini["players"]))
        choices = "|".join(mini["choices"])
        lines.append(f"  --option {mini['name']}={choices} (default: {mini['default']}; {numbers} players)  {mini['help']}")
    return "\n".join(lines)


def _level_in_words(facts: dict[str, Any]) -> str:
    lines = [f"{facts['name']}: up to {facts['seconds']:g} s a move"]
    for game, found in facts["strength"].items():
        others = f"{found['players'] - 1} x {found['against']}"
        lines.append(f"  {game}: wins {found['share']:.0f}% against {others} (even: {100 / found['players']:.0f}%)")
    return "\n".join(lines)
