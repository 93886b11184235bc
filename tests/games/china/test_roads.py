"""The best choice of rows, against trying all, and how long it takes (C7.3, C8.3)."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from china.oracle import best_rows as try_all
from china.tables import join, neighbours, table
from hanlin.core.jit.rng import below, seeded
from hanlin.games.china import GAME, roads
from hanlin.games.china.pieces import PALACES
from hanlin.games.china.roads import ROWS_LENGTH, best_rows, road_points, search_rows
from helpers.long import examples


def graph(n: int, edges) -> dict[int, list[int]]:
    near: dict[int, list[int]] = {node: [] for node in range(n)}
    for a, b in sorted({(min(edge), max(edge)) for edge in edges if edge[0] != edge[1]}):
        near[a].append(b)
        near[b].append(a)
    return near


def search(near: dict[int, list[int]], fortresses: set[int]) -> tuple[int, list[list[int]]]:
    """The points and the rows that the search finds in a connected graph; the rows are checked."""
    masks, rows = np.zeros(PALACES, np.int64), np.zeros(ROWS_LENGTH, np.int64)
    for node, others in near.items():
        masks[node] = sum(1 << other for other in others)
    points = search_rows(len(near), masks, sum(1 << node for node in fortresses), rows)
    found, i = [], 0
    while rows[i]:
        found.append([int(node) for node in rows[i + 1 : i + 1 + rows[i]]])
        i += 1 + rows[i]
    used = [node for row in found for node in row]
    assert len(used) == len(set(used)), "no palace in two rows"
    assert all(b in near[a] for row in found for a, b in pairwise(row)), "along roads"
    assert all(len(row) >= 4 for row in found)
    assert points == sum(len(row) * (2 if fortresses & set(row) else 1) for row in found)
    return points, found


@st.composite
def connected_graphs(draw):
    n = draw(st.integers(4, 10))
    tree = [(node, draw(st.integers(0, node - 1))) for node in range(1, n)]
    more = draw(st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=5))
    return graph(n, tree + more), draw(st.sets(st.integers(0, n - 1), max_size=2))


@pytest.mark.rule("C7.3", "C8.3")
@settings(max_examples=examples(150), deadline=None, derandomize=True)
@given(connected_graphs())
def test_the_search_finds_the_best_of_all_choices(case):
    near, fortresses = case
    assert search(near, fortresses)[0] == try_all(near, fortresses)


@pytest.mark.parametrize("seed", range(12))
def test_larger_graphs(seed):
    rng = seeded("graphs", seed)
    n = 11 + seed % 3
    tree = [(node, max(0, node - 1 - below(rng, 3))) for node in range(1, n)]
    more = [(below(rng, n), below(rng, n)) for _ in range(seed % 4)]
    near = graph(n, tree + more)
    fortresses = {below(rng, n) for _ in range(seed % 3)}
    assert search(near, fortresses)[0] == try_all(near, fortresses)


def test_the_rows_of_a_seat_add_up_to_its_points():
    for seed in range(12):
        s = scattered(seed)
        for seat in range(s.players):
            rows = best_rows(s, seat)
            assert sum(points for points, _ in rows) == road_points(s, seat)
            for points, row in rows:
                assert len(row) >= 4
                assert points in (len(row), 2 * len(row))
                assert all(b in neighbours(s, a) for a, b in pairwise(row))


def scattered(seed: int):
    """A board with palaces and three fortresses at random places."""
    rng = seeded("scattered", seed)
    s = table(players=3, fortresses=True).state
    for region in range(9):
        for i in range(s.spaces[region]):
            owner = below(rng, 4)
            if owner < 3 and s.palaces_left[owner]:
                s.palaces[owner, region] |= 1 << i
                s.palaces_left[owner] -= 1
    for _ in range(3):
        region = below(rng, 9)
        s.fortresses[region] |= 1 << below(rng, int(s.spaces[region]))
    return s


@pytest.mark.rule("C7.3", "C8.3")
@pytest.mark.parametrize("side", ["3-4", "4-5"])
def test_the_search_is_short_even_with_twenty_connected_palaces(side, monkeypatch):
    """A step takes some 15 nanoseconds at compiled speed, so 30,000 of them less than half a millisecond."""
    steps = Counter()
    grow = roads.grow_row
    monkeypatch.setattr(roads, "grow_row", lambda *arguments: steps.update([0]) or grow(*arguments))
    s = GAME.start(4, side=side, fortresses=True).state
    near = {space: neighbours(s, space) for space in range(72)}
    rng = seeded("worst", side)
    for _ in range(60):
        s.palaces[0] = 0
        s.fortresses[:] = 0
        chosen = [next(space for space in near if near[space])]
        while len(chosen) < PALACES:
            edge = [to for space in chosen for to in near[space] if to not in chosen]
            chosen.append(edge[below(rng, len(edge))])
        for space in chosen:
            s.palaces[0, space // 8] |= 1 << space % 8
        for _ in range(below(rng, 4)):
            space = chosen[below(rng, PALACES)]
            s.fortresses[space // 8] |= 1 << space % 8
        steps.clear()
        assert road_points(s, 0) >= 4
        assert steps[0] < 30_000


def test_a_board_of_72_spaces_has_roads_everywhere():
    s = table(players=3).state
    s.roads[:] = 0
    s.spaces[:] = 8
    chain = [31, 32, 39, 40, 63, 64, 71]
    for a, b in pairwise(chain):
        join(s, a, b)
    for space in chain:
        s.palaces[1, space // 8] |= 1 << space % 8
    assert road_points(s, 1) == 7
    assert [sorted(row) for _, row in best_rows(s, 1)] == [chain]
