"""``hanlin benchmark``: a score file is written, verified and compared, and Ctrl-C says how to go on."""

from __future__ import annotations

import json

import pytest

from hanlin.cli.commands import main
from hanlin.lab import benchmark_games

FAST = ["benchmark", "--opponents", "greedy", "--setting", "forbidden_city-2", "--games", "4"]


@pytest.fixture
def run(monkeypatch, capsys):
    """Run a command; return its exit code, output and messages."""

    def run(*words):
        monkeypatch.setattr("sys.argv", ["hanlin", *map(str, words)])
        with pytest.raises(SystemExit) as end:
            main()
        said = capsys.readouterr()
        return end.value.code, said.out, " ".join(said.err.split())

    return run


def test_a_score_file_is_written_verified_and_found_forged(run, tmp_path):
    file = tmp_path / "score.json"
    code, out, _ = run(*FAST, "--agent", "random", "--out", file)
    assert code == 0
    assert "random against greedy, hanlin-bench-v1; not a complete entry" in " ".join(out.split())
    code, out, _ = run("benchmark", "--verify", file)
    assert code == 0
    assert out.startswith("4 games replayed, ")
    assert "all as they should be" in out
    data = json.loads(file.read_text())
    data["settings"][0]["games"][0]["share"] = 1.0
    file.write_text(json.dumps(data))
    code, out, _ = run("benchmark", "--verify", file, "--percent", "10", "--json")
    assert code == 1
    assert "deal 0, agent at seat 0: share should be" in json.loads(out)["faults"][0]


def test_several_agents_make_the_same_table_twice(run, tmp_path):
    agents = ["--agent", "random,greedy", "--markdown"]
    code, out, _ = run(*FAST, *agents, "--out", tmp_path / "scores", "--keep", tmp_path / "kept")
    assert code == 0
    assert out.count("| `") == 2
    assert run(*FAST, *agents) == (0, out, "")
    assert run("benchmark", "--table", tmp_path / "scores") == (0, out, "")
    code, listed, _ = run("benchmark", "--table", tmp_path / "scores" / "random.json", "--json")
    assert [(each["agent"], each["settings"][0]["games"]) for each in json.loads(listed)] == [("random", 4)]


def test_markdown_and_json_of_one_agent(run):
    code, out, _ = run(*FAST, "--agent", "greedy", "--markdown")
    assert code == 0
    assert "| forbidden_city-2 | 2 |" in out
    code, out, _ = run(*FAST, "--agent", "greedy", "--json")
    assert json.loads(out)["settings"][0]["deals"] == 2


def test_a_stopped_benchmark_says_how_to_go_on(run, monkeypatch, tmp_path):
    play, left = benchmark_games.play, [1]

    def stopped(*arguments):
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return play(*arguments)

    command = [*FAST, "--agent", "random", "--keep", tmp_path / "kept"]
    with monkeypatch.context() as inside:
        inside.setattr(benchmark_games, "play", stopped)
        code, out, said = run(*command)
        assert (code, out) == (130, "")
        assert f"2 of 4 games of random. Finished deals are kept in {tmp_path / 'kept'}" in said
        code, _, said = run(*FAST, "--agent", "random")
        assert "0 of 4 games of random. No games were kept. With --keep FOLDER" in said
    assert run(*command)[0] == 0


def test_the_protocol_is_listed(run):
    code, out, _ = run("benchmark")
    assert code == 0
    assert "hanlin-bench-v1: 200 deals of each setting, against greedy, strong@200, strong@2000" in out
    assert "with --short: 20 games of each setting" in out
    assert "  year_of_the_dragon-4-great_wall: year_of_the_dragon, 4 players, great_wall" in out
    about = json.loads(run("benchmark", "--json")[1])
    assert len(about["settings"]) == 9
    assert about["settings"]["china-3"] == {"game": "china", "players": 3, "options": {}}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--agent", "random", "--table", "x"], "Give one of --agent, --verify and --table."),
        (["--agent", ","], "name at least one"),
        (["--agent", "random", "--setting", "china-3,"], "empty item"),
        (["--agent", "random", "--out", "."], ". is a folder"),
        (["--verify", "no.json"], "no.json can't be read: No such file"),
        (["--table", "."], "There is no score file in ."),
    ],
)
def test_bad_words_are_refused(run, words, said, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    code, _, told = run("benchmark", *words)
    assert code == 2
    assert said in told
