"""The process that thinks: ``python -m hanlin.server.engine.process KIND GAME…`` reads questions, one JSON object a line.

KIND: ``moves``, ``advice`` or ``nothing``, see ``PREPARATIONS``. It writes reports (``liveness.py``): ``{"ready": GAME}`` once
a game's machine code is there, ``{"action": TEXT, "number": …}`` to each question (a move's text; a hint or a step of a review
as JSON), and once a second that it works. It answers while it compiles, and ends with its input.
"""

from __future__ import annotations

import base64
import os
import sys
import threading
import time
import traceback
from collections.abc import Callable, Iterable
from functools import cache, lru_cache, partial
from queue import SimpleQueue
from typing import Any, BinaryIO

import msgspec
import numpy as np

from hanlin.bots import Bot, bot, hint
from hanlin.bots.levels import LevelBot
from hanlin.bots.simulate import cores
from hanlin.bots.warm import warm_bots, warm_search
from hanlin.core.jit.compiled import PLAIN
from hanlin.core.jit.rng import seeded
from hanlin.core.position.game import game
from hanlin.core.position.position import Position
from hanlin.core.position.position_text import position as read_position
from hanlin.lab.review import ROUNDS, Decision, Reader
from hanlin.lab.review_falls import LookBack
from hanlin.server.engine.liveness import COMPILING, THINKING, Report
from hanlin.server.engine.opponents import HintRequest, Message, Prepare, Question, ReviewStep
from hanlin.server.uploads.parser_process import data_files

EVERY = 1.0
"""Seconds between two reports of a process that works."""
STACK = 1 << 26
"""Bytes of stack of a thread that compiles."""


def answer(question: Question, fast: bool = True) -> str:
    """The answer to a question. ``fast``: in machine code."""
    if isinstance(question, ReviewStep):
        return step_of_review(question, fast)
    of_game = game(question.game)
    start = of_game.start(question.players, **question.options, **data_files(question.files))
    states = np.frombuffer(base64.b64decode(question.state), of_game.dtype).copy()
    seen = Position(of_game, states, start.options, question.moves, question.seat)
    if isinstance(question, HintRequest):
        return msgspec.json.encode(hint(seen, question.seed, fast)).decode()
    return thinker(question.bot, fast, question.weights).choose(seen, seeded(question.seed))


def thinker(name: str, fast: bool, weights: str = "") -> Bot:
    """The bot for moves: the same one from move to move, since it may reuse its search tree. ``weights``: their file, if any.

    It searches in as many threads as cores are idle now.
    """
    who = _thinker(name, fast, weights)
    if isinstance(who, LevelBot):
        who.threads = idle_cores() if fast else 1
    return who


@cache
def _thinker(name: str, fast: bool, weights: str) -> Bot:
    return bot(name, fast, weights=weights or None)


def idle_cores() -> int:
    """The number of threads that can search without slowing down others."""
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return max(1, round(cores() - busy))


def step_of_review(step: ReviewStep, fast: bool) -> str:
    """An evaluated decision, the reasons for its cost, or the decision that would have avoided a fall, as JSON."""
    reader = _reader(msgspec.json.encode(msgspec.structs.replace(step, ply=0, decision="", back="", number=0)), fast)
    if step.back:
        return msgspec.json.encode(reader.avoided(msgspec.json.decode(step.back, type=LookBack))).decode()
    if not step.decision:
        return msgspec.json.encode(reader.evaluate(step.ply)).decode()
    return msgspec.json.encode(reader.why(msgspec.json.decode(step.decision, type=Decision))).decode()


@lru_cache(maxsize=2)
def _reader(of: bytes, fast: bool) -> Reader:
    """The reviewer of a game: the same one for all steps of a review."""
    step = msgspec.json.decode(of, type=ReviewStep)
    files = data_files(step.files)
    start = read_position(step.position, files) if step.position else None
    position = start or game(step.game).start(step.players, **step.options, **files)
    for _actor, text in step.moves:
        position.apply(position.game.parse(position.state, text))
    return Reader(position, fast=fast, iterations=step.iterations, languages=step.languages, rounds=step.rounds or ROUNDS)


class Effort:
    """The CPU time that the current question takes in all threads, without compilation."""

    def __init__(self, cpu: Callable[[], float] = time.process_time) -> None:
        self._cpu = cpu
        self._lock = threading.Lock()
        self._compilations = 0
        self._counted = 0.0
        self._since = 0.0
        self.number = 0
        """The number of the current question; 0: none."""

    def begin(self, number: int) -> None:
        """Begin to count for a question."""
        with self._lock:
            self.number, self._counted, self._since = number, 0.0, self._cpu()

    def end(self) -> None:
        """Stop counting."""
        with self._lock:
            self.number = 0

    def compiles(self, change: int) -> None:
        """Note that a compilation begins (1) or ends (-1), in any thread."""
        with self._lock:
            if self._compilations == 0:
                self._counted += self._cpu() - self._since
            self._compilations += change
            self._since = self._cpu()

    @property
    def is_compiling(self) -> bool:
        """True while anything is being compiled."""
        return self._compilations > 0

    def spent(self) -> float:
        """CPU seconds of the current question."""
        with self._lock:
            return self._counted + (0.0 if self._compilations else self._cpu() - self._since)


def count_compilations(effort: Effort) -> None:
    """Subtract everything that Numba compiles, or waits to compile, in this process."""
    if PLAIN:
        return
    from numba.core import event

    class Compilations(event.Listener):
        def on_start(self, event: Any) -> None:
            effort.compiles(1)

        def on_end(self, event: Any) -> None:
            effort.compiles(-1)

    event.register("numba:compiler_lock", Compilations())


class Preparation:
    """Compiles games in advance, one after another; a requested game goes before the others."""

    def __init__(self, games: Iterable[str], prepare: Callable[[str], None], report: Callable[[Report], None]) -> None:
        self._games = list(dict.fromkeys(games))
        self._known = set(self._games)
        self._prepare = prepare
        self._report = report
        self._changed = threading.Condition()
        self.game = ""
        """The game that is being compiled."""
        self.began = 0.0
        """CPU time of the process when that began."""

    def first(self, game: str) -> None:
        """Compile a game next, unless it is compiled already."""
        with self._changed:
            if game in self._games:
                self._games.remove(game)
            elif game in self._known:
                return
            self._known.add(game)
            self._games.insert(0, game)
            self._changed.notify()

    def run(self) -> None:
        """Compile the requested games, for as long as the process lives."""
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._games)
                self.began, self.game = time.process_time(), self._games.pop(0)
            self.one(self.game)

    def one(self, game: str) -> None:
        """Compile a game and report the result."""
        self._report(Report(phase=COMPILING, preparing=game, total=time.process_time()))
        try:
            self._prepare(game)
        except Exception as error:
            # The other games are still useful; callers play this one at plain speed.
            traceback.print_exc()
            report = Report(failed=game, reason=f"{type(error).__name__}: {error}"[:200])
        else:
            report = Report(ready=game)
        self.game = ""
        self._report(report)


def prepare_moves(name: str) -> None:
    """Compile the code for levels and their searches: compiling takes longer than players wait for a move."""
    warm_bots(game(name))
    warm_search(game(name))


def prepare_advice(name: str) -> None:
    """Compile the code for hints and reviews."""
    of = game(name)
    warm_search(of)
    position = of.start(of.players[0]).settle(seeded("warm"))
    while len(position.legal_codes) < 2:
        position.apply(int(position.legal_codes[0])).settle(seeded("warm"))
    hint(position.seen_by(position.actor), "warm", iterations=1)


PREPARATIONS: dict[str, Callable[[str], None]] = {
    "moves": prepare_moves,
    "advice": prepare_advice,
    "nothing": lambda name: None,
}
"""By the first word of the command line: the code compiled for a game. ``nothing``: answers come at plain speed."""


class Reporter:
    """Writes reports, one JSON object per line, from any thread; during work, one per second."""

    def __init__(self, out: BinaryIO, effort: Effort) -> None:
        self._out = out
        self._effort = effort
        self._lock = threading.Lock()

    def write(self, report: Report) -> None:
        """Write a report."""
        with self._lock:
            self._out.write(msgspec.json.encode(report) + b"\n")
            self._out.flush()

    def state(self, preparation: Preparation) -> Report | None:
        """The report of the current work; None where there is none."""
        effort, preparing, total = self._effort, preparation.game, time.process_time()
        if not effort.number and not preparing:
            return None
        phase = THINKING if effort.number and not effort.is_compiling else COMPILING
        spent = effort.spent() if effort.number else 0.0
        prepared = total - preparation.began if preparing else 0.0
        return Report(
            phase=phase, number=effort.number, cpu=spent, total=total, preparing=preparing, prepared=max(0.0, prepared)
        )

    def run(self, preparation: Preparation) -> None:
        """Report for as long as the process lives."""
        while True:
            time.sleep(EVERY)
            report = self.state(preparation)
            if report is not None:
                self.write(report)


def read(questions: SimpleQueue[Question | bytes], preparation: Preparation) -> None:
    """Queue messages from the input; the process ends with its input, even during a compilation."""
    for line in sys.stdin.buffer:
        try:
            message = msgspec.json.decode(line, type=Message)
        except msgspec.MsgspecError:
            questions.put(line)
            continue
        if isinstance(message, Prepare):
            preparation.first(message.game)
        else:
            questions.put(message)
    os._exit(0)


def main() -> None:
    # Only reports go to the output; anything that a bot prints goes to the error output.
    out, sys.stdout = sys.stdout.buffer, sys.stderr
    kind, *games = sys.argv[1:]
    if hasattr(os, "nice") and kind != "nothing":
        os.nice(5)
    effort, questions = Effort(), SimpleQueue[Question | bytes]()
    count_compilations(effort)
    reporter = Reporter(out, effort)
    preparation = Preparation(games, PREPARATIONS[kind], reporter.write)
    threading.stack_size(STACK)
    for work in (partial(read, questions, preparation), preparation.run, partial(reporter.run, preparation)):
        threading.Thread(target=work, daemon=True).start()
    threading.stack_size(0)
    while True:
        question = questions.get()
        number = 0 if isinstance(question, bytes) else question.number
        effort.begin(number)
        said = answer_or_nothing(question, fast=kind != "nothing")
        effort.end()
        reporter.write(Report(action=said, number=number))


def answer_or_nothing(question: Question | bytes, fast: bool = True) -> str:
    """The answer to a question; empty where it failed: the caller then answers it at plain speed."""
    try:
        return answer(msgspec.json.decode(question, type=Question) if isinstance(question, bytes) else question, fast)
    except Exception:
        traceback.print_exc()
        return ""


if __name__ == "__main__":
    main()
