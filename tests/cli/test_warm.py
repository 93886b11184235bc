"""``hanlin warm --envs``: afterwards nothing that machines learn with is left to compile."""

from __future__ import annotations

import pytest

from hanlin.cli.warm import MACHINES
from hanlin.core.jit.compiled import PLAIN, is_ready
from hanlin.core.position.game import games
from hanlin.envs.core import step
from hanlin.envs.vector_loops import advance
from hanlin.lab.monte_carlo import play_out


@pytest.mark.parametrize("name", sorted(games()))
def test_environments_and_playouts_are_warmed(name):
    of = games()[name]
    for warm in MACHINES.values():
        warm(of)
    if not PLAIN:
        assert all(is_ready(entry, of.dtype) for entry in (advance, step, play_out))
