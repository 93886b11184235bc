"""Clicks per game: seeded games of greedy players, each decision by the shortest way that the page offers.

    HANLIN_PLAIN=1 .venv/bin/python bench/clicks.py [--by-hand] [--games 5]

A click is a mouse click on a button, a place, a card that is picked first, an entry of the menu at a place, or the check that
places a tile. Dragging a thing onto a place counts as one click for its action and the one that follows; "drags" says how many
there are. Turning a tile with the wheel or R while pointing at the place is none: a click then places it as it is shown.
Without turning it, a click holds it and one on its check places it, unless no other rotation is legal: then the first click
places it. A click on the button beside a place (or with Shift) goes on from there (``data-onward``). Forced decisions, and
those that make no difference, cost none, since the page plays them automatically; ``--by-hand`` counts them, too. The output
is JSON: mean decisions and clicks of one player in one game, for each game with the fewest and the most players.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from xml.etree import ElementTree

FOLDED = 2
"""Clicks to open a list and press a button in it."""


@dataclass
class Page:
    """The clickable elements of a page, as ``server/static/choose.js`` reads them."""

    buttons: dict[str, int] = field(default_factory=dict)
    """Clicks for an action by its button."""
    places: list[dict[str, str]] = field(default_factory=list)
    """The attributes of clickable elements on the board and in the player's area."""
    goes_with: dict[str, set[str]] = field(default_factory=dict)
    """The elements that may be picked first, by action."""
    drops: set[str] = field(default_factory=set)
    """The actions of places onto which what is chosen may be dragged."""

    onward: list[str] = field(default_factory=list)
    """What may follow a place at once."""

    def clicks(self, action: str) -> int:
        """The fewest clicks that play the action."""
        return min(self._ways(action))

    def _ways(self, action: str) -> Iterator[int]:
        if action in self.buttons:
            yield self.buttons[action]
        tokens = self.goes_with.get(action, set())
        if len(tokens) > 1:
            yield len(tokens)
        for place in self.places:
            if "data-variants" in place:
                yield from _turned(json.loads(place["data-variants"]), action)
            elif action in actions_of(place):
                usual = json.loads(place["data-usual"]) if "data-usual" in place else actions_of(place)
                if action in usual:
                    yield _among(usual)
                for token in tokens:
                    yield 1 + _among([each for each in actions_of(place) if token in self.goes_with.get(each, ())])

    def at_once(self, actions: list[str]) -> int:
        """How many of these actions in a row a single click or drag for the first one carries out: all that it says."""
        found = [2] if self.drags_on(actions) else [1]
        for place in self.places:
            row = [*actions_of(place)[:1], *place["data-then"].split(";")] if place.get("data-then") else []
            # In which order a row of actions is done makes no difference to what has become of the court.
            found.append(len(row) if row and sorted(row) == sorted(actions[: len(row)]) else 1)
        # What a placement is followed by goes on until the turn is over.
        if self.onward[: len(actions) - 1] == actions[1:] and any(actions[0] in actions_of(place) for place in self.places):
            found.append(len(actions))
        return max(found)

    def drags_on(self, actions: list[str]) -> bool:
        """True if the first two actions are one drag: of a thing that offers the first onto a place that names the second."""
        offered = any(actions[0] in actions_of(place) for place in self.places)
        return offered and len(actions) > 1 and actions[1] in self.drops


def actions_of(place: dict[str, str]) -> list[str]:
    """The actions that a place offers."""
    if "data-actions" in place:
        return json.loads(place["data-actions"])
    return [place["data-action"]] if "data-action" in place else []


def _among(actions: list[str]) -> int:
    """Clicks at a place of several actions: a second one in its menu."""
    return 1 if len(actions) == 1 else 2


def _turned(ways: list[list[str]], action: str) -> Iterator[int]:
    """Clicks to place a tile: one where only one way is legal, or where it was turned while pointing; else hold and check."""
    legal = [way[0] for way in ways if way[0]]
    if action in legal:
        yield 1 if len(legal) == 1 or action != legal[0] else 2


def page_of(seen) -> Page:
    """The page of the active player."""
    page, question = Page(), seen.game.words.question(seen)
    for choice in question.choices:
        if choice.legal:
            page.buttons[choice.action] = FOLDED if choice.on_board else 1
            page.goes_with[choice.action] = set(choice.goes_with)
    for drawing in (seen.game.drawing.board(seen), seen.game.drawing.seat(seen, seen.actor)):
        for element in ElementTree.fromstring(drawing).iter():
            if "data-drop" in element.attrib:
                page.drops.add(element.attrib["data-drop"])
            page.onward += element.attrib["data-onward"].split(";") if "data-onward" in element.attrib else []
            if any(name in element.attrib for name in ("data-action", "data-actions", "data-variants")):
                place = dict(element.items())
                page.places.append(place)
                for action in actions_of(place) if "data-with" in place else ():
                    page.goes_with[action] = set(place["data-with"].split("|"))
    return page


def is_automatic(seen) -> bool:
    """True where the page plays by itself: a single legal action, or one of those that make no difference."""
    return len(seen.legal) == 1 or seen.game.words.indifferent(seen) != ""


def clicks_of(turn: list[tuple[Page | None, str]]) -> tuple[int, int]:
    """The fewest clicks that play the actions of a turn, and the drags among them. Each action is given with its page; None
    where the page plays it by itself."""
    fewest = [(0, 0)]
    for first in reversed(range(len(turn))):
        page, action = turn[first]
        rest = [text for _page, text in turn[first:]]
        if page is None:
            fewest.insert(0, fewest[0])
            continue
        ways = [(page.clicks(action) + fewest[0][0], fewest[0][1])]
        together = page.at_once(rest)
        if together > 1:
            clicks, drags = fewest[together - 1]
            ways.append((1 + clicks, drags + page.drags_on(rest)))
        fewest.insert(0, min(ways))
    return fewest[0]


def measure_game(name: str, players: int, games: int, by_hand: bool) -> dict[str, float]:
    """Decisions and clicks of one player in one game."""
    from hanlin.bots import bot
    from hanlin.core.jit.rng import seeded
    from hanlin.core.position.game import game

    greedy, decisions, clicks, drags = bot("greedy"), 0, 0, 0
    for number in range(games):
        rng = seeded("clicks", name, players, number)
        position = game(name).start(players).settle(rng)
        turn: list[tuple[Page | None, str]] = []
        while not position.over:
            seen = position.seen_by(position.actor)
            action = greedy.choose(seen, rng)
            decisions += 1
            turn.append((page_of(seen) if by_hand or not is_automatic(seen) else None, action))
            position.play(action)
            position.settle(rng)
            if position.over or position.actor != seen.actor:
                of_turn = clicks_of(turn)
                clicks, drags = clicks + of_turn[0], drags + of_turn[1]
                turn = []
    each = games * players
    found = {"decisions": round(decisions / each, 1), "clicks": round(clicks / each, 1)}
    return found | {"drags": round(drags / each, 1)} if drags else found


def measure(games: int, by_hand: bool) -> dict[str, dict[str, float]]:
    """The figures of all games."""
    from hanlin.core.position.game import games as all_games

    counts = [(name, players) for name, each in all_games().items() for players in (each.players[0], each.players[-1])]
    return {f"{name}_{players}": measure_game(name, players, games, by_hand) for name, players in counts}


if __name__ == "__main__":
    os.environ.setdefault("HANLIN_PLAIN", "1")
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--by-hand", action="store_true", help="count also what the page does by itself")
    options.add_argument("--games", type=int, default=5, help="games for each number of players")
    chosen = options.parse_args()
    print(json.dumps(measure(chosen.games, chosen.by_hand), indent=2))
