"""The first minute: what begins as plain Python while another process compiles.

Compiling a loop of a game takes some ten seconds, once for each machine. Where the machine code is not in the cache yet,
another process makes it, and until that one ends the same functions run as plain Python, with equal results: nothing waits.
(Searches do wait: as plain Python they would look less far.)

``HANLIN_COMPILE_FIRST=1`` waits for machine code instead. So do the workers of a pool, which the parent can spare that
(``hanlin warm --envs``), and a process without a folder in which machine code could be passed on.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from multiprocessing import parent_process
from pathlib import Path
from typing import Any

from hanlin.core.jit.compiled import is_ready

COMPILE_FIRST = "HANLIN_COMPILE_FIRST"
"""An environment variable: 1 where nothing begins as plain Python."""


class Background:
    """Loops that another process compiles for a game, by ``python -m MODULE GAME``."""

    def __init__(self, module: str) -> None:
        self.module = module
        self._running: dict[Any, subprocess.Popen[bytes]] = {}
        """The processes, by the dtype of a game's states. Empty nearly always, so a step asks for little."""
        self._known: set[Any] = set()
        """The dtypes of games that ``prepare`` has looked at."""

    def prepare(self, game: Any, loop: Any) -> None:
        """Have a game's loops compiled unless the machine code of one of them is there, or must be waited for."""
        if game.dtype in self._known:
            return
        self._known.add(game.dtype)
        if not hasattr(loop, "folder") or is_ready(loop, game.dtype) or _waits():
            return
        folder: Path | None = loop.folder(game.dtype)
        if folder is None:
            return
        with suppress(OSError):  # Without another process this one compiles.
            self._running[game.dtype] = self._begun(game.name)
            _announce(game.name, folder.parent)

    def compile_here(self, game: Any) -> None:
        """Let this process compile a game itself at its first step, and wait for it."""
        self._known.add(game.dtype)
        self._running.pop(game.dtype, None)

    def is_running(self, dtype: Any) -> bool:
        """True while a game's loops are being compiled."""
        process = self._running.get(dtype)  # Asked for once: another thread may end the wait in between.
        if process is None:
            return False
        if process.poll() is None:
            return True
        # Machine code is loaded now. Where the process failed, it is made here.
        self._running.pop(dtype, None)
        return False

    def quickest(self, loop: Callable[..., Any], dtype: Any) -> Callable[..., Any]:
        """A loop (an ``@entry``) as it runs now for states of ``dtype``: as it is or, until it is compiled, as plain Python."""
        return loop.py_func if self.is_running(dtype) else loop  # type: ignore[attr-defined]

    def _begun(self, name: str) -> subprocess.Popen[bytes]:
        """A process that compiles a game. It outlives this one, so that the next one finds it compiled."""
        path = os.pathsep.join(each for each in sys.path if each)
        environment = {**os.environ, "PYTHONPATH": path, COMPILE_FIRST: "1", "HANLIN_QUIET": "1"}
        silent = subprocess.DEVNULL
        command = [sys.executable, "-m", self.module, name]
        return subprocess.Popen(command, env=environment, stdin=silent, stdout=silent, stderr=silent)


def _waits() -> bool:
    return os.environ.get(COMPILE_FIRST, "") not in ("", "0") or parent_process() is not None or not sys.executable


def _announce(name: str, folder: Path) -> None:
    if os.environ.get("HANLIN_QUIET", "") in ("", "0"):
        with suppress(OSError, ValueError):
            print(
                f"hanlin: compiling {name} for this machine, once, 10 to 60 seconds (kept in {folder}); until then it runs as "
                "plain Python, with the same results …",
                file=sys.stderr,
                flush=True,
            )


STEPS = Background("hanlin.envs.warm")
"""The steps of environments."""
POLICIES = Background("hanlin.bots.warm")
"""The decisions of simple policies."""
