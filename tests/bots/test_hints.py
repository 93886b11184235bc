"""A hint: from what the seat sees alone, the same for the same seed, and in words that its player reads."""

from __future__ import annotations

import numpy as np
import pytest

import hanlin
from hanlin.bots import hint
from hanlin.bots.hints import BEST, in_words
from hanlin.core.errors import HanlinError
from hanlin.core.jit.rng import seeded
from hanlin.core.position.game import games
from hanlin.core.verbs import generic


def position_of(name, decisions, players=0):
    rng = seeded("hint", name)
    position = hanlin.game(name).start(hanlin.game(name).players[players]).settle(rng)
    while decisions or len(position.legal_codes) < 2:
        position.apply(int(generic.choose(position.state, rng))).settle(rng)
        decisions = max(0, decisions - 1)
    return position


@pytest.mark.parametrize("name", sorted(games()))
def test_a_hint_names_the_best_actions_and_how_it_may_go_on(name):
    position = position_of(name, 2)
    seen = position.seen_by(position.actor)
    found = hint(seen, "a seed", fast=False)
    assert found.seat == position.actor
    assert found.quick
    assert 1 <= len(found.best) <= BEST
    assert len({advice.action for advice in found.best}) == len(found.best)
    assert [advice.share for advice in found.best] == sorted((advice.share for advice in found.best), reverse=True)
    for advice in found.best:
        assert advice.action in position.legal
        assert 0 <= advice.share <= 1
        assert advice.line[0] == (position.actor, advice.action)
        told = in_words(seen, advice.line, "a seed")
        assert len(told) == len(advice.line)
        assert all(told)


def test_a_hint_uses_nothing_that_its_player_does_not_see():
    """Two games that look alike to the seat and are not: the same seed gives the same hint."""
    position = position_of("china", 6)
    other = np.zeros(1, position.game.dtype)
    for attempt in range(60):
        other[0] = position.seen_by(position.actor).state
        generic.guess(other[0], seeded("other", attempt))
        if other.tobytes() != position.state.tobytes():
            break
    assert other.tobytes() != position.state.tobytes()
    look_alike = position.copy()
    look_alike._states[0] = other[0]
    one, two = (hint(world.seen_by(world.actor), "s", fast=False) for world in (position, look_alike))
    assert one == two


def test_compiled_hints_predict_final_points_and_follow_the_seed():
    position = position_of("year_of_the_dragon", 6)
    seen = position.seen_by(position.actor)
    one, two = (hint(seen, "s", fast=True) for _ in range(2))
    assert one == two
    assert not one.quick
    assert all(advice.points is not None for advice in one.best)
    assert [advice.share for advice in one.best] == sorted((advice.share for advice in one.best), reverse=True)


def test_only_the_active_player_gets_a_hint():
    position = position_of("china", 1)
    for seen in (position, position.seen_by(-1), position.seen_by((position.actor + 1) % position.players)):
        with pytest.raises(HanlinError, match="whose turn it is"):
            hint(seen, fast=False)
