"""The cost of drawing a view at plain speed: the board and every seat's area, with the most players of each game.

``measure()`` gives for each game, on average over the views of a random game:

- ``drawing_ms_GAME``: CPU milliseconds to draw the view of the active player, each drawing complete, as in ``position.svg()``;
- ``drawing_on_page_ms_GAME``: the same for a page, which contains shared symbols once;
- ``drawing_for_others_ms_GAME``: the same for the next seat, drawn right after;
- ``drawing_png_ms_GAME``: a board in mid-game as a PNG, 1200 pixels wide;
- ``drawing_kb_GAME``, ``drawing_on_page_kb_GAME``: thousands of characters in the drawings of a view; ``drawing_art_kb_GAME``:
  in the shared symbols of a page.

Caches are warm, as at a table in use: another game is drawn before.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any


def measure() -> dict[str, float]:
    """The figures, measured in a process that runs as the web process does."""
    if os.environ.get("HANLIN_PLAIN", "") in ("", "0"):
        environment = {**os.environ, "HANLIN_PLAIN": "1"}
        answer = subprocess.run([sys.executable, __file__], env=environment, check=True, stdout=subprocess.PIPE, text=True)
        return json.loads(answer.stdout)
    from hanlin.core.position.game import games

    return {f"drawing_{what}_{name}": value for name in games() for what, value in measure_game(name).items()}


def measure_game(name: str) -> dict[str, float]:
    """The figures of one game."""
    from hanlin.drawing.pictures import png

    for position in positions(name, "before"):
        whole(position.seen_by(position.actor))
    found: dict[str, list[float]] = {what: [] for what in ("ms", "kb", "on_page_ms", "on_page_kb", "for_others_ms", "png_ms")}
    for number, position in enumerate(positions(name, "whole")):
        timed(found, "ms", "kb", whole, position.seen_by(position.actor))
        if number == 40:
            board = str(position.game.drawing.board(position.seen_by(-1)))
            timed(found, "png_ms", "", lambda board=board: [png(board, 1200)])
    for position in positions(name, "on a page"):
        timed(found, "on_page_ms", "on_page_kb", on_page, position.seen_by(position.actor))
        timed(found, "for_others_ms", "", on_page, position.seen_by((position.actor + 1) % position.players))
    figures = {what: round(sum(values) / len(values), 2) for what, values in found.items()}
    return figures | {"art_kb": round(len(position.game.drawing.page_art(position)) / 1000, 1)}


def positions(name: str, seed: str) -> Iterator:
    """The decisions of one random game."""
    from hanlin.core.jit.rng import below, seeded
    from hanlin.core.position.game import game

    rng = seeded(seed, name)
    position = game(name).start(game(name).players[-1]).settle(rng)
    while not position.over:
        yield position
        legal = position.legal
        position.play(legal[below(rng, len(legal))]).settle(rng)


def timed(found: dict[str, list[float]], ms: str, kb: str, draw: Callable[..., list], *of: Any) -> None:
    """Note the milliseconds of processor time that drawing takes, and how much is drawn."""
    began = time.process_time()
    drawn = draw(*of)
    found[ms].append(1000 * (time.process_time() - began))
    if kb:
        found[kb].append(sum(len(each) for each in drawn) / 1000)


def whole(seen) -> list[str]:
    """All drawings of a view, each separately."""
    drawing = seen.game.drawing
    return [drawing.board(seen), *(drawing.seat(seen, seat) for seat in range(seen.players))]


def on_page(seen) -> list[str]:
    """All drawings of a view, for a page that holds the pictures."""
    drawing = seen.game.drawing
    areas = (drawing.seat_in_layers(seen, seat) for seat in range(seen.players))
    return [each.on_page() for each in (drawing.board_in_layers(seen), *areas)]


if __name__ == "__main__":
    print(json.dumps(measure(), indent=1))
