"""The two speeds of Hanlin: plain Python, and machine code made from the same source.

Rules, playouts and searches are ordinary functions on a state record. Called from Python they are ordinary Python: one can
step through them, measure their coverage, and nothing is ever compiled behind a person's back. Called from an
``@entry`` point they are machine code. So both speeds live in one process and can be held against each other.

    @compiled                 a function of the rules; plain from Python, inlined machine code from compiled callers
    @inlined                  the same, copied into its callers whatever its size
    @entry                    a loop that Python calls to have it run as machine code (cached on disk)
    @verb(PLAY)               a function chosen by the dtype of its first argument, see ``generic.py``

With ``HANLIN_PLAIN=1``, or without Numba, all of them leave the functions as they are. The web process runs so.

What is @compiled must be written so that both speeds agree:
arithmetic in int64 (``np.int64(s.yuan[p])`` before adding up narrow fields, no uint64), no Python containers, no NumPy
temporaries, the same argument types at every call, helpers defined at module level.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

PLAIN = os.environ.get("HANLIN_PLAIN", "") not in ("", "0") or find_spec("numba") is None
"""True where no machine code is made in this process."""

NEVER_COMPILED = {"server", "cli", "words", "drawing", "language"}
"""Rooms without a compiled function: a change there leaves the machine code as it is."""

PACKAGE = Path(__file__).resolve().parent.parent


def cache_folder() -> Path:
    """Where machine code is kept: one folder for each state of the sources, each Python and each Numba.

    Numba looks only at the file of the function that it caches, not at the files of the functions called from there,
    so the folder's name has to notice every change.
    """
    import platform

    import numba

    digest = hashlib.sha256(f"{numba.__version__} {platform.python_version()} {platform.machine()}".encode())
    for source in sorted(PACKAGE.rglob("*.py")):
        if not NEVER_COMPILED & set(source.relative_to(PACKAGE).with_suffix("").parts):
            digest.update(source.relative_to(PACKAGE).as_posix().encode() + b"\0" + source.read_bytes())
    if os.environ.get("NUMBA_BOUNDSCHECK", "") not in ("", "0"):
        digest.update(b"bounds checked")
    home = os.environ.get("HANLIN_CACHE") or os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(home) / "hanlin" / digest.hexdigest()[:16]


if PLAIN:

    def compiled(function: F) -> F:
        """Mark a function of the rules (here: left as it is)."""
        return function

    def inlined(function: F) -> F:
        """Mark a function of the rules that is to be copied into its callers (here: left as it is)."""
        return function

    def entry(function: F) -> F:
        """Mark a loop that Python calls (here: left as it is)."""
        return function

else:
    import numba
    from numba.extending import overload, register_jitable

    # Only machine code calls these functions: leaving out what Python and C would call them through saves
    # time when compiling.
    _NO_WRAPPERS: Any = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}

    numba.config.CACHE_DIR = str(cache_folder())  # type: ignore[attr-defined]

    def compiled(function: F) -> F:
        """Mark a function of the rules: plain from Python, machine code from compiled callers."""
        return register_jitable(**_NO_WRAPPERS)(function)

    def inlined(function: F) -> F:
        """As ``compiled``, and copied into its callers.

        It is for ``choose`` and its like, which are called from few places and take an array (``rng``): a call that is not
        inlined counts references to the array up and down, with atomic instructions that cost more than a small rule.
        """
        return register_jitable(forceinline=True, **_NO_WRAPPERS)(function)

    def entry(function: F) -> F:
        """Mark a loop that Python calls to have it run as machine code, cached on disk, without the GIL."""
        return numba.njit(cache=True, nogil=True)(function)  # type: ignore[return-value]


def verb(table: dict[Any, Callable[..., Any]]) -> Callable[[F], F]:
    """Make a verb: a function that is looked up in ``table`` by the dtype of its first argument, a state record.

    The decorated function serves plain speed (it does the look-up itself); compiled callers get the game's function
    when they are compiled, as multiple dispatch does.
    """

    def decorate(function: F) -> F:
        if not PLAIN:
            overload(function, jit_options=_NO_WRAPPERS)(_chooser(table))
        return function

    return decorate


def _chooser(table: dict[Any, Callable[..., Any]]) -> Callable[..., Any]:
    """What Numba asks, while it compiles a call of a verb, for the function to call."""

    def choose(*arguments: Any) -> Callable[..., Any] | None:
        for dtype, rule in table.items():
            if numba.from_dtype(dtype) == arguments[0]:

                def chosen(*arguments: Any) -> Any:
                    return rule(*arguments)  # noqa: B023 (Numba takes chosen at once)

                return chosen
        return None

    return choose


def compiled_instead(replacement: Callable[..., Any]) -> Callable[[F], F]:
    """Mark a plain function that compiled callers see as ``replacement`` (same parameters), see ``telling.py``."""

    def decorate(function: F) -> F:
        if not PLAIN:
            overload(function, jit_options=_NO_WRAPPERS, strict=False)(lambda *arguments: replacement)
        return function

    return decorate
