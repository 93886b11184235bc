"""Work on a Ray cluster of this machine, one of whose two workers is killed."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
import ray

import hanlin
from hanlin.lab import arena
from hanlin.lab.distribute import collect, spread
from hanlin.lab.jobs import SelfPlay, Simulation, self_play, simulate
from lab.test_distribute import Squares, squares


@pytest.fixture(scope="module", autouse=True)
def cluster():
    """Workers find the classes of the tests where this process does."""
    tests = Path(__file__).resolve().parents[1]
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(map(str, (tests, tests / "extras", os.environ.get("PYTHONPATH", "")))))
        yield
        ray.shutdown()


class Workers:
    """Work that returns its process."""

    def do(self, piece):
        return os.getpid()


def test_the_cluster_does_the_pieces_in_workers():
    processes = {process for _piece, process in spread(Workers(), range(8), 2, "local")}
    assert os.getpid() not in processes


def test_a_piece_whose_worker_was_killed_is_done_again(tmp_path):
    assert squares(collect(Squares(tmp_path, deadly=3), 2, "local")) == [0, 1, 4, 9, 16, 25]
    assert (tmp_path / "once").exists()


def test_a_piece_that_kills_every_worker_is_given_up(tmp_path):
    with pytest.raises(hanlin.HanlinError, match="killed 3 times, so they were given up: 3"):
        squares(collect(Squares(tmp_path, deadly=3, always=True), 2, "local"))


def test_a_simulation_is_the_same_after_a_worker_was_killed_in_it(tmp_path, monkeypatch):
    monkeypatch.setattr(Simulation, "piece_size", 2)
    job = Simulation(game="china", players=3, games=8, bots=("random", "greedy"), seed="s")
    here = simulate(job).as_json()
    killing = Killing(game="china", players=3, games=8, bots=("random", "greedy"), seed="s", mark=str(tmp_path / "once"))
    assert simulate(killing, 2, "local", tmp_path / "kept").as_json() == here
    assert (tmp_path / "once").exists()


class Killing(Simulation):
    """A simulation whose second piece kills its worker once."""

    def __init__(self, mark, **settings):
        super().__init__(**settings)
        object.__setattr__(self, "mark", mark)

    @property
    def piece_size(self):
        return 2

    def do(self, piece):
        if piece == 1 and not os.path.exists(self.mark):
            open(self.mark, "w").close()
            os.kill(os.getpid(), signal.SIGKILL)
        return super().do(piece)


def test_tournaments_and_self_play_are_the_same_there(tmp_path):
    settings = arena.Settings(game="china", players=3, options={}, bots=("random",), games=4, seed="t")

    def bare(games):
        return [(game.number, game.seats, game.points, game.shares) for game in games]

    assert bare(arena.tournament(settings, 2, None, ray="local")) == bare(arena.tournament(settings, 1, None))
    job = SelfPlay(game="china", players=3, games=2, bots=("random",), seed="s")
    assert self_play(job, tmp_path / "there", 2, "local") == self_play(job, tmp_path / "here")
    there, here = (next(collect(job, keep=tmp_path / where)) for where in ("there", "here"))
    assert all(there[name].tobytes() == here[name].tobytes() for name in here)
