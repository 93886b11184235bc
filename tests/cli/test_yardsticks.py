"""The C programs of the benchmark play the same games as Hanlin: as many decisions, as many points."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import hanlin
from hanlin.bots.simulate import play_batch
from hanlin.cli.yardsticks import Yardstick, compiler
from hanlin.core.jit.compiled import PLAIN
from hanlin.core.jit.rng import seeded
from hanlin.core.verbs.playout import play_randomly

FOLDER = Path(__file__).parents[2] / "bench" / "yardstick"
GAMES = sorted(source.stem for source in FOLDER.glob("*.c"))
PLAYED = 60 if PLAIN else 3000
IN_C = 20_000

pytestmark = pytest.mark.skipif(compiler() is None and not os.environ.get("CI"), reason="needs a C compiler")


def test_every_built_in_game_has_its_yardstick():
    assert sorted(name for name, game in hanlin.games().items() if game.package.startswith("hanlin.")) == GAMES


@pytest.mark.parametrize("name", GAMES)
def test_the_yardstick_plays_the_same_game(name, tmp_path):
    game = hanlin.game(name)
    yardstick = Yardstick(FOLDER / f"{name}.c", tmp_path, compiler() or "cc")
    for players in game.players:
        told = yardstick.play(players, IN_C)
        start = game.start(players)
        played = play_batch(start, [["random"] * players] * PLAYED, range(PLAYED), fast=not PLAIN)
        error = np.sqrt(played.points.var(axis=0) * (1 / PLAYED + 1 / IN_C))
        assert (np.abs(played.points.mean(axis=0) - told["points"]) < 4.5 * error).all()
        assert sum(told["wins"]) == pytest.approx(1, abs=1e-4)
        states = np.zeros(2, game.dtype)
        states[0] = start.state
        decisions = play_randomly(states, 0, 1, PLAYED, seeded("yardstick", players)) / PLAYED
        assert told["decisions"] == pytest.approx(decisions, rel=0.02 if PLAIN else 0.003)


def test_the_headers_are_those_of_the_shipped_map_and_tiles():
    script = (
        f"import sys; sys.path.insert(0, {str(FOLDER)!r}); import tables; "
        "print(tables.china_map(), end='\\0'); print(tables.forbidden_city_tiles(), end='')"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, "HANLIN_PLAIN": "1"}, capture_output=True, text=True, check=True
    )
    assert run.stdout.split("\0") == [(FOLDER / name).read_text() for name in ("china_map.h", "forbidden_city_tiles.h")]
