"""The action phase (Y3, Y8.2): groups of cards, a dragon on one of them, and what its card brings."""

from __future__ import annotations

from hanlin.core.jit.compiled import compiled
from hanlin.core.jit.events import emit
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.court import build_floor, gain, get_floors, move_marker, one_less, pay
from hanlin.games.year_of_the_dragon.deals import DEALS, FIRST_ROW
from hanlin.games.year_of_the_dragon.scoring import score
from hanlin.games.year_of_the_dragon.state import MOST_PLAYERS, PASSED


@compiled
def deal(s, number):
    """Deal the action cards into groups (Y3.1)."""
    row = FIRST_ROW[s.deals] + number
    groups = s.groups
    for group in range(MOST_PLAYERS):
        groups[group] = DEALS[row, group]


@compiled
def pass_by(s, seat):
    """Fill up to 3 yuan (Y3.4). Returns True."""
    s.chosen[seat] = PASSED
    emit(p.LOG_PASSES, seat, 0, 0, p.PASSING)
    missing = p.PASS_YUAN - s.yuan[seat]
    if missing > 0:
        gain(s, seat, missing, p.YUAN, p.PASSING)
    return True


@compiled
def act(s, seat, group, deed):
    """Place the dragon on a group, pay 3 yuan if one is there already, and apply one card (Y3.2, Y3.3)."""
    emit(p.LOG_ACTS, seat, group, deed, 0)
    if (s.taken >> group) & 1:
        pay(s, seat, p.OCCUPIED_PRICE, p.YUAN, p.FOR_OCCUPIED_GROUP)
    s.taken |= 1 << group
    s.chosen[seat] = 16 * group + deed
    if deed >= p.FIRST_WALL_DEED:
        return build_wall(s, seat, deed - p.FIRST_WALL_DEED)
    if deed == p.BUILD:
        return get_floors(s, seat, 1 + s.symbols[seat, p.CRAFTSMAN], p.FOR_BUILD)
    if deed == p.TAXES:
        gain(s, seat, 2 + s.symbols[seat, p.TAX_COLLECTOR], p.YUAN, p.FOR_TAXES)
    elif deed == p.HARVEST:
        gain(s, seat, 1 + s.symbols[seat, p.FARMER], p.RICE, p.FOR_HARVEST)
    elif deed == p.FIREWORKS_SHOW:
        gain(s, seat, 1 + s.symbols[seat, p.PYROTECHNIST], p.FIREWORK, p.FOR_FIREWORKS_SHOW)
    elif deed == p.MILITARY_PARADE:
        move_marker(s, seat, 1 + s.symbols[seat, p.WARRIOR], p.FOR_PARADE)
    elif deed == p.RESEARCH:
        books = s.symbols[seat, p.SCHOLAR]
        score(s, seat, 1 + books, p.FOR_RESEARCH, books)
    elif deed == p.SMALL_PRIVILEGE:
        pay(s, seat, p.SMALL_PRICE, p.YUAN, p.FOR_PRIVILEGE)
        s.small[seat] += 1
        emit(p.LOG_BUYS, seat, 1, 0, 0)
    else:
        pay(s, seat, s.large_price, p.YUAN, p.FOR_PRIVILEGE)
        s.large[seat] += 1
        emit(p.LOG_BUYS, seat, 2, 0, 0)
    return True


@compiled
def build_wall(s, seat, benefit):
    """An own wall tile gives its benefit and is laid under the first event without a wall (Y8.2)."""
    s.benefits[seat] &= ~(1 << benefit)
    s.wall[s.wall_length] = seat
    s.wall_length += 1
    emit(p.LOG_LAYS_WALL, seat, benefit, s.wall_length, 0)
    if benefit == p.WALL_FLOOR:
        return get_floors(s, seat, 1, p.FOR_WALL_TILE)
    if benefit == p.WALL_RICE:
        gain(s, seat, 1, p.RICE, p.FOR_WALL_TILE)
    elif benefit == p.WALL_FIREWORK:
        gain(s, seat, 1, p.FIREWORK, p.FOR_WALL_TILE)
    elif benefit == p.WALL_YUAN:
        gain(s, seat, 2, p.YUAN, p.FOR_WALL_TILE)
    elif benefit == p.WALL_TRACK:
        move_marker(s, seat, 3, p.FOR_WALL_TILE)
    else:
        score(s, seat, 3, p.FOR_WALL_TILE, 0)
    return True


@compiled
def floor(s, seat, palace):
    """Add one floor to an own palace or to a new one (Y3.6)."""
    build_floor(s, seat, palace)
    return one_less(s)
