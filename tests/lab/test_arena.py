"""Tournaments: the same deals for all seatings, the same in any number of processes, resumed where they were stopped."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict, replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import hanlin
from hanlin.cli.arena import arena, read_bots
from hanlin.lab.arena import Played, Settings, kept_games, make_bot, tournament
from hanlin.lab.tournament_stats import FEWEST_DEALS, as_json, as_markdown, deals_of, rows, standings, wilson


def settings(**changes) -> Settings:
    given = {"game": "china", "players": 3, "options": {}, "bots": ("random", "greedy"), "games": 4, "seed": "t"}
    return Settings(**{**given, **changes})


def bare(games: list[Played]) -> list[tuple]:
    """The part that does not depend on the clock."""
    return [(game.number, game.seats, game.points, game.shares) for game in games]


def test_every_seating_of_a_deal_meets_the_same_luck():
    wanted = settings(bots=("random", "greedy", "novice"), games=6)
    assert {wanted.deal(number) for number in range(3)} == {wanted.deal(0)}
    assert wanted.deal(3) != wanted.deal(0)
    assert sorted(tuple(wanted.seating(number)) for number in range(3)) == sorted(
        [("random", "greedy", "novice"), ("greedy", "novice", "random"), ("novice", "random", "greedy")]
    )


def test_a_tournament_is_the_same_in_one_process_and_in_two():
    assert bare(tournament(settings(), 1, None)) == bare(tournament(settings(), 2, None))


def test_a_tournament_that_was_stopped_goes_on(tmp_path):
    whole = bare(tournament(settings(), 1, None))
    file = tmp_path / "games.jsonl"
    tournament(settings(games=2), 1, file)
    # The process was killed in the midst of writing.
    file.write_text(file.read_text() + '{"number": 2, "se')
    seen = []
    assert bare(tournament(settings(), 1, file, seen.append)) == whole
    assert len(seen) == 4
    assert len(file.read_text().splitlines()) == 5


def test_a_level_may_have_a_time_of_its_own():
    timed, counted, plain = (make_bot(name, 1.0) for name in ("strong@0.05s", "strong@40", "strong"))
    budgets = [each.level.budget("china", True, each.seconds, each.patience) for each in (timed, counted, plain)]
    assert [(each.iterations, each.seconds) for each in budgets] == [(None, 0.05), (40, None), (None, 1.0)]
    assert budgets[0].patience
    assert not budgets[2].patience, "the time that all are given is used up"


def test_names_in_older_files_have_seconds_without_a_unit(tmp_path):
    file, now = tmp_path / "games.jsonl", settings(bots=("novice", "strong@2s"), games=1)
    bots = ["novice", "strong@2"]
    kept = {"settings": {**asdict(now), "bots": bots}, "schema": "hanlin.tournament/1"}
    game = {"number": 0, "seats": ["novice", "strong@2", "strong@0.05:1f3a9c2b"], "decisions": [1, 1, 1]}
    numbers = {name: [0, 0, 0] for name in ("points", "shares", "ranks", "milliseconds")}
    file.write_text("".join(json.dumps(line) + "\n" for line in (kept, {**game, **numbers})))
    (played,) = kept_games(now, file)
    assert played.seats == ["novice", "strong@2s", "strong@0.05s:1f3a9c2b"]
    with pytest.raises(hanlin.HanlinError, match="other settings \\(bots\\)"):
        kept_games(settings(bots=("novice", "strong@2"), games=1), file)


def test_a_count_of_iterations_is_told_apart_from_seconds(capsys):
    arena(settings(bots=("random", "strong@1"), games=3), 1, None, None, False, False)
    shown = capsys.readouterr()
    assert "hanlin: strong@1 has 1 iterations for a decision; 1 seconds are strong@1s." in shown.err
    assert "strong@1" in shown.out


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("strong@", "CPU seconds \\(strong@0.5s, from 0.001 to 3600\\)"),
        ("strong@soon", "a number of iterations"),
        ("strong@0", "a number of iterations"),
        ("strong@0s", "a number of iterations"),
        ("strong@nans", "a number of iterations"),
        ("strong@4000s", "from 0.001 to 3600"),
        ("strong@0.05", "For 0.05 seconds a decision write strong@0.05s"),
        ("greedy@1", "greedy does not search"),
        ("novice@1", "novice does not search"),
        ("genius@1", "no bot 'genius@1'"),
    ],
)
def test_a_time_that_is_none_is_refused_before_anything_is_played(name, said):
    with pytest.raises(hanlin.HanlinError, match=said):
        tournament(settings(bots=(name, "random")), 1, None)


def test_a_level_untrained_for_the_player_count_is_refused_first(monkeypatch):
    monkeypatch.setattr(sys.modules["hanlin.bots.bot"], "known", lambda game: {3: {}})
    for name in ("expert", "expert@0.05s"):
        with pytest.raises(hanlin.HanlinError, match="“expert” can play this game with 3 players, not with 4"):
            tournament(settings(players=4, bots=(name, "random")), 1, None)


def test_another_tournaments_file_is_refused(tmp_path):
    file = tmp_path / "games.jsonl"
    tournament(settings(games=1), 1, file)
    before = file.read_bytes()
    with pytest.raises(hanlin.HanlinError, match="other settings \\(seed\\)"):
        tournament(settings(seed="u"), 1, file)
    other = tmp_path / "other.txt"
    other.write_text("hello\n")
    with pytest.raises(hanlin.HanlinError, match="not a file of tournament games"):
        tournament(settings(), 1, other)
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"bots": ("random", "genius")}, "no bot 'genius'"),
        ({"bots": ("random",) * 4}, "too many"),
        ({"players": 2}, "3 to 5 players"),
        ({"options": {"walls": True}}, "no option"),
        ({"think": 0.0}, "from 0.001 to 3600, not 0"),
        ({"think": 3601.0}, "not 3601"),
        ({"think": float("nan")}, "not nan"),
    ],
)
def test_bad_settings_are_refused(changes, message):
    with pytest.raises(hanlin.HanlinError, match=message):
        tournament(settings(**changes), 1, None)


def test_tables_count_every_seat():
    games = tournament(settings(games=6), 1, None)
    table = standings(games)
    told = as_json(table, 6, deals_of(games))
    assert told["deals"] == 2
    assert all(set(row["by_seat"]) == {"0", "1", "2"} for row in told["bots"].values())
    assert told["games"] == 6
    assert set(told["bots"]) == {"random", "greedy"}
    for row in told["bots"].values():
        assert {"win_share", "low", "high", "mean_score", "ms_per_decision", "elo"} <= set(row)
        assert row["low"] <= row["win_share"] <= row["high"]
        assert row["elo_low"] is row["elo_high"] is None, "two deals say nothing of how far luck goes"
    assert sum(row["win_share"] * row["seats"] for row in told["bots"].values()) == pytest.approx(6, abs=0.01)
    assert sum(row["elo"] for row in told["bots"].values()) == pytest.approx(0, abs=0.2)
    assert json.loads(json.dumps(told)) == told
    assert [row[7] for row in rows(table)] == ["95 %", "–", "–"]
    many = [replace(game, number=game.number + 6 * n) for n in range(10) for game in games]
    assert deals_of(many) == FEWEST_DEALS
    for row in as_json(standings(many), 60)["bots"].values():
        assert row["elo_low"] <= row["elo"] <= row["elo_high"]
    assert standings(many[:-3])["greedy"].elo_low is None
    assert len(rows(table)) == 3
    assert as_markdown(table).count("\n") == 3


@given(st.floats(0, 1), st.integers(1, 10_000))
def test_wilsons_interval_holds_the_share(share, n):
    low, high = wilson(share, n)
    assert 0 <= low <= share + 1e-9
    assert share - 1e-9 <= high <= 1


def test_the_list_of_bots_keeps_commands_whole():
    assert read_bots('strong, cmd:python "my bot,v2.py" ,greedy') == ("strong", 'cmd:python "my bot,v2.py"', "greedy")
    assert read_bots("a,,b,") == ("a", "b")
