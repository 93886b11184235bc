"""Samples of others' tiles (F1.1, F2.3): pasts with equal views, every tile as likely as any other of its stack."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from scipy.stats import chisquare

from forbidden_city.palaces import random_position
from hanlin.core.position.history import Step
from hanlin.games.forbidden_city.resample import deal_again


def steps_of(position):
    return [Step(*step) for step in position._history.steps()]


@pytest.mark.rule("F1.1", "F2.3")
@pytest.mark.parametrize(("players", "plies"), [(2, 9), (3, 50), (4, 90)])
def test_a_past_looks_alike_and_leads_on(players, plies):
    position = random_position(players, plies, plies)
    random = Random(plies)
    for seat in range(players):
        codes = deal_again(steps_of(position), position.at(0).state, seat, random.random)
        other = position.at(0)
        for code in codes:
            assert code in other.legal_codes
            other.apply(code)
        assert other.seen_by(seat) == position.seen_by(seat)


@pytest.mark.rule("F1.1", "F2.3")
def test_a_hidden_tile_is_any_of_its_stack():
    position = random_position(3, 40, 40)
    seat = next(seat for seat in range(3) if position.seen_by(seat).state.hand[(seat + 1) % 3] < -1)
    other = (seat + 1) % 3
    s = position.seen_by(seat).state
    tiles = [(int(s.stack[other]) & int(s.kind_tiles[kind])).bit_count() for kind in range(int(s.kinds))]
    random, n, counts = Random(4), 1500, Counter()
    steps, start = steps_of(position), position.at(0).state
    last = max(ply for ply, step in enumerate(steps) if step.only == other)
    for _ in range(n):
        counts[deal_again(steps, start, seat, random.random)[last] & 31] += 1
    kinds = [kind for kind, there in enumerate(tiles) if there]
    assert set(counts) <= set(kinds)
    assert chisquare([counts[kind] for kind in kinds], [n * tiles[kind] / sum(tiles) for kind in kinds]).pvalue > 0.001
