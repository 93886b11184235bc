"""The small forms of the games: set-up, records, views, OpenSpiel's algorithms, and exact values by two algorithms."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from fractions import Fraction

import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability, get_all_states, minimax

import hanlin
import hanlin.envs.openspiel
from hanlin.core.errors import BadOption, HanlinError
from hanlin.core.position.game import games
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.envs.exact import backward_induction, cfr_plus, exact_value, openspiel_game, outcome_sampling, sequence_form_value
from hanlin.envs.game_tree import Node, game_tree

MINIS = [
    ("china", {"regions": "2"}),
    ("china", {"regions": "3"}),
    ("forbidden_city", {"stack": "3"}),
    ("year_of_the_dragon", {"months": "1"}),
    ("year_of_the_dragon", {"months": "2"}),
    ("year_of_the_dragon", {"months": "3"}),
]
each_mini = pytest.mark.parametrize(("name", "options"), MINIS)


@each_mini
def test_minis_are_played_written_and_read(name, options):
    position = hanlin.game(name).start(**options)
    luck, rng = hanlin.luck(7), random.Random(7)
    while not position.over:
        for seen in (position, *(position.seen_by(seat) for seat in (0, 1, -1))):
            again = hanlin.position(seen.text())
            assert again.text() == seen.text()
            assert again.options == position.options
            assert "<svg" in seen.svg()
            assert str(seen)
        if position.actor >= 0:
            position.play(rng.choice(position.legal))
        else:
            position.settle(luck)
    record = hanlin.read_record(position.record())
    assert record.end.same_state(position)
    assert record.start.options[next(iter(options))] == next(iter(options.values()))


@each_mini
def test_words_and_panels_speak_of_minis(name, options):
    game = hanlin.game(name)
    position = game.start(**options).settle(hanlin.luck(1))
    assert game.words.question(position.seen_by(position.actor))
    assert game.words.panels(position.seen_by(0))


def test_minis_are_refused_where_they_do_not_fit():
    china, year, city = (hanlin.game(name) for name in ("china", "year_of_the_dragon", "forbidden_city"))
    for refused, players, options, reason in (
        (china, 2, {}, "china is for 3 to 5 players, not 2"),
        (china, 3, {"regions": "2"}, "regions=2 is for 2 players, not 3"),
        (china, 2, {"regions": "4"}, "choose one of: 9, 3, 2"),
        (china, 2, {"regions": "2", "fortresses": True}, "regions=2 can't be combined with fortresses"),
        (city, 4, {"stack": "3"}, "stack=3 is for 2 players, not 4"),
        (year, 2, {"months": "3", "great_wall": True}, "months=3 can't be combined with great_wall"),
    ):
        with pytest.raises(BadOption, match=reason):
            refused.start(players, **options)


def test_the_whole_game_is_the_same_with_the_default_written():
    for name, default in (
        ("china", {"regions": "9"}),
        ("year_of_the_dragon", {"months": "12"}),
        ("forbidden_city", {"stack": "all"}),
    ):
        game = hanlin.game(name)
        assert game.start(4, **default).text() == game.start(4).text()
        assert all(mini not in game.start(4).text() for mini in default)


def test_openspiel_takes_minis_as_parameters():
    game = pyspiel.load_game("hanlin_china(players=2,regions=2,reward=zero_sum)")
    assert game.num_players() == 2
    assert str(pyspiel.load_game(str(game))) == str(game)
    assert pyspiel.load_game("hanlin_forbidden_city(players=2,stack=3)").new_initial_state().chance_outcomes()[0][1] == 1 / 3
    with pytest.raises(BadOption, match="months=2 is for 2 players"):
        pyspiel.load_game("hanlin_year_of_the_dragon(players=3,months=2)")


def test_the_tree_has_the_information_states_of_openspiel():
    """Perfect recall: the strings of OpenSpiel's interface and the tree's own sets distinguish the same."""
    game = pyspiel.load_game("hanlin_year_of_the_dragon(players=2,months=1)")
    states = get_all_states.get_all_states(game, include_terminals=True, include_chance_states=True).values()
    tree = game_tree("year_of_the_dragon", months="1")
    assert len(states) == tree.histories
    for player in (0, 1):
        strings = {state.information_state_string(player) for state in states if state.current_player() == player}
        assert len(strings) == tree.information_states[player]


@pytest.mark.long
@pytest.mark.parametrize(("name", "options"), [("china", {"regions": "2"}), ("forbidden_city", {"stack": "3"})])
def test_secrets_are_kept_apart_by_strings_and_tree(name, options):
    chosen = ",".join(f"{option}={value}" for option, value in options.items())
    game = pyspiel.load_game(f"hanlin_{name}(players=2,{chosen})")
    states = get_all_states.get_all_states(game, include_terminals=False, to_string=lambda state: state.history_str()).values()
    tree = game_tree(name, **options)
    for player in (0, 1):
        strings = {state.information_state_string(player) for state in states if state.current_player() == player}
        assert len(strings) == tree.information_states[player]


def test_openspiel_solves_a_mini_directly():
    """OpenSpiel's CFR and best response in Python on the registered game, against its minimax."""
    game = pyspiel.load_game("hanlin_year_of_the_dragon(players=2,months=1,reward=margin)")
    solver = cfr.CFRPlusSolver(game)
    for _each in range(20):
        solver.evaluate_and_update_policy()
    assert exploitability.nash_conv(game, solver.average_policy()) < 0.1
    value, _action = minimax.expectiminimax(game.new_initial_state(), 40, None, 0)
    assert value == pytest.approx(exact_value(game_tree("year_of_the_dragon", reward="margin", months="1")))


def test_a_placed_tile_is_known_to_all():
    """Two tiles of which one was placed in secret lead to different information sets of the next seat."""
    game = pyspiel.load_game("hanlin_forbidden_city(players=2,stack=3)")
    seen = set()
    for tile in (0, 1):
        state = game.new_initial_state()
        for action in (tile, 0):
            state.apply_action(action)
        state.apply_action(state.legal_actions()[0])
        seen.add(state.information_state_string(1))
    assert len(seen) == 2


def test_a_tree_has_the_exploitability_of_its_game():
    game = pyspiel.load_game("hanlin_year_of_the_dragon(players=2,months=1,reward=margin)")
    tree = openspiel_game(game_tree("year_of_the_dragon", reward="margin", months="1"))
    one, other = (exploitability.nash_conv(each, policy.UniformRandomPolicy(each)) for each in (game, tree))
    assert one == pytest.approx(other)
    assert one > 0


def agrees(tree, iterations, most):
    """The exact value and CFR+ agree within the exploitability that CFR+ has reached, and that is below ``most``."""
    reached = cfr_plus(tree, iterations)
    assert 0 <= reached.exploitability < most
    assert abs(reached.value - exact_value(tree)) <= 2 * reached.exploitability + 1e-6


@pytest.mark.parametrize("reward", ["zero_sum", "margin"])
def test_two_algorithms_agree_on_one_month(reward):
    tree = game_tree("year_of_the_dragon", reward=reward, months="1")
    agrees(tree, 200, 0.01)
    assert sequence_form_value(tree) == pytest.approx(backward_induction(tree), abs=1e-6)


@pytest.mark.long
@pytest.mark.parametrize(("name", "options"), [mini for mini in MINIS if mini[1] != {"months": "3"}])
def test_two_algorithms_agree_on_every_mini(name, options):
    agrees(game_tree(name, reward="margin", **options), 200, 0.05)


def test_a_linear_program_solves_a_game_with_secrets():
    """Kuhn poker, whose value is -1/18: the program is right where players mix."""
    tree = game_tree("year_of_the_dragon", months="1")
    assert math.isclose(sequence_form_value(kuhn(tree)), -1 / 18, abs_tol=1e-6)


def kuhn(like):
    """Kuhn poker as a tree, from OpenSpiel's own game."""
    numbers = {}

    def node(state):
        if state.is_terminal():
            return Node(OVER, Fraction(state.returns()[0]))
        children = [node(state.child(action)) for action in state.legal_actions()]
        if state.is_chance_node():
            return Node(CHANCE, children=children, shares=[Fraction(1, len(children))] * len(children))
        number = numbers.setdefault(state.information_state_string(), len(numbers))
        return Node(state.current_player(), state=number, children=children, actions=state.legal_actions())

    return replace(like, root=node(pyspiel.load_game("kuhn_poker").new_initial_state()), perfect=False)


def test_outcome_sampling_learns():
    curve = outcome_sampling(game_tree("year_of_the_dragon", months="1"), [10, 3000], seed=1)
    assert [point.iterations for point in curve] == [10, 3000]
    assert curve[1].exploitability < curve[0].exploitability / 2


def test_trees_refuse_what_they_cannot_hold():
    with pytest.raises(HanlinError, match="for two seats"):
        game_tree("china")
    with pytest.raises(HanlinError, match="sum to 0"):
        game_tree("china", reward="points", regions="2")
    with pytest.raises(HanlinError, match="perfect information"):
        backward_induction(kuhn(game_tree("year_of_the_dragon", months="1")))


def test_an_efg_file_has_every_node_once():
    tree = game_tree("year_of_the_dragon", months="1")
    lines = tree.efg().splitlines()
    assert lines[0] == 'EFG 2 R "year_of_the_dragon months=1" { "seat 0" "seat 1" }'
    assert sum(line.startswith("p ") for line in lines) == sum(tree.sets)
    assert openspiel_game(tree).num_players() == 2


def test_minis_stay_out_of_what_a_table_chooses():
    for game in games().values():
        assert not {mini.name for mini in game.minis} & {option.name for option in game.options}
