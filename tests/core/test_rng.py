"""The random generator: the same at both speeds, even, and fixed for ever (records and shuffles can be checked with it)."""

from __future__ import annotations

import numpy as np
import pytest

from hanlin.core.jit.compiled import entry
from hanlin.core.jit.rng import below, next_word, seeded


@entry
def words_fast(rng, out):
    for k in range(len(out)):
        out[k] = next_word(rng)


@entry
def below_fast(rng, n, out):
    for k in range(len(out)):
        out[k] = below(rng, n)


def sfc32(state, n):
    """The generator as its author published it, in plain integers: an oracle."""
    mask = 0xFFFFFFFF
    a, b, c, counter = state
    words = []
    for _ in range(n):
        word = (a + b + counter) & mask
        counter = (counter + 1) & mask
        a = b ^ (b >> 9)
        b = (c + (c << 3)) & mask
        c = ((c << 21 | c >> 11) + word) & mask
        words.append(word)
    return words


def test_numbers_are_those_of_sfc32():
    state = [int(word) for word in seeded("oracle")]
    rng = seeded("oracle")
    assert [next_word(rng) for _ in range(1000)] == sfc32(state, 1000)


def test_both_speeds_give_the_same_numbers():
    plain, fast = seeded("speeds", 7), seeded("speeds", 7)
    out = np.zeros(1000, np.int64)
    words_fast(fast, out)
    assert [next_word(plain) for _ in range(1000)] == out.tolist()
    assert plain.tolist() == fast.tolist()


@pytest.mark.parametrize("n", [1, 2, 7, 5040, 2**31 - 1])
def test_below_stays_below_at_both_speeds(n):
    plain, fast = seeded("below", n), seeded("below", n)
    out = np.zeros(500, np.int64)
    below_fast(fast, n, out)
    numbers = [below(plain, n) for _ in range(500)]
    assert numbers == out.tolist()
    assert min(numbers) >= 0
    assert max(numbers) < n


def test_below_is_even():
    rng = seeded("even")
    counts = np.bincount([below(rng, 7) for _ in range(14_000)], minlength=7)
    assert (abs(counts - 2000) < 5 * 2000**0.5).all()


def test_seeds_that_differ_in_one_part_give_other_numbers():
    assert seeded("a", 1).tolist() != seeded("a", 2).tolist()
    assert seeded("a", 11).tolist() != seeded("a1", 1).tolist()
