"""The rules of Forbidden City: whose move it is, what is legal, what happens (``docs/rules/forbidden-city.md``).

Codes of actions::

    place    space * 4 + rotation        0 … 131043, see ``state.py`` for the numbers of spaces
    unfit    131044
    pass     131045
    draw     131072 + 32 * seat + kind
    show     131200 + 32 * seat + kind
"""

from __future__ import annotations

from hanlin.core.bits import count, lowest, nth
from hanlin.core.compiled import compiled, compiled_instead, inlined
from hanlin.core.generic import CHANCE, OVER, register
from hanlin.core.rng import below
from hanlin.core.telling import tell
from hanlin.games.forbidden_city import pieces
from hanlin.games.forbidden_city.indexes import at
from hanlin.games.forbidden_city.insight import value
from hanlin.games.forbidden_city.laying import lay
from hanlin.games.forbidden_city.pieces import (
    ADVISOR_POINTS,
    DRAGON_POINTS,
    FINISHED,
    KEPT_TILES,
    NO_TILE,
    PLACE,
    REDRAW,
    REFILL,
    SHOW,
)
from hanlin.games.forbidden_city.secrecy import guess, hide
from hanlin.games.forbidden_city.spaces import fitting, turned, words_in_use
from hanlin.games.forbidden_city.stacks import stack_size, take_kind, take_under, tiles_left
from hanlin.games.forbidden_city.state import FARTHEST, ROW, SPACES, STATE, WORD

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
    """What the actor may do: placements in reading order, then by rotation; ``unfit`` or ``pass`` where nothing fits (F2)."""
    if s.phase != PLACE:
        return _outcomes(s, out)
    kind = int(s.hand[s.seat])
    sides, turns = int(s.kind_sides[kind]), int(s.kind_turns[kind])
    free_space = s.free_space
    n = 0
    for word in range(words_in_use(s)):
        fits = _fits(s, sides, turns, word)
        some = fits[0] | fits[1] | fits[2] | fits[3]
        while some:
            space = lowest(some)
            some &= some - 1
            for rotation in range(4):
                if fits[rotation] >> space & 1:
                    out[n] = int(free_space[WORD * word + space]) * 4 + rotation
                    n += 1
    if n == 0:
        out[0] = _misfit(s)
        n = 1
    return n


@inlined
def choose(s, rng):
    """One legal action of the seat to move, uniformly: ``actions(s, out)[below(rng, n)]`` without listing them."""
    kind = int(s.hand[at(s.seat)])
    sides, turns = int(s.kind_sides[at(kind)]), int(s.kind_turns[at(kind)])
    fits = _fits(s, sides, turns, 0)
    here = _placements(fits)
    total = here
    for word in range(1, words_in_use(s)):
        total += _placements(_fits(s, sides, turns, word))
    n = below(rng, max(total, 1))
    if total == 0:
        return _misfit(s)
    word = 0
    while n >= here:
        n -= here
        word += 1
        fits = _fits(s, sides, turns, word)
        here = _placements(fits)
    return _nth_placement(s, fits, word, n)


@inlined
def _fits(s, sides, turns, word):
    """The spaces of one word where a tile fits, for each rotation; of those that look the same only the lowest (F2.1)."""
    return (
        fitting(s, sides, word),
        fitting(s, turned(sides, 1), word) if turns > 1 else 0,
        fitting(s, turned(sides, 2), word) if turns > 2 else 0,
        fitting(s, turned(sides, 3), word) if turns > 2 else 0,
    )


@inlined
def _placements(fits):
    """How many placements these are."""
    return count(fits[0]) + count(fits[1]) + count(fits[2]) + count(fits[3])


@inlined
def _nth_placement(s, fits, word, n):
    """The n-th placement in canonical order of those that one word offers.

    The spaces are halved, all rotations together, until one is left, without branches that the processor would guess wrong; n
    ends as a number among that space's rotations.
    """
    a, b, c, d = fits
    found = 0
    for step in (32, 16, 8, 4, 2, 1):
        low = (1 << step) - 1
        before = count(a & low) + count(b & low) + count(c & low) + count(d & low)
        beyond = int(before <= n)
        n -= beyond * before
        skip = beyond * step
        found += skip
        a, b, c, d = a >> skip, b >> skip, c >> skip, d >> skip
    rotations = (a & 1) | (b & 1) << 1 | (c & 1) << 2 | (d & 1) << 3
    return int(s.free_space[at(WORD * word + found)]) * 4 + nth(rotations, n)


@compiled
def _misfit(s):
    """What a tile that fits nowhere leads to: ``unfit`` while the stack holds one not yet shown in the turn, or ``pass``."""
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
    """How many tiles of each such kind there are."""
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


@compiled
def _take(s, seat, kind):
    """Take a tile of ``kind`` from the top of the stack: from the shuffled part, or the first one put under it."""
    if s.stack[seat]:
        take_kind(s, seat, kind)
    else:
        take_under(s, seat)


@compiled
def _draw(s, kind):
    """A seat draws: at the start (F1.1), after a placement (F2.3), or after a tile that fits nowhere (F2.4)."""
    seat = int(s.seat)
    known = 0 if s.stack[at(seat)] else 1
    _take(s, seat, kind)
    s.hand[at(seat)] = kind
    s.hand_known[at(seat)] = known
    tell(pieces.DREW, seat, tiles_left(s, seat), (kind + 1) * known, 0)
    if s.phase == REFILL:
        _next_turn(s)
    elif s.phase == REDRAW:
        s.phase = PLACE
    else:
        s.seat = seat + 1
        if s.seat == s.players:
            s.seat = 0
            s.phase = PLACE


# -- a turn --------------------------------------------------------------------------------------------------------------


@compiled
def play(s, action):
    """Carry out a legal action."""
    if action < UNFIT_CODE:
        _place(s, action >> 2, action & 3)
    elif action >= SHOW_CODE:
        _show(s, (action - SHOW_CODE) & 31)
    elif action >= DRAW_CODE:
        _draw(s, (action - DRAW_CODE) & 31)
    elif action == UNFIT_CODE:
        _put_under(s)
    else:
        _pass(s)


@compiled
def _place(s, space, rotation):
    """A tile is placed (F2.1), rooms that it closes are scored, and the seat draws if more than two are left to it (F2.3)."""
    seat = int(s.seat)
    kind = int(s.hand[at(seat)])
    tell(pieces.PLACED, seat, space % ROW - FARTHEST, space // ROW - FARTHEST, kind * 4 + rotation)
    placed = int(s.placed)
    s.placed_space[at(placed)] = space
    s.placed_tile[at(placed)] = kind * 4 + rotation
    s.placed_seat[at(placed)] = seat
    s.placed = placed + 1
    s.hand[at(seat)] = NO_TILE
    s.hand_known[at(seat)] = 0
    s.tries = 0
    s.passes = 0
    lay(s, seat, kind, space, turned(int(s.kind_sides[at(kind)]), rotation))
    if stack_size(s, seat) > KEPT_TILES:
        s.phase = REFILL
    else:
        _next_turn(s)


@compiled
def _put_under(s):
    """A tile that fits nowhere is shown and put under the stack; another one is drawn (F2.4)."""
    seat = int(s.seat)
    kind = int(s.hand[seat])
    tell(pieces.UNFIT, seat, kind, 0, 0)
    s.under[seat, s.unders[seat]] = kind
    s.unders[seat] = int(s.unders[seat]) + 1
    s.hand[seat] = NO_TILE
    s.hand_known[seat] = 0
    s.tries = int(s.tries) + 1
    s.phase = REDRAW


@compiled
def _pass(s):
    """The last tile that could be tried is shown and kept. When all who still play pass in succession, the game ends (F2.4)."""
    seat = int(s.seat)
    tell(pieces.PASSED, seat, int(s.hand[seat]), 0, 0)
    s.hand_known[seat] = 1
    s.tries = 0
    s.passes = int(s.passes) + 1
    playing = 0
    for other in range(int(s.players)):
        if tiles_left(s, other) > KEPT_TILES:
            playing += 1
    if int(s.passes) == playing:
        _begin_showing(s, 1)
    else:
        _next_turn(s)


@compiled
def _next_turn(s):
    """The turn goes on clockwise, past seats with two tiles left; if all have two left, the game ends (F1.2, F2.4, F6.1)."""
    players, turn = int(s.players), int(s.seat)
    seat = turn
    for _ in range(players):
        seat = seat + 1 if seat + 1 < players else 0
        if tiles_left(s, seat) > KEPT_TILES:
            _tell_skipped(s, turn, seat)
            s.seat = seat
            s.phase = PLACE
            return
    _begin_showing(s, 0)


def _skip_silently(s, turn, seat):
    pass


@compiled_instead(_skip_silently)
def _tell_skipped(s, turn, seat):
    """Tell of the seats between the one whose turn it was and the next one."""
    players = int(s.players)
    skipped = (turn + 1) % players
    while skipped != seat:
        tell(pieces.SKIPPED, skipped, 0, 0, 0)
        skipped = (skipped + 1) % players


# -- the end -------------------------------------------------------------------------------------------------------------


@compiled
def _begin_showing(s, why):
    """All tiles left are to be shown, seat by seat (F6.1)."""
    tell(pieces.END_REACHED, -1, why, 0, 0)
    s.phase = SHOW
    s.seat = 0


@compiled
def _show(s, kind):
    """A tile left to a seat is shown: 2 coins for each advisor, 3 for each dragon on it (F6.1)."""
    seat = int(s.seat)
    if s.hand[seat] >= 0:
        s.hand[seat] = NO_TILE
        s.hand_known[seat] = 0
    else:
        _take(s, seat, kind)
    advisors, dragons = int(s.kind_advisors[kind]), int(s.kind_dragons[kind])
    coins = ADVISOR_POINTS * advisors + DRAGON_POINTS * dragons
    s.points[seat] = int(s.points[seat]) + coins
    tell(pieces.TILE_SHOWN, seat, coins, advisors, dragons)
    if tiles_left(s, seat) == 0:
        s.seat = seat + 1
        if s.seat == s.players:
            s.seat = 0
            s.phase = FINISHED
            tell(pieces.GAME_OVER, -1, 0, 0, 0)


@compiled
def scores(s, out):
    """The coins of each seat."""
    for seat in range(int(s.players)):
        out[seat] = int(s.points[seat])


@compiled
def standing(s, out):
    """The coins of each seat: there is no tie-breaker, a tie is a shared win (F6.2)."""
    scores(s, out)


register(
    STATE,
    actor=actor,
    actions=actions,
    weights=weights,
    choose=choose,
    sample=sample,
    play=play,
    scores=scores,
    standing=standing,
    hide=hide,
    guess=guess,
    value=value,
)
