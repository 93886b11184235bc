"""Weights of one's own in the names of bots: what the names in results stand for."""

from __future__ import annotations

import sys
from collections.abc import Iterable

from hanlin.bots.weights import weights_of


def say_weights(bots: Iterable[str]) -> None:
    """Say on stderr which file each name of a level with weights stands for."""
    for name in dict.fromkeys(bots):
        own = weights_of(name)
        if own is not None:
            trained = f" ({own.about['rounds']} rounds)" if "rounds" in own.about else ""
            print(f"hanlin: {name} is {own.file}{trained}.", file=sys.stderr)
