"""A small number for each of the nine regions, packed into one int64.

Region r has the seven bits from 7 * r on, its field. So numbers are added up for all regions by one addition, kept or
dropped by a mask of fields, and summed up by one multiplication: counting the legal placements takes a handful of
instructions and no loop over the board. No sum exceeds 127: the most that is ever summed up is 72 spaces, and 16 of them
twice (a hand of three cards pays in two ways only for one colour, and that has two regions at most).
"""

from __future__ import annotations

from hanlin.core.jit.bits import wrapping_product
from hanlin.core.jit.compiled import compiled
from hanlin.games.china.pieces import REGIONS

FIELD = 7
ONES = sum(1 << FIELD * region for region in range(REGIONS))
ALL = (1 << FIELD * REGIONS) - 1
ONE_FIELD = (1 << FIELD) - 1


@compiled
def field_of(region):
    """The mask of a region's field."""
    return ONE_FIELD << (FIELD * region)


@compiled
def one_in(region):
    """The numbers with 1 in that region and 0 elsewhere."""
    return 1 << (FIELD * region)


@compiled
def running(numbers):
    """The running sums: in each field the sum of the fields up to it."""
    return wrapping_product(numbers, ONES) & ALL


@compiled
def total(numbers):
    """The sum of all fields."""
    return running(numbers) >> (FIELD * (REGIONS - 1))


@compiled
def find(numbers, k):
    """The region where the running sum first exceeds k, and the sum before it. k is below the total."""
    sums = running(numbers)
    region = 0
    for step in (4, 2, 1, 1):
        region += step * int(sums >> (FIELD * (region + step - 1)) & ONE_FIELD <= k)
    return region, (sums << FIELD) >> (FIELD * region) & ONE_FIELD
