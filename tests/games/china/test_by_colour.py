"""Sets of cards packed by colour."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hanlin.games.china.by_colour import colours_of, find, number, one, packed, total, unpacked
from hanlin.games.china.pieces import CARDS

ANY_CARDS = st.tuples(*(st.integers(0, most) for most in CARDS))


@given(ANY_CARDS, st.integers(1, 3))
def test_packed_cards_answer_as_the_numbers_do(numbers, least):
    cards = packed(numbers)
    assert tuple(unpacked(cards)) == numbers
    assert [number(cards, colour) for colour in range(5)] == list(numbers)
    assert total(cards) == sum(numbers)
    assert colours_of(cards, least) == sum(1 << colour for colour, n in enumerate(numbers) if n >= least)
    assert [find(cards, k) for k in range(sum(numbers))] == [colour for colour, n in enumerate(numbers) for _ in range(n)]


@given(ANY_CARDS, st.integers(0, 4))
def test_a_card_comes_and_goes_by_one_addition(numbers, colour):
    more = unpacked(packed(numbers) + one(colour))
    assert [after - before for after, before in zip(more, numbers, strict=True)] == [int(of == colour) for of in range(5)]
