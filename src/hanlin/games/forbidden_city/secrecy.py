"""Hidden information and its determinization: the tiles that others hold (F1.1, F2.3).

The shuffled part of a stack is kept as the set of its tiles, so no order needs hiding. A tile in hand that is not known to
all goes back into that set: what others know is what is left of both together. Tiles put under a stack were shown, and stay.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hanlin.core.jit.bits import count, highest, nth
from hanlin.core.jit.compiled import compiled
from hanlin.core.jit.rng import below
from hanlin.games.forbidden_city.pieces import HIDDEN_TILE, REDRAW, REFILL, SET_UP
from hanlin.games.forbidden_city.stacks import take_kind


@compiled
def hide(s, seat):
    """Put the tiles that ``seat`` (-1: a spectator) can't know back into the stacks they came from."""
    hand, hand_known, stacks, kind_tiles = s.hand, s.hand_known, s.stack, s.kind_tiles
    for other in range(int(s.players)):
        kind = int(hand[other])
        if other != seat and kind >= 0 and not hand_known[other]:
            stack = int(stacks[other])
            stacks[other] = stack | (1 << highest(int(kind_tiles[kind]) & ~stack))
            hand[other] = HIDDEN_TILE


@compiled
def guess(s, rng):
    """Give each seat whose tile is hidden one of the tiles that it may hold, each equally likely."""
    for seat in range(int(s.players)):
        if int(s.hand[seat]) == HIDDEN_TILE:
            stack = int(s.stack[seat])
            kind = int(s.tile_kind[nth(stack, below(rng, count(stack)))])
            take_kind(s, seat, kind)
            s.hand[seat] = kind


@compiled
def seen_only_by(s, outcome):
    """The seat that alone sees a drawn tile; -1 where all know it: shown at the end, or drawn from under the stack (F2.4)."""
    drawn = s.phase == SET_UP or s.phase == REFILL or s.phase == REDRAW
    return int(s.seat) if drawn and s.stack[s.seat] != 0 else -1


def still_secret(moves: Sequence[tuple[int, str]], secret: Mapping[int, int]) -> list[int]:
    """The plies of the draws whose tiles are still in hand: every action of a seat after its draw shows the tile."""
    found = []
    holding = set(secret.values())
    for ply in range(len(moves) - 1, -1, -1):
        if not holding:
            break
        if secret.get(ply) in holding:
            found.append(ply)
        holding.discard(moves[ply][0])
    return found[::-1]
