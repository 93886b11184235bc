"""Prefetching of the fields that a placement reads and writes, for thousands of games at once (``core/jit/prefetch.py``)."""

from __future__ import annotations

from hanlin.core.jit.bits import highest
from hanlin.core.jit.compiled import inlined
from hanlin.core.jit.prefetch import fetch_entry
from hanlin.games.forbidden_city.choices import UNFIT_CODE
from hanlin.games.forbidden_city.spaces import cell_beyond, cell_of

_LINE = 64
"""Bytes that a processor fetches at once."""


@inlined
def prefetch(s, action):
    """Prefetch the fields for a placement, besides ``BUSY_FIELDS`` of ``state.py``, which should be cached already."""
    if action >= UNFIT_CODE:
        return
    cell = cell_of(action >> 2)
    for side in range(4):
        fetch_entry(s.number_at, cell_beyond(cell, side))
    fetch_entry(s.kind_part, 2 * max(0, int(s.hand[s.seat])))
    parts, placed = int(s.parts), int(s.placed)
    for part in range(0, parts + 2, _LINE // 8):
        fetch_entry(s.room, part)
    for part in range(0, parts + 2, _LINE):
        fetch_entry(s.joined, part)
    for number in range(0, highest(int(s.free[0])) + 4, _LINE // 8):
        fetch_entry(s.facing, number)
    fetch_entry(s.placed_space, placed)
    fetch_entry(s.placed_tile, placed)
    fetch_entry(s.placed_seat, placed)
