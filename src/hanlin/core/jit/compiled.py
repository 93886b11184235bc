"""The two speeds of Hanlin: plain Python, and machine code made from the same source.

Rules, playouts and searches are ordinary functions on a state record. Called from Python they are ordinary Python: one can
step through them, measure their coverage, and nothing is ever compiled behind a person's back. Called from an
``@entry`` point they are machine code. So both speeds live in one process and can be held against each other.

    @compiled                 a function of the rules; plain from Python, inlined machine code from compiled callers
    @inlined                  the same, copied into its callers whatever its size
    @allocating               as @compiled, for the rare function that makes arrays for itself
    @entry                    a loop that Python calls to have it run as machine code (cached on disk)
    @verb                     a function chosen by the dtype of its first argument, see ``verbs/generic.py``

With ``HANLIN_PLAIN=1``, or without Numba, all of them leave the functions as they are. The web process runs so.

What is @compiled must be written so that both speeds agree:
arithmetic in int64 (``np.int64(s.yuan[p])`` before adding up narrow fields, no uint64), no Python containers, no NumPy
temporaries, the same argument types at every call, helpers defined at module level.

Machine code counts no references to arrays, since the caller of an entry keeps all of them: counting them, with atomic
instructions at every call, took half of a search's time. So arrays are made only by a function that is @allocating, and
stay in it.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import wraps
from importlib.util import find_spec
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

PLAIN = os.environ.get("HANLIN_PLAIN", "") not in ("", "0") or find_spec("numba") is None
"""True where no machine code is made in this process."""

VERBS: dict[str, dict[Any, Callable[..., Any]]] = {}
"""For each verb by its name the functions of the games by the dtype of their states (``verbs/generic.py``)."""


UNCOMPILED: set[Any] = set()
"""The dtypes of states whose rules are plain Python alone: entries run for them as they are written."""


def rules_of(dtype: Any) -> list[Callable[..., Any]]:
    """The functions that the games gave to the verbs for states of ``dtype``."""
    return [table[dtype] for table in VERBS.values() if dtype in table]


def is_ready(function: Callable[..., Any], dtype: Any) -> bool:
    """True where the machine code of an entry for states of ``dtype`` is cached, so compiled speed needs no compilation."""
    return not PLAIN and isinstance(function, Entry) and function.is_ready(dtype)


if PLAIN:

    def compiled(function: F) -> F:
        """Mark a function of the rules (here: left as it is)."""
        return function

    def inlined(function: F) -> F:
        """Mark a function of the rules that is to be copied into its callers (here: leave it unchanged)."""
        return function

    def allocating(function: F) -> F:
        """Mark a function of the rules that makes arrays for itself (here: left as it is)."""
        return function

    def entry(function: F) -> F:
        """Mark a loop that Python calls (here: left as it is)."""
        return function

else:
    import numba
    from numba.extending import overload, register_jitable

    from hanlin.core.jit.cache import Entry

    # Only machine code calls these functions: leaving out what Python and C would call them through saves
    # time when compiling. Without Numba's runtime (_nrt) no references are counted.
    _WITH_ARRAYS: Any = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": True}
    _NO_WRAPPERS: Any = _WITH_ARRAYS | {"_nrt": False}

    def compiled(function: F) -> F:
        """Mark a function of the rules: plain from Python, machine code from compiled callers."""
        return register_jitable(**_NO_WRAPPERS)(function)

    def inlined(function: F) -> F:
        """Compile a function and copy it into its callers, for small rules called often and from few places."""
        return register_jitable(forceinline=True, **_NO_WRAPPERS)(function)

    def allocating(function: F) -> F:
        """Compile a function that makes arrays for itself. It can't return them."""
        return register_jitable(**_WITH_ARRAYS)(function)

    def entry(function: F) -> F:
        """Mark a loop that Python calls to have it run as machine code, cached on disk, without the GIL."""
        return Entry(function, rules_of, UNCOMPILED)  # type: ignore[return-value]


def verb(default: F) -> F:
    """Make a verb of a function: its calls go to the function that a game gave for the dtype of the first argument.

    The dispatcher that takes the function's place serves plain speed; compiled callers get the game's function when they are
    compiled, as multiple dispatch does. The decorated function is the verb's default, see ``verbs/generic.py``.
    """
    table = VERBS[default.__name__] = {}
    dispatch = wraps(default)(_dispatcher(table, default.__code__.co_argcount))
    if not PLAIN:
        overload(dispatch, jit_options=_NO_WRAPPERS | {"forceinline": True})(_chooser(table))
    return dispatch  # type: ignore[return-value]


def _dispatcher(table: dict[Any, Callable[..., Any]], arguments: int) -> Callable[..., Any]:
    """A function that calls the one in ``table`` for its first argument, a state record."""
    match arguments:  # Without ``*rest`` a call is quicker, and these are called most.
        case 1:
            return lambda s: table[s.dtype](s)
        case 2:
            return lambda s, a: table[s.dtype](s, a)
        case 3:
            return lambda s, a, b: table[s.dtype](s, a, b)
    return lambda s, *rest: table[s.dtype](s, *rest)


def _chooser(table: dict[Any, Callable[..., Any]]) -> Callable[..., Any]:
    """A function that gives Numba, while it compiles a call of a verb, the game's function to call."""

    def choose(*arguments: Any) -> Callable[..., Any] | None:
        for dtype, rule in table.items():
            if numba.from_dtype(dtype) == arguments[0]:

                def chosen(*arguments: Any) -> Any:
                    return rule(*arguments)  # noqa: B023 (Numba takes chosen at once)

                return chosen
        return None

    return choose


def compiled_instead(replacement: Callable[..., Any]) -> Callable[[F], F]:
    """Mark a plain function that compiled callers see as ``replacement`` (same parameters), see ``events.py``."""

    def decorate(function: F) -> F:
        if not PLAIN:
            overload(function, jit_options=_NO_WRAPPERS, strict=False)(lambda *arguments: replacement)
        return function

    return decorate
