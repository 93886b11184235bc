"""Memoized results are bounded in bytes, and are freed with their owner."""

from __future__ import annotations

import gc

import pytest

from hanlin.core.i18n.language import language
from hanlin.core.i18n.seat_names import called
from hanlin.core.lib.memo import Common, Kept, Ledger, ledger, memo, remembered, size_of


def test_what_was_used_last_is_kept():
    kept = Kept(4_000)
    for key in "abc":
        kept.put(key, bytes(1_000))
    assert kept.get("a") is not None
    kept.put("d", bytes(1_000))
    assert kept.get("b") is None
    assert kept.get("a") is not None
    kept.put("a", b"")
    assert kept.get("a") == b""
    kept.drop("a")
    assert kept.get("a") is None
    assert kept.bytes <= kept.most


def test_what_is_larger_than_all_that_is_kept_is_not_kept():
    kept = Kept(4_000)
    kept.put("a", bytes(1_000))
    kept.put("a", bytes(10_000))
    assert kept.get("a") is None
    assert (kept.bytes, len(kept)) == (0, 0)


def test_what_an_owner_keeps_goes_with_it():
    common = Common(1_000_000)
    one, two = common.part(), common.part()
    for n in range(10):
        one.put(n, bytes(1_000))
        two.put(n, bytes(1_000))
    both = common.bytes
    del one
    gc.collect()
    assert common.bytes * 2 == both
    assert two.get(3) == bytes(1_000)
    del two
    gc.collect()
    assert (common.bytes, len(common)) == (0, 0)


def test_owners_share_one_budget():
    common = Common(100_000)
    parts = [common.part() for _ in range(10)]
    for part in parts:
        for n in range(100):
            part.put(n, bytes(1_000))
            assert common.bytes <= 100_000
    assert parts[0].get(99) is None
    assert parts[-1].get(99) == bytes(1_000)


def test_memo_answers_what_it_knows():
    made = []

    @memo(maxsize=4, kept_in=Ledger(1_000_000))
    def double(n):
        """Twice a number."""
        made.append(n)
        return 2 * n

    assert [double(3), double(3), double(4)] == [6, 6, 8]
    assert made == [3, 4]
    assert double.__doc__ == "Twice a number."


def test_all_memo_functions_share_one_budget():
    book = Ledger(100_000)
    text = [memo(maxsize=1_000, kept_in=book)(lambda n, width=width: "x" * (width + n)) for width in (100, 5_000)]
    for n in range(300):
        for of in text:
            assert of(n).startswith("x" * 100)
            assert book.bytes <= book.most
    assert sum(of.cache_info().currsize * width for of, width in zip(text, (100, 5_000), strict=True)) <= book.most
    book.forget()
    assert book.bytes == 0
    assert [of.cache_info().currsize for of in text] == [0, 0]


def test_a_memo_function_that_is_gone_gives_up_its_share():
    book = Ledger(10_000)
    of = memo(maxsize=10, kept_in=book)(lambda n: "x" * 1_000)
    for n in range(5):
        of(n)
    del of
    gc.collect()
    other = memo(maxsize=10, kept_in=book)(lambda n: "x" * 1_000)
    for n in range(10):
        other(n)
        assert book.bytes <= book.most
    assert other.cache_info().currsize > 1


def test_what_is_remembered_is_apart_for_each_language_and_table():
    asked = []

    @remembered(8, names=True)
    def said(seat):
        asked.append(seat)
        return f"seat {seat} {len(asked)}"

    with called({0: "Ann"}):
        first = said(0)
        assert said(0) is first
        with language("de"):
            assert said(0) != first
    with called({0: "Ben"}):
        assert said(0) != first
    assert ledger.bytes <= ledger.most


@pytest.mark.parametrize(
    ("value", "least"),
    [("x" * 1_000, 1_000), (("x" * 1_000,) * 10, 10_000), ({"a": ["x" * 1_000]}, 1_000), (["x" * 100] * 10_000, 1_000_000)],
)
def test_the_size_of_a_value_counts_what_it_holds(value, least):
    assert least <= size_of(value) <= 3 * least + 2_000
