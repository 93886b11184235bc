"""The rules of Lanterns, at both speeds: the example is held to what every game is held to."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest
from scipy.stats import chisquare

import hanlin
from hanlin.bots import policies
from hanlin.bots.bot import action_buffer, new_scratch
from hanlin.core.jit.compiled import PLAIN
from hanlin.core.jit.events import capture
from hanlin.core.jit.rng import seeded
from hanlin.core.position.history import Step
from hanlin.core.verbs import generic
from lanterns import GAME
from lanterns.hindsight import deal_again
from lanterns.pieces import EACH, HAND, SIZES, TURNS

PLAYERS = [2, 3, 4]


def started(players=2, **options):
    return GAME.start(players, **options).settle(1)


@pytest.mark.rule("L0.1", "L0.2")
@pytest.mark.parametrize("players", PLAYERS)
def test_every_seat_begins_with_two_lanterns(players):
    position = started(players)
    assert position.state.hands[:players].sum(axis=1).tolist() == [HAND] * players
    assert position.state.hands.sum() + position.state.pool.sum() == EACH * SIZES * players
    assert [text.split()[:2] for _, text in position.moves] == [
        ["draw", str(seat + 1)] for seat in range(players) for _ in "ab"
    ]


@pytest.mark.rule("L0.1")
def test_a_scroll_says_how_many_lanterns_there_are():
    assert GAME.start(2, scroll="3 0 9\n").state.pool.tolist() == [3, 0, 9]
    for text in ("3 0\n", "3 0 x\n", "3 0 1000\n", "3 0 -1\n", "\n"):
        with pytest.raises(hanlin.BadData, match="three numbers"):
            GAME.start(2, scroll=text)


@pytest.mark.rule("L0.3")
def test_the_wind_changes_nothing():
    calm, storm = started(), GAME.start(2, wind="storm").settle(1)
    assert calm.state.tobytes() == storm.state.tobytes()


@pytest.mark.rule("L1.1", "L1.2", "L1.4")
@pytest.mark.parametrize("double", [False, True])
def test_lighting_gives_points_by_size(double):
    position = started(double=double)
    for size in range(1, SIZES + 1):
        held = position.state.hands[0, size - 1]
        assert position.is_legal(f"light {size}") == bool(held)
        if held:
            after = position.copy()
            with capture() as events:
                after.play(f"light {size}")
            assert after.scores[0] == size * (1 + double) == events[0].a
            assert after.state.hands[0, size - 1] == held - 1
        else:
            assert position.why_not(f"light {size}").rule == "L1.2"
    assert "malformed" not in position.why_not("light 4").text


@pytest.mark.rule("L1.3", "L1.5")
def test_three_turns_each_and_points_win():
    position = started(3)
    for turn in range(3 * TURNS):
        assert position.actor == turn % 3
        position.play(position.legal[0] if turn % 3 == 1 else "skip").settle(1)
    assert position.over
    assert position.winners == [1]


@pytest.mark.rule("L1.5", "L1.6")
def test_who_lights_draws_and_who_skips_does_not():
    position = started()
    assert position.copy().play("skip").actor == 1
    position.play(position.legal[0])
    assert position.actor == hanlin.CHANCE
    assert all(text.startswith("draw 1") for text in position.legal)
    assert position.settle(1).actor == 1


@pytest.mark.rule("L1.6")
def test_an_empty_pool_gives_nothing():
    position = GAME.start(2, scroll="4 0 0\n").settle(1)
    assert position.play("light 1").actor == 1


@pytest.mark.rule("L0.2")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_view_knows_its_own_lanterns_and_sampling_deals_the_rest(players):
    position = started(players)
    for seat in range(players):
        view = position.seen_by(seat)
        assert view.state.hands[seat].tolist() == position.state.hands[seat].tolist()
        assert view.state.hands.sum() == HAND
        states = view._states.copy()
        generic.guess(states[0], seeded("guess", seat))
        assert states[0].hands[:players].sum(axis=1).tolist() == [HAND] * players
        assert states[0].hands.sum() + states[0].pool.sum() == EACH * SIZES * players
        assert states[0].hands[seat].tolist() == position.state.hands[seat].tolist()


def steps_of(position):
    return [Step(*step) for step in position._history.steps()]


@pytest.mark.rule("L0.2", "L1.6")
@pytest.mark.parametrize("players", PLAYERS)
def test_a_past_looks_alike_and_leads_on(players):
    """Lanterns that others lit were drawn by them, and every lantern is there once."""
    position, rng, random = started(players), seeded("pasts", players), Random(players)
    while not position.over:
        for seat in range(players):
            other = position.at(0)
            for code in deal_again(steps_of(position), other.state, seat, random.random):
                assert code in other.legal_codes
                other.apply(code)
            assert other.seen_by(seat) == position.seen_by(seat)
        position.apply(int(generic.choose(position.state, rng))).settle(rng)


@pytest.mark.rule("L0.2")
def test_a_hidden_lantern_is_any_of_those_that_nobody_saw():
    """The other seat lit either of its two lanterns with equal probability, and the kept one is any unseen one."""
    position = started(2).play("skip")
    position.play(position.legal[0]).settle(1)
    steps, start, random = steps_of(position), position.at(0).state, Random(1)
    lit = next(step.code for step in steps if step.actor == 1)
    drawn = [ply for ply, step in enumerate(steps) if step.only == 1][:2]
    unseen = position.seen_by(0).state.pool
    counts, n = Counter(), 3000
    for _ in range(n):
        codes = deal_again(steps, start, 0, random.random)
        first, second = ((codes[ply] - 10) % SIZES for ply in drawn)
        assert lit in (first, second)
        counts[first, second] += 1
    expected = Counter()
    for size in range(SIZES):
        for pair in ((lit, size), (size, lit)):
            expected[pair] += n * unseen[size] / unseen.sum() / 2
    assert set(counts) == {pair for pair in expected if expected[pair]}
    assert chisquare([counts[pair] for pair in counts], [expected[pair] for pair in counts]).pvalue > 0.001


@pytest.mark.parametrize("players", PLAYERS)
def test_choose_and_sample_are_as_the_lists_say(players):
    rng = seeded("chosen", players)
    position = GAME.start(players)
    while not position.over:
        if position.actor == hanlin.CHANCE:
            assert int(generic.sample(position.state, rng)) in position.legal_codes
            position.chance(rng)
        else:
            code = int(generic.choose(position.state, rng))
            assert code in position.legal_codes
            position.apply(code)


@pytest.mark.skipif(PLAIN, reason="no machine code is made in this process")
@pytest.mark.parametrize("players", PLAYERS)
def test_both_speeds_play_the_same_games(players):
    start = GAME.start(players)
    ends = []
    for run in (policies.whole_game, policies.whole_game_fast):
        states = np.array([start.state])
        codes = np.zeros(200, np.int32)
        policy_ids = np.array([seat % 2 for seat in range(players)], np.int64)
        n = int(run(states, new_scratch(start), policy_ids, action_buffer(start), codes, seeded("speeds", players)))
        ends.append((states.tobytes(), codes[:n].tolist()))
    assert ends[0] == ends[1]
