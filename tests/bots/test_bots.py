"""Opponents: they see what a seat sees, play legally, the same at both speeds; greedy is much better than random."""

from __future__ import annotations

import sys

import pytest

import hanlin
from hanlin.bots import bot, bots
from hanlin.bots.bot import check_offered, offered
from hanlin.bots.levels import level_named, levels
from hanlin.bots.search import Budget
from hanlin.bots.simulate import play_game, record_of, seats_for
from hanlin.bots.weights import known
from hanlin.core.jit.rng import seeded
from hanlin.core.position.game import games
from hanlin.core.position.record import read_record
from hanlin.lab.jobs import Simulation, simulate

GAMES = sorted(games())


def test_names():
    assert bots()[:2] == ("random", "greedy")
    assert bots()[2:] == tuple(levels())
    assert "expert" in offered(hanlin.game("year_of_the_dragon"))
    assert "expert" not in offered(hanlin.game("lanterns"))
    assert all("strong" in offered(hanlin.game(name)) for name in GAMES)
    with pytest.raises(hanlin.HanlinError, match="random, greedy, novice"):
        bot("genius")


def test_a_level_with_fixed_iterations_plays_the_same_again():
    view = hanlin.game("china").start(3).settle(1)
    view = view.seen_by(view.actor)
    assert bot("casual@3").choose(view, seeded(1)) == bot("casual@3").choose(view, seeded(1))
    level = level_named("strong@1000")
    assert level is not None
    assert level.iterations == {"default": 1000}


def test_a_level_may_have_a_time_of_its_own():
    level = level_named("strong@0.5s")
    assert level.name == "strong@0.5s"
    assert level.budget("china", True) == Budget(seconds=0.5, patience=True)
    assert level_named("strong@1000").budget("china", True) == Budget(iterations=1000)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("strong@ strong@0 strong@-1 strong@many strong@s strong@0s strong@3601s strong@1e3s strong@nans", "Write a number of"),
        ("strong@0.5", "For 0.5 seconds a decision write strong@0.5s"),
        ("greedy@5 novice@5 novice@5s", "does not search"),
        ("genius@5 genius@5s", "There is no bot"),
    ],
)
def test_bad_budgets_are_refused_with_a_remedy(names, said):
    for name in names.split():
        with pytest.raises(hanlin.HanlinError, match=said):
            bot(name)


def test_all_levels_play_small_forms_that_have_no_networks():
    game = hanlin.game("china")
    assert offered(game, 2) == bots()
    for name in bots():
        check_offered(game, 2, name)
        position = game.start(2, regions="2", seed=1).settle()
        while not position.over:
            chosen = bot(f"{name}@6" if level_named(f"{name}@6") else name).choose(position.seen_by(position.actor), seeded(1))
            position.play(chosen).settle()
    with pytest.raises(hanlin.HanlinError, match="can play this game with 3, 4, 5 players, not with 6"):
        check_offered(game, 6, "strong")


@pytest.mark.parametrize("name", GAMES)
def test_trained_levels_are_offered_for_trained_player_counts_only(name):
    game = hanlin.game(name)
    for players in game.players:
        assert ("expert" in offered(game, players)) == (players in known(game))
        assert "strong" in offered(game, players)
    assert ("expert" in offered(game)) == bool(known(game))


def test_programs_learn_which_player_counts_are_untrained(monkeypatch):
    monkeypatch.setattr(sys.modules["hanlin.bots.bot"], "known", lambda game: {2: {}})
    with pytest.raises(hanlin.HanlinError, match="“expert” can play this game with 2 players, not with 4"):
        Simulation(game="forbidden_city", players=4, games=1, bots=("expert", "greedy"))


def test_a_bot_refuses_to_see_more_than_a_seat():
    position = hanlin.game("china").start(3).settle(1)
    with pytest.raises(hanlin.HanlinError, match="view of the seat"):
        bot("random").choose(position, seeded(1))
    with pytest.raises(hanlin.HanlinError, match="view of the seat"):
        bot("random").choose(position.seen_by(1 if position.actor == 0 else 0), seeded(1))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("who", ["random", "greedy", "novice"])
def test_bots_play_legally_and_alike_at_both_speeds(name, who):
    rng = seeded("bots", name, who)
    position = hanlin.game(name).start().settle(rng)
    for _ in range(40):
        if position.over:
            break
        seen = position.seen_by(position.actor)
        plain, fast = (bot(who, fast).choose(seen, seeded("choice", len(position.moves))) for fast in (False, True))
        assert plain == fast
        assert plain in position.legal
        position.play(plain).settle(rng)


@pytest.mark.parametrize("name", GAMES)
def test_whole_games_are_the_same_at_both_speeds(name):
    game = hanlin.game(name)
    for players in game.players:
        start = game.start(players)
        # One number of players will do for the greedy bot, which is slow at plain speed.
        seats = seats_for(["greedy", "random"] if players == game.players[0] else ["random"], players, 0)
        plain_end, plain = play_game(start, seats, "speeds", fast=False)
        fast_end, fast = play_game(start, seats, "speeds", fast=True)
        assert plain == fast
        assert plain_end.state.tobytes() == fast_end.state.tobytes()
        record = read_record(record_of(start, fast, seats))
        assert record.end.over
        assert record.tags["Seats"] == "|".join(f"bot:{seat}" for seat in seats)


STRONG = [
    (name, players)
    for name in GAMES
    for players in hanlin.game(name).players
    if hanlin.game(name).package.startswith("hanlin.") and (name, players > 2) != ("forbidden_city", True)
]


@pytest.mark.parametrize(("name", "players"), STRONG)
def test_one_greedy_among_random_players_wins_more_than_95_of_100(name, players):
    bots = "greedy", *["random"] * (players - 1)
    summary = simulate(Simulation(game=name, players=players, games=400, bots=bots, seed="strength"), threads=True)
    greedy = summary.bots["greedy"]
    assert greedy.games == 400
    assert greedy.wins / greedy.games > 0.95


@pytest.mark.parametrize("players", [3, 4])
def test_one_greedy_wins_most_games_of_forbidden_city(players):
    bots = "greedy", *["random"] * (players - 1)
    summary = simulate(Simulation(game="forbidden_city", players=players, games=400, bots=bots, seed="strength"), threads=True)
    assert summary.bots["greedy"].wins / 400 > 0.8


def test_bots_change_seats_from_game_to_game():
    assert [seats_for(["a", "b", "c"], 3, shift) for shift in range(3)] == [["a", "b", "c"], ["c", "a", "b"], ["b", "c", "a"]]
    assert seats_for(["a", "b"], 5, 0) == ["a", "b", "a", "b", "a"]
