"""Machine code held against plain Python, and against machine code that checks every index.

A wrong index is memory corruption otherwise. Compiling takes long, so a loop that only tests have is compiled in that form
alone, in a process of its own; what everybody runs, which is compiled anyway, is held against what comes of it.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys

import numpy as np

from hanlin.core.verbs.playout import play_randomly


def with_every_index_checked(module):
    """The result of ``recorded_games()`` of a test module, where each index outside its array is an error."""
    script = f"import pickle, sys; from {module} import recorded_games; pickle.dump(recorded_games(), sys.stdout.buffer)"
    environment = {**os.environ, "NUMBA_BOUNDSCHECK": "1", "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run([sys.executable, "-c", script], env=environment, capture_output=True, check=False)
    assert run.returncode == 0, run.stderr.decode()
    return pickle.loads(run.stdout)


def as_everybody_plays(first, rng):
    """A random game from a first state as the machine code of simulations plays it: its end, and the generator afterwards."""
    states = np.zeros(2, first.dtype)
    states[0] = first
    play_randomly(states, 0, 1, 1, rng)
    return states[1], rng.tolist()
