"""Bots that are other programs, with a protocol of JSON lines; slow, dying and faulty ones lose and the arena continues."""

from __future__ import annotations

import itertools
import json
import os
import shlex
import signal
import subprocess
import sys
from contextlib import suppress
from functools import partial
from pathlib import Path
from queue import Empty

import pytest

import hanlin
from hanlin.bots import subprocess_bot
from hanlin.bots.subprocess_bot import Fault, SubprocessBot, question, read_question
from hanlin.core.jit.rng import seeded
from hanlin.core.position.game import games
from hanlin.lab.arena import BotPool, Settings, tournament
from helpers.concurrently import wait_until

PROGRAM = Path(__file__).parents[1] / "helpers" / "subprocess_bots.py"


def command(kind: str) -> str:
    return f"{shlex.quote(sys.executable)} {shlex.quote(str(PROGRAM))} {kind}"


def settings(kind: str, games: int = 2, game: str = "china", players: int = 3) -> Settings:
    return Settings(
        game=game, players=players, options={}, bots=(f"cmd:{command(kind)}", "random"), games=games, seed="o", think=0.01
    )


@pytest.fixture(autouse=True)
def _patience(monkeypatch):
    """Replace time limits by generous ones, so that a busy machine fails no test."""
    monkeypatch.setattr(subprocess_bot, "PATIENCE", 200.0)


def test_a_program_plays_whole_games():
    played = tournament(settings("random", 3), 1, None)
    assert len(played) == 3
    assert all(not game.faults for game in played)
    assert all(sum(game.shares) == pytest.approx(1) for game in played)


@pytest.mark.parametrize(("kind", "version"), [("random", 1), ("speaks-1", 1), ("speaks-2", 2)])
def test_a_program_gets_the_version_that_it_asks_for(kind, version):
    """Whose requests are right, the program itself asserts."""
    pool, name = BotPool(settings(kind)), f"cmd:{command(kind)}"
    try:
        for seat in (0, 2):
            position = hanlin.game("china").start(3, seed=seat).settle()
            while position.actor != seat:
                position.play(position.legal[0]).settle()
            bot, seen = pool.bot(name, seat), position.seen_by(seat)
            assert [bot.choose(seen, seed) for seed in (0, 1)] == seen.legal[:2]
            assert bot.version == version
    finally:
        pool.end()


def test_serve_speaks_version_2_and_1_with_a_former_hanlin():
    seen = hanlin.game("china").start(3).settle(1).seen_by(0)
    former = question(seen, 0.1, 1)
    del former["versions"]
    script = "from hanlin.bots import serve; serve(lambda seen, seconds, seed: (print(seen.seat), seen.legal[seed])[1])"
    lines = [question(seen, 0.1, 1), question(seen, 0.1, 1, 2), question(seen, 0.1, 2, 2), former]
    run = subprocess.run(
        [sys.executable, "-c", script],
        input="".join(json.dumps(line) + "\n" for line in lines),
        capture_output=True,
        text=True,
        env={**os.environ, "HANLIN_PLAIN": "1"},
        check=True,
    )
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert answers == [{"version": 2}, *({"action": seen.legal[at]} for at in (1, 2, 1))]
    assert run.stderr.split() == ["0", "0", "0"]


@pytest.mark.parametrize(
    ("kind", "fault"),
    [
        ("speaks-3", "asked for version 3 of the protocol; there are 1 to 2"),
        ("speaks-words", "asked for version 'two' of the protocol"),
        ("speaks-often", 'answered without an "action"'),
    ],
)
def test_a_program_that_asks_for_no_version_or_again_loses(kind, fault):
    played = tournament(settings(kind, 1), 1, None)
    assert played[0].faults
    assert all(fault in said for said in played[0].faults.values())


@pytest.mark.parametrize("kind", ["dies", "nonsense", "illegal", "list", "number", "deep", "bytes", "empty", "floods", "long"])
def test_a_program_that_fails_loses_and_the_tournament_goes_on(kind):
    played = tournament(settings(kind), 1, None)
    assert len(played) == 2
    for game in played:
        seats = [seat for seat, name in enumerate(game.seats) if name.startswith("cmd:")]
        assert set(game.faults) == {str(seat) for seat in seats}
        assert all(game.shares[seat] == 0 for seat in seats)
        assert sum(game.shares) == pytest.approx(1)
        assert all(fault.startswith("cmd:") and fault.endswith(".") for fault in game.faults.values())


def test_a_program_that_sleeps_is_ended(monkeypatch):
    monkeypatch.setattr(subprocess_bot, "PATIENCE", 0.05)
    played = tournament(settings("sleeps", 1), 1, None)
    assert all("gave no answer" in fault for fault in played[0].faults.values())


def test_a_program_that_never_answered_is_waited_for_once(monkeypatch):
    monkeypatch.setattr(subprocess_bot, "FIRST_PATIENCE", 0.05)
    pool, name = BotPool(settings("deaf")), f"cmd:{command('deaf')}"
    seen = hanlin.game("china").start(3).settle(1).seen_by(0)
    with pytest.raises(Fault, match="gave no answer"):
        pool.bot(name, 0).choose(seen, 1)
    silent = pool.bot(name, 0)
    with pytest.raises(Fault, match="gave no answer"):
        silent.choose(seen, 2)
    assert silent is pool.bot(name, 0)


class Late:
    """Answers of a program that is waited for so many times."""

    def __init__(self, times):
        self.left = times

    def get(self, timeout):
        if self.left == 0:
            return b"line"
        self.left -= 1
        raise Empty


@pytest.mark.parametrize(
    ("pace", "times", "is_waited_for"),
    [(0.06, 14, True), (0.06, 16, False), (0.011, 60, True), (0.005, 1, False), (0.0, 1, False), (1.0, 1, False)],
)
def test_cpu_time_decides_how_long_a_program_is_waited_for(monkeypatch, pace, times, is_waited_for):
    """``pace``: the CPU seconds that it gets in a second: little on a busy machine, none where it sleeps."""
    used = itertools.count()
    monkeypatch.setattr(subprocess_bot, "cpu_seconds", lambda session: pace * 5.0 * next(used))
    bot = SubprocessBot(command("deaf"), 0.01)
    try:
        bot._answers, answers = Late(times), bot._answers
        if is_waited_for:
            assert bot._wait(5.0) == b"line"
        else:
            monkeypatch.setattr(bot, "end", lambda: None)
            with pytest.raises(Fault, match="gave no answer within 5 seconds"):
                bot._wait(5.0)
    finally:
        monkeypatch.undo()
        bot._answers = answers
        bot.end()


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="this system does not say what a session has used")
def test_the_cpu_time_of_a_program_and_its_children_is_measured():
    script = (
        "import subprocess, sys; subprocess.run([sys.executable, '-c', 'sum(range(3_000_000))']); print(1, flush=True); input()"
    )
    with subprocess.Popen(
        [sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True
    ) as program:
        program.stdout.readline()
        assert subprocess_bot.cpu_seconds(program.pid) > 0
        program.kill()
    assert subprocess_bot.cpu_seconds(program.pid) is None


def state_of(process):
    """True if a process runs, and its parent. A finished one may wait until its busy parent collects it."""
    try:
        state, parent = Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[:2]
    except (FileNotFoundError, ProcessLookupError):
        return False, None
    return state != "Z", int(parent)


def test_a_process_of_the_arena_that_is_ended_ends_its_program(tmp_path):
    """The pool ends the others as soon as one has left: one that Ctrl-C had not reached yet left its program behind."""
    bots = f"cmd:{command('deaf')} {shlex.quote(str(tmp_path))},random,random"
    line = [sys.executable, "-m", "hanlin", "arena", "china", "--players", "3", "--bots", bots, "--processes", "2"]
    with subprocess.Popen([*line, "--games", "8"], stderr=subprocess.DEVNULL, start_new_session=True) as arena:
        try:
            wait_until(lambda: arena.poll() is not None or list(tmp_path.iterdir()))
            assert arena.poll() is None
            program = next(tmp_path.iterdir()).name
            worker = state_of(program)[1]
            os.kill(worker, signal.SIGTERM)
            wait_until(lambda: not state_of(worker)[0])
            assert not state_of(program)[0]
        finally:
            os.killpg(arena.pid, signal.SIGKILL)
    for each in tmp_path.iterdir():
        with suppress(ProcessLookupError):
            os.kill(int(each.name), signal.SIGKILL)


def test_ctrl_c_ends_all_processes_and_programs_of_the_arena(tmp_path):
    bots = f"cmd:{command('deaf')} {shlex.quote(str(tmp_path))},random,random"
    line = [
        sys.executable,
        "-m",
        "hanlin",
        "arena",
        "china",
        "--players",
        "3",
        "--bots",
        bots,
        "--processes",
        "2",
        "--games",
        "8",
    ]
    as_usual = partial(signal.signal, signal.SIGINT, signal.default_int_handler)  # The shell that runs the tests may ignore it.
    with subprocess.Popen(line, stderr=subprocess.DEVNULL, start_new_session=True, preexec_fn=as_usual) as arena:
        wait_until(lambda: arena.poll() is not None or len(list(tmp_path.iterdir())) == 2)
        assert arena.poll() is None
        os.killpg(arena.pid, signal.SIGINT)
        assert arena.wait(60) == 130
    assert not [program.name for program in tmp_path.iterdir() if state_of(program.name)[0]]


def test_a_program_that_answers_and_never_reads_holds_up_nobody():
    """Its pipe is full long before the last question; what it says too much is not kept."""
    seen = hanlin.game("forbidden_city").start(2).settle(1).seen_by(0)
    bot = SubprocessBot(f"{command('talks')} {shlex.quote(seen.legal[0])}", 1)
    try:
        assert [bot.choose(seen, number) for number in range(20)] == 20 * [seen.legal[0]]
    finally:
        bot.end()
    assert not bot._listener.is_alive()


def test_a_program_that_can_not_be_started_is_said_so():
    with pytest.raises(hanlin.HanlinError, match="can't be started"):
        SubprocessBot("/nowhere/at/all", 1)
    with pytest.raises(hanlin.HanlinError, match="followed by a command"):
        SubprocessBot("", 1)


def test_no_process_is_left_behind():
    bot = SubprocessBot(command("random"), 0.01)
    pid = bot._process.pid
    bot.end()
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    with pytest.raises(Fault, match="stopped"):
        bot.choose(hanlin.game("china").start(3).settle(1).seen_by(0), 1)


@pytest.mark.parametrize("name", sorted(games()))
def test_a_request_holds_what_the_seat_sees_and_nothing_else(name):
    rng = seeded("question", name)
    position = hanlin.game(name).start().settle(rng)
    for _ in range(30):
        if position.over:
            break
        seen = position.seen_by(position.actor)
        old, asked = question(seen, 0.5, 9), question(seen, 0.5, 9, 2)
        assert (old["seat"], asked["seat"]) == (seen.seat + 1, seen.seat)
        assert set(old) - set(asked) == {"versions"}
        assert asked["ply"] == position.ply
        assert asked["legal"] == position.legal
        assert asked["record"] == seen.record()
        for again in (read_question(old), read_question(asked)):
            assert again.state.tobytes() == seen.state.tobytes()
            assert again.legal == seen.legal
            assert again.seat == seen.seat
        position.play(position.legal[len(position.moves) % len(position.legal)]).settle(rng)
