"""The trained networks in ``docs/research/baselines`` play what their folders say, and their curves can be read."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import hanlin
from hanlin.bots.bot import bot
from hanlin.bots.policy_network import load_policy

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "research" / "baselines"
POLICIES = sorted(FOLDER.glob("*/policy.npz"))


def test_there_are_trained_networks():
    assert len(POLICIES) >= 4


@pytest.mark.parametrize("file", POLICIES, ids=lambda file: file.parent.name)
def test_a_trained_network_plays_what_its_folder_says(file):
    policy = load_policy(file)
    folder = file.parent.name
    assert folder.startswith(f"{policy.game}-{policy.players}-{policy.about['learner']}-")
    assert folder.split("-")[3] == policy.form
    position = hanlin.game(policy.game).start(policy.players).settle(1)
    seen = position.seen_by(position.actor)
    assert bot(f"policy:{file}").choose(seen, hanlin.luck(1)) in seen.legal
    rows = list(csv.DictReader((file.parent / "curve.csv").open(encoding="utf-8")))
    assert int(rows[0]["decisions"]) == 0
    assert int(rows[-1]["decisions"]) >= policy.about["decisions"]
    assert all(0 <= float(row["share"]) <= 1 for row in rows)


def test_weights_of_self_play_are_those_of_a_level():
    folder = FOLDER / "china-3-self-play"
    position = hanlin.game("china").start(3).settle(1)
    seen = position.seen_by(position.actor)
    assert bot(f"strong@2:{folder / 'weights.npz'}").choose(seen, hanlin.luck(1)) in seen.legal
    rows = list(csv.DictReader((folder / "curve.csv").open(encoding="utf-8")))
    assert [float(row["seconds"]) for row in rows] == sorted(float(row["seconds"]) for row in rows)
    assert all(0 <= float(row["greedy_low"]) <= float(row["greedy"]) <= float(row["greedy_high"]) <= 1 for row in rows)
