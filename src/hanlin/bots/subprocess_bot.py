"""Bots that are programs: they read one line of JSON per decision from standard input and answer with one on standard output.

A request of version 2, in which seats and plies count from 0:

    {"schema": "hanlin.cmd/2", "version": 2, "game": "china", "players": 3, "options": {…}, "seat": 1, "ply": 17, "record": "…",
     "legal": ["…", …], "seconds": 1.0, "seed": 12345, "view": "…"}

and its answer: ``{"action": "one of legal"}``. ``record`` is the game so far as the seat may see it, as text, whose seats count
from 1; ``view`` holds the seat's view for ``hanlin.bots.serve`` and may be ignored.

The first request of a process is of version 1, for programs that know no other: without ``schema``, ``version`` and ``ply``,
with ``seat`` from 1, and with ``"versions": [1, 2]``. A program that prints ``{"version": 2}`` as its first line gets the same
request again in version 2, and all others, too; one that answers with an action gets version 1 for good.

One process serves one seat; it is started once and ends at the end of its
input. If it is too slow, dies, answers nonsense, or does not read, ``Fault`` says so and the process is killed; unread output
does no harm. Its standard error goes to the terminal.

Unlike the server's own child processes (``server/lib/json_lines.py``), such a program is not trusted and is awaited by threads
of a simulation or tournament that have no event loop: so it runs in a session of its own, which is killed as a whole; its
output is limited before it is read; and its time limits count CPU time.
"""

from __future__ import annotations

import base64
import os
import shlex
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import Empty, Queue, SimpleQueue
from typing import Any

import msgspec
import numpy as np

from hanlin._former_names import renamed
from hanlin.core.errors import HanlinError
from hanlin.core.lib.integers import described
from hanlin.core.position.game import game
from hanlin.core.position.position import Position

FIRST, NEWEST = 1, 2
"""The versions of the protocol: of programs that ask for none, and the newest."""
SCHEMA = f"hanlin.cmd/{NEWEST}"
PREFIX = "cmd:"
"""The prefix of the names of such bots: ``cmd:python my_bot.py``."""
FIRST_PATIENCE = 300.0
"""Seconds for the first answer: the program may have to compile something."""
PATIENCE = 5.0
"""Seconds for an answer beyond ten times the time given. CPU time counts, so that a busy machine does not matter; a program
that uses next to none (``IDLE``) has the same number of seconds by the clock."""
IDLE = 0.01
"""The part of the time for an answer that a program must use as CPU time not to count as idle."""
SPENT = 0.9
"""The part of the time for an answer that, as CPU time, uses it up; the rest allows for inexact measurement."""
LONGEST_ANSWER = 1 << 16
DRAIN_SECONDS = 1.0
"""Seconds to empty the pipe of a program that was killed."""
MAX_UNREAD = 4
"""Lines of output that are buffered before they are needed; then the program blocks."""


class Fault(HanlinError):
    """A bot program did not answer as it should."""


class SubprocessBot:
    """A bot program at one seat. ``seconds``: the time for a decision, which it is given with each request."""

    def __init__(self, command: str, seconds: float) -> None:
        self.name = PREFIX + command
        self.seconds = seconds
        self.dead = ""
        self.answered = False
        """True if it has answered a request at least once."""
        self.version = FIRST
        """The version of the protocol that the program speaks."""
        self._questions: SimpleQueue[bytes] = SimpleQueue()
        self._answers: Queue[bytes] = Queue(MAX_UNREAD)
        words = split_command(command)
        try:
            self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or error
            raise HanlinError(f"The bot {command!r} can't be started: {reason}.") from None
        self._listener = threading.Thread(target=self._listen, daemon=True)
        self._listener.start()
        threading.Thread(target=self._write, daemon=True).start()

    def choose(self, seen: Position, seed: int) -> str:
        """Ask the program for an action from a seat's view; Fault if it does not give one."""
        if self.dead:
            raise Fault(self.dead)
        is_first = not self.answered
        line, answer = self._ask(seen, seed)
        if is_first and "version" in answer and "action" not in answer:
            self.answered = False  # It has greeted and may have to compile yet.
            self.version = self._spoken(answer["version"])
            line, answer = self._ask(seen, seed)
        action = answer.get("action")
        if not isinstance(action, str):
            raise self._fault(f'answered without an "action": {line[:80]!r}')
        if action not in seen.legal:
            raise self._fault(f"chose {action[:60]!r}, which is not legal there")
        return action

    def end(self) -> None:
        """Kill the program and all processes that it has started."""
        self.dead = self.dead or f"{self.name} has been stopped."
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            self._process.kill()
        self._process.wait()
        self._questions.put(b"")
        until = time.monotonic() + DRAIN_SECONDS
        while self._listener.is_alive() and time.monotonic() < until:
            with suppress(Empty):  # Unread lines may block the reading thread.
                self._answers.get(timeout=0.01)

    # -- inside -----------------------------------------------------------------------------------------------------------

    def _ask(self, seen: Position, seed: int) -> tuple[bytes, dict[str, Any]]:
        """Put a request to the program; the line of its answer, and the object in it."""
        self._questions.put(msgspec.json.encode(question(seen, self.seconds, seed, self.version)) + b"\n")
        line = self._wait(PATIENCE + 10 * self.seconds if self.answered else FIRST_PATIENCE)
        if not line:
            raise self._fault("ended before it answered")
        self.answered = True
        try:
            answer = msgspec.json.decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            raise self._fault(f'answered no JSON object like {{"action": "…"}}: {line[:80]!r}') from None
        if not isinstance(answer, dict):
            raise self._fault(f'answered without an "action": {line[:80]!r}')
        return line, answer

    def _wait(self, patience: float) -> bytes:
        """The next line of output; Fault after that many CPU seconds, or as many seconds of idling."""
        began = before = cpu_seconds(self._process.pid)
        while True:
            try:
                return self._answers.get(timeout=patience)
            except Empty:
                used = cpu_seconds(self._process.pid)
            if began is None or before is None or used is None:
                break
            if used - began >= SPENT * patience or used - before < IDLE * patience:
                break
            before = used
        raise self._fault(f"gave no answer within {patience:g} seconds")

    def _listen(self) -> None:
        out = self._process.stdout
        assert out is not None
        while line := out.readline(LONGEST_ANSWER):
            self._answers.put(line)
        self._answers.put(b"")

    def _write(self) -> None:
        """Write the requests. A program that does not read blocks this thread only; one that has exited ends it."""
        into = self._process.stdin
        assert into is not None
        with suppress(OSError, ValueError):
            while line := self._questions.get():
                into.write(line)
                into.flush()

    def _spoken(self, version: Any) -> int:
        """A version of the protocol that the program asks for; Fault if there is none."""
        if type(version) is not int or not FIRST <= version <= NEWEST:
            raise self._fault(f"asked for version {described(version)[:60]} of the protocol; there are {FIRST} to {NEWEST}")
        return version

    def _fault(self, what: str) -> Fault:
        self.dead = f"{self.name} {what}."
        self.end()
        return Fault(self.dead)


def cpu_seconds(session: int) -> float | None:
    """CPU seconds of all processes of a session, including ended children; None on systems without /proc."""
    ticks = 0
    found = False
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = file.read_text("utf-8", "replace").rpartition(")")[2].split()
        except OSError:
            continue  # It has just ended.
        if len(fields) > 14 and int(fields[3]) == session:
            found = True
            ticks += sum(int(each) for each in fields[11:15])
    return ticks / os.sysconf("SC_CLK_TCK") if found else None


def split_command(command: str) -> list[str]:
    """Split a command into words as a shell does; HanlinError if it can't be parsed or is empty."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        why = {"No closing quotation": "a quotation mark is not closed", "No escaped character": "nothing follows the last \\"}
        reason = why.get(str(error), str(error))
        raise HanlinError(f"The command of the bot {PREFIX + command!r} can't be read: {reason}.") from None
    if not words or not words[0]:
        raise HanlinError("cmd: must be followed by a command, such as cmd:python my_bot.py.")
    return words


def question(seen: Position, seconds: float, seed: int, version: int = FIRST) -> dict[str, Any]:
    """The request to a program for a decision, in a version of the protocol."""
    of_files = {option.name for option in seen.game.options if option.file}
    seat = seen.seat or 0
    asked = {
        "game": seen.game.name,
        "players": seen.players,
        "options": {name: value for name, value in seen.options.items() if name not in of_files},
        "seat": seat + 1 if version == FIRST else seat,
        "record": seen.record(),
        "legal": seen.legal,
        "seconds": seconds,
        "seed": seed,
        "view": base64.b64encode(seen.state.tobytes()).decode(),
    }
    if version == FIRST:
        return {**asked, "versions": list(range(FIRST, NEWEST + 1))}
    return {"schema": SCHEMA, "version": version, **asked, "ply": seen.ply}


def read_question(asked: dict[str, Any]) -> Position:
    """The seat's view from a request of any version."""
    of = game(asked["game"])
    start = of.start(asked["players"], **asked["options"])
    states = np.frombuffer(base64.b64decode(asked["view"]), of.dtype).copy()
    seat = asked["seat"] - 1 if asked.get("version", FIRST) == FIRST else asked["seat"]
    return Position(of, states, start.options, _moves(asked["record"]), seat)


def _moves(record: str) -> list[tuple[int, str]]:
    moves = []
    for line in record.partition("\n\n")[2].splitlines():
        who, _, text = line.partition(" ")
        moves.append((-1 if who == "*" else int(who) - 1, text))
    return moves


def serve(choose: Callable[[Position, float, int], str]) -> None:
    """Run a program as a bot for ``cmd:``: answer each request on standard input with ``choose(seen, seconds, seed)``.

    ``seen`` is the view of the active player (``seen.seat``, ``seen.legal``, ``seen.state``, ``seen.scores`` …). Output of
    ``print`` goes to standard error. Speaks version 2 of the protocol, or 1 with a Hanlin that knows no other. Returns when the
    input ends.
    """
    out, sys.stdout = sys.stdout, sys.stderr
    for line in sys.stdin:
        asked = msgspec.json.decode(line)
        # Only the first request offers versions to a program that takes the newest; a former Hanlin offers none.
        if NEWEST in asked.get("versions", ()):
            answer: dict[str, Any] = {"version": NEWEST}
        else:
            answer = {"action": choose(read_question(asked), float(asked["seconds"]), int(asked["seed"]))}
        out.write(msgspec.json.encode(answer).decode() + "\n")
        out.flush()


__getattr__ = renamed(__name__, {"OutsideBot": "SubprocessBot", "words_of": "split_command"})
