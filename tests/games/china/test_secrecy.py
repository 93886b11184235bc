"""Secrecy of cards (C0.5)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from china.tables import advance, cards, random_walk, table
from hanlin.core.jit.rng import below, seeded
from hanlin.core.verbs import generic
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.games.china import GAME
from hanlin.games.china.by_colour import one, packed
from helpers.long import examples


def hidden(state, seat: int):
    states = np.array([state], GAME.dtype)
    generic.hide(states[0], seat)
    return states


def swap_secrets(s, seat: int, rng) -> None:
    """Exchange the cards that ``seat`` can't see, hands' unknown ones and the pile, at random."""
    unseen = [colour for colour in range(5) for _ in range(cards(s.pile)[colour])]
    for other in range(s.players):
        if other != seat:
            unseen += [c for c in range(5) for _ in range(cards(s.hands)[other, c] - cards(s.known)[other, c])]
    for i in range(len(unseen) - 1, 0, -1):
        j = below(rng, i + 1)
        unseen[i], unseen[j] = unseen[j], unseen[i]
    for other in range(s.players):
        if other != seat:
            s.hands[other] = s.known[other]
            for _ in range(s.hand_size[other] - cards(s.known[other]).sum()):
                s.hands[other] += one(unseen.pop())
    s.pile = packed(unseen.count(colour) for colour in range(5))


@pytest.mark.rule("C0.5")
@settings(max_examples=examples(30), deadline=None, derandomize=True)
@given(st.integers(3, 5), st.integers(0, 10**6), st.integers(0, 260), st.booleans())
def test_a_view_does_not_change_when_hidden_cards_are_swapped(players, seed, steps, fortresses):
    position = random_walk(players, seed, steps, fortresses=fortresses)
    rng = seeded("swap", seed)
    if position.over:
        return
    for seat in range(-1, players):
        twin = position.copy()
        swap_secrets(twin.state, seat, rng)
        assert hidden(position.state, seat).tobytes() == hidden(twin.state, seat).tobytes()


@pytest.mark.rule("C0.5")
@settings(max_examples=examples(30), deadline=None, derandomize=True)
@given(st.integers(3, 5), st.integers(0, 10**6), st.integers(0, 260))
def test_the_same_public_moves_lead_to_the_same_view(players, seed, steps):
    """Two games that differ in secrets only, and go on by moves that are legal in both, look the same afterwards too."""
    position = random_walk(players, seed, steps)
    rng = seeded("on", seed)
    watcher = below(rng, players)
    twin = position.copy()
    swap_secrets(twin.state, watcher, rng)
    for _ in range(25):
        if position.over or twin.over:
            break
        who = position.actor
        secret = who == CHANCE and GAME.seen_only_by(position.state, 778) not in (-1, watcher)
        common = [text for text in position.legal if text in twin.legal]
        if secret:
            mine, theirs = (p.legal[below(rng, len(p.legal))] for p in (position, twin))
        elif common:
            mine = theirs = common[below(rng, len(common))]
        else:
            break
        position.play(mine)
        twin.play(theirs)
        if not position.over and not twin.over:
            assert hidden(position.state, watcher).tobytes() == hidden(twin.state, watcher).tobytes()


@pytest.mark.rule("C0.5")
@settings(max_examples=examples(40), deadline=None, derandomize=True)
@given(st.integers(3, 5), st.integers(0, 10**6), st.integers(0, 260))
def test_a_sampled_state_is_possible_and_agrees_with_the_view(players, seed, steps):
    position = random_walk(players, seed, steps, fortresses=seed % 2 == 0)
    rng = seeded("guess", seed)
    for seat in range(-1, players):
        states = hidden(position.state, seat)
        view = states.copy()
        generic.guess(states[0], rng)
        s = states[0]
        assert list(cards(s.hands).sum(axis=1)) == list(s.hand_size)
        assert cards(s.pile).sum() == s.pile_left
        assert cards(s.pile).min() >= 0
        assert (cards(s.hands) >= cards(s.known)).all()
        if seat >= 0:
            assert list(cards(s.hands)[seat]) == list(cards(position.state.hands)[seat])
        if not position.over:
            assert hidden(s, seat).tobytes() == view.tobytes()
        if generic.actor(s) not in (CHANCE, OVER):
            out = np.zeros(GAME.max_actions, np.int32)
            assert generic.actions(s, out) > 0


@pytest.mark.rule("C0.5")
def test_a_game_goes_on_from_a_sampled_state():
    for seed in range(6):
        position = random_walk(3 + seed % 3, seed, 100)
        states = hidden(position.state, seed % 3)
        generic.guess(states[0], seeded(seed))
        other = position.copy()
        other._states[:] = states
        rng = seeded("goes on", seed)
        while not other.over:
            advance(other, rng)
        assert min(other.scores) >= 0


@pytest.mark.rule("C0.5")
def test_sampled_states_deal_unseen_cards_evenly():
    position = table("3 red", "violet yellow orange", "3 green", players=3, pile="violet")
    s = position.state
    view = hidden(s, 0)
    unseen = cards(view[0].pile)
    assert unseen.sum() == s.pile_left + 6
    rng = seeded("evenly")
    found = np.zeros(5)
    for _ in range(2000):
        states = view.copy()
        generic.guess(states[0], rng)
        found += cards(states[0].hands)[1]
    assert np.abs(found / 6000 - unseen / unseen.sum()).max() < 0.02


@pytest.mark.rule("C0.5")
def test_cards_from_the_row_are_known_until_their_colour_is_played():
    position = table("red 2 green", "3 yellow", "3 red", row="2 red 2 orange", players=3, palaces={"wei": [1]})
    s = position.state
    position.play("palace wei 2 red").play("palace wei 3 green")
    position.play("take red").play("take pile").play("draw 1 red").play("take orange")
    assert list(cards(s.known)[0]) == [0, 0, 1, 0, 1]
    seen = position.seen_by(1)
    assert list(cards(seen.state.hands)[0]) == [0, 0, 1, 0, 1]
    assert seen.state.hand_size[0] == 3
    assert list(cards(position.seen_by(0).state.hands)[0]) == [0, 0, 1, 0, 2]
    position.settle(3)
    for _ in range(2):
        position.play(next(text for text in position.legal if text.startswith("exchange")))
        position.play("take pile").settle(3)
    position.play("palace wei 4 red")
    assert list(cards(s.known)[0]) == [0, 0, 1, 0, 0], "the red card played is deemed the known one"
    assert list(cards(position.seen_by(2).state.hands)[0]) == [0, 0, 1, 0, 0]


@pytest.mark.rule("C0.5")
def test_draws_of_others_are_hidden_until_the_game_is_over():
    position = random_walk(4, "history", 80)
    for seat in (-1, 0, 3):
        for (actor, shown), (_, true) in zip(position.seen_by(seat).moves, position.moves, strict=True):
            verb, *words = true.split()
            if actor == CHANCE and verb in ("deal", "draw") and int(words[0]) - 1 != seat:
                assert shown == f"{verb} {words[0]} ?"
            else:
                assert shown == true
    over = random_walk(4, "history")
    assert over.seen_by(-1).moves == over.moves
    assert over.seen_by(-1).state.tobytes() == over.state.tobytes()


@pytest.mark.rule("C0.5")
def test_a_seat_sees_no_outcomes_and_no_actions_of_others():
    position = table("3 red", "3 green")
    assert position.seen_by(0).legal == position.legal
    assert position.seen_by(1).legal == []
    position.play("palace wei 2 red").play("done").play("take pile")
    for seat in (-1, 0, 1):
        assert position.seen_by(seat).legal == []
        assert position.seen_by(seat).weights == {}


def test_the_legal_actions_in_a_seats_view_are_those_of_the_position():
    for seed in range(10):
        position = random_walk(3 + seed % 3, seed, 50 + 13 * seed)
        if position.actor >= 0:
            assert position.seen_by(position.actor).legal == position.legal
