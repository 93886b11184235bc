"""Samples of hidden information: known things stay, the others have their exact probabilities, every piece exists once."""

from __future__ import annotations

import itertools
from collections import Counter
from itertools import product

import numpy as np
import pytest
from scipy.stats import chisquare

import hanlin
from hanlin.core.jit.rng import seeded
from hanlin.core.position.game import games
from hanlin.core.verbs import generic
from hanlin.core.verbs.generic import CHANCE
from hanlin.games.china.by_colour import packed, unpacked

TABLES = [(name, players, {}) for name, game in games().items() for players in game.players]
TABLES += [
    ("china", 4, {"fortresses": True, "side": "4-5"}),
    ("forbidden_city", 2, {"side": "rooms"}),
    ("year_of_the_dragon", 3, {"great_wall": True, "super_event": "random", "large_privilege": "6"}),
    ("lanterns", 3, {"double": True}),
]
each_table = pytest.mark.parametrize(("name", "players", "options"), TABLES)
LEAST = 0.001
"""The seeds are fixed: a test that has a chance of more than this fails always or never."""


def moments(name, players, options, every, seed=1):
    """Positions of a random game, set-up included."""
    rng = seeded("guessing", name, players, seed)
    position = hanlin.game(name).start(players, **options)
    while not position.over:
        if position.ply % every == 0:
            yield position
        choose = generic.sample if position.actor == CHANCE else generic.choose
        position.apply(int(choose(position.state, rng)))
    yield position


def guessed(position, seat, rng):
    """The view of a seat, and a sample of the rest."""
    view = position.seen_by(seat)._states.copy()
    whole = view.copy()
    generic.guess(whole[0], rng)
    return view, whole


def things(name, s):
    """Everything that can be hidden, wherever it is: the number of each."""
    if name == "china":
        return unpacked(int(s.pile) + int(s.row) + int(s.discards) + sum(int(hand) for hand in s.hands))
    if name == "forbidden_city":
        return forbidden_city_tiles(s)
    if name == "lanterns":
        return (s.pool + s.hands.sum(axis=0)).tolist()
    return []


def forbidden_city_tiles(s):
    """Tiles of each seat by kind: in the stack, put under it, in hand, placed."""
    tiles = []
    for seat in range(int(s.players)):
        counts = [(int(s.stack[seat]) & int(s.kind_tiles[kind])).bit_count() for kind in range(int(s.kinds))]
        for kind in s.under[seat, : int(s.unders[seat])]:
            counts[int(kind)] += 1
        if s.hand[seat] >= 0:
            counts[int(s.hand[seat])] += 1
        tiles.append(counts)
    return tiles


@each_table
def test_what_a_seat_knows_is_unchanged(name, players, options):
    """The numbers of things of each kind are kept too; the sample can be played on wherever the seat is to move."""
    rng = seeded("unchanged", name, players)
    for position in moments(name, players, options, 11):
        there = things(name, position.state)
        for seat in range(-1, players):
            view, whole = guessed(position, seat, rng)
            assert things(name, whole[0]) == there
            if seat >= 0 and seat == position.actor:
                out = np.zeros(position.game.max_actions, np.int32)
                assert out[: generic.actions(whole[0], out)].tolist() == position.legal_codes
            generic.hide(whole[0], seat)
            assert whole.tobytes() == view.tobytes()


@pytest.mark.parametrize("name", ["china", "forbidden_city"])
def test_every_piece_exists_once_from_the_beginning_to_the_end(name):
    """No card and no tile is lost or made; in Forbidden City those in the palace count, too."""
    for players in games()[name].players:
        start = None
        for position in moments(name, players, {}, 1, seed=2):
            s = position.state
            there = things(name, s)
            if name == "forbidden_city":
                for n in range(int(s.placed)):
                    there[int(s.placed_seat[n])][int(s.placed_tile[n]) >> 2] += 1
                if position.over or any(text.startswith("show") for text in position.legal[:1]):
                    break  # Tiles that are shown at the end leave the stack.
            start = start or there
            assert there == start


@each_table
def test_a_sampled_state_can_be_played_to_the_end(name, players, options):
    rng = seeded("onwards", name, players)
    for position in list(moments(name, players, options, 60))[1:4]:
        if position.over:
            continue
        _, whole = guessed(position, 0, rng)
        other = hanlin.Position(position.game, whole, position.options)
        while not other.over:
            choose = generic.sample if other.actor == CHANCE else generic.choose
            other.apply(int(choose(other.state, rng)))
        assert len(other.scores) == players


def chances_of(hands, pool):
    """The probability of each deal: ``hands``, how many cards of the pool each seat gets; deals as tuples of sorted cards."""
    deals = Counter()

    def deal(seat, n, held, left, chance):
        if seat == len(hands):
            deals[tuple(tuple(sorted(cards)) for cards in held)] += chance
        elif n == hands[seat]:
            deal(seat + 1, 0, held, left, chance)
        else:
            total = sum(left)
            for card, there in enumerate(left):
                if there:
                    mine = [*held[:seat], [*held[seat], card], *held[seat + 1 :]]
                    deal(seat, n + 1, mine, [c - (k == card) for k, c in enumerate(left)], chance * there / total)

    deal(0, 0, [[] for _ in hands], pool, 1.0)
    return deals


def assert_as_likely(counts, chances):
    """Chi-square of deals that were counted; those that are too rare for it go together."""
    assert set(counts) <= set(chances)
    n = sum(counts.values())
    common = [deal for deal, chance in chances.items() if chance * n >= 8]
    seen = [counts[deal] for deal in common]
    expected = [chances[deal] * n for deal in common]
    if n - sum(expected) > 8:
        seen.append(n - sum(seen))
        expected.append(n - sum(expected))
    else:
        expected = [e * sum(seen) / sum(expected) for e in expected]
    assert len(seen) > 3
    assert chisquare(seen, expected).pvalue > LEAST


def small_china(least, most):
    """Views of China in which few cards are unseen, and two hands hide some: of each game the first."""
    for seed in itertools.count():
        for position in moments("china", 3, {}, 1, seed=("small", seed)):
            view = position.seen_by(0)._states
            s = view[0]
            hidden = [int(s.hand_size[seat]) - sum(unpacked(s.hands[seat])) for seat in (1, 2)]
            if least <= sum(unpacked(s.pile)) <= most and min(hidden) > 0 and not position.over:
                yield view, hidden
                break


@pytest.mark.parametrize("nth", range(3))
def test_cards_of_china_are_as_likely_as_any_other(nth):
    view, hidden = next(itertools.islice(small_china(4, 9), nth, None))
    rng = seeded("cards", nth)
    counts = Counter()
    for _ in range(2000):
        whole = view.copy()
        generic.guess(whole[0], rng)
        new = [unpacked(int(whole[0].hands[seat]) - int(view[0].hands[seat])) for seat in (1, 2)]
        counts[tuple(tuple(c for c in range(5) for _ in range(cards[c])) for cards in new)] += 1
    assert_as_likely(counts, chances_of(hidden, unpacked(view[0].pile)))


def test_lanterns_are_as_likely_as_any_other():
    position = next(position for position in moments("lanterns", 3, {}, 1) if position.ply == 9)
    view, _ = guessed(position, 0, seeded(1))
    rng = seeded("lanterns")
    counts = Counter()
    for _ in range(2000):
        whole = view.copy()
        generic.guess(whole[0], rng)
        hands = whole[0].hands[1:3].tolist()
        counts[tuple(tuple(size for size in range(3) for _ in range(hand[size])) for hand in hands)] += 1
    assert_as_likely(counts, chances_of(view[0].unknown[1:3].tolist(), view[0].pool.tolist()))


@pytest.mark.parametrize("ply", [40, 70])
def test_tiles_of_forbidden_city_are_equally_likely_in_their_stack(ply):
    """Two hands at once: each from its own stack, and neither from what the other got."""
    position = next(
        position
        for position in moments("forbidden_city", 3, {}, 1)
        if position.ply >= ply and (position.seen_by(0).state.hand[1:3] < -1).all()
    )
    view, _ = guessed(position, 0, seeded(1))
    s, rng, counts = view[0], seeded("tiles", ply), Counter()
    kinds = range(int(s.kinds))
    shares = []
    for seat in (1, 2):
        tiles = [(int(s.stack[seat]) & int(s.kind_tiles[kind])).bit_count() for kind in kinds]
        shares.append([n / sum(tiles) for n in tiles])
    for _ in range(4000):
        whole = view.copy()
        generic.guess(whole[0], rng)
        counts[tuple(whole[0].hand[1:3].tolist())] += 1
    for n in (0, 1):
        alone = Counter()
        for hands, times in counts.items():
            alone[hands[n]] += times
        assert_as_likely(alone, {kind: share for kind, share in enumerate(shares[n]) if share})
    both = {(a, b): shares[0][a] * shares[1][b] for a, b in product(kinds, kinds) if shares[0][a] * shares[1][b]}
    assert_as_likely(counts, both)


def test_nothing_is_hidden_in_the_year_of_the_dragon():
    for position in moments("year_of_the_dragon", 4, {}, 40):
        _, whole = guessed(position, 0, seeded(1))
        assert whole.tobytes() == position._states[:1].tobytes()


def test_packing_is_what_these_tests_take_it_for():
    assert unpacked(packed([1, 2, 3, 4, 5])) == [1, 2, 3, 4, 5]
