"""Datasets: split by deal, decoded by the rules, checked by checksums, equal for equal seeds."""

from __future__ import annotations

import json

import pytest

from hanlin.core.errors import HanlinError
from hanlin.lab.dataset import SPLITS, Dataset, split_of, write_dataset
from hanlin.lab.jobs import Simulation

polars = pytest.importorskip("polars")
GAMES = 30


def job(games=GAMES, name="china", players=3):
    return Simulation(game=name, players=players, games=games, bots=("greedy", "random"), seed="7", whole=True)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data") / "set"
    write_dataset(job(), folder)
    return Dataset(folder)


def test_each_deal_is_in_one_split(made):
    numbers = {split: [game.number for game in made.codes(split)] for split in made.splits}
    assert sorted(number for split in numbers.values() for number in split) == list(range(GAMES))
    assert all(split_of("7", number) == split for split, of in numbers.items() for number in of)


def test_the_splits_have_their_shares():
    counts = dict.fromkeys(SPLITS, 0)
    for number in range(10_000):
        counts[split_of("1", number)] += 1
    assert counts == pytest.approx({name: 100 * percent for name, percent in SPLITS.items()}, rel=0.1)


@pytest.mark.parametrize(("name", "players"), [("china", 3), ("forbidden_city", 2), ("year_of_the_dragon", 2)])
def test_decoded_games_end_with_the_points_of_the_table(tmp_path, name, players):
    write_dataset(job(6, name, players), tmp_path / "set")
    data = Dataset(tmp_path / "set")
    for split in data.splits:
        table = data.games(split).sort("game")
        for row, game in zip(table.iter_rows(named=True), data.codes(split), strict=True):
            plies = list(data.play(game))
            assert len(plies) == row["actions"]
            end = plies[-1][0]
            assert end.over
            assert [value for key, value in row.items() if key.startswith("points_")] == end.scores
    data.check()


def test_decisions_are_those_of_the_codes(made):
    rows = made.decisions("train").collect()
    first = next(made.codes("train"))
    decided = [(at.ply, made.game.text(at.state, code)) for at, code in made.play(first) if at.actor >= 0]
    own = rows.filter(polars.col("game") == rows["game"].min())
    assert list(zip(own["ply"].to_list(), own["action"].to_list(), strict=True)) == decided


def test_equal_seeds_give_equal_files(made, tmp_path):
    again = write_dataset(job(), tmp_path / "again")
    assert again == made.about


def test_what_was_changed_is_found(made, tmp_path):
    write_dataset(job(), tmp_path / "set")
    file = tmp_path / "set" / "codes-train.npz"
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    with pytest.raises(HanlinError, match=r"codes-train\.npz is missing, or not what dataset\.json describes"):
        Dataset(tmp_path / "set").check()


def test_other_rules_and_other_folders_are_refused(made, tmp_path):
    with pytest.raises(HanlinError, match="holds no dataset"):
        Dataset(tmp_path)
    with pytest.raises(HanlinError, match="is not empty"):
        write_dataset(job(), made.folder)
    for change, says in (({"schema": "hanlin.dataset/0"}, "no dataset of the schema"), ({"rules": "0"}, "by rules 0 of china")):
        (tmp_path / "dataset.json").write_text(json.dumps({**made.about, **change}))
        with pytest.raises(HanlinError, match=says):
            Dataset(tmp_path)
    with pytest.raises(HanlinError, match="no split 'tests'"):
        made.games("tests")


def test_a_stopped_dataset_goes_on(made, tmp_path):
    def stop_after(games):
        if games >= 10:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        write_dataset(job(), tmp_path / "set", keep=tmp_path / "kept", progress=stop_after)
    assert not (tmp_path / "set" / "dataset.json").exists()
    assert write_dataset(job(), tmp_path / "set", keep=tmp_path / "kept") == made.about
