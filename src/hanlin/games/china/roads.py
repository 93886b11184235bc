"""Roads: the best choice of disjoint rows of palaces of one seat, exactly (C7.3, C8.3).

A row is a simple path of at least four palaces along roads. It counts its palaces, twice with a fortress under any of them.

The palaces of a seat fall apart into connected parts. Most are plain chains or rings, which count whole. In the others
a depth-first search tries all rows through the part's first palace, and that it is in none, and goes on with what is
left; it gives up where not even all palaces left could beat the best choice so far, or where it has been with the same
palaces left and no fewer points. A row without a fortress need not be longer than seven palaces, since a longer one
falls into two that count the same.
"""

from __future__ import annotations

import numpy as np

from hanlin.core.jit.bits import count, lowest, wrapping_product
from hanlin.core.jit.compiled import allocating, compiled
from hanlin.core.lib.memo import memo
from hanlin.games.china.pieces import MOST_SPACES, PALACES, REGIONS

SHORTEST = 4
LONGEST_PLAIN = 7
"""No row without a fortress need be longer."""

WORD = 32
"""The spaces from this one on stand in the second word of a set of spaces (see ``state``)."""


# -- from the board to small graphs ------------------------------------------------------------------------------------------


@compiled
def board_words(masks):
    """The two words of the set of spaces that ``masks`` gives by region."""
    low, high = 0, 0
    for region in range(4):
        low |= int(masks[region]) << (MOST_SPACES * region)
    for region in range(4, REGIONS):
        high |= int(masks[region]) << (MOST_SPACES * region - WORD)
    return low, high


@compiled
def first_space(low, high):
    """The first space of a set that is not empty."""
    return lowest(low) if low else WORD + lowest(high)


@compiled
def connected_part(roads, low, high, space):
    """The part of a set that is connected with one of its spaces, and the largest degree in it."""
    if space < WORD:
        part_low, part_high = 1 << space, 0
    else:
        part_low, part_high = 0, 1 << (space - WORD)
    todo_low, todo_high = part_low, part_high
    degree = 0
    while todo_low or todo_high:
        space = first_space(todo_low, todo_high)
        near_low, near_high = int(roads[space, 0]) & low, int(roads[space, 1]) & high
        degree = max(degree, count(near_low) + count(near_high))
        if space < WORD:
            todo_low &= todo_low - 1
        else:
            todo_high &= todo_high - 1
        todo_low |= near_low & ~part_low
        todo_high |= near_high & ~part_high
        part_low |= near_low
        part_high |= near_high
    return part_low, part_high, degree


@compiled
def inner_palaces(roads, low, high):
    """The palaces of a set with at least two neighbours in it. A row has two such at least, so a part without them has none."""
    inner_low, inner_high = 0, 0
    rest = low
    while rest:
        space = lowest(rest)
        inner_low |= int(count(roads[space, 0] & low) + count(roads[space, 1] & high) > 1) << space
        rest &= rest - 1
    rest = high
    while rest:
        space = lowest(rest)
        near = count(roads[WORD + space, 0] & low) + count(roads[WORD + space, 1] & high)
        inner_high |= int(near > 1) << space
        rest &= rest - 1
    return inner_low, inner_high


@compiled
def road_points(s, seat):
    """The points of a seat for roads."""
    points = 0
    low, high = board_words(s.palaces[seat])
    inner_low, inner_high = inner_palaces(s.roads, low, high)
    while inner_low or inner_high:
        part_low, part_high, degree = connected_part(s.roads, low, high, first_space(inner_low, inner_high))
        inner_low &= ~part_low
        inner_high &= ~part_high
        size = count(part_low) + count(part_high)
        if size >= SHORTEST:
            points += points_of_part(s, part_low, part_high, size, degree)
    return points


@compiled
def points_of_part(s, part_low, part_high, size, degree):
    """The points of a connected part of so many palaces, enough for a row, with that largest degree."""
    if degree > 2:
        return points_of_branching(s, part_low, part_high, size)
    fortress_low, fortress_high = board_words(s.fortresses)
    return 2 * size if part_low & fortress_low or part_high & fortress_high else size


@allocating
def points_of_branching(s, part_low, part_high, size):
    """The most points of a connected part of so many palaces that is not a plain row."""
    spaces = np.empty(PALACES, np.int64)
    near = np.empty(PALACES, np.int64)
    rows = np.empty(ROWS_LENGTH, np.int64)
    fortresses = number_palaces(s, part_low, part_high, spaces, near)
    return search_rows(size, near, fortresses, rows)


def best_rows(s, seat):
    """The best choice of rows of a seat, for plain callers: of each its points and its spaces in their order.

    The points add up to ``road_points``.
    """
    found = []
    low, high = board_words(s.palaces[seat])
    spaces, near = np.empty(PALACES, np.int64), np.empty(PALACES, np.int64)
    while low or high:
        part_low, part_high, _ = connected_part(s.roads, low, high, first_space(low, high))
        low &= ~part_low
        high &= ~part_high
        size = count(part_low) + count(part_high)
        if size >= SHORTEST:
            fortresses = number_palaces(s, part_low, part_high, spaces, near)
            for points, nodes in _rows_of_part(tuple(int(mask) for mask in near[:size]), int(fortresses)):
                found.append((points, [int(spaces[node]) for node in nodes]))
    return found


@memo(maxsize=1024)
def _rows_of_part(near, fortresses):
    """The best rows of a connected part, as (points, palaces); remembered, since pages ask for the same again."""
    rows = np.empty(ROWS_LENGTH, np.int64)
    search_rows(len(near), np.array(near, np.int64), fortresses, rows)
    found = []
    i = 0
    while rows[i] > 0:
        nodes = [int(node) for node in rows[i + 1 : i + 1 + rows[i]]]
        doubled = any(fortresses >> node & 1 for node in nodes)
        found.append((len(nodes) * (2 if doubled else 1), nodes))
        i += 1 + len(nodes)
    return found


@compiled
def number_palaces(s, low, high, spaces, near):
    """Number the palaces of a connected part by their distance from a palace with the fewest neighbours.

    Writes ``spaces[i]``, the space of palace i, and ``near[i]``, the mask of its neighbours' numbers; returns the mask of the
    palaces that stand on a fortress. Neighbours have close numbers then, so the search finishes one corner after the other.
    """
    spaces[0] = loneliest(s, low, high)
    n, fortresses = 1, 0
    left_low, left_high = low, high
    if spaces[0] < WORD:
        left_low &= ~(1 << spaces[0])
    else:
        left_high &= ~(1 << (spaces[0] - WORD))
    i = 0
    while i < n:
        space = spaces[i]
        if int(s.fortresses[space // MOST_SPACES]) >> (space % MOST_SPACES) & 1:
            fortresses |= 1 << i
        near_low, near_high = int(s.roads[space, 0]) & left_low, int(s.roads[space, 1]) & left_high
        left_low &= ~near_low
        left_high &= ~near_high
        while near_low or near_high:
            spaces[n] = first_space(near_low, near_high)
            if near_low:
                near_low &= near_low - 1
            else:
                near_high &= near_high - 1
            n += 1
        i += 1
    for i in range(n):
        near[i] = 0
        for j in range(n):
            to = spaces[j]
            if int(s.roads[spaces[i], int(to >= WORD)]) >> (to - WORD if to >= WORD else to) & 1:
                near[i] |= 1 << j
    return fortresses


@compiled
def loneliest(s, low, high):
    """The first space of a set with the fewest neighbours in it."""
    best, fewest = -1, PALACES
    rest_low, rest_high = low, high
    while rest_low or rest_high:
        space = first_space(rest_low, rest_high)
        if rest_low:
            rest_low &= rest_low - 1
        else:
            rest_high &= rest_high - 1
        degree = count(int(s.roads[space, 0]) & low) + count(int(s.roads[space, 1]) & high)
        if degree < fewest:
            best, fewest = space, degree
    return best


# -- the search ----------------------------------------------------------------------------------------------------------------
#
# Compiled rules can't recurse, so the search keeps its own stack: ``steps[depth]`` holds in nine numbers how things stand
# after so many steps.

STAGE, REST, UNTRIED, ADDED, ANCHOR, FIRST, LENGTH, DOUBLED, POINTS = range(9)
"""REST: the palaces that are in no row yet. Of the row that grows: UNTRIED, neighbours of its end that are to be tried as its
next palace; ADDED, the palace that this step added (-1: none); ANCHOR, where the row began; FIRST, the palace after that;
LENGTH; DOUBLED, 1 over a fortress. POINTS: of all finished rows."""

BETWEEN, SKIP, ARM, OTHER_ARM, SPENT = range(5)
"""Stages. BETWEEN rows: begin one at the first palace that is left. SKIP: that was tried, so leave this palace out. ARM: the
row grows from its anchor one way, OTHER_ARM: the other way. SPENT: all was tried, go back."""

DEPTH = 2 * PALACES
"""Every palace is a step at most, and each of up to five rows has two more: its other arm, and its end."""
ROWS_LENGTH = 2 * PALACES
"""Rows are written one after the other: a length, then so many palaces; a length of 0 ends them."""
SEEN = 1 << 9


@allocating
def search_rows(size, near, fortresses, rows):
    """The most points of disjoint rows among ``size`` connected palaces; one best choice of rows is written to ``rows``."""
    steps = np.empty((DEPTH, 9), np.int64)
    seen = np.zeros(SEEN, np.int64)
    twins = np.zeros(size, np.int64)
    find_twins(size, near, fortresses, twins)
    limit = 2 * size if fortresses else size
    best, depth = 0, 0
    rows[0] = 0
    stand_between(steps, 0, (1 << size) - 1, 0)
    while depth >= 0 and best < limit:
        stage = steps[depth, STAGE]
        if stage == BETWEEN:
            if steps[depth, POINTS] > best:
                best = steps[depth, POINTS]
                write_rows(steps, depth, rows)
            if is_hopeful(steps, depth, near, fortresses, best) and is_new(steps, depth, seen):
                depth = begin_row(steps, depth, near, fortresses)
            else:
                depth -= 1
        elif stage == SKIP:
            rest = steps[depth, REST]
            steps[depth, REST] = rest & (rest - 1) & ~twins[lowest(rest)]
            steps[depth, STAGE] = BETWEEN
        elif stage == SPENT:
            depth -= 1
        elif steps[depth, UNTRIED]:
            depth = grow_row(steps, depth, near, fortresses, twins, best)
        elif stage == ARM:
            depth = turn_row(steps, depth, near)
        else:
            depth = end_row(steps, depth)
    return best


@compiled
def find_twins(size, near, fortresses, twins):
    """Write for each palace the mask of its twins: palaces with the same neighbours (but for each other), both or neither
    on a fortress.

    What one of them can do any other can, so the search takes them in the order of their numbers: it leaves all of them out
    where it leaves out the first that is left, and makes a row grow by no other than the first.
    """
    for a in range(size):
        for b in range(a):
            both = 1 << a | 1 << b
            if (near[a] ^ near[b]) & ~both == 0 and (fortresses >> a ^ fortresses >> b) & 1 == 0:
                twins[a] |= 1 << b
                twins[b] |= 1 << a


@compiled
def stand_between(steps, depth, rest, points):
    """A step without a row in the making."""
    steps[depth, STAGE] = BETWEEN
    steps[depth, REST] = rest
    steps[depth, ADDED] = -1
    steps[depth, LENGTH] = 0
    steps[depth, POINTS] = points


@compiled
def copy_step(steps, depth):
    """Begin a step as a copy of the one before."""
    for column in range(9):
        steps[depth, column] = steps[depth - 1, column]


@compiled
def is_hopeful(steps, depth, near, fortresses, best):
    """Leave out palaces whose connected part is too small for a row; whether the others could still beat ``best``."""
    rest, kept, hope = steps[depth, REST], 0, steps[depth, POINTS]
    while rest:
        part = rest & -rest
        untried = part
        while untried:
            found = near[lowest(untried)] & rest & ~part
            part |= found
            untried = untried & (untried - 1) | found
        rest &= ~part
        size = count(part)
        if size >= SHORTEST:
            kept |= part
            size -= left_out(part, near)
            hope += 2 * size if part & fortresses else size
    steps[depth, REST] = kept
    return hope > best


@compiled
def left_out(part, near):
    """At least so many palaces of a connected part are in no row, whatever the choice: the larger of two counts.

    Of the palaces that hang on one other palace only, and all on the same, no two are in rows (the three would be a row of
    their own, and too short). And of palaces that are not joined among themselves, a row has at most one more than of their
    neighbours, and that only with two of these; so with n neighbours no more than n + n // 2 are in rows.
    """
    spare, hubs, apart, around = 0, 0, 0, 0
    untried = part
    while untried:
        palace = untried & -untried
        untried ^= palace
        neighbours = near[lowest(palace)] & part
        if neighbours & (neighbours - 1) == 0:
            spare += int(neighbours & hubs != 0)
            hubs |= neighbours
        if neighbours & apart == 0:
            apart |= palace
            around |= neighbours
    n = count(around)
    return max(spare, count(apart) - n - n // 2)


@compiled
def is_new(steps, depth, seen):
    """True where the search was not here before with the same palaces left and as many points (as far as it remembers)."""
    rest, points = steps[depth, REST], steps[depth, POINTS]
    slot = wrapping_product(rest, 0x9E3779B1) >> 20 & (SEEN - 1)
    if seen[slot] >> 10 == rest and seen[slot] & 1023 >= points:
        return False
    seen[slot] = rest << 10 | points
    return True


@compiled
def begin_row(steps, depth, near, fortresses):
    """A row through the first palace that is left; leaving it out comes next."""
    rest = steps[depth, REST]
    anchor = lowest(rest)
    steps[depth, STAGE] = SKIP
    rest &= rest - 1
    depth += 1
    steps[depth, STAGE] = ARM
    steps[depth, REST] = rest
    steps[depth, UNTRIED] = near[anchor] & rest
    steps[depth, ADDED] = anchor
    steps[depth, ANCHOR] = anchor
    steps[depth, FIRST] = -1
    steps[depth, LENGTH] = 1
    steps[depth, DOUBLED] = fortresses >> anchor & 1
    steps[depth, POINTS] = steps[depth - 1, POINTS]
    return depth


@compiled
def grow_row(steps, depth, near, fortresses, twins, best):
    """The row grows by the next neighbour that was not tried, unless that can't lead to a better choice.

    Of its twins it is the first; the others need no trying.
    """
    untried = steps[depth, UNTRIED]
    palace = lowest(untried)
    steps[depth, UNTRIED] = untried & (untried - 1) & ~twins[palace]
    rest = steps[depth, REST] & ~(1 << palace)
    length = steps[depth, LENGTH] + 1
    doubled = steps[depth, DOUBLED] | fortresses >> palace & 1
    can_double = doubled or rest & fortresses
    if length > LONGEST_PLAIN and not can_double:
        return depth
    hope = length + count(rest)
    if steps[depth, POINTS] + (2 * hope if can_double else hope) <= best:
        return depth
    depth += 1
    copy_step(steps, depth)
    steps[depth, REST] = rest
    steps[depth, UNTRIED] = near[palace] & rest
    steps[depth, ADDED] = palace
    steps[depth, LENGTH] = length
    steps[depth, DOUBLED] = doubled
    if length == 2:
        steps[depth, FIRST] = palace
    return depth


@compiled
def turn_row(steps, depth, near):
    """One arm is done; the other starts with a later neighbour of the anchor.

    With an earlier one the row was tried the other way round.
    """
    steps[depth, STAGE] = SPENT
    if steps[depth, LENGTH] == 1:
        return depth
    depth += 1
    copy_step(steps, depth)
    steps[depth, STAGE] = OTHER_ARM
    steps[depth, ADDED] = -1
    steps[depth, UNTRIED] = near[steps[depth, ANCHOR]] & steps[depth, REST] & ~((2 << steps[depth, FIRST]) - 1)
    return depth


@compiled
def end_row(steps, depth):
    """The row ends here, if it is long enough and not longer than it need be."""
    steps[depth, STAGE] = SPENT
    length, doubled = steps[depth, LENGTH], steps[depth, DOUBLED]
    if length < SHORTEST or (length > LONGEST_PLAIN and not doubled):
        return depth
    points = steps[depth, POINTS] + (2 * length if doubled else length)
    stand_between(steps, depth + 1, steps[depth, REST], points)
    return depth + 1


@compiled
def write_rows(steps, depth, rows):
    """Write the finished rows of the stack: of each the first arm from its end to the anchor, then the other arm."""
    n, start, turn = 0, 0, 0
    for i in range(depth + 1):
        if steps[i, LENGTH] == 0:
            if i > 0 and steps[i - 1, LENGTH] > 0:
                rows[n] = steps[i - 1, LENGTH]
                n += 1
                for j in range(turn - 1, start - 1, -1):
                    rows[n] = steps[j, ADDED]
                    n += 1
                for j in range(turn + 1, i):
                    rows[n] = steps[j, ADDED]
                    n += 1
        elif steps[i, LENGTH] == 1:
            start = i
        elif steps[i, ADDED] < 0:
            turn = i
    rows[n] = 0
