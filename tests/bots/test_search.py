"""The search: only what a seat sees, the same for the same seed, the same at both speeds, within its budget."""

from __future__ import annotations

import time
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import hanlin
from hanlin.bots import ismcts, search
from hanlin.bots.levels import NO_LIMIT, Level, LevelBot, levels, recipe
from hanlin.bots.network import no_network
from hanlin.bots.search import Budget, Clock, Recipe, Sample, Searcher, SearchThread, is_clear, rollout_segments
from hanlin.core.jit.rng import seeded
from hanlin.core.position.game import games
from hanlin.core.verbs import generic
from lanterns import GAME as LANTERNS

GAMES = sorted(name for name, game in games().items() if game.package.startswith("hanlin."))
"""The built-in games, which are long enough to look ahead in."""


def middle(name: str, players: int, plies: int, seed: object = 1):
    """A position some random plies into a game, with a seat to move that has a choice."""
    rng = seeded("middle", name, players, seed)
    position = hanlin.game(name).start(players).settle(rng)
    while len(position.moves) < plies or len(position.legal) < 2:
        position.apply(int(generic.choose(position.state, rng))).settle(rng)
        assert not position.over
    return position


def codes_of(position) -> list[int]:
    return [position.code(text) for text in position.legal]


def view_of(position, seat=None):
    return position.seen_by(position.actor if seat is None else seat).state


def thought(position, iterations, fast=False, seed: object = "seed"):
    # A placement of Forbidden City takes long at plain speed: few candidates and one reply show as much.
    small = replace(recipe(position.game.name), breadth=3, rollout_moves=1)
    searcher = Searcher(position.game, small, fast)
    return searcher.think(view_of(position), position.actor, Budget(iterations=iterations), seed)


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_and_budget_give_the_same_thought(name):
    position = middle(name, hanlin.game(name).players[0], 30)
    first, again = thought(position, 40), thought(position, 40)
    assert first.lines == again.lines
    assert first.code in codes_of(position)


@pytest.mark.parametrize("name", GAMES)
def test_two_threads_find_the_same_in_any_order_and_both_count(name):
    """Side by side, or (at plain speed) one after the other: the same iterations, divided, the same thought."""
    position = middle(name, hanlin.game(name).players[0], 30)
    small = replace(recipe(name), breadth=3, rollout_moves=1)
    budget, view, seat = Budget(iterations=41), view_of(position), position.actor
    both = [Searcher(position.game, small, fast, threads=2) for fast in (True, False)]
    side_by_side, in_turns = (searcher.think(view, seat, budget, "two") for searcher in both)
    assert side_by_side.lines == in_turns.lines
    assert both[0].think(view, seat, budget, "two").lines == side_by_side.lines
    assert side_by_side.iterations >= 41
    alone = [worker.clock.done for worker in both[0]._threads]
    assert sum(alone) == side_by_side.iterations
    assert min(alone) >= 20
    if small.kind == "tree":
        assert alone == [21, 20]
        assert sum(line.tries for line in side_by_side.lines) == 41
    assert sum(line.tries for line in side_by_side.lines) > sum(line.tries for line in thought(position, 21, seed="two").lines)


def test_a_search_may_have_fewer_threads_for_a_while():
    """With other cores busy one worker searches, as in a search of one thread; the others wait with their trees."""
    position = middle("year_of_the_dragon", 2, 30)
    small, budget, view = (
        replace(recipe("year_of_the_dragon"), breadth=3, rollout_moves=1),
        Budget(iterations=12),
        view_of(position),
    )
    two, one = (Searcher(position.game, small, False, threads) for threads in (2, 1))
    assert (
        two.think(view, position.actor, budget, "few", threads=1).lines == one.think(view, position.actor, budget, "few").lines
    )
    assert two.think(view, position.actor, budget, "few").iterations == 12


def test_a_tree_plays_only_actions_legal_in_each_sampled_state(monkeypatch):
    position, played = middle("china", 3, 12), []

    def play(s, action):
        if generic.actor(s) >= 0:
            n = generic.actions(s, room)
            assert action in room[:n]
            played.append(action)
        generic.play(s, int(action))

    room = np.zeros(position.game.max_actions, np.int32)
    monkeypatch.setattr(ismcts, "play", play)
    searcher = Searcher(position.game, replace(recipe("china"), breadth=6, rollout_moves=0), False)
    searcher.think(view_of(position), position.actor, Budget(iterations=80), 1)
    assert len(played) > 80
    memory = searcher._threads[0]._memory
    nodes = memory.nodes[: int(memory.tree[0].nodes)]
    for node in nodes[nodes["edges"] > 0]:
        edges = memory.edges[int(node["first"]) : int(node["first"]) + int(node["edges"])]
        assert len(set(edges["action"].tolist())) == len(edges)
        assert not edges["visits"][int(node["tried"]) :].any()


@given(worth=st.lists(st.integers(0, 9), min_size=1, max_size=20), breadth=st.integers(1, 20))
def test_the_best_actions_come_first_and_equals_keep_their_order(worth, breadth):
    codes, values = np.arange(len(worth), dtype=np.int32), np.array(worth, float)
    kept = ismcts.keep_best(codes, values, len(worth), breadth)
    wanted = sorted(range(len(worth)), key=lambda k: -worth[k])[:breadth]
    assert codes[:kept].tolist() == wanted
    assert values[:kept].tolist() == [worth[k] for k in wanted]


def test_two_trees_go_on_where_a_seat_decides_twice_in_a_row():
    position, rng, kept = hanlin.game("year_of_the_dragon").start(2).settle(3), seeded("twice"), 0
    searcher = Searcher(position.game, recipe("year_of_the_dragon"), threads=2)
    while not position.over and not kept:
        grown = searcher.think(view_of(position), position.actor, Budget(iterations=200), len(position.moves))
        kept += int(sum(line.tries for line in grown.lines) > grown.iterations > 0)
        position.apply(grown.code).settle(rng)
    assert kept


@pytest.mark.parametrize("name", GAMES)
def test_a_search_is_the_same_at_both_speeds(name):
    for players in (hanlin.game(name).players[0], hanlin.game(name).players[-1]):
        position = middle(name, players, 25)
        assert thought(position, 24, fast=False).lines == thought(position, 24, fast=True).lines


@pytest.mark.parametrize("name", ["china", "forbidden_city"])
def test_a_search_is_the_same_in_states_that_look_alike(name):
    """Hidden things are exchanged for another sample: the same view gives the same search."""
    position = middle(name, hanlin.game(name).players[-1], 40)
    seat = position.actor
    other = np.zeros(1, position.game.dtype)
    for attempt in range(50):
        other[0] = view_of(position)
        generic.guess(other[0], seeded("another world", attempt))
        if other.tobytes() != position.state.tobytes():
            break
    assert other.tobytes() != position.state.tobytes()
    generic.hide(other[0], seat)
    searcher = Searcher(position.game, recipe(name), fast=True)
    lines = searcher.think(other[0], seat, Budget(iterations=300), 5).lines
    assert (
        lines
        == Searcher(position.game, recipe(name), fast=True).think(view_of(position), seat, Budget(iterations=300), 5).lines
    )


@pytest.mark.parametrize("name", ["china", "year_of_the_dragon"])
def test_a_forced_decision_costs_nothing(name):
    rng = seeded("forced", name)
    game = hanlin.game(name)
    searcher = Searcher(game, recipe(name))
    found = 0
    for _ in range(5):
        position = game.start(game.players[0]).settle(rng)
        while not position.over and found < 3:
            if len(codes_of(position)) == 1:
                assert searcher.think(view_of(position), position.actor, Budget(seconds=10), 1).code == codes_of(position)[0]
                found += 1
            position.apply(int(generic.choose(position.state, rng))).settle(rng)
    assert found


def test_the_tree_goes_on_where_a_seat_decides_twice_in_a_row():
    position = hanlin.game("year_of_the_dragon").start(2).settle(3)
    searcher = Searcher(position.game, recipe("year_of_the_dragon"), fast=True)
    kept = 0
    rng = seeded("twice")
    for _ in range(80):
        if position.over:
            break
        seat = position.actor
        if len(codes_of(position)) > 1:
            grown = searcher.think(view_of(position), seat, Budget(iterations=200), len(position.moves))
            tries = sum(line.tries for line in grown.lines)
            assert tries >= grown.iterations - 1
            kept += int(tries > grown.iterations)
            position.apply(grown.code)
        else:
            position.apply(codes_of(position)[0])
        position.settle(rng)
    assert kept > 0


def test_a_level_that_forgets_never_goes_on_with_a_tree():
    level = replace(levels()["strong"], learned=False, iterations={"default": 60}, seconds=NO_LIMIT)
    position, rng = hanlin.game("year_of_the_dragon").start(2).settle(3), seeded("twice")
    going_on, forgetful, kept = LevelBot(level, fast=True), LevelBot(level, fast=True), 0
    for _ in range(80):
        if position.over:
            break
        asked = position.game, view_of(position), position.actor
        thought = going_on.think(*asked, seeded(position.ply))
        kept += int(sum(line.tries for line in thought.lines) > thought.iterations)
        forgetful.forget()
        again = forgetful.think(*asked, seeded(position.ply))
        assert sum(line.tries for line in again.lines) <= again.iterations
        position.apply(thought.code).settle(rng)
    assert kept > 0


def test_only_a_patient_search_stops_early_when_it_is_sure():
    position = middle("year_of_the_dragon", 2, 10)
    searcher = Searcher(position.game, recipe("year_of_the_dragon"), fast=True)
    whole = searcher.think(view_of(position), position.actor, Budget(iterations=4000), 1)
    assert whole.iterations == 4000
    searcher = Searcher(position.game, recipe("year_of_the_dragon"), fast=True)
    early = searcher.think(view_of(position), position.actor, Budget(iterations=4000, seconds=1000, patience=True), 1)
    assert early.iterations <= 4000
    assert early.code == whole.code


@pytest.mark.parametrize("name", GAMES)
def test_a_search_never_plays_what_is_not_legal_nor_touches_the_view(name):
    rng = seeded("legal", name)
    game = hanlin.game(name)
    searcher = Searcher(game, recipe(name), fast=True)
    for players in game.players:
        position = game.start(players).settle(rng)
        for _ in range(60):
            if position.over:
                break
            view = view_of(position)
            before = view.tobytes()
            code = searcher.think(view, position.actor, Budget(iterations=60), len(position.moves)).code
            assert view.tobytes() == before
            assert code in codes_of(position)
            position.apply(code).settle(rng)


def test_a_search_plays_a_game_that_no_shelf_holds():
    """A fourth game needs no recipe, no progress and no word on who sees what."""
    position = LANTERNS.start(2).settle(1)
    searcher = Searcher(position.game, recipe(position.game.name).plainly(), fast=False)
    assert searcher.think(view_of(position), position.actor, Budget(iterations=20), 1).code in codes_of(position)


def test_a_level_searches_by_its_entry_unless_overridden():
    level = Level(name="some", seconds=0.5, iterations={"china": 300, "default": 60})
    assert level.budget("china", fast=True) == Budget(iterations=300, seconds=0.5, patience=True)
    assert level.budget("year_of_the_dragon", fast=True) == Budget(iterations=60, seconds=0.5, patience=True)
    assert replace(level, iterations={}).budget("china", fast=True) == Budget(seconds=0.5, patience=True)
    assert level.budget("china", fast=True, seconds=2.0) == Budget(seconds=2.0), "a time that is given is used up"
    assert level.budget("china", fast=True, seconds=2.0, patience=True) == Budget(seconds=2.0, patience=True)


@pytest.mark.parametrize("level", list(levels()))
@pytest.mark.parametrize("name", GAMES)
def test_every_level_plays_legally_at_plain_speed(name, level):
    position = middle(name, hanlin.game(name).players[0], 20)
    who = LevelBot(levels()[level])
    seen = position.seen_by(position.actor)
    assert who.choose(seen, seeded(1)) in position.legal
    with pytest.raises(hanlin.HanlinError, match="view of the seat"):
        who.choose(position, seeded(1))


def test_a_time_budget_is_kept_in_cpu_time():
    position = middle("forbidden_city", 2, 30)
    searcher = Searcher(position.game, recipe("forbidden_city"), fast=True)
    searcher.think(view_of(position), position.actor, Budget(iterations=50), 1)
    began = time.thread_time()
    spent = searcher.think(view_of(position), position.actor, Budget(seconds=0.2), 1).seconds
    assert 0.2 <= spent <= time.thread_time() - began + 1e-3


def test_a_comparison_with_many_tries_plays_further_ahead(monkeypatch):
    position = middle("forbidden_city", 2, 25)
    how = replace(recipe("forbidden_city"), breadth=4, rollout_moves=1, longer_rollouts=((30, 2), (60, 3)), evaluate_every=0)
    played = []
    compare_until = SearchThread.compare_until

    def watched(worker, candidates, looks, *rest, **more):
        played.append(tuple(looks))
        return compare_until(worker, candidates, looks, *rest, **more)

    monkeypatch.setattr(SearchThread, "compare_until", watched)
    for iterations, how_many in ((29, 1), (30, 2), (60, 3)):
        Searcher(position.game, how, False).think(view_of(position), position.actor, Budget(iterations=iterations), 1)
        assert played[0] == (0,)
        assert set(played[1:]) == {(how_many,)}
        played.clear()
    Searcher(position.game, how.plainly(), False).think(view_of(position), position.actor, Budget(iterations=30), 1)
    assert set(played) == {(0,)}


def test_a_comparison_looks_at_positions_on_the_way():
    how = Recipe(kind="comparison", rollout_moves=4, longer_rollouts=((500, 12), (2000, 16)), evaluate_every=4)
    assert rollout_segments(how, 3, 499).tolist() == [4]
    assert rollout_segments(how, 3, 500).tolist() == [4, 4, 4]
    assert rollout_segments(how, 3, float("inf")).tolist() == [4, 4, 4, 4]
    assert rollout_segments(replace(how, evaluate_every=0), 3, 600).tolist() == [12]
    assert rollout_segments(replace(how, rollout_moves=0), 3, 1).tolist() == [0]
    assert rollout_segments(replace(how, rollout_moves=-1), 3, 1).tolist() == [-1]
    in_rounds = replace(how, rollout_moves=1, longer_rollouts=((300, 8), (1500, 12)), whole_rounds=True)
    assert rollout_segments(in_rounds, 3, 1).tolist() == [3]
    assert rollout_segments(in_rounds, 2, 300).tolist() == [2, 6]
    assert rollout_segments(in_rounds, 3, 300).tolist() == [3, 6]
    assert rollout_segments(in_rounds, 2, 1500).tolist() == [4, 8]
    assert rollout_segments(in_rounds, 4, 1500).tolist() == [4, 8]


@pytest.mark.parametrize("fast", [False, True])
def test_what_a_candidate_comes_to_is_the_mean_of_all_looks(fast):
    position = middle("forbidden_city", 2, 25)
    worker = SearchThread(position.game, replace(recipe("forbidden_city"), breadth=3), fast, no_network())

    def sums(*looks):
        worker.prepare(view_of(position), position.actor, Budget(iterations=1), ("looks",))
        candidates = worker.actions()[:3]
        return worker.compare_until(candidates, np.array(looks, np.int64), 0.0)[1]

    assert sums(1, 2) == pytest.approx((sums(1) + sums(3)) / 2)


def test_priors_count_in_addition_to_results():
    position = middle("forbidden_city", 2, 25)
    how = replace(recipe("forbidden_city"), breadth=8, rollout_moves=2, longer_rollouts=(), prior_weight=0.0)

    def codes(how, iterations=60):
        thought = Searcher(position.game, how, False).think(view_of(position), position.actor, Budget(iterations=iterations), 3)
        return [line.code for line in thought.lines]

    promised = codes(replace(how, rollout_moves=0), 1)
    assert codes(replace(how, prior_weight=1e9)) == promised
    assert codes(how) != promised


def test_a_time_limit_cuts_slow_iterations_and_a_count_does_not():
    clock = Clock(Budget(seconds=1.0))
    clock.done, clock.spent = 100, lambda: 0.1
    assert clock.whole() == 1000
    assert clock.whole(10) == 100
    clock.budget = Budget(seconds=1.0, iterations=500)
    assert clock.whole() == 500
    assert clock.whole(10) == 100
    clock.budget = Budget(iterations=500)
    assert clock.whole(10) == 500


def test_a_choice_is_clear_where_one_action_leads_beyond_luck():
    luck = np.array([0.3, -0.2, 0.1, -0.4, 0.2, 0.0])

    def samples(lead, most=6):
        return [Sample(10, np.array([5.0 + one, 5.0 + lead, 1.0])) for one in luck[:most]]

    assert is_clear(samples(2.0))
    assert not is_clear(samples(0.1))
    assert not is_clear(samples(2.0, most=4)), "a few samples do not show how much luck is in them"
    same = [Sample(10, np.array([one, one - 1.0])) for one in 9 * luck]
    assert is_clear(same), "variance that all candidates share does not count"


def test_only_a_patient_comparison_ends_early_on_a_clear_choice(monkeypatch):
    position = middle("forbidden_city", 2, 25)
    how = replace(recipe("forbidden_city"), breadth=4, rollout_moves=1, longer_rollouts=())

    def thought(patience):
        searcher, budget = Searcher(position.game, how, False), Budget(iterations=300, patience=patience)
        return searcher.think(view_of(position), position.actor, budget, 1)

    monkeypatch.setattr(search, "is_clear", lambda samples: True)
    early, late = thought(True), thought(False)
    assert early.iterations < 0.7 * late.iterations
    assert early.code in codes_of(position)
    assert len(early.lines) == len(late.lines) == 4
