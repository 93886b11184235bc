"""Copies and single moves, in microseconds of CPU time: ``python bench/copies.py`` (extra ``envs``).

OpenSpiel's ``clone()`` after 60 plies with and without a move on the clone, beside OpenSpiel's backgammon in C++; and at plain
speed what ``position.play(text)`` costs beside listing and ``apply``. With ``PYTHONPATH`` set to another tree's ``src`` it
measures that tree: run them in turns.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any

import pyspiel

import hanlin
import hanlin.envs.openspiel

CALLS, RUNS, PLIES = 2000, 5, 60
TABLES = ("hanlin_year_of_the_dragon(players=4)", "hanlin_china(players=4)", "hanlin_forbidden_city(players=3)", "backgammon")
POSITIONS = (("year_of_the_dragon", 4, 40), ("china", 4, 20), ("forbidden_city", 3, 40))


def microseconds(call: Callable[[Any], Any], prepared: Callable[[], list[Any]]) -> float:
    """The CPU time of one call, the best of several runs."""
    best = float("inf")
    for _ in range(RUNS):
        given = prepared()
        began = time.process_time()
        for each in given:
            call(each)
        best = min(best, (time.process_time() - began) / len(given) * 1e6)
    return best


def clones(table: str) -> None:
    """Print the cost of clones of a state in OpenSpiel."""
    luck, state = random.Random(1), pyspiel.load_game(table).new_initial_state()
    for _ in range(PLIES):
        state.apply_action(luck.choice(state.legal_actions()))
    action, states = state.legal_actions()[0], [state] * CALLS
    alone = microseconds(lambda each: each.clone(), lambda: states)
    moved = microseconds(lambda each: each.clone().apply_action(action), lambda: states)
    print(f"{table}: clone {alone:.1f}, clone and a move {moved:.1f}")


def moves(name: str, players: int, ply: int) -> None:
    """Print the cost of a move by its text and by its code, where the legal actions are listed already and where not."""
    luck, position = random.Random(3), hanlin.game(name).start(players, seed=5).settle()
    while position.ply < ply or len(position.legal) < 8:
        position.apply(luck.choice(position.legal_codes)).settle()
    text, code = position.legal[-1], position.legal_codes[-1]

    def copies() -> list[hanlin.Position]:
        return [position.copy() for _ in range(CALLS // 10)]

    def listed() -> list[hanlin.Position]:
        return [each for each in copies() if each.legal]

    codes = microseconds(lambda each: each.legal_codes, copies)
    applied = microseconds(lambda each: each.apply(code), copies)
    played = microseconds(lambda each: each.play(text), copies)
    known = microseconds(lambda each: each.play(text), listed)
    print(
        f"{name}, ply {position.ply}, {len(position.legal)} actions: legal_codes {codes:.0f}, apply {applied:.0f}, "
        f"play {played:.0f}, play after legal {known:.0f}"
    )


if __name__ == "__main__":
    for each in TABLES:
        clones(each)
    for each in POSITIONS:
        moves(*each)
