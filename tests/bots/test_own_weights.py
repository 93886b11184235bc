"""Weights of one's own: read from a file, refused with a reason, named by their digest, and they travel with the name."""

from __future__ import annotations

import copy
import hashlib
import io
import json
import pickle
from dataclasses import asdict

import numpy as np
import pytest

import hanlin
from bots.test_network import random_weights
from hanlin.bots.bot import bot, check_offered
from hanlin.bots.levels import resolved
from hanlin.bots.search import Budget
from hanlin.bots.weights import OwnWeights, facts, packed, read_weights, weights, weights_of
from hanlin.cli.job import read_job
from hanlin.core.errors import BadOption, HanlinError
from hanlin.core.jit.rng import seeded
from hanlin.lab.arena import Match, Settings, make_bot
from hanlin.lab.book import deeper_bot, weaker_bots
from hanlin.lab.jobs import SelfPlay, Simulation
from hanlin.lab.puzzles import OwnGames

CHINA = hanlin.game("china")


def write(file, seed=1, **changed):
    """A file of random weights for three; ``changed``: facts that differ from the true ones."""
    file.write_bytes(packed(random_weights(CHINA, 3, seed), facts(CHINA, 3, rounds=2) | changed))
    return file


@pytest.fixture
def file(tmp_path):
    return write(tmp_path / "weights.npz")


def test_a_bot_is_named_by_the_contents_of_its_file(file, tmp_path):
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    assert bot(f"strong:{file}").name == bot("strong", weights=file).name == f"strong:{digest[:8]}"
    assert bot(f"strong@20:{file}").name == f"strong@20:{digest[:8]}"
    moved = tmp_path / "elsewhere" / "other.npz"
    moved.parent.mkdir()
    moved.write_bytes(file.read_bytes())
    assert bot(f"strong:{moved}").name == bot(f"strong:{file}").name
    assert bot(f"strong:{write(tmp_path / 'b.npz', seed=2)}").name != bot(f"strong:{file}").name


@pytest.mark.parametrize("name", ["strong@20", "casual@20"])
def test_a_level_searches_with_the_weights_it_is_given(file, tmp_path, name):
    """The same search with other weights sees other values."""
    seen = CHINA.start(3).settle(1)
    seen = seen.seen_by(seen.actor)
    found = {}
    for own in (file, write(tmp_path / "b.npz", seed=2)):
        lines = bot(name, weights=own).think(CHINA, seen.state, seen.seat, seeded(1)).lines
        found[own] = [line.points for line in lines]
        again = bot(f"{name}:{own}").think(CHINA, seen.state, seen.seat, seeded(1)).lines
        assert [line.points for line in again] == found[own]
    assert len({tuple(points) for points in found.values()}) == 2


def test_weights_as_shipped_play_like_the_level_itself(tmp_path):
    shipped = tmp_path / "3.npz"
    shipped.write_bytes(packed(weights(CHINA, 3)))
    seen = CHINA.start(3).settle(1)
    seen = seen.seen_by(seen.actor)
    own, usual = (
        who.think(CHINA, seen.state, seen.seat, seeded(1)).lines for who in (bot("strong@9", weights=shipped), bot("strong@9"))
    )
    assert own == usual


def reason(error, what):
    with pytest.raises(error) as caught:
        what()
    return str(caught.value)


def test_files_without_weights_are_refused(file, tmp_path):
    nothing, text, examples = tmp_path / "nothing.npz", tmp_path / "text.npz", tmp_path / "examples.npz"
    text.write_text("weights")
    np.savez(examples, actions=np.zeros(3))
    assert (
        reason(HanlinError, lambda: bot(f"strong:{nothing}"))
        == f"The weights '{nothing}' can't be read: No such file or directory."
    )
    for bad in (text, examples):
        assert reason(HanlinError, lambda bad=bad: bot(f"strong:{bad}")) == f"'{bad}' holds no weights of hanlin train."
    cut = tmp_path / "cut.npz"
    cut.write_bytes(file.read_bytes()[:-40])
    assert "holds no weights" in reason(HanlinError, lambda: bot(f"strong:{cut}"))
    endless = random_weights(CHINA, 3)
    endless["first"][0, 0] = np.nan
    cut.write_bytes(packed(endless))
    assert "holds no weights" in reason(HanlinError, lambda: read_weights(cut))
    assert "holds no weights" in reason(HanlinError, lambda: read_weights(write(cut, players=4)))


def test_weights_made_for_something_else_are_refused(file, tmp_path):
    name = resolved(f"strong:{file}")
    assert "trained for 3 players, not for 4" in reason(BadOption, lambda: check_offered(CHINA, 4, name))
    dragon = hanlin.game("year_of_the_dragon")
    assert "trained for china, not for year_of_the_dragon" in reason(BadOption, lambda: check_offered(dragon, 3, name))
    older = resolved(f"strong:{write(tmp_path / 'older.npz', layout='0')}")
    assert "features of another version" in reason(BadOption, lambda: check_offered(CHINA, 3, older))
    seen = CHINA.start(4).settle(1)
    seen = seen.seen_by(seen.actor)
    assert "not for 4" in reason(HanlinError, lambda: bot(name).choose(seen, seeded(1)))
    # A file without facts is known by its shapes.
    (tmp_path / "bare.npz").write_bytes(packed(random_weights(CHINA, 3)))
    bare = resolved(f"strong:{tmp_path / 'bare.npz'}")
    check_offered(CHINA, 3, bare)
    assert "do not fit china with 4 players" in reason(BadOption, lambda: check_offered(CHINA, 4, bare))


def test_only_levels_that_search_take_weights(file):
    assert "does not search" in reason(HanlinError, lambda: bot(f"novice:{file}"))
    assert "There is no bot" in reason(HanlinError, lambda: bot(f"greedy:{file}"))
    for name in ("novice", "greedy", f"strong:{file}"):
        assert "can't be given weights" in reason(HanlinError, lambda name=name: bot(name, weights=file))


def test_jobs_take_the_contents_along_and_not_the_path(file):
    settings = Settings(game="china", players=3, options={}, bots=(f"strong@0.1s:{file}", "greedy"), games=3, seed="1")
    job = Simulation(game="china", players=3, games=3, bots=(f"strong@2:{file}", "greedy"))
    source = OwnGames(game="china", players=(3,), bots=(f"strong:{file}",), seed="1")
    data = file.read_bytes()
    file.unlink()
    for work in (Match(settings).settings, job, source):
        sent = pickle.loads(pickle.dumps(work))
        assert sent.bots == work.bots
        assert weights_of(sent.bots[0]).data == data
    player = make_bot(pickle.loads(pickle.dumps(settings)).bots[0], None)
    assert player.name == settings.bots[0]
    assert player.level.budget("china", True) == Budget(seconds=0.1, patience=True)
    assert weights_of(copy.deepcopy(settings.bots[0])).data == data
    assert str(file) not in json.dumps([asdict(settings), job.settings(), source.settings()])
    seen = CHINA.start(3).settle(1)
    seen = seen.seen_by(seen.actor)
    own, sent = bot(job.bots[0]), bot(pickle.loads(pickle.dumps(job)).bots[0])
    assert own.think(CHINA, seen.state, seen.seat, seeded(1)).lines == sent.think(CHINA, seen.state, seen.seat, seeded(1)).lines


def test_a_book_takes_deeper_and_weaker_bots_of_the_level(file):
    name = resolved(f"strong@20:{file}")
    deeper = deeper_bot(name, CHINA)
    assert deeper.startswith("strong@100:")
    assert weights_of(deeper) == weights_of(name)
    assert weaker_bots(resolved(f"strong:{file}")) == ["novice", "casual"]


def test_equal_weights_are_equal_wherever_they_came_from(file, tmp_path):
    other = tmp_path / "other.npz"
    other.write_bytes(file.read_bytes())
    assert read_weights(file) == read_weights(other)
    assert isinstance(read_weights(file), OwnWeights)
    with np.load(io.BytesIO(file.read_bytes())) as arrays:
        assert json.loads(arrays["about"].tobytes())["players"] == 3


@pytest.mark.parametrize("kind", [Simulation, SelfPlay])
def test_a_job_of_a_command_says_what_a_name_stands_for(file, kind, capsys):
    job = read_job(kind, "china", 3, 2, f"strong@2:{file}, greedy", "s", ["fortresses"])
    assert (job.games, job.bots[1], job.options["fortresses"]) == (2, "greedy", True)
    assert f"hanlin: {job.bots[0]} is {file}" in capsys.readouterr().err
