"""The verbs (``generic.py``) as functions that are called instead of inlined, for searches.

A verb is copied into each of its callers: that is what makes playouts fast, and it is what takes long to compile. These are
called instead, so that a game's rules are compiled once for all callers. The call costs a nanosecond or two.
"""

from __future__ import annotations

import numpy as np

from hanlin.core.jit.compiled import compiled, compiled_instead, inlined
from hanlin.core.verbs import generic


def _as_int64(number):
    return np.int64(number)


@compiled_instead(_as_int64)
def wide(number):
    """Widen a number to the type that the rules below are compiled for: each width would need its own copy."""
    return int(number)


@compiled
def actions(s, out):
    """See ``generic.actions``."""
    return generic.actions(s, out)


@compiled
def choose(s, rng):
    """See ``generic.choose``."""
    return generic.choose(s, rng)


@compiled
def sample(s, rng):
    """See ``generic.sample``."""
    return generic.sample(s, rng)


@compiled
def _play(s, action):
    generic.play(s, action)


@inlined
def play(s, action):
    """See ``generic.play``."""
    _play(s, wide(action))


@compiled
def _hide(s, seat):
    generic.hide(s, seat)


@inlined
def hide(s, seat):
    """See ``generic.hide``."""
    _hide(s, wide(seat))


@compiled
def guess(s, rng):
    """See ``generic.guess``."""
    generic.guess(s, rng)


@compiled
def _value(s, seat):
    return generic.value(s, seat)


@inlined
def value(s, seat):
    """See ``generic.value``."""
    return _value(s, wide(seat))


@compiled
def reply(s, codes, n, rng):
    """See ``generic.reply``."""
    return generic.reply(s, codes, n, rng)


@compiled
def scores(s, out):
    """See ``generic.scores``."""
    generic.scores(s, out)


@compiled
def standing(s, out):
    """See ``generic.standing``."""
    generic.standing(s, out)


@compiled
def _write_terms(s, seat, out):
    return generic.write_terms(s, seat, out)


@inlined
def write_terms(s, seat, out):
    """See ``generic.write_terms``."""
    return _write_terms(s, wide(seat), out)


@compiled
def _write_parts(s, seat, out):
    return generic.write_parts(s, seat, out)


@inlined
def write_parts(s, seat, out):
    """See ``generic.write_parts``."""
    return _write_parts(s, wide(seat), out)
