"""``hanlin simulate``: many games on all cores, with results independent of speed and number of cores."""

from __future__ import annotations

import json

import numpy as np
import pytest

import hanlin
from cli.test_commands import hanlin as command
from hanlin.bots import policies, simulate
from hanlin.core.jit.compiled import PLAIN
from hanlin.core.jit.rng import seeded
from hanlin.core.position.game import games
from hanlin.core.verbs import generic
from hanlin.lab import jobs

GAMES = sorted(games())


@pytest.mark.parametrize("name", GAMES)
def test_a_random_bot_chooses_the_same_from_state_and_view(name):
    """So games between random bots need hide nothing."""
    game = hanlin.game(name)
    for players in game.players:
        position = game.start(players).settle(seeded("views", players))
        for ply in range(60):
            if position.over:
                break
            view = position.seen_by(position.actor)
            whole, seen = (int(generic.choose(s, seeded("choice", ply))) for s in (position.state, view.state))
            assert whole == seen
            position.apply(whole).settle(seeded("luck", ply))


def test_games_are_the_same_however_they_are_spread_over_cores(monkeypatch):
    job = jobs.Simulation(game="china", players=3, games=12, bots=("random", "greedy"), seed="spread")
    summaries = []
    for cores in (1, 3):
        monkeypatch.setattr(jobs, "cores", lambda cores=cores: cores)
        monkeypatch.setattr(jobs, "MOST_IN_A_BATCH", 10 // cores)
        summaries.append(jobs.simulate(job, threads=True).as_json())
    assert summaries[0] == summaries[1]


def test_a_batch_plays_the_games_that_are_played_one_by_one():
    start = hanlin.game("year_of_the_dragon").start(3)
    seats = [simulate.seats_for(["greedy", "random", "random"], 3, shift) for shift in range(3)]
    batch = simulate.play_batch(start, seats, ["a", "b", "c"], fast=not PLAIN)
    for number, seed in enumerate("abc"):
        end, codes = simulate.play_game(start, seats[number], seed, fast=False)
        assert batch.lengths[number] == len(codes)
        assert batch.points[number].tolist() == end.scores
        winners = np.flatnonzero(batch.standings[number] == batch.standings[number].max()).tolist()
        assert winners == end.winners
    assert batch.codes == codes
    assert batch.end.tobytes() == end._states.tobytes()


def test_a_level_plays_in_a_simulation():
    summary = jobs.simulate(
        jobs.Simulation(game="china", players=3, games=1, bots=("novice", "random"), seed="levels"), threads=True
    )
    assert summary.games == 1
    assert summary.bots["novice"].games == 2


def test_the_generator_advances_alike_at_both_speeds():
    position = hanlin.game("china").start(3).settle(4)
    scratch = simulate.new_scratch(position.seen_by(position.actor))
    plain, fast = seeded("moves on"), seeded("moves on")
    codes = simulate.action_buffer(position)
    assert policies.decide(policies.GREEDY, scratch, position.actor, codes, plain) == policies.decide_fast(
        policies.GREEDY, scratch, position.actor, codes, fast
    )
    assert plain == fast


def test_wins_are_reported_by_bot_and_by_seat():
    run = command("simulate", "china", "--players", 3, "--games", 4, "--bots", " random , greedy ", "--json", check=0)
    told = json.loads(run.stdout)
    assert sum(bot["wins"] for bot in told["bots"].values()) == pytest.approx(4, abs=0.01)
    assert [seat["seat"] for seat in told["seats"]] == [0, 1, 2]
    assert sum(seat["win_share"] for seat in told["seats"]) == pytest.approx(1, abs=0.001)
    assert run.stderr == ""
