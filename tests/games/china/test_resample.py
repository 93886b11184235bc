"""Samples of others' cards in China (C0.5): pasts with equal views, each with its exact probability."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from scipy.stats import chisquare

import hanlin
from hanlin.core.jit.rng import seeded
from hanlin.core.position.history import Step
from hanlin.core.verbs import generic
from hanlin.core.verbs.generic import CHANCE
from hanlin.games.china import resample
from hanlin.games.china.by_colour import unpacked
from hanlin.games.china.resample import deal_again


def known(unseen, events):
    """A seat's knowledge after watching a game."""
    made = object.__new__(resample._Known)
    made.unseen, made.events = unseen, events
    return made


def all_pasts(unseen, events):
    """The probability of each past, by enumeration: cards drawn one by one, the shown ones chosen blindly from the hand."""
    chances = Counter()

    def go_on(n, piles, hands, drawn, chance):
        if n == len(events):
            chances[tuple(sorted(drawn.items()))] += chance
            return
        ply, owner, number = events[n]
        if ply >= 0:
            pile = piles[number]
            for colour, there in enumerate(pile):
                if there:
                    left = [[c - (k == colour) for k, c in enumerate(p)] if m == number else p for m, p in enumerate(piles)]
                    mine = {**hands, owner: [*hands.get(owner, []), colour]}
                    go_on(n + 1, left, mine, {**drawn, ply: colour}, chance * there / sum(pile))
        else:
            hand = hands[owner]
            for place, colour in enumerate(hand):
                if colour == number:
                    go_on(n + 1, piles, {**hands, owner: hand[:place] + hand[place + 1 :]}, drawn, chance / len(hand))

    go_on(0, unseen, {}, {}, 1.0)
    total = sum(chances.values())
    return {past: chance / total for past, chance in chances.items()}


ONE_PILE = ([[2, 1, 1]], [(0, 1, 0), (1, 2, 0), (2, 1, 0), (-1, 1, 0)])
TWO_PILES = ([[1, 2, 0], [3, 1, 1]], [(0, 1, 0), (1, 1, 0), (2, 2, 0), (3, 1, 1), (-1, 1, 0), (4, 2, 1), (-1, 2, 0)])
FORCED = ([[0, 1, 1], [2, 0, 1]], [(0, 1, 0), (1, 1, 0), (2, 1, 1), (-1, 1, 0)])


@pytest.mark.rule("C0.5")
@pytest.mark.parametrize(("unseen", "events"), [ONE_PILE, TWO_PILES, FORCED])
def test_pasts_are_as_likely_as_they_should_be(unseen, events):
    chances = all_pasts(unseen, events)
    random, n = Random(5), 3000
    counts = Counter()
    for _ in range(n):
        pasts = [resample._Past(known(unseen, events), random.random) for _ in range(resample.TRIES)]
        pasts = [past for past in pasts if past.chance > 0]
        chosen = pasts[resample._pick([past.chance for past in pasts], random.random)]
        counts[tuple(sorted(chosen.drawn.items()))] += 1
    assert set(counts) <= set(chances)
    assert chisquare([counts[past] for past in chances], [n * chance for chance in chances.values()]).pvalue > 0.001


def game_to(ply, players=3, seed=1):
    """The steps of a random game up to a ply, and its state then."""
    rng = seeded("hindsight", seed)
    position = hanlin.game("china").start(players)
    while position.ply < ply and not position.over:
        choose = generic.sample if position.actor == CHANCE else generic.choose
        position.apply(int(choose(position.state, rng)))
    return position


def steps_of(position):
    return [Step(*step) for step in position._history.steps()]


@pytest.mark.rule("C0.5")
@pytest.mark.parametrize("ply", [12, 60, 130, 200])
@pytest.mark.parametrize("seat", [0, 2])
def test_a_past_looks_alike_and_leads_on(ply, seat):
    """Before and after the discards became the pile: the sampled actions are legal, and their results have equal views."""
    position = game_to(ply)
    random = Random(ply)
    for _ in range(5):
        codes = deal_again(steps_of(position), position.at(0).state, seat, random.random)
        other = position.at(0)
        for code, step in zip(codes, steps_of(position), strict=True):
            assert other.actor == step.actor
            assert code in other.legal_codes
            assert code == step.code or step.only not in (-1, seat)
            other.apply(code)
        assert other.seen_by(seat) == position.seen_by(seat)


@pytest.mark.rule("C0.5")
def test_hands_of_sampled_pasts_are_those_of_sampled_states():
    """While the first pile lasts, both deal the unseen cards to the hands, each as likely as any other."""
    position = game_to(40)
    assert position.state.run_out == 0
    view = position.seen_by(0)._states
    steps, start, random, rng = steps_of(position), position.at(0).state, Random(3), seeded("guess")
    pasts, guesses = Counter(), Counter()
    for _ in range(1200):
        codes = deal_again(steps, start, 0, random.random)
        dealt = [code - step.code for code, step in zip(codes, steps, strict=True)]
        hand = unpacked(position.state.hands[1])
        for change, step in zip(dealt, steps, strict=True):
            if step.only == 1:
                hand[step.code - resample.CARD] -= 1
                hand[step.code - resample.CARD + change] += 1
        pasts[tuple(hand)] += 1
        whole = view.copy()
        generic.guess(whole[0], rng)
        guesses[tuple(unpacked(whole[0].hands[1]))] += 1
    common = [hand for hand, n in guesses.items() if n >= 20]
    assert len(common) > 5
    difference = sum((pasts[hand] - guesses[hand]) ** 2 / (pasts[hand] + guesses[hand]) for hand in common)
    assert difference < 2.5 * len(common)
