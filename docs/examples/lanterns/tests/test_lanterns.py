"""The rules of Lanterns, at both speeds: the example is held to what every game is held to."""

from __future__ import annotations

import numpy as np
import pytest

import hanlin
from hanlin.bots import moves
from hanlin.bots.bot import new_desk, room_for_actions
from hanlin.core import generic
from hanlin.core.compiled import PLAIN
from hanlin.core.rng import seeded
from hanlin.core.telling import listening
from lanterns import GAME
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
            with listening() as told:
                after.play(f"light {size}")
            assert after.scores[0] == size * (1 + double) == told[0].a
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
def test_a_view_knows_its_own_lanterns_and_a_guess_deals_the_rest(players):
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
    for run in (moves.whole_game, moves.whole_game_fast):
        states = np.array([start.state])
        codes = np.zeros(200, np.int32)
        minds = np.array([seat % 2 for seat in range(players)], np.int64)
        n = int(run(states, new_desk(start), minds, room_for_actions(start), codes, seeded("speeds", players)))
        ends.append((states.tobytes(), codes[:n].tolist()))
    assert ends[0] == ends[1]
