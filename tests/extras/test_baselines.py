"""Baselines: they learn in self-play, returns are those of each seat, and policies play from a file without PyTorch."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
import torch

import hanlin
from cli.test_commands import hanlin as command
from hanlin import envs
from hanlin.baselines import selfplay
from hanlin.baselines.dqn import DQN
from hanlin.baselines.networks import Scores, Seen
from hanlin.baselines.ppo import PPO
from hanlin.bots.bot import bot
from hanlin.bots.levels import resolved
from hanlin.bots.policy_network import FLAT, ROWS, context, load_policy
from hanlin.core.errors import HanlinError
from hanlin.lab.benchmark import jobs


def rollout(actors, values, over, rewards):
    """A rollout of one table with two seats."""
    made = selfplay.Rollout(values=np.array(values, np.float32)[:, None], actors=np.array(actors)[:, None])
    made.over, made.rewards = np.array(over)[:, None], np.array(rewards, np.float32)[:, None, :]
    return made


def test_a_decision_is_followed_by_the_next_one_of_its_seat():
    nothing = [0.0, 0.0]
    made = rollout([0, 1, 0, 1], [0.1, 0.2, 0.3, 0.4], [False] * 4, [nothing] * 4)
    targets, trusted = selfplay.returns(made, np.array([0]), np.array([0.9], np.float32), trace=0.5)
    # Of seat 0 the last decision is followed by the value 0.9, the one before by 0.3 and that return; seat 1 has no value.
    assert targets[2, 0] == pytest.approx(0.9)
    assert targets[0, 0] == pytest.approx(0.5 * 0.3 + 0.5 * 0.9)
    assert trusted[:, 0].tolist() == [True, False, True, False]


def test_the_end_of_a_game_gives_each_seat_its_reward():
    made = rollout([0, 1, 0, 1], [0.1, 0.2, 0.3, 0.4], [False, True, False, False], [[0, 0], [0.25, 0.75], [0, 0], [0, 0]])
    targets, trusted = selfplay.returns(made, np.array([1]), np.array([0.6], np.float32), trace=1.0)
    assert targets[:2, 0].tolist() == [0.25, 0.75]
    assert targets[3, 0] == pytest.approx(0.6)
    assert trusted[:, 0].tolist() == [True, True, False, True]


@pytest.mark.parametrize(
    ("learner", "game", "form", "better"),
    [(PPO, "china", FLAT, 0.5), (PPO, "year_of_the_dragon", ROWS, 0.6)],
)
def test_it_learns_to_beat_random_players(learner, game, form, better):
    settings = selfplay.Settings(
        game=game, players=hanlin.game(game).players[0], decisions=50_000, form=form, tables=32, check=10**9, matches=100
    )
    (first, _), (last, _) = selfplay.train(settings, learner)
    assert first["decisions"] == 0 < last["games"]
    assert last["share"] > max(better, first["share"])


def test_the_network_of_values_prefers_what_led_to_wins():
    """Of choices in China, those that build a palace win here: their rows begin with a 1."""
    games = envs.vector("china", 3, envs=64, observation="structured").reset(seed=5)
    settings = selfplay.Settings(game="china", players=3, decisions=1, form=ROWS)
    torch.manual_seed(1)
    learner, rng = DQN(games, settings), np.random.default_rng(1)
    for _ in range(30):
        rollout = selfplay.Rollout()
        for _ in range(4):
            games.step(games.choose(rng))
            rollout.seen.append(Seen.of(games, ROWS))
        drawn = [(rng.random(seen.there.shape) * seen.there).argmax(1) for seen in rollout.seen]
        rollout.choices = np.stack(drawn)
        builds = [seen.rows[np.arange(64), choices, 0] for seen, choices in zip(rollout.seen, drawn, strict=True)]
        learner.learn(rollout, np.stack(builds).astype(np.float32), np.ones((4, 64), np.bool_))
    seen = Seen.of(games, ROWS)
    with torch.no_grad():
        best = learner.network(seen)[0].argmax(1).numpy()
    can_build = (seen.rows[:, :, 0] * seen.there).any(axis=1)
    assert can_build.sum() > 10
    assert (seen.rows[np.arange(64), best, 0] == 1)[can_build].mean() > 0.9


@pytest.mark.parametrize(("name", "form"), [("china", FLAT), ("china", ROWS), ("forbidden_city", ROWS)])
def test_a_policy_plays_as_its_network_in_many_games_and_in_one(tmp_path, name, form):
    of = hanlin.game(name)
    games = envs.vector(name, of.players[0], envs=16, observation="structured").reset(seed=5)
    torch.manual_seed(1)
    network = Scores(games, form, 16)
    network.exported().save(tmp_path / "policy.npz", seed=1)
    policy = load_policy(tmp_path / "policy.npz")
    for _ in range(12):
        seen = Seen.of(games, form)
        with torch.no_grad():
            best = network(seen)[0].argmax(1).numpy()
        numbers = best if form == FLAT else games.legal[np.arange(16), best]
        mine = [policy.choose(p.seen_by(p.actor), hanlin.luck(1)) for p in map(games.position, range(16))]
        chosen = [games.space.code(games.position(n), int(number)) for n, number in enumerate(numbers)]
        texts = [of.text(games.position(n).state, code) for n, code in enumerate(chosen)]
        # The file holds float16, so choices that are all but equal may differ.
        assert sum(a != b for a, b in zip(mine, texts, strict=True)) <= 1
        games.step(numbers)
    assert context(of, of.players[0], games.observations).shape[0] == 16


def test_a_policy_has_a_name_wherever_bots_are_named(tmp_path):
    games = envs.vector("china", 3, envs=1).reset(seed=5)
    Scores(games, FLAT, 16).exported().save(tmp_path / "policy.npz")
    name = f"policy:{tmp_path / 'policy.npz'}"
    shown = bot(name).name
    assert shown == pickle.loads(pickle.dumps(resolved(name))) == f"policy:{load_policy(tmp_path / 'policy.npz').label}"
    summary = hanlin.simulate("china", players=3, games=4, bots=[name, "random"])
    assert set(summary.bots) == {shown, "random"}
    table = command("arena", "china", "--players", 3, "--bots", f"{name},random", "--games", 3)
    assert shown in table.stdout
    assert f"{shown} is {tmp_path / 'policy.npz'}" in table.stderr
    with pytest.raises(HanlinError, match="learned china with 3 players, not china with 4"):
        hanlin.simulate("china", players=4, games=1, bots=[name])


def test_learning_can_begin_with_a_policy(tmp_path):
    games = envs.vector("china", 3, envs=2, observation="structured").reset(seed=5)
    for form in (FLAT, ROWS):
        first = Scores(games, form, 16)
        first.exported().save(tmp_path / f"{form}.npz")
        stored, again = load_policy(tmp_path / f"{form}.npz"), Scores(games, form, 16, str(tmp_path / f"{form}.npz")).exported()
        assert stored.arrays.keys() == again.arrays.keys()
        assert all(np.array_equal(stored.arrays[name], again.arrays[name]) for name in stored.arrays)
    with pytest.raises(HanlinError, match="of the form flat with 16 hidden units"):
        Scores(games, FLAT, 32, str(tmp_path / "flat.npz"))
    with pytest.raises(HanlinError, match="learned china with 3 players, not china with 4"):
        Scores(envs.vector("china", 4, envs=2).reset(seed=5), FLAT, 16, str(tmp_path / "flat.npz"))


def test_policies_for_several_games_are_one_bot(tmp_path):
    for name, players in (("china", 3), ("china", 4), ("forbidden_city", 2)):
        games = envs.vector(name, players, envs=1, observation="structured").reset(seed=5)
        Scores(games, ROWS, 8).exported().save(tmp_path / f"{name}-{players}.npz", learner="ppo")
    pattern = f"policy:{tmp_path}/*-*.npz"
    shown = bot(pattern).name
    assert shown == pickle.loads(pickle.dumps(resolved(pattern)))
    assert shown.startswith("policy:ppo-rows-")
    for name, players in (("china", 4), ("forbidden_city", 2)):
        one = f"policy:{tmp_path}/{name}-{players}.npz"
        games = [hanlin.benchmark(each, [f"{name}-{players}"], players, opponents="greedy") for each in (pattern, one)]
        assert games[0].agent == shown != games[1].agent
        assert games[0].settings[0].games == games[1].settings[0].games
    settings = [job.setting.name for job in jobs(pattern)]
    assert settings == ["china-3", "china-3-fortresses", "china-4", "forbidden_city-2"]
    with pytest.raises(HanlinError, match=r"None of the policy networks .* learned year_of_the_dragon with 2 players"):
        jobs(pattern, ["year_of_the_dragon-2"])
    with pytest.raises(HanlinError, match="No policy network matches"):
        bot(f"policy:{tmp_path}/none-*.npz")
    (tmp_path / "china-3-again.npz").write_bytes((tmp_path / "china-3.npz").read_bytes())
    with pytest.raises(HanlinError, match="learned china with 3 players: name one of them"):
        bot(pattern)


def test_a_file_without_a_policy_is_refused(tmp_path):
    (tmp_path / "policy.npz").write_bytes(b"nothing")
    with pytest.raises(HanlinError, match="holds no policy network"):
        load_policy(tmp_path / "policy.npz")
    with pytest.raises(HanlinError, match="can't be read"):
        load_policy(tmp_path / "none.npz")
