"""Machine code is put together once for each entry, and plays as the plain functions do."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

from hanlin.core.jit.compiled import PLAIN

if PLAIN:
    pytest.skip("no machine code is made in this process", allow_module_level=True)

import numba

from hanlin.core.jit.cache import _dispatcher
from hanlin.core.jit.compiled import allocating, compiled, inlined
from hanlin.core.jit.linking import TESTED, _Library, fits, linked_once


@inlined
def doubled(number):
    return 2 * number


@compiled
def counted(number):
    return doubled(number) + 1 if number < 10 else counted_down(number)


@compiled
def counted_down(number):
    if number > 100:
        raise ValueError("Only numbers up to 100 are counted down.")
    return 100 - doubled(number) // 2


@allocating
def summed(number):
    numbers = np.zeros(number, np.int64)
    for n in range(number):
        numbers[n] = counted(n)
    return numbers.sum()


def loop(numbers):
    total = 0
    for number in numbers:
        total += counted(number) + summed(number)
    return total


def other_loop(numbers):
    total = 0
    for number in numbers:
        total -= counted_down(number)
    return total


NUMBERS = np.array([0, 3, 12, 40], np.int64)


def made_ready(monkeypatch):
    """Counts the functions that are made ready, by their names."""
    found = []
    usual = _Library.finalize

    def finalize(library):
        found.append(library.name)
        usual(library)

    monkeypatch.setattr(_Library, "finalize", finalize)
    return found


def test_only_what_python_calls_is_made_ready(monkeypatch):
    ready = made_ready(monkeypatch)
    fast, other = _dispatcher(loop, None), _dispatcher(other_loop, None)
    assert fast(NUMBERS) == loop(NUMBERS)
    assert other(NUMBERS) == other_loop(NUMBERS)
    assert [name for name in ready if name != "nrt"] == ["loop", "other_loop"], "Numba's own runtime may come first"


def test_a_wrong_event_is_raised_from_deep_inside():
    fast = _dispatcher(loop, None)
    with pytest.raises(ValueError, match="Only numbers up to 100"):
        fast(np.array([101], np.int64))


def test_what_is_compiled_outside_may_call_what_was_compiled_inside():
    fast = _dispatcher(loop, None)
    assert fast(NUMBERS) == loop(NUMBERS)
    assert numba.njit(loop)(NUMBERS) == loop(NUMBERS)
    assert numba.njit(other_loop)(NUMBERS) == other_loop(NUMBERS)
    with linked_once():
        assert numba.njit(other_loop)(NUMBERS) == other_loop(NUMBERS)


def test_machine_code_that_was_kept_is_taken_up_again(tmp_path, monkeypatch):
    assert _dispatcher(loop, tmp_path)(NUMBERS) == loop(NUMBERS)
    ready = made_ready(monkeypatch)
    assert _dispatcher(loop, tmp_path)(NUMBERS) == loop(NUMBERS)
    assert ready == []


GAMES = """
import os
import numba
if "UNKNOWN" in os.environ:
    import numba.core.codegen
    numba.__version__ = "9.0.0rc1"
    del numba.core.codegen.JITCodeLibrary, numba.core.environment.lookup_environment

import numpy as np
from hanlin.core.jit.linking import NUMBA_LINKING
from hanlin.core.jit.rng import seeded
from hanlin.core.verbs.playout import play_randomly
from lanterns import GAME

def played(play):
    states = np.zeros(2, GAME.dtype)
    states[0] = GAME.start(2).state
    return play(states, 0, 1, 20, seeded("linking")), states.tobytes()

assert played(play_randomly) == played(play_randomly.py_func)
assert play_randomly.is_ready(GAME.dtype)
print(NUMBA_LINKING)
"""


def test_games_are_played_with_numbas_own_linking(tmp_path):
    """Where it is asked for, and where the release of Numba is unknown and has other internals."""
    environment = {**os.environ, "HANLIN_CACHE": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    folders = []
    for wanted, more in (("True", {"HANLIN_NUMBA_LINKING": "1"}), ("False", {}), ("True", {"UNKNOWN": "1"})):
        run = subprocess.run([sys.executable, "-c", GAMES], env=environment | more, capture_output=True, text=True, timeout=280)
        assert run.stdout.strip() == wanted, run.stderr
        folders.append({folder.name for folder in (tmp_path / "hanlin").iterdir()})
    assert folders[0] < folders[1] < folders[2], "machine code of each kind is kept apart"


def test_only_tested_releases_of_numba_are_taken_to_pieces():
    (major, first), (_, last) = TESTED
    assert fits(numba.__version__)
    assert fits(f"{major}.{first}.0")
    assert fits(f"{major}.{last}.9")
    assert not fits(f"{major}.{first - 1}.9")
    assert not fits(f"{major}.{last + 1}.0rc1")
    assert not fits("1.0.0")
    assert not fits("unknown")
