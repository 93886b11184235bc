"""The puzzles that are shipped: a choice of those mined, spread over levels, numbers of players and themes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hanlin.core.errors import HanlinError
from hanlin.core.jit.events import capture
from hanlin.core.position.position import Position
from hanlin.core.position.position_text import position
from hanlin.core.verbs.puzzles import LEVELS, Moment, Puzzle
from hanlin.core.verbs.rulebook import Rulebook

MORE_STEPS = 50.0
"""Puzzles of the same kind that each step after the first outweighs: those of several moves are rare."""


def themed(puzzle: Puzzle) -> Puzzle:
    """A puzzle with the themes that the game's rules recognise."""
    whole = position(puzzle.position)
    return replace(puzzle, themes=tuple(_module(whole.game).themes(moments(puzzle))))


def moments(puzzle: Puzzle) -> list[Moment]:
    """The steps of a puzzle as the rules of themes see them."""
    whole, found = position(puzzle.position), []
    for step in puzzle.steps:
        other = step.tempting or step.answers[1].action
        after, events = _played(whole, step.best.action)
        after_other, events_of_other = _played(whole, other)
        views = (each.seen_by(puzzle.seat) for each in (whole, after, after_other))
        seen, *then = views
        found.append(Moment(seen, step.best.action, then[0], events, other, then[1], events_of_other))
        whole = after
    return found


def chosen(puzzles: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """At most so many puzzles, in the order of their ratings: as even over levels, players, steps and themes as there are.

    A puzzle that begins within the solution of another one is left out.
    """
    left = _without_parts(puzzles)
    counts: Counter[Any] = Counter()
    found: list[Puzzle] = []
    while left and len(found) < most:
        best = min(left, key=lambda each: (_crowding(each, counts), each.id))
        left.remove(best)
        found.append(best)
        counts.update(_places(best))
    return sorted(found, key=lambda each: (each.rating, each.id))


# -- inside -------------------------------------------------------------------------------------------------------------------


def _module(game: Rulebook) -> Any:
    found = game.puzzles
    if found is None:
        raise HanlinError(f"{game.name} has no themes of puzzles: its package has no module puzzles.")
    return found


def _played(whole: Position, action: str) -> tuple[Position, Any]:
    after = whole.copy()
    with capture() as events:
        after.play(action)
    return after, events


def _without_parts(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """The puzzles that are no part of the solution of another one, each once."""
    inside = set()
    for puzzle in puzzles:
        whole = position(puzzle.position)
        for action in puzzle.solution[:-1]:
            inside.add(whole.play(action).text())
    return list({puzzle.position: puzzle for puzzle in puzzles if puzzle.position not in inside}.values())


def _places(puzzle: Puzzle) -> list[Any]:
    """The kind of a puzzle."""
    return [("level", puzzle.level), ("players", puzzle.players), *(("theme", theme) for theme in puzzle.themes[:2])]


def _crowding(puzzle: Puzzle, counts: Counter[Any]) -> float:
    """The number of puzzles like this one that are there already."""
    level, players, *themes = (counts[place] for place in _places(puzzle))
    of_theme = sum(themes) / max(len(themes), 1)
    return level * len(LEVELS) + players * 3 + of_theme * 6 - MORE_STEPS * (len(puzzle.steps) - 1)
