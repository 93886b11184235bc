"""The verbs (``generic.py``) for those who call them from many places, such as searches.

A verb is copied into each of its callers: that is what makes playouts fast, and it is what takes long to compile. These are
called instead, so that a game's rules are compiled once for all callers. The call costs a nanosecond or two.
"""

from __future__ import annotations

from hanlin.core import generic
from hanlin.core.compiled import compiled


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
def play(s, action):
    """See ``generic.play``."""
    generic.play(s, action)


@compiled
def hide(s, seat):
    """See ``generic.hide``."""
    generic.hide(s, seat)


@compiled
def guess(s, rng):
    """See ``generic.guess``."""
    generic.guess(s, rng)


@compiled
def value(s, seat):
    """See ``generic.value``."""
    return generic.value(s, seat)


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
def tell_terms(s, seat, out):
    """See ``generic.tell_terms``."""
    return generic.tell_terms(s, seat, out)


@compiled
def tell_parts(s, seat, out):
    """See ``generic.tell_parts``."""
    return generic.tell_parts(s, seat, out)
