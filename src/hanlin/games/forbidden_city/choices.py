"""Legal actions in Forbidden City: the actor, its actions, the outcomes of chance (F1, F2, F6.1).

Codes of actions::

    place    space * 4 + rotation        0 … 131043, see ``state.py`` for the numbers of spaces
    unfit    131044
    pass     131045
    draw     131072 + 32 * seat + kind
    show     131200 + 32 * seat + kind
"""

from __future__ import annotations

from hanlin.core.jit.bits import count, lowest, nth
from hanlin.core.jit.compiled import compiled, compiled_instead, inlined
from hanlin.core.jit.indexing import unsigned
from hanlin.core.jit.rng import below
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.games.forbidden_city.pieces import FINISHED, PLACE, SHOW
from hanlin.games.forbidden_city.spaces import fitting, turned, words_in_use
from hanlin.games.forbidden_city.stacks import stack_size
from hanlin.games.forbidden_city.state import SPACES

UNFIT_CODE = 4 * SPACES
PASS_CODE = UNFIT_CODE + 1
DRAW_CODE = 1 << 17
SHOW_CODE = DRAW_CODE + 128
MAX_ACTIONS = 752
"""188 free spaces and four rotations."""


@compiled
def actor(s):
    """The seat whose turn it is, CHANCE or OVER."""
    phase = int(s.phase)
    if phase == PLACE:
        return int(s.seat)
    return OVER if phase == FINISHED else CHANCE


# -- legal actions -------------------------------------------------------------------------------------------------------


@compiled
def actions(s, out):
    """Write the legal actions: placements by rotation, then by the number of the free space; where nothing fits ``unfit`` or
    ``pass`` (F2)."""
    if s.phase != PLACE:
        return _outcomes(s, out)
    kind = int(s.hand[s.seat])
    sides, turns = int(s.kind_sides[kind]), int(s.kind_turns[kind])
    free_space, words = s.free_space, words_in_use(s)
    n = 0
    for rotation in range(turns):
        for word in range(words):
            n = _list_spaces(free_space, 64 * word, fitting(s, turned(sides, rotation), word), rotation, out, n)
    if n == 0:
        out[0] = _misfit(s)
        n = 1
    return n


def _list_quickly(free_space, first, spaces, rotation, out, n):
    while spaces:
        out[n] = int(free_space[first + lowest(spaces)]) * 4 + rotation
        n += 1
        spaces &= spaces - 1
    return n


@compiled_instead(_list_quickly)
def _list_spaces(free_space, first, spaces, rotation, out, n):
    """List the placements of a tile as it is turned: on each of the spaces, whose numbers begin at ``first``."""
    there = free_space[first : first + 64].tolist() if spaces else []
    while spaces:
        one = spaces & -spaces
        out[n] = there[one.bit_length() - 1] * 4 + rotation
        n += 1
        spaces ^= one
    return n


@inlined
def choose(s, rng):
    """One legal action of the acting seat, uniformly: ``actions(s, out)[below(rng, n)]`` without listing them."""
    kind = int(s.hand[unsigned(s.seat)])
    sides, turns = int(s.kind_sides[unsigned(kind)]), int(s.kind_turns[unsigned(kind)])
    words = words_in_use(s)
    one = _placements(s, sides, words)
    two = one + _placements(s, turned(sides, 1), words) * int(turns > 1)
    three = two + _placements(s, turned(sides, 2), words) * int(turns > 2)
    total = three + _placements(s, turned(sides, 3), words) * int(turns > 2)
    n = below(rng, max(total, 1))
    if total == 0:
        return _misfit(s)
    rotation = int(n >= one) + int(n >= two) + int(n >= three)
    n -= (one if rotation == 1 else 0) + (two if rotation == 2 else 0) + (three if rotation == 3 else 0)
    return _nth_placement(s, turned(sides, rotation), n) * 4 + rotation


@inlined
def _placements(s, sides, words):
    """The number of free spaces where a tile with these packed sides may be placed."""
    n = count(fitting(s, sides, 0))
    for word in range(1, words):
        n += count(fitting(s, sides, word))
    return n


@inlined
def _nth_placement(s, sides, n):
    """The n-th of these free spaces."""
    word, spaces = 0, fitting(s, sides, 0)
    while n >= count(spaces):
        n -= count(spaces)
        word += 1
        spaces = fitting(s, sides, word)
    return int(s.free_space[unsigned(64 * word + nth(spaces, n))])


@compiled
def _misfit(s):
    """The action for a tile that fits nowhere: ``unfit`` while the stack holds one not yet shown in the turn, or ``pass``."""
    return UNFIT_CODE if stack_size(s, s.seat) > int(s.tries) else PASS_CODE


# -- chance --------------------------------------------------------------------------------------------------------------


@compiled
def _chance_code(s, kind):
    """The code for chance's drawing or showing a tile of ``kind`` for the seat."""
    return (SHOW_CODE if s.phase == SHOW else DRAW_CODE) + 32 * int(s.seat) + kind


@compiled
def _only_outcome(s):
    """The one kind that can come next (a kept tile first, those from below last), or -1 where shuffled tiles decide."""
    seat = int(s.seat)
    if s.phase == SHOW and s.hand[seat] >= 0:
        return int(s.hand[seat])
    return -1 if s.stack[seat] else int(s.under[seat, 0])


@compiled
def _outcomes(s, out):
    """The kinds that chance may draw or show, in the order of the tile set (F1.1, F2.3, F6.1)."""
    only = _only_outcome(s)
    if only >= 0:
        out[0] = _chance_code(s, only)
        return 1
    stack, kind_tiles = int(s.stack[s.seat]), s.kind_tiles
    n = 0
    for kind in range(int(s.kinds)):
        if stack & int(kind_tiles[kind]):
            out[n] = _chance_code(s, kind)
            n += 1
    return n


@compiled
def weights(s, out):
    """The number of tiles of each of these kinds."""
    if _only_outcome(s) >= 0:
        out[0] = 1
        return 1
    stack, kind_tiles = int(s.stack[s.seat]), s.kind_tiles
    n = 0
    for kind in range(int(s.kinds)):
        tiles = count(stack & int(kind_tiles[kind]))
        if tiles:
            out[n] = tiles
            n += 1
    return n


@inlined
def sample(s, rng):
    """One outcome of chance: each tile in the shuffled part of the stack is equally likely."""
    only = _only_outcome(s)
    if only >= 0:
        return _chance_code(s, only)
    stack = int(s.stack[s.seat])
    return _chance_code(s, int(s.tile_kind[nth(stack, below(rng, count(stack)))]))
