"""The verbs: functions that every game offers, dispatched by the dtype of the state they are given.

A state is one record of one of the games' dtypes (``states[i]`` of a structured array), the same at both speeds. A game
registers its functions under the names of the verbs (``register``); playouts and bots call the verbs and are specialised for
each game when they are compiled.

This module is the only list of verbs: each is the function below of that name, with its contract as docstring. A body that
raises ``NotImplementedError`` marks a verb that every game must give; any other body is the default of an optional one, so a
game can be played before the optional ones are written.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from hanlin.core.jit.compiled import VERBS, compiled, verb
from hanlin.core.jit.rng import Rng
from hanlin.core.verbs.extensions import Acceleration, Learning

F = TypeVar("F", bound=Callable[..., Any])

State = Any
"""A record of a game's dtype: its fields are attributes, each game's own."""
Codes = NDArray[np.int32]
Numbers = NDArray[np.int64]
Features = NDArray[np.float32]

CHANCE = -1
OVER = -2

DEFAULTS: dict[str, Callable[..., Any]] = {}
"""The defaults of the optional verbs."""
FORMER_NAMES = {"tell_terms": "write_terms", "tell_parts": "write_parts", "foresee": "prefetch"}
"""Former names of verbs, which ``register`` accepts for one release."""


GROUPED = {name: group for group in (Learning, Acceleration) for name in group.__dataclass_fields__}
"""The groups of a ``Game`` to which some verbs belong; ``register`` accepts these for one release."""


def register(dtype: Any, **rules: Callable[..., Any]) -> None:
    """Register a game's functions, by the names of the verbs, for states of ``dtype``: at least those without a default.

    Those of ``Learning`` and ``Acceleration`` are entered when the game's ``GAME`` is made (``enter``).
    """
    for name in FORMER_NAMES.keys() & rules.keys():
        rules[FORMER_NAMES[name]] = rules.pop(name)
    for name in GROUPED.keys() & rules.keys():
        group = GROUPED[name].__name__
        warnings.warn(f"give {name} to the game: Game({group.lower()}={group}({name}=...))", DeprecationWarning, stacklevel=2)
    missing, unknown = VERBS.keys() - DEFAULTS.keys() - rules.keys(), rules.keys() - VERBS.keys()
    if missing or unknown:
        raise TypeError(
            f"a game gives the verbs {', '.join(VERBS)} (optional: {', '.join(DEFAULTS)}); "
            f"missing: {sorted(missing)}, unknown: {sorted(unknown)}"
        )
    enter(dtype, {**DEFAULTS, **rules})


def enter(dtype: Any, rules: Mapping[str, Callable[..., Any]]) -> None:
    """Enter functions by the names of the verbs; those of other verbs stay as they are."""
    if "observe" in rules and rules.get("observe_again") in (None, DEFAULTS["observe_again"]):
        rules = {**rules, "observe_again": rules["observe"]}  # It writes all numbers, whatever ``out`` held.
    for name, rule in rules.items():
        VERBS[name][dtype] = rule


def has_default(name: str, dtype: Any) -> bool:
    """True where the game of these states leaves an optional verb to its default."""
    return VERBS[name][dtype] is DEFAULTS[name]


def optional(default: F) -> F:
    """Make a verb that a game may leave out: then ``default`` is called."""
    DEFAULTS[default.__name__] = compiled(default)
    return verb(default)


@verb
def actor(s: State) -> int:
    """The seat that acts now, from 0; or CHANCE, or OVER."""
    raise NotImplementedError


@verb
def actions(s: State, out: Codes) -> int:
    """Write the actor's legal actions to ``out`` (int32) in canonical order; return how many.

    They are codes of the game's documented space; for CHANCE the possible outcomes.
    """
    raise NotImplementedError


@verb
def weights(s: State, out: Numbers) -> int:
    """Write the integer weights of the outcomes of chance to ``out`` (int64), in the order of ``actions``; return how many."""
    raise NotImplementedError


@verb
def choose(s: State, rng: Rng) -> int:
    """One legal action of the acting seat, uniformly at random: ``actions(s, out)[below(rng, n)]`` without listing them."""
    raise NotImplementedError


@verb
def sample(s: State, rng: Rng) -> int:
    """One outcome of chance, drawn by weight without listing them all."""
    raise NotImplementedError


@verb
def play(s: State, action: int) -> None:
    """Carry out a legal action, in place."""
    raise NotImplementedError


@verb
def scores(s: State, out: Numbers) -> None:
    """Write the points of each seat now to ``out`` (int64)."""
    raise NotImplementedError


@verb
def standing(s: State, out: Numbers) -> None:
    """Write one number for each seat (int64) that orders the seats: points first, then the game's tie-breakers."""
    raise NotImplementedError


@verb
def hide(s: State, seat: int) -> None:
    """Remove in place what ``seat`` can't know (-1: a spectator)."""
    raise NotImplementedError


@verb
def guess(s: State, rng: Rng) -> None:
    """Determinize a view in place: fill what is hidden with a consistent sample."""
    raise NotImplementedError


@optional
def value(s: State, seat: int) -> float:
    """An estimate of the seat's prospects, in points (float64), for bots that look ahead."""
    return 0.0


@optional
def progress(s: State) -> float:
    """The elapsed part of the game, from 0.0 to 1.0 (float64), for searches."""
    return 0.5


@optional
def seen_only_by(s: State, outcome: int) -> int:
    """The seat that alone sees this outcome of chance; -1 where all see it."""
    return -1


@optional
def observe(s: State, seat: int, out: Features) -> int:
    """Write the features (float32) of a state that shows what ``seat`` sees to ``out``; return how many.

    ``Learning.features(players)`` gives their layout.
    """
    return 0


@optional
def observe_again(s: State, seat: int, out: Features) -> int:
    """Like ``observe``, where ``out`` holds zeros, or an observation of some seat earlier in the same game.

    So only what may have changed needs writing. The default is the game's ``observe``.
    """
    return 0


@optional
def describe_actions(s: State, seat: int, codes: Codes, n: int, out: Features) -> None:
    """Write a row of features (float32, ``action_features()``) for each of the seat's actions ``codes[:n]`` to ``out``."""


@optional
def write_terms(s: State, seat: int, out: Features) -> int:
    """Write the value network's inputs to ``out`` (float32), which holds zeros, as ``seat`` sees the table; return how many.

    ``Learning.terms(players)`` gives their layout.
    """
    return 0


@optional
def write_parts(s: State, seat: int, out: Features) -> int:
    """Write a row of inputs (float32) for each of a varying number of things, such as regions; return how many rows.

    ``Learning.parts()`` gives the layout of a row; all of a row is written.
    """
    return 0


@optional
def reply(s: State, codes: Codes, n: int, rng: Rng) -> int:
    """A good rollout move among the actor's legal actions ``codes[:n]``, found without trying them; -1 where there is none."""
    return -1


@optional
def forget(s: State, rounds: int) -> None:
    """Remove in place public knowledge of events beyond the next ``rounds`` rounds, for bots that plan only so far ahead.

    It changes no rule and nothing that has happened.
    """


@optional
def prefetch(s: State, action: int) -> None:
    """Prefetch the memory of a large state that ``play(s, action)`` will need (``jit/prefetch.py``); changes nothing."""


if not TYPE_CHECKING:  # A checker would take any name for one that is there.

    def __getattr__(name: str) -> Any:
        if name in FORMER_NAMES:
            now = FORMER_NAMES[name]
            warnings.warn(f"the verb {name} is now called {now}", DeprecationWarning, stacklevel=2)
            return globals()[now]
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
