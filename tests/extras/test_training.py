"""``hanlin train``: it learns, it goes on where it was killed, and PyTorch's network is the one that plays."""

from __future__ import annotations

import json

import numpy as np
import torch

import hanlin
from bots.test_network import random_weights
from cli.test_commands import hanlin as command
from hanlin.bots.network import ask, network, shapes
from hanlin.bots.weights import unpacked
from hanlin.lab.learner import Learner


def test_the_network_that_learns_says_what_the_one_that_plays_says():
    game = hanlin.game("china")
    found = random_weights(game, 3)
    learner = Learner(shapes(game, 3, 8, 4, 4), 1)
    with torch.no_grad():
        for name, numbers in found.items():
            getattr(learner.judge, name).copy_(torch.from_numpy(numbers))
    net = network(game, found)
    rng = np.random.default_rng(1)
    net.terms[:] = rng.normal(size=net.terms.shape)
    net.rows[:] = rng.normal(size=net.rows.shape)
    ask(net, 5)
    there = torch.tensor([[1.0] * 5 + [0.0] * (len(net.rows) - 5)])
    said = learner.judge(torch.from_numpy(net.terms)[None], torch.from_numpy(net.rows)[None], there)
    assert np.allclose(said.detach().numpy()[0], net.said, atol=1e-3)


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
    assert "goes on after" in command(*words, "--hours", curve[-1]["hours"] + 0.0005, check=0).stderr
    after = json.loads((tmp_path / "curve.json").read_text())
    assert after[: len(curve)] == curve
    assert after[-1]["rounds"] > curve[-1]["rounds"]
    other = command("train", "lanterns", "--players", 3, "--out", tmp_path, "--hours", 1)
    assert other.returncode != 0
    assert "other settings" in other.stderr
    assert "(trace)" in command(*words, "--hours", 1, "--trace", 0.9).stderr
