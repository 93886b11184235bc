"""Network features of a position of China."""

from __future__ import annotations

import numpy as np
import pytest

from hanlin.games.china.network_features import _FIFTIETH, _OF_ALL_CARDS, _TENTH, _THIRD, _THIRTEENTH, _TWENTIETH


@pytest.mark.parametrize(
    ("factor", "unit"),
    [(_THIRD, 3), (_TENTH, 10), (_THIRTEENTH, 13), (_TWENTIETH, 20), (_FIFTIETH, 50), (_OF_ALL_CARDS, 57)],
)
def test_a_product_is_the_same_float32_as_the_quotient(factor, unit):
    halves = np.arange(2001) / 2
    assert (halves * factor).astype(np.float32).tobytes() == (halves / unit).astype(np.float32).tobytes()
