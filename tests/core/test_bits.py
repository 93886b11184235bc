"""Words of bits: the same at both speeds, on every processor, and beyond 63 bits too."""

from __future__ import annotations

import random

import numpy as np
import pytest

from hanlin.core.jit import bits
from hanlin.core.jit.compiled import PLAIN, entry
from hanlin.games.china import by_region
from hanlin.games.china.pieces import REGIONS

MOST = 2**63 - 1


@entry
def sets_fast(masks, out):
    for k in range(len(masks)):
        out[k, 0] = bits.count(masks[k])
        out[k, 1] = bits.lowest(masks[k])
        out[k, 2] = bits.highest(masks[k])


@entry
def nth_fast(masks, ns, out):
    for k in range(len(masks)):
        out[k, 0] = bits.nth(masks[k], ns[k])
        out[k, 1] = bits.nth_by_halves(masks[k], ns[k])


@entry
def wrapping_fast(a, b, out):
    for k in range(len(a)):
        out[k, 0] = bits.wrapping_product(a[k], b[k])
        out[k, 1] = bits.wrapping_sum(a[k], b[k])


@entry
def tally_fast(tallies, out):
    for k in range(len(tallies)):
        out[k, 0] = by_region.running(tallies[k])
        out[k, 1] = by_region.total(tallies[k])


def some_masks():
    draw = random.Random(1)
    masks = [1, 2, 1 << 62, MOST, 0b1010, MOST & ~1]
    return masks + [draw.getrandbits(63) & draw.getrandbits(63) | 1 << draw.randrange(63) for _ in range(500)]


def members(mask):
    return [bit for bit in range(63) if mask >> bit & 1]


def test_counting_and_the_lowest_and_highest_member():
    masks = some_masks()
    out = np.zeros((len(masks), 3), np.int64)
    sets_fast(np.array(masks), out)
    for mask, fast in zip(masks, out.tolist(), strict=True):
        inside = members(mask)
        right = [len(inside), inside[0], inside[-1]]
        assert fast == right
        assert [bits.count(mask), bits.lowest(mask), bits.highest(mask)] == right


def test_the_nth_member_with_and_without_the_processors_help():
    pairs = [(mask, n) for mask in some_masks() for n in range(len(members(mask)))]
    out = np.zeros((len(pairs), 2), np.int64)
    nth_fast(np.array([mask for mask, _ in pairs]), np.array([n for _, n in pairs]), out)
    for (mask, n), fast in zip(pairs, out.tolist(), strict=True):
        right = members(mask)[n]
        assert fast == [right, right]
        assert bits.nth(mask, n) == bits.nth(np.int64(mask), np.int64(n)) == bits.nth_by_halves(mask, n) == right


def as_int64(number):
    return int.from_bytes((number % 2**64).to_bytes(8, "little"), "little", signed=True)


def test_products_and_sums_beyond_63_bits_wrap_at_both_speeds():
    draw = random.Random(2)
    edges = [0, 1, -1, MOST, -MOST - 1, 0x9E3779B1, 1 << 62, -(1 << 62)]
    pairs = [(a, b) for a in edges for b in edges]
    pairs += [(as_int64(draw.getrandbits(64)), as_int64(draw.getrandbits(64))) for _ in range(500)]
    out = np.zeros((len(pairs), 2), np.int64)
    wrapping_fast(np.array([a for a, _ in pairs]), np.array([b for _, b in pairs]), out)
    for (a, b), fast in zip(pairs, out.tolist(), strict=True):
        right = [as_int64(a * b), as_int64(a + b)]
        assert fast == right
        assert [bits.wrapping_product(np.int64(a), b), bits.wrapping_sum(a, np.int64(b))] == right


def test_running_sums_beyond_63_bits_are_right_at_both_speeds():
    draw = random.Random(3)
    fields = [[draw.randrange(15) for _ in range(REGIONS)] for _ in range(300)] + [[0] * 8 + [127], [127] + [0] * 8]
    tallies = [sum(n << by_region.FIELD * region for region, n in enumerate(row)) for row in fields]
    out = np.zeros((len(tallies), 2), np.int64)
    tally_fast(np.array(tallies), out)
    for row, packed, fast in zip(fields, tallies, out.tolist(), strict=True):
        sums = [sum(row[: region + 1]) for region in range(REGIONS)]
        right = [sum(n << by_region.FIELD * region for region, n in enumerate(sums)), sums[-1]]
        assert fast == right
        assert [by_region.running(packed), by_region.total(np.int64(packed))] == right


@pytest.mark.parametrize("name", ["znver2", "generic"])
def test_a_processor_that_deposits_slowly_is_not_asked_to(name, monkeypatch):
    if not PLAIN:
        monkeypatch.setattr("numba.config.CPU_NAME", name)
    assert not bits.deposits_quickly()
