"""The games in OpenSpiel: its own tests, unchanged, and what they do not ask."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
import unittest

import numpy as np
import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import ismcts, mcts
from open_spiel.python.observation import make_observation
from open_spiel.python.tests import games_sim_test

import hanlin
import hanlin.envs.openspiel as house
from hanlin.core.jit.compiled import PLAIN
from hanlin.core.position.game import games
from hanlin.core.verbs.generic import CHANCE
from hanlin.core.verbs.rulebook import Rulebook
from hanlin.envs.rewards import final_rewards

TABLES = [f"hanlin_{name}(players={players})" for name, game in games().items() for players in game.players]
TABLES += [
    "hanlin_china(players=4,fortresses=true,side=4_5)",
    "hanlin_forbidden_city(players=2,side=rooms)",
    "hanlin_year_of_the_dragon(players=3,great_wall=true,super_event=random,large_privilege=6)",
    "hanlin_year_of_the_dragon(players=2,reward=margin)",
    "hanlin_china(players=3,reward=points)",
    "hanlin_china(players=3,reward=rank)",
    "hanlin_forbidden_city(players=2,reward=zero_sum)",
]
if PLAIN:
    # Simulations at plain speed take minutes; some tables are enough to see that it does the same.
    TABLES = TABLES[::4]
NAMES = [f"hanlin_{name}" for name in sorted(games())]
each_table = pytest.mark.parametrize("table", TABLES)
each_game = pytest.mark.parametrize("name", NAMES)


def step(state, rng):
    """One action at random."""
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        return rng.choices(outcomes, chances)[0]
    return rng.choice(state.legal_actions())


def states(table, seed, most=10**6):
    """The states of a random game, one after the other: always the same object."""
    rng = random.Random(f"{table} {seed}")
    state = pyspiel.load_game(table).new_initial_state()
    while not state.is_terminal() and state.move_number() < most:
        yield state
        state.apply_action(step(state, rng))
    yield state


# -- OpenSpiel's own tests, unchanged ---------------------------------------------------------------------------------------


@each_table
def test_the_simulation_test_of_openspiel(table):
    pyspiel.random_sim_test(pyspiel.load_game(table), num_sims=1, serialize=True, verbose=False)


@each_table
def test_the_api_test_of_openspiel(table):
    random.seed(table)
    case = type("Case", (api_test.EnforceAPIOnPartialTreeBase,), {"game": pyspiel.load_game(table), "game_name": table})
    found = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(found)
    assert found.testsRun == 5
    assert not found.failures + found.errors


@each_game
def test_the_simulation_test_of_its_python_api(name):
    np.random.seed(7)
    games_sim_test.GamesSimTest().sim_game(pyspiel.load_game(name))


# -- what they do not ask ---------------------------------------------------------------------------------------------------


def test_a_game_is_loaded_by_its_name_and_its_options():
    game = pyspiel.load_game("hanlin_china(players=4,fortresses=true)")
    assert game.num_players() == 4
    assert game.beginning.setup.start.options["fortresses"]
    assert {"hanlin_china", "hanlin_forbidden_city", "hanlin_year_of_the_dragon"} <= set(pyspiel.registered_names())
    assert str(pyspiel.load_game("hanlin_china")) == "hanlin_china(players=5)"
    assert pyspiel.load_game("hanlin_china", {"players": 4, "side": "4-5"}).beginning.setup.start.options["side"] == "4-5"


def test_what_nobody_can_see_makes_the_kind_of_game():
    kinds = {name: pyspiel.load_game(name).get_type().information for name in NAMES}
    assert kinds["hanlin_china"] == kinds["hanlin_forbidden_city"] == pyspiel.GameType.Information.IMPERFECT_INFORMATION
    assert kinds["hanlin_year_of_the_dragon"] == pyspiel.GameType.Information.PERFECT_INFORMATION


@each_table
def test_actions_are_those_of_the_library(table):
    """Played in step with a position: actors, texts, outcomes and weights, scores."""
    game = pyspiel.load_game(table)
    position = game.beginning.setup.start.copy()
    rng = random.Random(table)
    state = game.new_initial_state()
    while not state.is_terminal():
        assert state.current_player() == position.actor
        actions = state.legal_actions()
        texts = [state.action_to_string(state.current_player(), action) for action in actions]
        assert actions == sorted(set(actions)) == pyspiel.State.legal_actions(state)
        assert sorted(texts) == sorted(position.legal)
        assert all(state.legal_actions(player) == [] for player in range(game.num_players()) if player != position.actor)
        if state.is_chance_node():
            total = sum(position.weights.values())
            chances = dict(zip(texts, (chance for _, chance in state.chance_outcomes()), strict=True))
            assert chances == pytest.approx({text: weight / total for text, weight in position.weights.items()})
        action = step(state, rng)
        position.play(state.action_to_string(state.current_player(), action))
        state.apply_action(action)
    assert position.over
    assert str(state) == "\n".join(f"{'*' if who == CHANCE else who + 1} {text}" for who, text in position.moves)
    shares = [1 / len(position.winners) if seat in position.winners else 0 for seat in range(position.players)]
    points = position.scores
    margins = [own - max(points[:n] + points[n + 1 :]) for n, own in enumerate(points)]
    returns = state.returns()
    assert returns == final_rewards(position, game.reward)
    assert (
        game.reward not in ("win", "margin", "points")
        or returns == {"win": shares, "margin": margins, "points": points}[game.reward]
    )
    assert all(game.min_utility() <= own <= game.max_utility() for own in returns)
    assert game.utility_sum() is None or sum(returns) == pytest.approx(game.utility_sum())
    zero = game.reward in ("rank", "zero_sum") or (game.reward == "margin" and position.players == 2)
    assert (game.get_type().utility == pyspiel.GameType.Utility.ZERO_SUM) == zero


def test_what_is_not_legal_changes_nothing():
    state = next(state for state in states("hanlin_china(players=3)", 4) if not state.is_chance_node())
    before = str(state), state.history(), state.legal_actions()
    for action in (-5, state.get_game().num_distinct_actions() - 1, 10**6):
        with pytest.raises(hanlin.IllegalAction, match="legal now"):
            state.apply_action(action)
    assert (str(state), state.history(), state.legal_actions()) == before
    assert state.action_to_string(0, 10**6) == "no action 1000000"
    assert state.action_to_string(0, state.get_game().num_distinct_actions() - 1) == "pass"


@each_game
def test_pickles_and_clones_go_on_by_themselves(name):
    rng = random.Random(name)
    state = next(state for state in states(name, 5) if state.move_number() == 30 or state.is_terminal())
    others = [state.clone(), pickle.loads(pickle.dumps(state)), state.get_game().deserialize_state(state.serialize())]
    while not state.is_terminal():
        action = step(state, rng)
        for each in (state, *others):
            each.apply_action(action)
    for other in others:
        assert str(other) == str(state)
        assert other.history() == state.history()
        assert other.returns() == state.returns()


@each_game
def test_a_state_and_its_clones_never_write_to_each_other(name):
    """Clones share memory until one of them goes on: first the clone, then the original, then a clone of the clone."""
    state, luck = pyspiel.load_game(name).new_initial_state(), random.Random(4)

    def seen(of):
        tensor = of.observation_tensor(0) if not of.is_chance_node() else None
        return str(of), of.legal_actions(), of.chance_outcomes() if of.is_chance_node() else tensor

    for _ in range(30):
        first, before = state.clone(), seen(state)
        second = first.clone()
        action = luck.choice(state.legal_actions())
        first.apply_action(action)
        assert seen(state) == seen(second) == before
        with pytest.raises(Exception, match="legal"):
            second.apply_action(10**6)
        assert seen(second) == before
        state.apply_action(action)
        assert seen(state) == seen(first)
        assert seen(second) == before
        if state.is_terminal():
            return


@each_game
def test_a_resampled_state_looks_alike_and_its_past_leads_to_it(name):
    """Its history, from the first action on, leads to the state, so it can be written down and played on."""
    rng = random.Random(name)
    for state in states(f"{name}(players=3)", 1):
        if state.is_chance_node() or state.is_terminal() or state.move_number() % 9:
            continue
        for player in range(3):
            other = state.resample_from_infostate(player, rng.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert other.observation_tensor(player) == state.observation_tensor(player)
            assert other.current_player() == state.current_player()
            assert other.move_number() == state.move_number()
            if player == state.current_player():
                assert other.legal_actions() == state.legal_actions()
            again = state.get_game().new_initial_state()
            for action in other.history():
                assert action in again.legal_actions()
                again.apply_action(action)
            assert str(again) == str(other)
        while not other.is_terminal():
            other.apply_action(step(other, rng))
        assert sum(other.returns()) == pytest.approx(1)


def test_a_seeded_sampler_deals_the_same():
    state = next(state for state in states("hanlin_china(players=3)", 6) if state.move_number() == 60)
    dealt = [str(state.resample_from_infostate(0, random.Random(seed).random)) for seed in (1, 1, 2)]
    assert dealt[0] == dealt[1] != dealt[2]
    with pytest.raises(ValueError, match="no player 3"):
        state.resample_from_infostate(3, random.random)


def test_a_game_that_cannot_be_resampled_says_so():
    state = next(state for state in states("hanlin_lanterns(players=2)", 1) if state.move_number() == 4)
    steps, start = state._history.steps(), state._history.setup.start.state
    with pytest.raises(hanlin.HanlinError, match="can't be sampled"):
        Rulebook.deal_again(steps, start, 0, random.random)


@each_game
def test_information_states_hold_what_a_player_knows_and_no_more(name):
    for state in states(f"{name}(players=3)", 3, most=60):
        line = state._history
        for player in range(3):
            told = state.information_state_string(player).partition(": ")[2].split("; ") if line.plies else []
            assert len(told) == state.move_number()
            for ply, (_, _, only) in enumerate(line.plies):
                if only == player:
                    assert told[ply].endswith(line.steps()[ply].text)
            for ply in line.unknown_to(player):
                assert told[ply].endswith(" ?")
            if name != "hanlin_lanterns":
                assert line.position().seen_by(player).text() in state.observation_string(player)


@each_game
def test_the_tensor_of_an_information_state_has_the_whole_past(name):
    """From its rows one can read who acted and by which code; what others alone know is nought."""
    kind = pyspiel.IIGObservationType(perfect_recall=True)
    for state in states(f"{name}(players=3)", 8):
        if state.move_number() % 29 and not state.is_terminal():
            continue
        for player in range(3):
            observer = make_observation(state.get_game(), kind)
            observer.set_from(state, player)
            assert observer.tensor.tolist() == pytest.approx(state.information_state_tensor(player), nan_ok=False)
            unknown = state._history.unknown_to(player)
            for ply, (past, row) in enumerate(zip(state._history.steps(), observer.dict["history"].tolist(), strict=False)):
                who = round(row[0] * 4) - 2
                assert (who if who < 0 else (who + player) % 3) == past.actor
                assert round(row[1] * house.LARGEST_CODE) - 1 == (-1 if ply in unknown else past.code)
            assert not observer.dict["history"][state.move_number() :].any()


@each_game
def test_the_kinds_of_observers_show_what_they_say(name):
    one, nobody, everybody = (getattr(pyspiel.PrivateInfoType, kind) for kind in ("SINGLE_PLAYER", "NONE", "ALL_PLAYERS"))

    def seen(state, player, private, public=True):
        observer = make_observation(
            state.get_game(), pyspiel.IIGObservationType(perfect_recall=False, public_info=public, private_info=private)
        )
        observer.set_from(state, player)
        tensor = None if observer.tensor is None else observer.tensor.tolist()
        return observer.string_from(state, player), tensor

    rng, shows_more, written = random.Random(name), False, name in ("hanlin_china", "hanlin_forbidden_city")
    for state in states(f"{name}(players=3)", 9):
        if state.is_chance_node() or state.is_terminal() or state.move_number() % (25 if name != "hanlin_lanterns" else 3):
            continue
        other = state.resample_from_infostate(0, rng.random)
        assert seen(state, 0, one) == seen(other, 0, one)
        assert seen(state, 1, nobody) == seen(other, 1, nobody)
        assert seen(state, 0, one, public=False) == seen(other, 0, one, public=False)
        if written:
            assert seen(state, 0, everybody)[0].partition("; ")[2] == state._history.position().text().partition("; ")[2]
        shows_more |= seen(state, 0, one)[1] != seen(state, 0, nobody)[1]
        assert seen(state, 0, nobody, public=False) == ("", None)
    assert shows_more == (name != "hanlin_year_of_the_dragon")


def test_the_tree_search_of_openspiel_plays_our_games():
    game = pyspiel.load_game("hanlin_lanterns(players=2)")
    randomness = np.random.RandomState(7)
    bot = mcts.MCTSBot(game, 1.4, 20, mcts.RandomRolloutEvaluator(1, randomness), random_state=randomness)
    rng = random.Random(1)
    state = game.new_initial_state()
    while not state.is_terminal():
        searches = not state.is_chance_node() and state.current_player() == 0
        state.apply_action(bot.step(state) if searches else step(state, rng))
    assert sum(state.returns()) == pytest.approx(1)


class Blind:
    """An evaluator for IS-MCTS that knows nothing."""

    def evaluate(self, state):
        return np.full(state.num_players(), 1 / state.num_players())

    def prior(self, state):
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


@pytest.mark.parametrize("table", ["hanlin_china(players=3)", "hanlin_forbidden_city(players=2)"])
def test_the_search_for_hidden_things_plays_our_games(table):
    state = next(state for state in states(table, 2) if state.move_number() > 60 and not state.is_chance_node())
    bot = ismcts.ISMCTSBot(state.get_game(), Blind(), 2.0, 20, random_state=np.random.RandomState(3))
    assert bot.step(state) in state.legal_actions()


@pytest.mark.parametrize("wrong", ["hanlin_china(players=2)", "hanlin_china(reward=glory)", "hanlin_china(side=5_6)"])
def test_wrong_parameters_are_refused(wrong):
    with pytest.raises(Exception, match=r"players|reward|side"):
        pyspiel.load_game(wrong)


def test_codes_have_room_in_the_tensor():
    for game in games().values():
        for players in game.players:
            assert len(game.action_space(players).numbers) + game.max_outcomes < house.LARGEST_CODE


@pytest.mark.parametrize(
    ("room", "library"), [("openspiel", "pyspiel"), ("pettingzoo", "pettingzoo"), ("gymnasium", "gymnasium")]
)
def test_a_room_without_its_library_says_what_to_install(room, library):
    script = (
        f"import sys; sys.modules[{library!r}] = None\n"
        f"try:\n    import hanlin.envs.{room}\n"
        "except ImportError as error:\n    print(type(error).__name__, error)"
    )
    told = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout
    assert told.startswith("MissingExtra")
    assert "pip install 'hanlin[envs]'" in told
