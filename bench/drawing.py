"""How long a page's drawings take at plain speed: the board and every seat's area, with as many players as the game takes.

``measure()`` gives ``drawing_ms_GAME``: milliseconds of processor time to draw the view of whoever is to decide, on average
over a random game, each view once. As at a table, what has not changed since an earlier view is remembered.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator


def measure() -> dict[str, float]:
    """The figures, measured in a process that runs as the web process does."""
    if os.environ.get("HANLIN_PLAIN", "") in ("", "0"):
        environment = {**os.environ, "HANLIN_PLAIN": "1"}
        answer = subprocess.run([sys.executable, __file__], env=environment, check=True, stdout=subprocess.PIPE, text=True)
        return json.loads(answer.stdout)
    from hanlin.core.game import games

    return {f"drawing_ms_{name}": measure_game(name) for name in games()}


def measure_game(name: str) -> float:
    """Milliseconds for one view of the actor, drawn whole."""
    times = [draw(seen) for seen in views(name)]
    return round(1000 * sum(times) / len(times), 2)


def views(name: str) -> Iterator:
    """Views of the actor from one random game."""
    from hanlin.core.game import game
    from hanlin.core.rng import below, seeded

    rng = seeded("drawing", name)
    position = game(name).start(game(name).players[-1]).settle(rng)
    while not position.over:
        yield position.seen_by(position.actor)
        legal = position.legal
        position.play(legal[below(rng, len(legal))]).settle(rng)


def draw(seen) -> float:
    """Seconds of processor time to draw the board and all seats."""
    began = time.process_time()
    drawing = seen.game.drawing
    drawing.board(seen)
    for seat in range(seen.players):
        drawing.seat(seen, seat)
    return time.process_time() - began


if __name__ == "__main__":
    print(json.dumps(measure()))
