"""The first minute of environments: they begin as plain Python while another process compiles.

Compiling a game's step takes some ten seconds, once for each machine. Where it is not in the cache yet, another process
compiles it, and until that one ends the same loops run as plain Python, with equal results: the first step does not wait.

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

_beginning: dict[Any, subprocess.Popen[bytes]] = {}
"""The processes that compile, by the dtype of a game's states. Empty nearly always, so a step asks for little."""
_known: set[Any] = set()
"""The dtypes of games that ``prepare`` has looked at."""


def prepare(game: Any, loop: Any) -> None:
    """Have a game's ``loop`` (an ``@entry``) compiled elsewhere, unless its machine code is there or must be waited for."""
    if game.dtype in _known:
        return
    _known.add(game.dtype)
    if not hasattr(loop, "folder") or is_ready(loop, game.dtype) or _waits():
        return
    folder: Path | None = loop.folder(game.dtype)
    if folder is None:
        return
    with suppress(OSError):  # Without another process this one compiles.
        _beginning[game.dtype] = _compiler(game.name)
        _announce(game.name, folder.parent)


def compile_here(game: Any) -> None:
    """Let this process compile a game itself at its first step, and wait for it."""
    _known.add(game.dtype)
    _beginning.pop(game.dtype, None)


def quickest(loop: Callable[..., Any], dtype: Any) -> Callable[..., Any]:
    """The loop as it runs now for states of ``dtype``: as it is or, until that is compiled, as plain Python."""
    if not _beginning or dtype not in _beginning:
        return loop
    if _beginning[dtype].poll() is None:
        plain: Callable[..., Any] = loop.py_func  # type: ignore[attr-defined]
        return plain
    # Machine code is loaded now. Where the process failed, it is made here.
    _beginning.pop(dtype, None)
    return loop


def _waits() -> bool:
    return os.environ.get(COMPILE_FIRST, "") not in ("", "0") or parent_process() is not None or not sys.executable


def _compiler(name: str) -> subprocess.Popen[bytes]:
    """A process that compiles a game's environments. It outlives this one, so that the next one finds them compiled."""
    path = os.pathsep.join(each for each in sys.path if each)
    environment = {**os.environ, "PYTHONPATH": path, COMPILE_FIRST: "1", "HANLIN_QUIET": "1"}
    silent = subprocess.DEVNULL
    command = [sys.executable, "-m", "hanlin.envs.warm", name]
    return subprocess.Popen(command, env=environment, stdin=silent, stdout=silent, stderr=silent)


def _announce(name: str, folder: Path) -> None:
    if os.environ.get("HANLIN_QUIET", "") in ("", "0"):
        with suppress(OSError, ValueError):
            print(
                f"hanlin: compiling {name} for this machine, once, 10 to 60 seconds (kept in {folder}); until then its "
                "environments run as plain Python, with the same results …",
                file=sys.stderr,
                flush=True,
            )
