"""The switch between the speeds: plain from Python, machine code from entries, no events from compiled code."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import hanlin
from hanlin.core.jit.compiled import PLAIN, allocating, compiled, entry
from hanlin.core.jit.events import Event, capture, emit
from hanlin.core.verbs import generic


@compiled
def tell_and_double(x):
    emit(1, 2, x, 0, 0)
    return 2 * x


@entry
def double_fast(x):
    return tell_and_double(x)


@allocating
def reversed_sum(numbers):
    copy = np.empty(len(numbers), np.int64)
    for k in range(len(numbers)):
        copy[len(numbers) - 1 - k] = numbers[k]
    return copy[0] - copy[1]


@entry
def reversed_sum_fast(numbers):
    return reversed_sum(numbers)


@compiled
def raise_all(numbers, by):
    for k in range(len(numbers)):
        numbers[k] += by


@entry
def raise_all_fast(numbers, times):
    for k in range(times):
        if numbers[k] > 0:
            raise_all(numbers, k)


def test_machine_code_counts_no_references_and_allocates_as_marked():
    """Counting them at every call took half of a search's time."""
    numbers = np.array([1, 2, 5])
    raise_all_fast(numbers, 3)
    assert numbers.tolist() == [4, 5, 8]
    assert reversed_sum_fast(numbers) == 3
    if not PLAIN:
        (made,) = raise_all_fast._made.values()
        (text,) = made.inspect_llvm().values()
        assert "raise_all" in text
        assert "NRT_" not in text


def test_plain_rules_emit_events_and_compiled_rules_do_not():
    with capture() as told:
        assert tell_and_double(21) == 42
    assert told == [Event(1, 2, 21, 0, 0)]
    with capture() as told:
        assert double_fast(21) == 42
    assert told == ([Event(1, 2, 21, 0, 0)] if PLAIN else [])


def test_events_without_a_listener_are_lost():
    tell_and_double(1)
    with capture() as told:
        pass
    assert told == []


def test_listeners_are_independent_of_each_other():
    with capture() as outer:
        tell_and_double(1)
        with capture() as inner:
            tell_and_double(2)
        tell_and_double(3)
    assert [entry.a for entry in outer] == [1, 3]
    assert [entry.a for entry in inner] == [2]


def test_a_game_must_give_all_verbs():
    with pytest.raises(TypeError, match=r"gives the verbs actor.*missing: .'actions'"):
        generic.register(np.dtype("i4"), actor=lambda s: 0)
    assert np.dtype("i4") not in generic.VERBS["actor"]


def test_plain_processes_never_load_numba():
    script = (
        "import sys, hanlin, hanlin.bots; from hanlin.core.position.game import games; games(); print('numba' in sys.modules)"
    )
    run = subprocess.run(
        [sys.executable, "-c", script], env={**os.environ, "HANLIN_PLAIN": "1"}, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "False"


def test_no_rule_but_what_is_allocating_makes_arrays():
    """A rule that makes one compiles no more, and is missed only where its game runs as machine code."""
    made = []
    for file in sorted(Path(hanlin.__file__).parent.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and {"compiled", "inlined"} & {ast.unparse(d) for d in node.decorator_list}:
                calls = [ast.unparse(call.func) for call in ast.walk(node) if isinstance(call, ast.Call)]
                makers = [call for call in calls if re.fullmatch(r"np\.(zeros|empty|ones|full|arange|array)", call)]
                made += [f"{file.name}: {node.name}"] * bool(makers)
    assert made == []
