"""A small random generator whose numbers are the same at both speeds.

It is sfc32 (Chris Doty-Humphrey, public domain): 128 bits of state, additions, shifts and rotations on 32-bit words. Its
state is a record of its own, outside every game's record: no random number lives in a state.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.core.jit.compiled import compiled
from hanlin.core.jit.struct_types import record

Rng = np.void
"""A generator: a record of the dtype ``GENERATOR`` that shares the memory of an array (``generators[i]``)."""

GENERATOR: np.dtype[Any] = record([("a", np.int64), ("b", np.int64), ("c", np.int64), ("counter", np.int64)])
"""The four words. A record and no array: machine code passes a record on by its address alone, but counts the references
to an array, with atomic instructions that cost more than a small rule."""

_MASK = 0xFFFFFFFF


def seeded(*parts: object) -> Rng:
    """A generator whose numbers follow from ``parts`` (text, numbers), well mixed: equal parts, equal numbers."""
    generator: Rng = all_seeded([parts])[0]
    return generator


def all_seeded(seeds: Iterable[tuple[object, ...]]) -> NDArray[np.void]:
    """The generators of many seeds, each as ``seeded`` makes it."""
    return np.array([_words(parts) for parts in seeds], np.int64).reshape(-1, 4).view(GENERATOR)[:, 0]


def _words(parts: tuple[object, ...]) -> tuple[int, ...]:
    text = "\0".join(map(str, parts)).encode()
    return struct.unpack("<4I", hashlib.sha256(text).digest()[:16])


@compiled
def next_word(rng: Any) -> int:
    """The next 32 bits, as an int64 from 0 to 2**32 - 1."""
    a, b, c, counter = int(rng.a), int(rng.b), int(rng.c), int(rng.counter)
    word = (a + b + counter) & _MASK
    rng.counter = (counter + 1) & _MASK
    rng.a = b ^ (b >> 9)
    rng.b = (c + (c << 3)) & _MASK
    rng.c = (((c << 21) | (c >> 11)) + word) & _MASK
    return word


@compiled
def below(rng: Rng, n: int) -> int:
    """A whole number from 0 to n - 1, for n up to 2**31 (the bias is below n / 2**32)."""
    return among(next_word(rng), n)


@compiled
def among(word: int, n: int) -> int:
    """Map a random word to a number from 0 to n - 1, as in ``below``."""
    return (word * int(n)) >> 32


@compiled
def split(rng: Any, other: Any) -> None:
    """Make ``other`` an independent generator, seeded by the next numbers of ``rng``."""
    other.a = next_word(rng)
    other.b = next_word(rng)
    other.c = next_word(rng)
    other.counter = next_word(rng)
    for _ in range(8):
        next_word(other)
