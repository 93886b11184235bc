"""What commands print with ``--json``: a schema in every object, seats, games and plies from 0; and what they exit with."""

from __future__ import annotations

import json

import pytest

import hanlin
from cli.test_commands import inside  # noqa: F401 (a fixture)
from hanlin.cli import bench
from hanlin.lab.arena import Settings, kept_games, tournament
from hanlin.lab.book import read_book
from hanlin.lab.jobs import SelfPlay, self_play


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """A finished game of two players, one with a fault, and a map with a fault."""
    folder = tmp_path_factory.mktemp("files")
    position = hanlin.game("forbidden_city").start(players=2, seed=1).settle()
    while not position.over:
        position.play(position.legal[0]).settle()
        if position.ply < 9:
            (folder / "begun.hanlin").write_text(position.record(), "utf-8")
    text = position.record()
    (folder / "game.hanlin").write_text(text, "utf-8")
    (folder / "bad.hanlin").write_text(text.rstrip() + "\n1 win at once\n", "utf-8")
    (folder / "bad.toml").write_text("name = 1\n", "utf-8")
    (folder / "no.json").write_text("no tournament", "utf-8")
    return folder


FEW = ["china", "--players", "3", "--games", "3", "--bots", "random,greedy"]


@pytest.mark.parametrize(
    ("words", "schema"),
    [
        (["simulate", *FEW], "hanlin.simulate/2"),
        (["arena", *FEW], "hanlin.arena/2"),
        (["replay", "game.hanlin"], "hanlin.replay/2"),
        (["review", "begun.hanlin", "--seconds", "0.001"], "hanlin.review/1"),
        (["book", "china"], "hanlin.book/2"),
        (["puzzles", "china"], "hanlin.puzzle/1"),
        (["games", "china"], "hanlin.game/1"),
        (["games"], "hanlin.game/1"),
        (["levels"], "hanlin.level/1"),
        (["check", "china"], "hanlin.check/1"),
    ],
)
def test_every_object_that_is_printed_names_its_schema(words, schema, files, monkeypatch, inside):  # noqa: F811
    monkeypatch.chdir(files)
    lines = inside(*words, "--json", check=0).stdout.splitlines()
    objects = [each for line in map(json.loads, lines) for each in (line if isinstance(line, list) else [line])]
    assert objects
    assert {each["schema"] for each in objects} == {schema}
    assert min(seats_in(objects), default=0) == 0


def test_a_book_is_shown_for_the_players_that_are_asked_for(inside):  # noqa: F811
    book = json.loads(inside("book", "china", "--players", "4", "--json", check=0).stdout)
    assert {each["players"] for each in book["figures"]} == {4}
    assert "4 players" in (words := inside("book", "china", "--players", "4", check=0).stdout)
    assert "3 players" not in words


def seats_in(data):
    """All numbers of seats in JSON."""
    if isinstance(data, dict):
        yield from (value for key, value in data.items() if key == "seat" and isinstance(value, int))
    for each in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from seats_in(each)


@pytest.mark.parametrize("words", [["replay"], ["review", "--seconds", "0.001"]])
def test_plies_and_seats_are_those_of_the_library(words, files, inside):  # noqa: F811
    file = files / "begun.hanlin"
    moves = hanlin.read_record(file.read_text("utf-8")).end.moves
    lines = [json.loads(line) for line in inside(*words, file, "--json", check=0).stdout.splitlines()]
    if words == ["replay"]:
        found = {line["ply"]: (line["actor"], line["action"]) for line in lines}
        assert found == dict(enumerate(moves))
        assert {-1, 0, 1} == {actor for actor, _action in found.values()}
    else:
        decisions = lines[0]["decisions"]
        assert decisions
        assert all((each["seat"], each["action"]) == moves[each["ply"]] for each in decisions)


def test_a_bench_names_the_schema_of_each_game(monkeypatch, capsys):
    class Measured:
        def __init__(self, *_arguments):
            self.steps, self.figures = [lambda: None], {"decisions": 1}

    monkeypatch.setattr(bench, "GameBench", Measured)
    monkeypatch.setattr(bench, "PLAIN", False)
    bench.bench(["china"], True, None)
    assert json.loads(capsys.readouterr().out) == {"china": {"schema": "hanlin.bench/1", "decisions": 1}}


def test_kept_files_name_their_schemas_and_old_ones_are_read(tmp_path):
    settings = Settings(game="china", players=3, options={}, bots=("random",), games=2, seed="s")
    file = tmp_path / "games.jsonl"
    played = tournament(settings, 1, file)
    first, *games = file.read_text("utf-8").splitlines()
    assert json.loads(first)["schema"] == "hanlin.tournament/2"
    assert [json.loads(line)["number"] for line in games] == [0, 1]
    old = {name: value for name, value in json.loads(first).items() if name != "schema"}
    file.write_text("\n".join([json.dumps(old), *games, ""]), "utf-8")
    assert kept_games(settings, file) == played

    job, folder = SelfPlay(game="china", players=3, games=1, bots=("random",)), tmp_path / "examples"
    decisions = self_play(job, folder)
    about = json.loads((folder / "job.json").read_text("utf-8"))
    assert about.pop("schema") == "hanlin.job/1"
    (folder / "job.json").write_text(json.dumps(about), "utf-8")
    assert self_play(job, folder) == decisions


def test_a_book_whose_schema_is_a_number_is_read():
    assert read_book(hanlin.game("china")).figures, "as the shipped ones are"


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["replay", "game.hanlin"], 0),
        (["games", "china"], 0),
        (["replay", "bad.hanlin"], 1),
        (["review", "bad.hanlin"], 1),
        (["simulate", "china", "--players", "3", "--option", "map=bad.toml"], 1),
        (["replay", "none.hanlin"], 2),
        (["review", "none.hanlin"], 2),
        (["simulate", "china", "--players", "3", "--option", "map=none.toml"], 2),
        (["simulate", "china", "--players", "9"], 2),
        (["simulate", "go", "--players", "2"], 2),
        (["games", "go"], 2),
        (["review", "game.hanlin", "--seconds", "nan"], 2),
        (["review", "game.hanlin", "--seconds", "61"], 2),
        (["arena", "china", "--players", "3", "--bots", "clever"], 2),
        (["arena", "china", "--players", "3", "--bots", "random", "--resume", "no.json"], 2),
        (["selfplay", "china", "--players", "3", "--out", ".", "--bots", "random"], 2),
        (["lab", "calibrate", "china", "--bots", "clever"], 2),
        (["puzzles", "china", "--mine", "."], 2),
        (["nonsense"], 2),
    ],
)
def test_exit_codes_have_one_rule(words, code, files, monkeypatch, inside):  # noqa: F811
    monkeypatch.chdir(files)
    run = inside(*words)
    assert run.returncode == code, run.stderr
    assert len(run.stderr.splitlines()) == (code > 0), run.stderr


@pytest.mark.parametrize("group", [(), ("lab",), ("account",)])
def test_the_help_of_commands_is_not_cut(group, inside):  # noqa: F811
    assert "..." not in inside(*group, "--help", check=0).stdout.replace("[ARGS]...", "")


COMMANDS = [
    "simulate",
    "selfplay",
    "train",
    "arena",
    "replay",
    "review",
    "book",
    "puzzles",
    "serve",
    "dataset",
    "warm",
    "lab minis",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_help_names_values_in_words_of_its_own(command, inside):  # noqa: F811
    shown = inside(*command.split(), "--help", check=0).stdout
    assert not set("<>{}") & set(shown)
    assert "<=" not in shown
    assert "range" not in shown
    assert "forbidden_city" not in shown


def test_the_options_of_a_game_are_described(inside):  # noqa: F811
    shown = inside("games", "year_of_the_dragon", check=0).stdout
    assert "2 to 5 players" in shown
    assert "--option super_event=NAME" in shown
    assert "volcanic-eruption" in shown
    assert "Default: none." in " ".join(shown.split())
    assert max(map(len, shown.splitlines())) <= 80
    assert "china" not in shown
