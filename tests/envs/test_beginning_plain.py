"""Environments begin as plain Python while another process compiles, and go on compiled with the same game."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

import hanlin
from hanlin import envs
from hanlin.bots import bot, compiling
from hanlin.bots.compiling import COMPILE_FIRST, STEPS
from hanlin.core.jit.compiled import PLAIN
from hanlin.envs.core import step
from hanlin.envs.ply_state import PlyHistory, setup
from helpers.long import LONG

GAMES = ("china", "forbidden_city", "year_of_the_dragon")


class Compiler:
    """A process that compiles: it ends after it was asked ``asked`` times whether it has."""

    def __init__(self, asked: int) -> None:
        self.left = asked

    def poll(self) -> int | None:
        self.left -= 1
        return None if self.left >= 0 else 0


@pytest.fixture
def nothing_known(monkeypatch):
    """As in a new process, which has not looked at any game."""
    for each in (STEPS, compiling.POLICIES):
        monkeypatch.setattr(each, "_known", set())
        monkeypatch.setattr(each, "_running", {})
    return monkeypatch


def played(name: str, observation: str, steps: int) -> list[bytes]:
    """What a game shows in its first steps, as bytes: observations of all seats and masks."""
    env = envs.aec(name, observation=observation)
    env.reset(seed=5)
    shown = []
    for number in range(steps):
        for agent in env.possible_agents:
            seen = env.observe(agent)
            numbers = seen["observation"]
            parts = numbers.values() if isinstance(numbers, dict) else [numbers]
            shown += [np.ascontiguousarray(part).tobytes() for part in (*parts, seen["action_mask"])]
        if env.terminations[env.agent_selection]:
            break
        legal = np.flatnonzero(env.observe(env.agent_selection)["action_mask"])
        env.step(int(legal[number % len(legal)]))
    return [*shown, env.game.position().state.tobytes()]


@pytest.mark.skipif(PLAIN, reason="There is one speed.")
@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("observation", ["flat", "structured"])
def test_a_game_begun_plain_goes_on_compiled_as_the_same(nothing_known, name, observation):
    steps = 400 if LONG else 24
    nothing_known.setenv(COMPILE_FIRST, "1")
    compiled = played(name, observation, steps)
    for asked in (40, 10**9):  # It is compiled in the middle; never.
        compiler = Compiler(asked)
        nothing_known.setitem(STEPS._running, hanlin.game(name).dtype, compiler)
        assert played(name, observation, steps) == compiled
        assert compiler.left < asked
    assert hanlin.game(name).dtype in STEPS._running


@pytest.mark.skipif(PLAIN, reason="There is one speed.")
@pytest.mark.parametrize("name", GAMES)
def test_states_with_chance_as_a_player_do_the_same(nothing_known, name):
    nothing_known.setenv(COMPILE_FIRST, "1")
    shared = setup(name, 3)

    def history(asked: int) -> list[object]:
        if asked:
            nothing_known.setitem(STEPS._running, shared.game.dtype, Compiler(asked))
        state = PlyHistory(shared)
        shown = []
        for number in range(30):
            shown += [state.actor, state.legal.tolist(), state.chances[: len(state.legal)].tolist()]
            code = int(state.legal[number % len(state.legal)])
            state.play(state.number(code))
        return [*shown, state.position().state.tobytes()]

    assert history(0) == history(10) == history(10**9)


@pytest.mark.skipif(PLAIN, reason="Nothing is compiled.")
def test_a_cold_game_is_compiled_by_one_other_process(nothing_known, capsys):
    begun = []

    def begin(command, env, **streams):
        begun.append((command, env, streams))
        return Compiler(2)

    nothing_known.delenv(COMPILE_FIRST, raising=False)
    nothing_known.delenv("HANLIN_QUIET", raising=False)
    nothing_known.setattr(subprocess, "Popen", begin)
    nothing_known.setattr(compiling, "is_ready", lambda loop, dtype: False)
    game = hanlin.game("china")
    for _ in range(3):
        STEPS.prepare(game, step)
    ((command, environment, _streams),) = begun
    assert command == [sys.executable, "-m", "hanlin.envs.warm", "china"]
    assert environment[COMPILE_FIRST] == "1"
    assert "compiling china for this machine, once" in capsys.readouterr().err
    run = [STEPS.quickest(step, game.dtype) for _ in range(4)]
    assert run == [step.py_func, step.py_func, step, step]
    assert STEPS.quickest(step, hanlin.game("forbidden_city").dtype) is step


@pytest.mark.skipif(PLAIN, reason="Nothing is compiled.")
@pytest.mark.parametrize("case", ["cached", "told to wait", "no folder", "no process"])
def test_otherwise_this_process_compiles_at_once(nothing_known, capsys, case):
    def refuse(*_arguments, **_named):
        raise OSError

    nothing_known.setattr(subprocess, "Popen", refuse)
    nothing_known.setenv(COMPILE_FIRST, "1" if case == "told to wait" else "")
    nothing_known.setattr(compiling, "is_ready", lambda loop, dtype: case == "cached")
    if case == "no folder":
        nothing_known.setattr(type(step), "folder", lambda entry, dtype: None)
    game = hanlin.game("china")
    STEPS.prepare(game, step)
    assert STEPS.quickest(step, game.dtype) is step
    assert not capsys.readouterr().err


@pytest.mark.skipif(PLAIN, reason="There is one speed.")
@pytest.mark.parametrize("name", ["random", "greedy"])
def test_simple_bots_begin_plain_and_choose_the_same(nothing_known, name):
    nothing_known.setenv(COMPILE_FIRST, "1")
    game = hanlin.game("china")

    def record(asked: int) -> list[object]:
        compiler = Compiler(asked)
        nothing_known.setitem(compiling.POLICIES._running, game.dtype, compiler)
        position, luck = game.start(3, seed=4).settle(), hanlin.luck(2)
        for _ in range(12):
            position.play(bot(name, fast=True).choose(position.seen_by(position.actor), luck)).settle()
        assert compiler.left < asked
        return [*position.moves, luck.tolist()]

    assert record(0) == record(6) == record(10**9)


@pytest.mark.long
@pytest.mark.skipif(PLAIN, reason="Nothing is compiled.")
def test_another_process_fills_the_cache(tmp_path):
    code = (
        "from hanlin import envs\n"
        "from hanlin.bots.compiling import STEPS\n"
        "env = envs.aec('year_of_the_dragon', players=2)\n"
        "env.reset(seed=1)\n"
        "(compiler,) = STEPS._running.values()\n"
        "before = env.observe('seat_0')['observation'].tobytes()\n"
        "assert compiler.wait() == 0\n"
        "env.reset(seed=1)\n"
        "assert not STEPS._running and env.observe('seat_0')['observation'].tobytes() == before\n"
    )
    environment = {**os.environ, "HANLIN_CACHE": str(tmp_path), COMPILE_FIRST: "", "HANLIN_QUIET": ""}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stderr.count("compiling") == 1
