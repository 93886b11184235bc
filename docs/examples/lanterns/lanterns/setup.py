"""Set-up of a game of Lanterns (L0)."""

from __future__ import annotations

from typing import Any

import numpy as np

from hanlin.core.errors import BadData
from hanlin.core.i18n.language import _
from hanlin.core.text.toml_files import data_file
from hanlin.core.verbs.options import Option, Options, States
from lanterns.pieces import EACH, SIZES
from lanterns.state import STATE

OPTIONS = (
    Option(name="double", bench=True),
    Option(name="wind", default="calm", choices=("calm", "storm")),
    Option(name="scroll", default=None, file=True),
)


def first_state(players: int, options: Options) -> States:
    """The record before the first lantern is drawn."""
    states = np.zeros(1, STATE)
    states[0].players = players
    states[0].double = options["double"]
    states[0].pool = EACH * players if options["scroll"] is None else read_scroll(options["scroll"])
    return states


def read_scroll(source: Any) -> list[int]:
    """A file with three numbers: how many lanterns of each size there are (L0.1). BadData where it holds something else."""
    file = data_file(source, "scroll")
    words = file.text.split()
    if len(words) != SIZES or not all(word.isascii() and word.isdigit() and len(word) < 4 for word in words):
        raise BadData(_("{file}: a scroll holds three numbers.").format(file=file.name))
    return [int(word) for word in words]
