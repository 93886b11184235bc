"""Whole random games: what must hold at every moment, and the two speeds against each other."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanlin.core.jit.compiled import PLAIN, entry
from hanlin.core.jit.events import capture
from hanlin.core.jit.rng import seeded
from hanlin.core.verbs.generic import CHANCE, OVER, actor, choose, play, sample, scores, standing, value
from hanlin.games.year_of_the_dragon import GAME
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.state import (
    MOST_PALACES,
    NOTHING,
    STATE,
    count_in,
    floors_of,
    palaces_of,
    persons_of,
)
from helpers.long import examples
from helpers.two_speeds import as_everybody_plays, with_every_index_checked
from year_of_the_dragon.scenes import step

MOST_PLIES = 1000
GAMES_CHECKED = 4 if PLAIN else 100
"""With each number of players and options, as machine code that checks every index; four of them at plain speed, too."""

OPTIONS = [
    (players, {"great_wall": wall, "super_event": event, "large_privilege": price})
    for players in (2, 3, 4, 5)
    for wall, event, price in ((False, "none", "7"), (True, "none", "6"), (False, "random", "6"), (True, "random", "7"))
]

tables = st.fixed_dictionaries(
    {
        "players": st.sampled_from([2, 3, 4, 5]),
        "great_wall": st.booleans(),
        "super_event": st.sampled_from(["none", "random", *p.SUPER_EVENT_NAMES]),
        "large_privilege": st.sampled_from(["7", "6"]),
    }
)


class Ledger:
    """The sum of the emitted events, to be compared with the state."""

    def __init__(self, position) -> None:
        self.players = position.players
        self.points = [0] * 5
        self.yuan = [p.START_YUAN] * 5
        self.goods = {p.RICE: [0] * 5, p.FIREWORK: [0] * 5}
        self.floors = [p.START_PALACES * p.START_FLOORS] * 5
        self.taken = [0] * p.KINDS
        self.gone = [0] * p.KINDS
        self.cards = [11] * 5
        self.phase = 0

    def book(self, told) -> None:
        for what, seat, a, b, c in told:
            if what == p.LOG_SCORES:
                assert a > 0
                self.points[seat] += a
                assert p.RULE_OF_REASON[b]
            elif what in (p.LOG_GAINS, p.LOG_PAYS):
                assert a > 0
                row = self.yuan if b == p.YUAN else self.goods[b]
                row[seat] += a if what == p.LOG_GAINS else -a
            elif what == p.LOG_BUILDS:
                self.floors[seat] += 1
            elif what == p.LOG_LOSES_FLOOR:
                self.floors[seat] -= 1
            elif what == p.LOG_HIRES:
                self.taken[a] += 1
                self.cards[seat] -= b >= 0
            elif what in (p.LOG_SPENDS, p.LOG_DROPS):
                self.cards[seat] -= 1
            elif what == p.LOG_DECLINES:
                self.gone[a] += 1
            elif what == p.LOG_RELEASES:
                self.gone[b] += 1
            assert c >= -1

    def holds(self, position) -> None:
        """The events account for every tile, coin, good, floor, card and point of the state."""
        s = position.state
        living = [0] * p.KINDS
        for seat in range(self.players):
            palaces = palaces_of(s, seat)
            assert len(palaces) <= MOST_PALACES
            assert sum(floors for floors, _ in palaces) == self.floors[seat]
            for _, persons in palaces:
                for kind in persons:
                    living[kind] += 1
        held = [int(kind) for kind in (s.held, s.held_next) if kind >= 0]
        at_start = p.tiles_at_start(self.players)
        for kind in range(p.KINDS):
            assert s.tiles[kind] == at_start[kind] - self.taken[kind] >= 0
            assert self.taken[kind] == living[kind] + self.gone[kind] + held.count(kind)
        n = self.players
        assert s.points[:n].tolist() == self.points[:n]
        assert s.yuan[:n].tolist() == self.yuan[:n]
        assert s.rice[:n].tolist() == self.goods[p.RICE][:n]
        assert s.fireworks[:n].tolist() == self.goods[p.FIREWORK][:n]
        for seat in range(n):
            assert int(s.cards[seat]).bit_count() + s.wild[seat] == self.cards[seat]
        assert min(*self.yuan, *self.goods[p.RICE], *self.goods[p.FIREWORK]) >= 0


def consistent(position) -> None:
    """Check redundant parts of the state: the order follows the track; palaces are well-formed."""
    s = position.state
    players = position.players
    order = s.order[:players].tolist()
    assert sorted(order) == list(range(players))
    assert all(s.track[a] >= s.track[b] for a, b in pairwise(order))
    assert int(s.available) == sum(1 << kind for kind in range(p.KINDS) if s.tiles[kind] > 0)
    for seat in range(players):
        symbols = [0] * p.TYPES
        persons = 0
        row = s.palace[seat]
        for palace in row[: int(s.palaces[seat])]:
            number = int(palace)
            counts = [int(count_in(number, kind)) for kind in range(p.KINDS)]
            assert sum(counts) == persons_of(number)
            crowded = number == row[s.at] and s.at >= 0 and seat == s.actor
            assert persons_of(number) <= floors_of(number) + crowded
            assert floors_of(number) >= 1 or crowded
            persons += sum(counts)
            for kind, count in enumerate(counts):
                symbols[p.TYPE_OF_KIND[kind]] += count * int(p.SYMBOLS[kind])
        assert not row[int(s.palaces[seat]) :].any()
        assert s.persons[seat] == persons
        assert s.symbols[seat].tolist() == symbols
    assert (
        s.wall_length == (s.wall >= 0).sum() == sum(6 - int(mask).bit_count() for mask in s.benefits[:players]) * s.great_wall
    )


@settings(max_examples=examples(20), deadline=None, derandomize=True)
@given(tables, st.integers(0, 2**32))
def test_invariants(options, seed):
    options = dict(options)
    position = GAME.start(options.pop("players"), **options)
    ledger = Ledger(position)
    rng = seeded("invariants", seed)
    points, track = [0] * 5, [0] * 5
    ply = 0
    while not position.over:
        assert position.legal
        assert len(set(position.legal)) == len(position.legal)
        with capture() as told:
            step(position, rng)
        ledger.book(told)
        now = position.state.points.tolist()
        assert all(a <= b for a, b in zip(points, now, strict=True)), "points only grow"
        points = now
        erupted = any(entry.what == p.LOG_MARKERS_BACK for entry in told)
        spaces = position.state.track.tolist()
        assert erupted or all(a <= b for a, b in zip(track, spaces, strict=True)), "markers never go back but for the volcano"
        track = spaces
        ply += 1
        if ply % 9 == 0 or position.over:
            ledger.holds(position)
            consistent(position)
    assert position.state.month == 12
    assert position.state.step == NOTHING
    assert not any(position.state.cards)
    assert not any(position.state.wild)
    assert position.scores == points[: position.players]
    assert len(position.winners) == 1


@settings(max_examples=examples(8), deadline=None, derandomize=True)
@given(tables, st.integers(0, 2**32))
def test_a_game_replays_from_its_texts(options, seed):
    options = dict(options)
    players = options.pop("players")
    position = GAME.start(players, **options)
    rng = seeded("replay", seed)
    while not position.over:
        step(position, rng)
    again = GAME.start(players, **options)
    for who, text in position.moves:
        assert again.actor == who
        again.play(text)
    assert again.state.tobytes() == position.state.tobytes()


def test_the_record_has_no_gaps():
    assert STATE.isalignedstruct
    assert sum(STATE.fields[name][0].itemsize for name in STATE.names) == STATE.itemsize


def test_options():
    assert [option.name for option in GAME.options] == ["great_wall", "super_event", "large_privilege"]
    chosen = GAME.check_options(3, {"great_wall": True, "super_event": "flood", "large_privilege": 6})
    assert GAME.options_text(chosen) == "great_wall super_event=flood large_privilege=6"
    assert GAME.options_text(GAME.check_options(3, {})) == ""


# -- the two speeds --------------------------------------------------------------------------------------------------------


@entry
def play_and_note(states, rng, notes, values):
    """Play ``states[0]`` to the end at random; note every action and the values before it; returns how many."""
    s = states[0]
    n = 0
    while True:
        who = actor(s)
        values[n] = value(s, n % s.players)
        if who == OVER:
            return n
        action = sample(s, rng) if who == CHANCE else choose(s, rng)
        notes[n] = action
        play(s, action)
        n += 1


@entry
def results(s, points, ranks):
    """The scores and standings of a state."""
    scores(s, points)
    standing(s, ranks)


def play_checked(players, options, seed):
    """A game: its actions, its values, its final state, the generator afterwards."""
    states, rng = first_state(players, options), seeded("speeds", players, seed)
    notes, values = np.zeros(MOST_PLIES, np.int64), np.zeros(MOST_PLIES)
    n = play_and_note(states, rng, notes, values)
    return notes[:n].tolist(), values[: n + 1], states[0].tobytes(), rng.tolist()


def first_state(players, options):
    return GAME.first_state(players, GAME.check_options(players, options))


def recorded_games():
    """1,600 games."""
    return [[play_checked(players, options, seed) for seed in range(GAMES_CHECKED)] for players, options in OPTIONS]


def test_random_games_end_alike_at_both_speeds():
    """Games run as in simulations, by the machine code that everybody has."""
    for players, options in OPTIONS:
        first, rng = first_state(players, options)[0], seeded("speeds", players, 0)
        s = first_state(players, options)[0]
        while (who := actor(s)) != OVER:
            play(s, sample(s, rng) if who == CHANCE else choose(s, rng))
        end, generator = as_everybody_plays(first, seeded("speeds", players, 0))
        assert (end.tobytes(), generator) == (s.tobytes(), rng.tolist())


@pytest.mark.long
def test_the_two_speeds_agree_and_no_index_leaves_its_array():
    """Action by action: the plain generator draws the same action, and at the end the states are equal byte by byte."""
    for (players, options), games in zip(OPTIONS, with_every_index_checked(__name__), strict=True):
        for seed, (notes, values, end, generator) in enumerate(games):
            if seed < 4:
                plays_the_same(first_state(players, options)[0], seeded("speeds", players, seed), notes, values, end, generator)
            state, after = as_everybody_plays(first_state(players, options)[0], seeded("speeds", players, seed))
            assert (state.tobytes(), after) == (end, generator)


def plays_the_same(s, rng, notes, values, end, generator):
    """Plain speed does, from a first state."""
    players = s.players
    for n, action in enumerate(notes):
        who = actor(s)
        assert action == (sample(s, rng) if who == CHANCE else choose(s, rng))
        if n % 5 == 0:
            assert value(s, n % players) == pytest.approx(values[n], abs=1e-9)
        play(s, action)
    assert actor(s) == OVER
    assert (s.tobytes(), rng.tolist()) == (end, generator)


def test_results_are_the_same_at_both_speeds():
    state, _ = as_everybody_plays(first_state(4, {})[0], seeded("results"))
    fast, slow = np.zeros((2, 4), np.int64), np.zeros((2, 4), np.int64)
    results(state, fast[0], fast[1])
    scores(state, slow[0])
    standing(state, slow[1])
    assert fast.tolist() == slow.tolist()
