"""Simulated games as tables."""

from __future__ import annotations

import json

import polars as pl
import pytest

import hanlin
from cli.test_commands import hanlin as command
from hanlin.bots.simulate import play_one
from hanlin.core.position.game import games
from hanlin.core.position.record import read_record
from hanlin.lab import dataframes
from hanlin.lab.dataframes import DecisionTable


@pytest.mark.parametrize("name", sorted(games()))
def test_a_row_a_game_and_a_row_a_decision(name, tmp_path):
    players = hanlin.game(name).players[-1]
    out, decisions, records = tmp_path / "games.parquet", tmp_path / "decisions.csv", tmp_path / "records"
    words = ["simulate", name, "--players", players, "--games", 2, "--bots", "greedy,random", "--seed", "t"]
    run = command(*words, "--out", out, "--decisions", decisions, "--records", records, "--json", check=0)
    assert pl.read_parquet_metadata(out)["schema"] == "hanlin.games/2"
    told, rows, taken = json.loads(run.stdout), pl.read_parquet(out), pl.read_csv(decisions)
    assert rows["game"].to_list() == [0, 1]
    assert rows["seed"].to_list() == ["t/0", "t/1"]
    assert rows["actions"].sum() == told["actions"]
    for number, file in enumerate(sorted(records.iterdir())):
        record = read_record(file.read_text())
        end, seats = record.end, record.tags["Seats"].split("|")
        row = rows.row(number, named=True)
        assert [row[f"points_{seat}"] for seat in range(players)] == end.scores
        assert [f"bot:{row[f'bot_{seat}']}" for seat in range(players)] == seats
        shares = [row[f"share_{seat}"] for seat in range(players)]
        assert [seat for seat, share in enumerate(shares) if share] == end.winners
        assert sum(shares) == pytest.approx(1)
        assert all((row[f"place_{seat}"] == 1) == (share > 0) for seat, share in enumerate(shares))
        mine = list(taken.filter(pl.col("game") == number).iter_rows(named=True))
        position, moves = end.at(0), end.moves
        for ply, (actor, text) in enumerate(moves):
            if actor >= 0:
                move = mine.pop(0)
                assert (move["ply"], move["seat"], move["action"]) == (ply, actor, text)
                assert (len(position.legal_codes), position.scores[actor]) == (move["legal"], move["points"])
                assert f"bot:{move['bot']}" == seats[actor]
            position.play(text)
        assert mine == []


@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_decisions_are_written_while_games_are_played(tmp_path, monkeypatch, suffix):
    start = hanlin.game("china").start(3)
    games = [play_one(start, ["random"] * 3, f"t/{number}", fast=False) for number in range(5)]
    tables = {}
    for rows in (1_000_000, 100):
        monkeypatch.setattr(dataframes, "ROWS_OF_A_PART", rows)
        file = tmp_path / f"{rows}.{suffix}"
        with DecisionTable(start, file) as table:
            for number, played in enumerate(games):
                table.add(number, played.codes, played.seats[0])
                assert sum(len(one["game"]) for one in table._waiting) < rows
            table.write()
        tables[rows] = (pl.read_csv if suffix == "csv" else pl.read_parquet)(file)
    assert tables[100].equals(tables[1_000_000])
    assert tables[100]["game"].unique().to_list() == [0, 1, 2, 3, 4]
    assert sorted(file.name for file in tmp_path.iterdir()) == [f"100.{suffix}", f"1000000.{suffix}"]


def test_what_is_no_table_is_refused_before_a_game_is_played(tmp_path):
    words = ["simulate", "china", "--players", 3, "--games", 3]
    assert "must end in .parquet or .csv" in command(*words, "--out", tmp_path / "games.xlsx", check=2).stderr
    assert "no folder" in command(*words, "--out", tmp_path / "nowhere" / "games.csv", check=2).stderr
    assert list(tmp_path.iterdir()) == []
