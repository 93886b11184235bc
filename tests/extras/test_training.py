"""``hanlin train``: it learns, resumes after a kill, and PyTorch's network equals the one that plays."""

from __future__ import annotations

import json

import numpy as np
import torch

import hanlin
from bots.test_network import random_weights
from cli.test_commands import hanlin as command
from hanlin.bots.network import forward, network, shapes
from hanlin.bots.weights import unpacked
from hanlin.lab import comparing
from hanlin.lab.learner import Learner
from hanlin.lab.training import Settings, Training


def test_the_network_that_learns_says_what_the_one_that_plays_says():
    game = hanlin.game("china")
    found = random_weights(game, 3)
    learner = Learner(shapes(game, 3, 8, 4, 4), 1)
    with torch.no_grad():
        for name, numbers in found.items():
            getattr(learner.network, name).copy_(torch.from_numpy(numbers))
    net = network(game, found)
    rng = np.random.default_rng(1)
    net.terms[:] = rng.normal(size=net.terms.shape)
    net.rows[:] = rng.normal(size=net.rows.shape)
    forward(net, 5)
    there = torch.tensor([[1.0] * 5 + [0.0] * (len(net.rows) - 5)])
    said = learner.network(torch.from_numpy(net.terms)[None], torch.from_numpy(net.rows)[None], there)
    assert np.allclose(said.detach().numpy()[0], net.output, atol=1e-3)


def test_training_learns_and_goes_on_where_it_was_stopped(tmp_path):
    words = ["train", "lanterns", "--players", 2, "--out", tmp_path, "--games", 8, "--matches", 2]
    first = command(*words, "--hours", 0.0002, check=0)
    assert "rounds" in first.stdout
    curve = json.loads((tmp_path / "curve.json").read_text())
    assert len(curve) >= 1
    assert all(0 <= row[name] <= 1 for row in curve for name in ("greedy", "value"))
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")
    before = unpacked((tmp_path / "weights.npz").read_bytes())
    assert before["last_bias"].any()  # the lanterns tell it nothing, so there is no more to learn
    assert "continuing after" in command(*words, "--hours", curve[-1]["hours"] + 0.0005, check=0).stderr
    after = json.loads((tmp_path / "curve.json").read_text())
    assert after[: len(curve)] == curve
    assert after[-1]["rounds"] > curve[-1]["rounds"]
    other = command("train", "lanterns", "--players", 3, "--out", tmp_path, "--hours", 1)
    assert other.returncode != 0
    assert "other settings" in other.stderr
    assert "(trace)" in command(*words, "--hours", 1, "--trace", 0.9).stderr


def test_how_actions_differ_is_learned_from_compared_decisions():
    rng = np.random.default_rng(1)
    candidates, decisions, features = 5, 200, 3
    n = candidates * decisions
    rows = rng.normal(size=(n, features)).astype(np.float16)
    luck = np.repeat(rng.normal(0, 30, decisions), candidates)  # the same for all candidates of a decision, so no matter
    worth = rng.normal(size=n).astype(np.float32)
    lesson = {
        "candidates": np.full(decisions, candidates, np.int32),
        "rows_used": np.full(decisions, candidates, np.int32),
        "terms": np.zeros((n, 2), np.float16),
        "rows": rows,
        "row_of": np.stack([np.tile(np.arange(candidates), decisions), np.full(n, -1)], 1).astype(np.int16),
        "worth": worth,
        "found": (worth + 5 * np.maximum(rows[:, 0], 0) + luck).astype(np.float32),
    }
    wanted = {
        "first": (2, 8), "bias": (8,), "part": (features, 8), "part_bias": (8,), "joined": (8, 8),
        "second": (8, 4), "second_bias": (4,), "last": (4, 4), "last_bias": (4,),
    }  # fmt: skip
    learner = Learner(wanted, 1)
    errors = [learner.compare(lesson, 1000, 32, 5e-3, seed) for seed in range(12)]
    assert errors[-1][0] < 0.2 * errors[0][0]
    assert errors[-1][1] < 0.2 * errors[0][1]


def test_a_game_whose_actions_are_compared_learns_from_that(tmp_path, monkeypatch):
    for name, number in (("BEST", 3), ("OTHERS", 1), ("DETERMINIZATIONS", 2)):
        monkeypatch.setattr(comparing, name, number)
    settings = Settings(game="forbidden_city", players=3, hours=0.002, games=20, matches=3, iterations=2)
    training = Training(settings, tmp_path)
    training.run()
    assert training.progress.rounds >= 1
    assert training.progress.positions >= 60
    weights = unpacked((tmp_path / "weights.npz").read_bytes())
    assert weights["part"].shape[1] == len(weights["joined"]) == 64
    assert weights["last"][:, 0].any()
    assert not weights["last"][:, 1:].any()  # it says how the actions of one seat differ, and nothing else
    again = Training(settings, tmp_path)
    assert (again.progress.rounds, again.progress.curve) == (training.progress.rounds, training.progress.curve)
