"""The process that thinks: ``python -m hanlin.server.thinking GAME…`` reads questions, one JSON object a line.

It says ``{"ready": GAME}`` once a game's machine code is there, ``{"action": TEXT}`` to each question (a move's text; a hint or
a step of a review as JSON), and ends with its input.
"""

from __future__ import annotations

import base64
import os
import sys
import threading
import traceback
from functools import cache, lru_cache
from queue import SimpleQueue
from typing import BinaryIO

import msgspec
import numpy as np

from hanlin.bots import Bot, bot, hint
from hanlin.bots.arena import cores
from hanlin.bots.levels import LevelBot
from hanlin.bots.warm import warm_bots, warm_search
from hanlin.core.game import game
from hanlin.core.position import Position
from hanlin.core.positions import position as read_position
from hanlin.core.rng import seeded
from hanlin.lab.review import Decision, Reader
from hanlin.server.opponents import HintWanted, Question, ReviewStep
from hanlin.server.reading import data_files


def answer(question: Question, fast: bool = True) -> str:
    """What is asked for. ``fast``: as machine code."""
    if isinstance(question, ReviewStep):
        return step_of_review(question, fast)
    of_game = game(question.game)
    start = of_game.start(question.players, **question.options, **data_files(question.files))
    states = np.frombuffer(base64.b64decode(question.state), of_game.dtype).copy()
    seen = Position(of_game, states, start.options, question.moves, question.seat)
    if isinstance(question, HintWanted):
        return msgspec.json.encode(hint(seen, question.seed, fast)).decode()
    return thinker(question.bot, fast).choose(seen, seeded(question.seed))


def thinker(name: str, fast: bool) -> Bot:
    """Who thinks about moves: the same one from move to move, since it may go on with what it saw before.

    It thinks in as many threads as cores are idle now.
    """
    who = _thinker(name, fast)
    if isinstance(who, LevelBot):
        who.threads = idle_cores() if fast else 1
    return who


@cache
def _thinker(name: str, fast: bool) -> Bot:
    return bot(name, fast)


def idle_cores() -> int:
    """How many threads may think at once without taking time from anybody else."""
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return max(1, round(cores() - busy))


def step_of_review(step: ReviewStep, fast: bool) -> str:
    """A decision that was judged, or why one cost so much, as JSON."""
    reader = _reader(msgspec.json.encode(msgspec.structs.replace(step, ply=0, decision="")), fast)
    if not step.decision:
        return msgspec.json.encode(reader.judge(step.ply)).decode()
    return msgspec.json.encode(reader.why(msgspec.json.decode(step.decision, type=Decision))).decode()


@lru_cache(maxsize=1)
def _reader(of: bytes, fast: bool) -> Reader:
    """Who reads a game: the same one for all steps of its review."""
    step = msgspec.json.decode(of, type=ReviewStep)
    files = data_files(step.files)
    start = read_position(step.position, files) if step.position else None
    position = start or game(step.game).start(step.players, **step.options, **files)
    for _actor, text in step.moves:
        position.apply(position.game.parse(position.state, text))
    return Reader(position, fast=fast, iterations=step.iterations, languages=step.languages)


def say(out: BinaryIO, **message: str) -> None:
    out.write(msgspec.json.encode(message) + b"\n")
    out.flush()


def read(thoughts: SimpleQueue[bytes]) -> None:
    """Hand on what comes in; the process ends with its input, even in the midst of compiling."""
    for line in sys.stdin.buffer:
        thoughts.put(line)
    os._exit(0)


def main() -> None:
    # Only answers go to the output; whatever a bot prints goes where errors go.
    out, sys.stdout = sys.stdout.buffer, sys.stderr
    if hasattr(os, "nice"):
        os.nice(5)
    thoughts: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=read, args=(thoughts,), daemon=True).start()
    for name in sys.argv[1:]:
        try:
            # The levels search: a thought must not wait for its search to be compiled, which takes longer than anybody waits.
            warm_bots(game(name))
            warm_search(game(name))
        except Exception:
            # The other games are still worth having; this one is played at plain speed by whoever asked.
            traceback.print_exc()
            continue
        say(out, ready=name)
    while True:
        say(out, action=answer_or_nothing(thoughts.get()))


def answer_or_nothing(line: bytes) -> str:
    """The answer to a question; empty where it failed: whoever asked then answers it at plain speed."""
    try:
        return answer(msgspec.json.decode(line, type=Question))
    except Exception:
        traceback.print_exc()
        return ""


if __name__ == "__main__":
    main()
