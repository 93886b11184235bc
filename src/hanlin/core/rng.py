"""A small random generator whose numbers are the same at both speeds.

It is sfc32 (Chris Doty-Humphrey, public domain): 128 bits of state, additions, shifts and rotations on 32-bit words. The
state is an int64 array of four words and lives outside every game's record: no random number lives in a state.
"""

from __future__ import annotations

import hashlib

import numpy as np
from numpy.typing import NDArray

from hanlin.core.compiled import compiled

Rng = NDArray[np.int64]

_MASK = 0xFFFFFFFF


def seeded(*parts: object) -> Rng:
    """A generator whose numbers follow from ``parts`` (text, numbers), well mixed: equal parts, equal numbers."""
    digest = hashlib.sha256("\0".join(str(part) for part in parts).encode()).digest()
    return np.frombuffer(digest[:16], dtype="<u4").astype(np.int64)


@compiled
def next_word(rng):
    """The next 32 bits, as an int64 from 0 to 2**32 - 1."""
    a, b, c, counter = int(rng[0]), int(rng[1]), int(rng[2]), int(rng[3])
    word = (a + b + counter) & _MASK
    rng[3] = (counter + 1) & _MASK
    rng[0] = b ^ (b >> 9)
    rng[1] = (c + (c << 3)) & _MASK
    rng[2] = (((c << 21) | (c >> 11)) + word) & _MASK
    return word


@compiled
def below(rng, n):
    """A whole number from 0 to n - 1, for n up to 2**31 (the bias is below n / 2**32)."""
    return (next_word(rng) * int(n)) >> 32
