"""Work in pieces: the same in one process and in two, done again where a process was killed, kept and gone on with."""

from __future__ import annotations

import os
import signal
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

import hanlin
from hanlin.core.verbs import generic
from hanlin.lab.distribute import collect, spread
from hanlin.lab.jobs import SelfPlay, Simulation, self_play, simulate


@dataclass(frozen=True)
class Squares:
    """A job for tests. ``deadly``: the piece that kills its process, while the file ``once`` is not there yet."""

    folder: Path
    deadly: int = -1
    pieces: int = 6
    always: bool = False

    def settings(self):
        return {"pieces": self.pieces}

    def do(self, piece):
        if piece == self.deadly and (self.always or not (self.folder / "once").exists()):
            (self.folder / "once").touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return {"square": np.array([piece * piece])}


def squares(results):
    return [int(result["square"][0]) for result in results]


def test_pieces_come_in_order_wherever_they_are_done(tmp_path):
    job = Squares(tmp_path)
    assert squares(collect(job)) == squares(collect(job, 2)) == [0, 1, 4, 9, 16, 25]
    assert sorted(piece for piece, _ in spread(job, range(6), 2)) == list(range(6))


def test_a_piece_whose_process_was_killed_is_done_again(tmp_path, monkeypatch):
    """Results are packed by the workers, since the collecting process has no time for it."""
    monkeypatch.delattr(np, "savez_compressed")
    assert squares(collect(Squares(tmp_path, deadly=3), 2, keep=tmp_path / "kept")) == [0, 1, 4, 9, 16, 25]
    assert (tmp_path / "once").exists()


def test_a_piece_that_kills_every_process_is_given_up(tmp_path):
    with pytest.raises(hanlin.HanlinError, match=r"killed 3 times, so they were given up: .*3"):
        squares(collect(Squares(tmp_path, deadly=3, always=True), 2))


def test_what_is_kept_is_not_done_again(tmp_path):
    keep = tmp_path / "kept"
    results = collect(Squares(tmp_path), keep=keep)
    assert squares([next(results), next(results)]) == [0, 1]
    results.close()
    # The process was killed while it wrote the third.
    (keep / "piece-000002.half").write_bytes(b"PK")
    heard = []
    deadly = Squares(tmp_path, deadly=1, always=True)
    assert squares(collect(deadly, keep=keep, progress=heard.append)) == [0, 1, 4, 9, 16, 25]
    assert heard[0] == 2
    assert heard[-1] == 6


def test_of_what_is_kept_only_what_is_wanted_is_read(tmp_path):
    job = Squares(tmp_path)
    assert len(list(collect(job, keep=tmp_path / "kept", names=[]))) == job.pieces
    assert squares(collect(job, keep=tmp_path / "kept", names=["square"])) == [0, 1, 4, 9, 16, 25]


def test_only_small_forms_name_their_minis():
    """So folders of jobs that are older than the minis go on."""

    def options(**chosen):
        return Simulation(game="forbidden_city", players=2, games=1, bots=("random",), options=chosen).settings()["options"]

    assert options() == {"side": "gardens", "tiles": None}
    assert options(stack="3") == {**options(), "stack": "3"}


def test_a_folder_of_something_else_is_refused(tmp_path):
    keep = tmp_path / "kept"
    list(collect(Squares(tmp_path, pieces=2), keep=keep))
    with pytest.raises(hanlin.HanlinError, match=r"another job \(pieces differ\)"):
        list(collect(Squares(tmp_path, pieces=3), keep=keep))
    with pytest.raises(hanlin.HanlinError, match="not empty"):
        list(collect(Squares(tmp_path), keep=tmp_path))


def test_a_large_job_has_larger_pieces():
    """One process gathers them all."""

    def sizes(kind, bots, games):
        job = kind(game="china", players=3, games=games, bots=bots)
        assert job.numbers(job.pieces - 1)[-1] == games - 1
        return job.piece_size, job.pieces

    assert sizes(Simulation, ("random", "greedy"), 1000) == (250, 4)
    assert sizes(Simulation, ("greedy",), 10**9) == (10_000, 100_000)
    assert sizes(Simulation, ("strong",), 10**6) == (5, 200_000)
    assert sizes(SelfPlay, ("greedy",), 1000) == (25, 40)
    assert sizes(SelfPlay, ("greedy",), 10**8) == (100, 1_000_000)
    assert sizes(SelfPlay, ("strong",), 10) == (1, 10)


def test_a_simulation_in_pieces_is_the_simulation(monkeypatch, tmp_path):
    job = Simulation(game="china", players=3, games=9, bots=("random",), seed="s", options={"fortresses": True})
    whole = simulate(job, threads=True).as_json()
    monkeypatch.setattr(Simulation, "piece_size", 4)
    assert simulate(job).as_json() == whole
    assert simulate(job, keep=tmp_path / "kept").as_json() == whole
    assert simulate(job, keep=tmp_path / "kept").as_json() == whole


def test_self_play_stores_what_seats_saw_and_did(tmp_path):
    job = SelfPlay(game="china", players=3, games=2, bots=("random",), seed="s")
    decisions = self_play(job, tmp_path / "played")
    (examples,) = collect(job, keep=tmp_path / "played")
    assert len(examples["actions"]) == decisions
    assert set(examples["games"].tolist()) == {0, 1}
    space = hanlin.game("china").action_space(3)
    legal = np.split(examples["legal"], np.cumsum(examples["counts"])[:-1])
    codes = np.split(job.do(0)["actions"], 1)[0]
    assert codes.tolist() == examples["actions"].tolist()
    played = super(SelfPlay, job).do(0)
    position, out, n = hanlin.game("china").start(3), np.zeros(examples["observations"].shape[1], np.float32), 0
    for code in played["codes"][: played["lengths"][0]].tolist():
        if position.actor >= 0:
            assert examples["seats"][n] == position.actor
            assert examples["actions"][n] == space.numbers[code]
            assert legal[n].tolist() == space.numbers_of(position.legal_codes).tolist()
            generic.observe(position.seen_by(position.actor).state, position.actor, out)
            assert examples["observations"][n].tobytes() == out.tobytes()
            n += 1
        position.apply(code)
    first = examples["games"] == 0
    assert first.sum() == n
    won = {seat for seat, share in zip(examples["seats"][first], examples["shares"][first], strict=True) if share}
    assert won == set(position.winners)


def test_a_job_of_a_level_untrained_for_the_players_is_refused(monkeypatch):
    monkeypatch.setattr(sys.modules["hanlin.bots.bot"], "known", lambda game: {3: {}})
    with pytest.raises(hanlin.HanlinError, match="with 3 players, not with 4"):
        Simulation(game="china", players=4, games=1, bots=("expert", "random"))


def test_jobs_that_can_not_be_played_are_refused():
    for wrong in ({"bots": ("nobody",)}, {"bots": ("random",) * 4}, {"bots": ()}, {"players": 9}, {"options": {"castles": 1}}):
        with pytest.raises(hanlin.HanlinError):
            Simulation(**{"game": "china", "players": 3, "games": 1, "bots": ("random",), **wrong})
