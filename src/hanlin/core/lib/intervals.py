"""Quantiles for intervals of 95 %."""

from __future__ import annotations

Z = 1.96
"""The 97.5 % quantile of the normal distribution."""
_FEWEST = {1: 12.706, 2: 4.303}


def student(freedom: int) -> float:
    """The 97.5 % quantile of Student's t with ``freedom`` degrees of freedom (at least 1).

    The expansion by Fisher and Cornish around the normal quantile, with an error below 0.1 %, from three degrees on.
    """
    if freedom in _FEWEST:
        return _FEWEST[freedom]
    z = Z
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(float(term / freedom**power) for power, term in enumerate(terms, 1))
