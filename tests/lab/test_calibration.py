"""Calibration: positions that follow from the seed, tables that add up, and a fit that finds what there is."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import hanlin
from cli.test_commands import inside  # noqa: F401
from hanlin.bots.calibration import Calibration, at_level, calibrated, calibration
from hanlin.bots.levels import calibrations
from hanlin.bots.search import Line, SearchResult
from hanlin.core.errors import BadOption, HanlinError
from hanlin.core.jit.rng import seeded
from hanlin.lab.calibration import Calibrating, Players, neglect_of, players_offered
from hanlin.lab.distribute import collect
from hanlin.lab.reliability import FEWEST_GAMES, bin_of, by_stage, chosen, cross_validated, fit, in_danger, joined, reliability

GAMES = ("year_of_the_dragon", "china", "forbidden_city")
SMALL = {"games": 2, "positions": 3, "dangers": 1, "plays": 1, "by": "greedy", "iterations": 6, "rounds": 1}
CHEAP = Calibrating(game="china", players=3, bots=("random", "greedy"), seed="c", **SMALL)


def synthetic(seed: int, positions: int, truth: Calibration, players: int = 3) -> dict:
    """Positions whose results are drawn from the shares under a known calibration."""
    rng = np.random.default_rng(seed)
    logits, progress = rng.normal(0, 1.5, (positions, players)), rng.random(positions)
    evaluated = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
    came = np.array([rng.multinomial(1, row) for row in truth.apply(evaluated, 1 - progress)], float)
    return {
        "game": (np.arange(positions) // 8).astype(np.int32),
        "ply": np.arange(positions, dtype=np.int32),
        "progress": progress,
        "sampled": rng.random(positions) < 0.7,
        "evaluated": evaluated,
        "shown": truth.apply(evaluated, 1 - progress),
        "came": came,
        "squares": came**2,
        "dangers": rng.random((positions, players, 2)) < 0.2,
    }


def test_positions_follow_from_the_seed_and_add_up():
    one, again = (joined(list(collect(CHEAP))) for _ in range(2))
    assert all(np.array_equal(one[name], again[name]) for name in one)
    other = joined(list(collect(replace(CHEAP, seed="d"))))
    assert not np.array_equal(one["came"], other["came"])
    for name in ("evaluated", "shown", "came"):
        assert np.allclose(one[name].sum(axis=1), 1.0)
    assert set(one["game"]) == {0, 1}
    # One position of each third of each game; those with a danger come on top.
    assert one["sampled"].sum() == 6
    assert one["dangers"][~one["sampled"]].any(axis=(1, 2)).all()
    shown = [
        calibrated("china", 3, [row], progress)[0] for row, progress in zip(one["evaluated"], one["progress"], strict=True)
    ]
    assert np.allclose(one["shown"], shown)


def test_all_levels_and_bad_habits_sit_in_games():
    for game in map(hanlin.game, GAMES):
        for players in game.players:
            names = players_offered(game, players)
            assert {"greedy", "novice", "casual", "strong"} <= set(names)
            assert {f"strong:{habit}" for habit in neglect_of(game).habits} <= set(names)
            assert len(neglect_of(game).habits) >= 2
    job = Calibrating(game="china", players=3, games=60)
    assert {name for piece in range(60) for name in job.seats(piece)} == set(job.bots)


@pytest.mark.parametrize("name", GAMES)
def test_a_bad_habit_passes_over_the_best_action(name):
    """The player takes the best action that the habit allows, and the best of all where it allows none."""
    game, rng, passed_over = hanlin.game(name), seeded("habits", name), 0
    position = game.start(game.players[-1]).settle(rng)
    for _ in range(40):
        codes = [int(code) for code in position.legal_codes][:30]
        result = SearchResult([Line(code, 1, 0.5, 0.0) for code in codes], 1, 0.0)
        for avoids in neglect_of(game).habits.values():
            taken = Players._first_allowed(result, position.state, avoids)
            allowed = [code for code in codes if not avoids(position.state, code)]
            assert taken == (allowed or codes)[0]
            passed_over += taken != codes[0]
        position.apply(codes[len(codes) // 2]).settle(rng)
        if position.over:
            break
    assert passed_over > 0


@given(st.integers(0, 1000), st.integers(1, 60), st.integers(2, 5))
@settings(max_examples=30, deadline=None)
def test_deciles_add_up_to_the_whole(seed, positions, players):
    rows = synthetic(seed, positions, Calibration(), players)
    found = reliability(rows)
    there = [each for each in found.deciles if each is not None]
    assert sum(each.n for each in there) == found.n == positions * players
    assert sum(each.n * each.predicted for each in there) == pytest.approx(positions)
    assert sum(each.n * each.came for each in there) == pytest.approx(positions)
    assert all(k <= 10 * each.predicted <= k + 1 for k, each in enumerate(found.deciles) if each is not None)
    assert found.error == pytest.approx(sum(each.n * abs(each.predicted - each.came) for each in there) / found.n)
    assert found.decile_error == pytest.approx(np.mean([abs(each.predicted - each.came) for each in there]))
    assert found.brier == pytest.approx(((rows["shown"] - rows["came"]) ** 2).mean())
    assert found.brier_equal == pytest.approx((players - 1) / players**2)
    assert all(each.low is None or each.low <= each.high for each in there)


@given(st.integers(0, 1000), st.integers(1, 60))
@settings(max_examples=30, deadline=None)
def test_stages_and_dangers_are_groups_of_the_whole(seed, positions):
    rows = synthetic(seed, positions, Calibration())
    stages = [found for found in by_stage(rows) if found is not None]
    assert sum(found.n for found in stages) == 3 * rows["sampled"].sum()
    for kind in range(2):
        at = rows["dangers"][:, :, kind]
        found = in_danger(rows, kind)
        assert (found is None) == (not at.any())
        if found is not None:
            assert found.n == at.sum()
            assert found.error == pytest.approx((rows["shown"] - rows["came"])[at].mean())
            favourites = in_danger(rows, kind, least=0.5)
            assert (favourites.n if favourites else 0) == (at & (rows["shown"] >= 0.5)).sum()


def test_brier_score_counts_each_game_that_was_played_on():
    """A mean of unequal results is worse than equal ones with the same mean."""
    rows = synthetic(1, 1, Calibration(), 2)
    rows |= {"shown": np.array([[0.5, 0.5]]), "came": np.array([[0.5, 0.5]])}
    assert reliability({**rows, "squares": np.array([[0.25, 0.25]])}).brier == 0.0
    assert reliability({**rows, "squares": np.array([[0.5, 0.5]])}).brier == 0.25


def test_an_interval_needs_several_games_and_holds_the_mean():
    predicted, came = np.full(60, 0.5), np.arange(60) % 2 * 1.0
    assert bin_of(np.zeros(60, np.int32), predicted, came).low is None
    found = bin_of(np.arange(60, dtype=np.int32) // 4, predicted, came)
    assert found.games >= FEWEST_GAMES
    assert found.low <= found.came <= found.high


@pytest.mark.parametrize("truth", [Calibration(), Calibration(1.3, -0.6), Calibration(0.6, 0.2)])
def test_a_fit_finds_the_true_calibration(truth):
    rows = synthetic(7, 6000, truth)
    found = fit(rows)
    assert found.at_end == pytest.approx(truth.at_end, abs=0.1)
    assert found.left == pytest.approx(truth.left, abs=0.2)
    fitted = {**rows, "shown": found.apply(rows["evaluated"], 1 - rows["progress"])}
    assert reliability(fitted).error < 0.02
    assert reliability(fitted).brier <= reliability(rows, "evaluated").brier + 1e-4


def test_a_half_is_validated_with_the_fit_of_the_other():
    rows = synthetic(7, 800, Calibration(1.3, -0.6))
    odd = rows["game"] % 2 == 1
    shown = fit(chosen(rows, odd)).apply(rows["evaluated"][~odd], 1 - rows["progress"][~odd])
    assert np.array_equal(cross_validated(rows)["shown"][~odd], shown)
    changed = {**rows, "came": np.where(odd[:, None], rows["came"], rows["came"][:, ::-1])}
    assert np.array_equal(cross_validated(changed)["shown"][~odd], shown)


def test_a_fit_of_few_positions_is_finite():
    rows = synthetic(7, 3, Calibration())
    rows["evaluated"] = np.array([[1.0, 0.0, 0.0]] * 3)
    found = fit(rows)
    assert np.isfinite([found.at_end, found.left]).all()


@given(
    st.lists(st.floats(0, 1), min_size=2, max_size=5).filter(lambda shares: sum(shares) > 0.01),
    st.floats(-2, 3),
    st.floats(-2, 3),
    st.floats(0, 1),
)
def test_calibrated_shares_keep_their_order(weights, at_end, left, part):
    shares = np.array([weights]) / sum(weights)
    found = Calibration(at_end, left).apply(shares, np.array([part]))[0]
    assert found.sum() == pytest.approx(1.0)
    for a, one in enumerate(shares[0]):
        for b, other in enumerate(shares[0]):
            assert one < other or found[a] >= found[b]


def test_longer_rollouts_set_the_level_and_not_the_differences():
    short, longer = [[0.5, 0.3, 0.2], [0.4, 0.4, 0.2]], [[0.8, 0.1, 0.1], [0.6, 0.2, 0.2]]
    found = np.array(at_level(short, longer))
    assert np.allclose(found.sum(axis=1), 1.0)
    assert 0.6 < found[1, 0] < found[0, 0] < 0.8
    # The odds of two actions differ by the same factor as before.
    odds = [np.log(shares[0] / shares[1]) for shares in np.array(short)]
    assert np.diff([np.log(shares[0] / shares[1]) for shares in found]) == pytest.approx(np.diff(odds))
    assert np.allclose(at_level(short[:1], longer[:1]), longer[:1])
    assert np.isfinite(at_level([[1.0, 0.0]], [[0.0, 1.0]])).all()


def test_certain_results_stay_certain():
    assert calibrated("china", 3, [[1.0, 0.0, 0.0]], 0.9) == [[1.0, 0.0, 0.0]]
    assert np.allclose(calibrated("unknown", 2, [[0.3, 0.7]], 0.5), [[0.3, 0.7]])


def test_every_shipped_calibration_belongs_to_a_game():
    for name, numbers in calibrations().items():
        for players in numbers.keys() - {"longer"}:
            assert int(players) in hanlin.game(name).players
            found = calibration(name, int(players))
            assert min(found.sharpness(0.0), found.sharpness(1.0)) > 0.3


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"by": "nobody"}, "no bot"),
        ({"by": "strong:nothing"}, "no bad habit"),
        ({"bots": ("greedy:no-answers",)}, "does not search"),
        ({"bots": ("strong:no-rice",)}, "no bad habit"),
    ],
)
def test_unknown_players_are_refused(changes, reason):
    with pytest.raises(HanlinError, match=reason):
        replace(CHEAP, **changes)


def test_a_wrong_number_of_players_is_refused():
    with pytest.raises(BadOption):
        replace(CHEAP, players=9)


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["--players", "3,9"], "9"),
        (["--players", "three"], "players"),
        (["--players", "3,3"], "twice"),
        (["--by", "nobody"], "no bot"),
        (["--games", "0"], "whole number"),
        (["--bots", "greedy,"], "empty item"),
    ],
)
def test_the_command_refuses_bad_input(inside, words, reason):  # noqa: F811
    run = inside("lab", "calibrate", "china", *words, check=2)
    assert reason in run.stderr
    assert run.stdout == ""


def test_the_command_prints_tables_and_json(inside, tmp_path):  # noqa: F811
    small = [part for name, value in SMALL.items() for part in (f"--{name}", value)]
    words = ["lab", "calibrate", "china", "--players", 3, "--bots", "random,greedy", *small, "--keep", tmp_path / "kept"]
    found = json.loads(inside(*words, "--json", "--fit", check=0).stdout)
    assert found["game"] == "china"
    assert found["players"]["3"]["all"]["n"] == 18
    assert len(found["players"]["3"]["all"]["deciles"]) == 10
    assert set(found["players"]["3"]["dangers"]) == {"region"}
    assert len(found["calibration"]["3"]) == 2
    # The kept games give the same tables again.
    text = inside(*words, "--markdown", "--fit", check=0).stdout
    assert "| 3 | all | 18 |" in text
    assert "[calibration.china]\n3 = [" in text


def test_positions_can_be_chosen():
    rows = synthetic(3, 20, Calibration())
    assert len(chosen(rows, rows["sampled"])["ply"]) == rows["sampled"].sum()
