"""``hanlin train``: it learns, resumes after a kill, and PyTorch's network equals the one that plays."""

from __future__ import annotations

import csv
import json
import signal
from dataclasses import replace

import numpy as np
import pytest
import torch

import hanlin
from bots.test_network import random_weights
from cli.test_commands import hanlin as command
from hanlin.bots import bot
from hanlin.bots.network import forward, network, shapes
from hanlin.bots.weights import read_weights, unpacked
from hanlin.cli.train import stopping_after_a_round, train
from hanlin.core.errors import HanlinError
from hanlin.lab import comparing
from hanlin.lab.learner import Learner
from hanlin.lab.training import Progress, Settings, Training


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
    assert f"hanlin arena lanterns --players 2 --games 200 --bots strong:{tmp_path}/weights.npz,strong" in first.stdout
    assert f"hanlin serve --weights {tmp_path}" in first.stdout
    assert "this does not count as learning" in first.stderr
    assert "value: the same search, with the handcrafted value" in first.stderr
    assert "95 % intervals" in first.stderr
    curve = json.loads((tmp_path / "curve.json").read_text())
    assert len(curve) >= 1
    assert all(0 <= row[name] <= 1 for row in curve for name in ("greedy", "value"))
    assert (tmp_path / "curve.svg").read_text().startswith("<svg")
    table = list(csv.DictReader((tmp_path / "curve.csv").open()))
    assert [float(row["greedy"]) for row in table] == [row["greedy"] for row in curve]
    assert all(float(row["value_low"]) <= float(row["value"]) <= float(row["value_high"]) for row in table)
    assert {(row["seed"], row["matches"]) for row in table} == {("1", "2")}
    assert all(float(row["seconds"]) > 0 for row in table)
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


def test_what_was_learned_plays_under_its_name(tmp_path):
    settings = Settings(game="lanterns", players=2, hours=1e-5, games=4, matches=1, iterations=2)
    training = Training(settings, tmp_path)
    training.run()
    about = read_weights(training.weights_file).about
    assert (about["game"], about["players"], about["seed"], about["rounds"]) == ("lanterns", 2, "1", 1)
    name = f"strong@2:{training.weights_file}"
    found = hanlin.simulate("lanterns", 2, 2, [name, "greedy"])
    assert bot(name).name in found.bots
    # The same of new learning: other weights, another name.
    other = Training(replace(settings, seed="2"), tmp_path / "other")
    other.run()
    assert bot(f"strong@2:{other.weights_file}").name != bot(name).name


def test_a_training_that_is_stopped_keeps_its_last_round(tmp_path):
    settings = Settings(game="lanterns", players=2, hours=1, games=4, matches=1000, iterations=2, check=0)
    training = Training(settings, tmp_path)
    asked = []

    def stopping():
        asked.append(training.progress.rounds)
        return len(asked) > 4  # in the first evaluation, which is left out

    training.run(stopping=stopping)
    again = Training(settings, tmp_path)
    assert again.progress.rounds == training.progress.rounds == 1
    assert again.progress.curve == []
    assert (tmp_path / "weights.npz").exists()


def test_compiling_is_no_learning(tmp_path):
    training = Training(Settings(game="lanterns", players=2, hours=1, games=4), tmp_path)
    before = training.learner.network.weights()
    training.prepare()
    assert training.progress == Progress()
    assert all((before[name] == after).all() for name, after in training.learner.network.weights().items())
    assert not list(tmp_path.iterdir())


def test_a_training_that_is_over_says_so_and_is_left_alone(tmp_path, capsys):
    settings = Settings(game="lanterns", players=2, hours=1e-5, games=4, matches=1, iterations=2)
    Training(settings, tmp_path).run()
    before = (tmp_path / "weights.npz").read_bytes()
    train(settings, tmp_path)
    said = capsys.readouterr()
    assert "already; for more, raise --hours." in said.err
    assert "Compiling" not in said.err
    assert "hanlin arena lanterns" in said.out
    assert (tmp_path / "weights.npz").read_bytes() == before
    (tmp_path / "checkpoint.pt").write_bytes(b"nothing")
    with pytest.raises(HanlinError, match="is no checkpoint of a training"):
        Training(settings, tmp_path)


def test_ctrl_c_lets_the_round_end_and_the_second_one_does_not(capfd):
    with stopping_after_a_round() as stopping:
        assert not stopping()
        signal.raise_signal(signal.SIGINT)
        assert stopping()
        assert "press Ctrl-C again to stop at once" in capfd.readouterr().err
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGINT)
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


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
