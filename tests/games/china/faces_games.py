"""Random games as words and drawings of China meet them: all numbers of players, both sides, with and without fortresses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from hanlin.core.jit.events import Event, capture
from hanlin.core.jit.rng import below, seeded
from hanlin.core.position.position import Position
from hanlin.core.verbs.generic import CHANCE
from hanlin.games.china import GAME
from hanlin.games.china.map import shipped_map

TABLES = [
    {"players": 3, "side": "3-4"},
    {"players": 4, "side": "3-4", "fortresses": True},
    {"players": 4, "side": "4-5"},
    {"players": 5, "side": "4-5", "fortresses": True},
]


def plies(seed: int, **table: object) -> Iterator[tuple[Position, str, list[Event], Position]]:
    """A random game ply by ply: the position before, the action, the events, the position after."""
    position = GAME.start(**table)
    rng = seeded("faces", seed, *table.values())
    while not position.over:
        before = position.copy()
        with capture() as told:
            if position.actor == CHANCE:
                position.chance(rng)
            else:
                position.play(_any_but_exchange(position, rng))
        yield before, position.moves[-1][1], list(told), position


def _any_but_exchange(position: Position, rng) -> str:
    """A legal action at random; placements before exchanges, so that boards fill up."""
    legal = position.legal
    wanted = [action for action in legal if not action.startswith(("exchange", "done"))] or legal
    return wanted[below(rng, len(wanted))]


@cache
def decisions() -> list[Position]:
    """Some positions of each kind of decision, from games at all tables."""
    found: dict[tuple[int, bool, int, int], list[Position]] = {}
    for seed, table in enumerate(TABLES):
        for before, _action, _told, _after in plies(seed, **table):
            if before.actor >= 0:
                s = before.state
                kept = found.setdefault((int(s.phase), int(s.region) < 0, int(s.run_out), before.players), [])
                if len(kept) < 4:
                    kept.append(before)
    return [position for kept in found.values() for position in kept]


def bare_map() -> str:
    """The shipped map's file without anything that is only drawn: no outlines, bends, marks, gaps, water."""
    text = re.sub(r"outline = \[\n.*?\n\]\n", "", shipped_map().text, flags=re.S)
    text = re.sub(r'(\["[a-z]+ \d", "[a-z]+ \d"), \[\d+, \d+\]\]', r"\1]", text)
    text = re.sub(r"\[border_marks\].*?(?=\n\[)", "", text, flags=re.S)
    text = text[: text.index("[gaps.")]
    return text.replace('"warring-states"', '"bare"')
