"""The scripts of the tutorials learn, with fewer decisions than their pages say."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"


def test_the_first_learner_beats_a_random_player():
    curve = runpy.run_path(str(EXAMPLES / "learner.py"))["learn"](16_384)
    assert len(curve) == 4
    assert max(curve[2:]) > 0.6


def test_rllib_learns_in_the_environment():
    curve = runpy.run_path(str(EXAMPLES / "rllib_china.py"))["train"](2, batch=256)
    assert len(curve) == 2
    assert 0.0 <= np.nanmax(curve) <= 1.0
