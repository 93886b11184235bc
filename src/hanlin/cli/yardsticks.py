"""C programs that play a game at random, for comparison in the bench (``bench/yardstick``)."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

FLAGS = ("-O3", "-march=native")


def compiler() -> str | None:
    """The C compiler of this machine, or None."""
    return shutil.which(os.environ.get("CC", "cc"))


class Yardstick:
    """A C program, compiled to the folder ``into``."""

    def __init__(self, source: Path, into: Path, compiled_by: str) -> None:
        self.program = into / source.stem
        subprocess.run([compiled_by, *FLAGS, "-o", str(self.program), str(source)], check=True)

    def play(self, players: int, games: int, seed: int = 1) -> dict[str, Any]:
        """Play games; return their CPU ``seconds``, and the means of ``decisions`` and, by seat, of ``points`` and ``wins``."""
        run = subprocess.run(
            [str(self.program), str(players), str(games), str(seed)], check=True, stdout=subprocess.PIPE, text=True
        )
        result: dict[str, Any] = json.loads(run.stdout)
        return result

    def games_per_second(self, players: int, games: int) -> float:
        """Games per CPU second."""
        return games / max(1e-9, float(self.play(players, games)["seconds"]))
