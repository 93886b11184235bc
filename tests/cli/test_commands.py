"""The commands as a person types them: what they print, where, and how they end."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest


def hanlin(*words, plain=True, check=None):
    """Run the command; plain speed unless told otherwise."""
    environment = {**os.environ, "COLUMNS": "200"}
    if plain:
        environment["HANLIN_PLAIN"] = "1"
    run = subprocess.run([sys.executable, "-m", "hanlin", *map(str, words)], capture_output=True, text=True, env=environment)
    if check is not None:
        assert run.returncode == check, run.stderr
    return run


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    folder = tmp_path_factory.mktemp("records")
    run = hanlin(
        *["simulate", "year_of_the_dragon", "--players", 3, "--games", 3, "--bots", "random,greedy", "--seed", 5],
        *["--records", folder, "--option", "great_wall", "--option", "super_event=random", "--json"],
        check=0,
    )
    return folder, json.loads(run.stdout)


def test_simulate_writes_records_and_a_summary(records):
    folder, summary = records
    files = sorted(folder.glob("*.hanlin"))
    assert len(files) == 3
    assert summary["games"] == 3
    assert summary["game"] == "year_of_the_dragon"
    assert summary["options"] == "great_wall super_event=random"
    assert sum(bot["seats"] for bot in summary["bots"].values()) == 9
    assert sum(bot["wins"] for bot in summary["bots"].values()) == pytest.approx(3, abs=0.01)


def test_simulate_gives_the_same_games_at_both_speeds(records, tmp_path):
    folder, _ = records
    hanlin(
        *["simulate", "year_of_the_dragon", "--players", 3, "--games", 31, "--bots", "random,greedy", "--seed", 5],
        *["--records", tmp_path, "--option", "great_wall", "--option", "super_event=random"],
        plain=False,
        check=0,
    )
    for number in (1, 2, 3):
        plain = (folder / f"year_of_the_dragon-{number}.hanlin").read_text()
        assert (tmp_path / f"year_of_the_dragon-{number:02}.hanlin").read_text() == plain


def test_replay_json_has_a_line_for_each_ply(records):
    file = sorted(records[0].glob("*.hanlin"))[0]
    run = hanlin("replay", file, "--json", check=0)
    *plies, end = [json.loads(line) for line in run.stdout.splitlines()]
    actions = [line for line in file.read_text().split("\n\n", 1)[1].splitlines() if line]
    assert [f"{ply['actor']} {ply['action']}" for ply in plies] == actions
    assert [ply["ply"] for ply in plies] == list(range(1, len(actions) + 1))
    assert all(ply["legal"] == sorted(ply["legal"]) and ply["action"] in ply["legal"] for ply in plies)
    assert plies[0]["scores"] == [0, 0, 0]
    assert end["over"] is True
    assert f'[Scores "{" ".join(map(str, end["scores"]))}"]' in file.read_text()
    assert all(1 <= winner <= 3 for winner in end["winners"])


def test_replay_prints_the_final_position(records):
    file = sorted(records[0].glob("*.hanlin"))[0]
    assert len(hanlin("replay", file, check=0).stdout.splitlines()) > 3


def test_a_bad_record_is_one_line_with_file_line_and_reason(records, tmp_path):
    text = sorted(records[0].glob("*.hanlin"))[0].read_text()
    lines = text.split("\n")
    at = lines.index("") + 2
    lines[at - 1] = "* event peace"
    bad = tmp_path / "bad.hanlin"
    bad.write_text("\n".join(lines))
    run = hanlin("replay", bad, "--json", check=1)
    assert run.stdout == ""
    assert run.stderr.startswith(f"{bad}:{at}: ")
    assert len(run.stderr.splitlines()) == 1


def test_a_missing_record(tmp_path):
    run = hanlin("replay", tmp_path / "none.hanlin", check=1)
    assert len(run.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["simulate", "go", "--players", "2"], "year_of_the_dragon"),
        (["simulate", "china", "--players", "2"], "3 to 5"),
        (["simulate", "china", "--players", "3", "--option", "forts"], "fortresses"),
        (["simulate", "china", "--players", "3", "--bots", "clever"], "random, greedy"),
        (["warm", "go"], "year_of_the_dragon"),
        (["bench", "go"], "year_of_the_dragon"),
    ],
)
def test_wrong_words_get_a_sentence_that_helps(words, hint):
    run = hanlin(*words, check=1)
    assert hint in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1
    assert "Traceback" not in run.stderr


def test_plain_processes_say_that_there_is_nothing_to_compile():
    assert "HANLIN_PLAIN" in hanlin("warm", "china", check=1).stderr
