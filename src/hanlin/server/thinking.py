"""The opponents' process: ``python -m hanlin.server.thinking GAME…`` reads thoughts, one JSON object a line.

It says ``{"ready": GAME}`` once a game's machine code is there, ``{"action": TEXT}`` to each thought, and ends with its input.
"""

from __future__ import annotations

import base64
import os
import sys
import threading
import traceback
from queue import SimpleQueue
from typing import BinaryIO

import msgspec
import numpy as np

from hanlin.bots import bot
from hanlin.bots.warm import warm_bots, warm_search
from hanlin.core.game import game
from hanlin.core.position import Position
from hanlin.core.rng import seeded
from hanlin.server.opponents import Thought
from hanlin.server.reading import data_files


def answer(thought: Thought) -> str:
    """The action that the bot chooses."""
    of_game = game(thought.game)
    start = of_game.start(thought.players, **thought.options, **data_files(thought.files))
    states = np.frombuffer(base64.b64decode(thought.state), of_game.dtype).copy()
    seen = Position(of_game, states, start.options, thought.moves, thought.seat)
    return bot(thought.bot, fast=True).choose(seen, seeded(thought.seed))


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
    """The answer to a thought; empty where the bot failed, which is then asked at plain speed by whoever asked."""
    try:
        return answer(msgspec.json.decode(line, type=Thought))
    except Exception:
        traceback.print_exc()
        return ""


if __name__ == "__main__":
    main()
