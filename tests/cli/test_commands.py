"""The commands as a person types them: what they print, where, and how they end."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from importlib.resources import files

import pytest

import hanlin as package
from hanlin.cli import main


def hanlin(*words, plain=True, check=None):
    """Run the command; at plain speed by default."""
    environment = {**os.environ, "COLUMNS": "200"}
    if plain:
        environment["HANLIN_PLAIN"] = "1"
    run = subprocess.run([sys.executable, "-m", "hanlin", *map(str, words)], capture_output=True, text=True, env=environment)
    if check is not None:
        assert run.returncode == check, run.stderr
    return run


@pytest.fixture
def inside(monkeypatch, capsys):
    """Runs a command as ``hanlin`` does, in this process: what a start costs is paid once."""

    def run(*words, check=None):
        monkeypatch.setattr(sys, "argv", ["hanlin", *map(str, words)])
        monkeypatch.setenv("COLUMNS", "200")
        # A command may set it for its own process, which is that of all tests here: put back afterwards.
        monkeypatch.setenv("HANLIN_PLAIN", os.environ.get("HANLIN_PLAIN", ""))
        with pytest.raises(SystemExit) as end:
            sys.exit(main())
        (out, err), code = capsys.readouterr(), end.value.code or 0
        if isinstance(code, str):  # Python prints it, then.
            err, code = f"{err}{code}\n", 1
        assert check is None or code == check, err
        return subprocess.CompletedProcess(words, code, out, err)

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
    for number in range(3):
        plain = (folder / f"year_of_the_dragon-{number}.hanlin").read_text()
        assert (tmp_path / f"year_of_the_dragon-{number:02}.hanlin").read_text() == plain


def test_replay_json_has_a_line_for_each_ply(records):
    file = sorted(records[0].glob("*.hanlin"))[0]
    run = hanlin("replay", file, "--json", check=0)
    *plies, end = [json.loads(line) for line in run.stdout.splitlines()]
    actions = [line for line in file.read_text().split("\n\n", 1)[1].splitlines() if line]
    in_record = {-1: "*", 0: "1", 1: "2", 2: "3"}
    assert [f"{in_record[ply['actor']]} {ply['action']}" for ply in plies] == actions
    assert [ply["ply"] for ply in plies] == list(range(len(actions)))
    positions = package.read_record(file.read_text()).positions()
    assert [ply["legal"] for ply in plies] == [position.legal for position in positions][: len(plies)], "in canonical order"
    assert all(ply["action"] in ply["legal"] for ply in plies)
    assert plies[0]["scores"] == [0, 0, 0]
    assert end["over"] is True
    assert f'[Scores "{" ".join(map(str, end["scores"]))}"]' in file.read_text()
    best = max(end["scores"])
    assert all(end["scores"][winner] == best for winner in end["winners"])
    assert end["winners"]


def test_replay_prints_the_final_position(records, inside):
    file = sorted(records[0].glob("*.hanlin"))[0]
    assert len(inside("replay", file, check=0).stdout.splitlines()) > 3


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
    reviewed = hanlin("review", bad, check=1)
    assert (reviewed.stdout, reviewed.stderr) == (run.stdout, run.stderr), "one rule for both"


def one_line(run, hint="", code=2):
    """The command ended with that exit code and one line that says why."""
    assert run.returncode == code, run.stderr
    assert len(run.stderr.splitlines()) == 1, run.stderr
    assert hint in run.stderr
    assert "Traceback" not in run.stderr
    assert len(run.stderr) < 800


def test_a_missing_record(tmp_path, inside):
    one_line(inside("replay", tmp_path / "none.hanlin"), "can't be read")
    one_line(inside("replay", tmp_path), "is a directory")
    one_line(inside("review", tmp_path / "none.hanlin"), "can't be read")
    one_line(inside("review", tmp_path), "is a directory")
    one_line(inside("review", tmp_path / "none.hanlin", "--option", "map"), "only data files")


SIMULATE = ["simulate", "china", "--players", "3", "--games", "1"]
NINES = "9" * 5000


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["simulate", "go", "--players", "2"], "year_of_the_dragon"),
        (["simulate", "china", "--players", "2"], "3 to 5"),
        (["simulate", "china"], "--players"),
        (["simulate", "china", "--players", "three"], "--players"),
        (["simulate", "china", "--players", NINES], "--players"),
        (["simulate", "china", "--players", "3", "--games", NINES], "--games"),
        (["simulate", "china", "--players", NINES[:4000]], "--players"),
        *[([*SIMULATE[:3], word, "--games", "1"], "--players") for word in ("03", "+3", " 3", "3.0", "1_0", "٣")],
        ([*SIMULATE[:-1], "0"], "--games"),
        ([*SIMULATE, "--processes", "1.5"], "--processes"),
        ([*SIMULATE, "--option", "forts"], "fortresses"),
        ([*SIMULATE, "--option", "side"], "3-4|4-5"),
        ([*SIMULATE, "--option", f"side={NINES}"], "3-4, 4-5"),
        ([*SIMULATE, "--option", "side=4-5"], "3 players"),
        ([*SIMULATE, "--option", "fortresses=yes"], "switch"),
        ([*SIMULATE, "--option", "fortresses", "--option", "fortresses"], "twice"),
        ([*SIMULATE, "--option", "map=nowhere.toml"], "nowhere.toml"),
        ([*SIMULATE, "--seed", "1", "--seed", "2"], "--seed is given twice"),
        ([*SIMULATE, "--seed=1", "--seed", "2"], "--seed is given twice"),
        ([*SIMULATE, "--bots", "clever"], "random, greedy"),
        ([*SIMULATE, "--bots", "random,,greedy"], "empty item"),
        ([*SIMULATE, "--bots", ""], "empty item"),
        ([*SIMULATE, "--bots", "random,random,greedy,greedy"], "too many"),
        ([*SIMULATE, "--records", "/dev/null/records"], "/dev/null/records"),
        ([*SIMULATE, "--fast"], "--fast"),
        (["arena", "china", "--players", "3", "--option", "fortresses", "--option", "fortresses"], "twice"),
        (["play", "china"], "play"),
        (["warm", "go"], "year_of_the_dragon"),
        (["bench", "go"], "year_of_the_dragon"),
        (["bench", "china", "--yardsticks", "nowhere"], "nowhere"),
        (["serve", "--port", "99999"], "--port"),
    ],
)
def test_wrong_words_get_one_sentence_that_helps(words, hint, inside):
    one_line(inside(*words), hint)


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (["benchmark", "--games", "3"], "--games is only for --agent"),
        (["benchmark", "--agent", "greedy", "--percent", "5"], "--percent is only for --verify"),
        (["benchmark", "--processes", "2"], "--agent or --verify"),
        (["benchmark", "--agent", "greedy", "--json", "--markdown"], "--json and --markdown"),
        (["arena", "china", "--players", "3", "--json", "--markdown"], "--json and --markdown"),
        (["book", "china", "--seed", "1"], "--seed is only for --make"),
        (["book", "china", "--json", "--make", "folder"], "--json and --make"),
        (["puzzles", "china", "--records", "game.hanlin"], "--records is only for --mine"),
        (["dataset", "--check", "folder", "--games", "5"], "--games and --check"),
        (["review", "game.hanlin", "--json", "--html"], "--json and --html"),
        (["lab", "minis", "china", "--seed", "3"], "--seed is only for --curve"),
        (["lab", "calibrate", "china", "--json", "--markdown"], "--json and --markdown"),
    ],
)
def test_options_that_would_do_nothing_are_refused(words, hint, inside):
    one_line(inside(*words), hint)


@pytest.mark.parametrize(
    ("words", "named"),
    [(["lad"], "hanlin --help"), (["lab", "mini"], "hanlin lab --help"), (["simulate"], "hanlin simulate --help")],
)
def test_an_incomplete_command_line_names_the_help(words, named, inside):
    one_line(inside(*words), named)


@pytest.mark.parametrize("group", ["lab", "account"])
def test_a_group_without_a_command_lists_its_commands(group, inside):
    assert inside(group, check=0).stdout == inside(group, "--help", check=0).stdout


@pytest.mark.parametrize("command", ["warm", "bench"])
def test_plain_processes_say_that_nothing_is_compiled_in_them(command):
    one_line(hanlin(command, "china"), "HANLIN_PLAIN")


def test_a_seed_that_is_no_text_is_refused():
    run = subprocess.run(
        [sys.executable, "-m", "hanlin", *SIMULATE, "--seed", b"\xff\xfe"],
        capture_output=True,
        text=True,
        env={**os.environ, "HANLIN_PLAIN": "1"},
    )
    one_line(run, "UTF-8")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a device that is always full")
@pytest.mark.parametrize("words", [SIMULATE, ["--help"], ["--version"]])
def test_a_full_output_is_said_in_one_line(words):
    with open("/dev/full", "w") as full:
        run = subprocess.run(
            [sys.executable, "-m", "hanlin", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "HANLIN_PLAIN": "1"},
        )
    one_line(run, "No space left", 1)


def test_the_version():
    assert hanlin("--version", check=0).stdout == f"hanlin {package.__version__}\n"


@pytest.mark.parametrize(("typed", "offered"), [("hanlin si", "simulate"), ("hanlin simulate fo", "forbidden_city")])
def test_the_shell_completes_commands_and_games(typed, offered, monkeypatch):
    asked = {"_HANLIN_COMPLETE": "complete_bash", "COMP_WORDS": typed, "COMP_CWORD": str(len(typed.split()) - 1)}
    for name, value in asked.items():
        monkeypatch.setenv(name, value)
    script = "import sys; sys.argv[0] = 'hanlin'; from hanlin.cli import main; main()"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert run.stdout.split() == [offered]


def test_no_words_get_the_help():
    assert "simulate" in hanlin(check=0).stdout


# -- data files ----------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def own_map(tmp_path_factory):
    """A map with another name than the shipped one's, and a record of a game on it."""
    folder = tmp_path_factory.mktemp("map")
    shipped = (files("hanlin.games.china") / "maps" / "warring-states.toml").read_text("utf-8")
    board = folder / "own.toml"
    board.write_text(re.sub(r"\byan\b", "yen", shipped.replace('name = "warring-states"', 'name = "own"')))
    hanlin(*SIMULATE, "--bots", "random", "--records", folder, "--option", f"map={board}", check=0)
    return board, folder / "china-0.hanlin"


def test_a_record_is_replayed_with_its_own_data_file(own_map, inside):
    board, record = own_map
    assert inside("replay", record, "--option", f"map={board}", check=0).stdout


def test_replay_refuses_options_that_do_not_belong_to_it(own_map, records, tmp_path, inside):
    board, record = own_map
    one_line(inside("replay", record, "--option", f"map={board}", "--option", f"map={board}"), "twice")
    one_line(inside("replay", record, "--option", f"map={board}", "--option", f"tiles={board}"), "tiles")
    one_line(inside("replay", record, "--option", "fortresses"), "fortresses")
    one_line(inside("replay", record, "--option", "map="), "map=")
    dragon = sorted(records[0].glob("*.hanlin"))[0]
    one_line(inside("replay", dragon, "--option", f"map={board}"), "map")
    hanlin(*SIMULATE, "--bots", "random", "--records", tmp_path, check=0)
    one_line(inside("replay", tmp_path / "china-0.hanlin", "--option", f"map={board}"), "that Hanlin includes")


@pytest.mark.parametrize("content", ["nonsense", 'name = "other"', None])
def test_a_wrong_data_file_is_blamed_on_its_own_tag(own_map, tmp_path, content, inside):
    _, record = own_map
    line = 1 + next(number for number, line in enumerate(record.read_text().splitlines()) if line.startswith("[Map "))
    other = tmp_path / "other.toml"
    if content is not None:
        other.write_text(content)
    run = inside("replay", record, "--option", f"map={other}", check=1)
    assert run.stderr.startswith(f"{record}:{line}: ")
    assert len(run.stderr.splitlines()) == 1


# -- accounts ------------------------------------------------------------------------------------------------------------


def test_an_operator_makes_a_code_for_a_forgotten_password(tmp_path, inside):
    from hanlin.server.db import Store

    Store.in_folder(tmp_path).close()
    one_line(inside("account", "reset", "Ann", "--data", tmp_path), "no account called Ann")


# -- backups -------------------------------------------------------------------------------------------------------------


def test_a_backup_is_written_once_and_brought_back(tmp_path, inside):
    from hanlin.server.db import Store

    Store.in_folder(tmp_path / "data").close()
    said = inside("backup", tmp_path / "file", "--data", tmp_path / "data", check=0)
    assert said.stdout == f"0 tables are in {tmp_path / 'file'}.\n"
    one_line(inside("backup", tmp_path / "file", "--data", tmp_path / "data"), "already exists")
    one_line(inside("backup", tmp_path / "other", "--data", tmp_path / "nowhere"), "There are no tables in")
    assert not (tmp_path / "nowhere").exists()
    assert inside("restore", tmp_path / "file", "--data", tmp_path / "other", check=0).stdout == "0 tables came back.\n"
    one_line(inside("restore", tmp_path / "nothing", "--data", tmp_path / "other"), "no file")
    one_line(inside("serve", "--database", "mysql://a/b"), "postgresql://NAME:PASSWORD@HOST/DATABASE")


def test_games_and_levels_are_listed(inside):
    listed = {each["name"]: each for each in json.loads(inside("games", "--json", check=0).stdout)}
    assert {"china", "forbidden_city", "year_of_the_dragon"} <= set(listed)
    assert listed["china"]["players"] == [3, 4, 5]
    for name, facts in listed.items():
        game = package.game(name)
        assert [option["name"] for option in facts["options"]] == [option.name for option in game.options]
        for option in facts["options"]:
            if option["kind"] == "choice":
                game.start(game.players[0], **{option["name"]: option["choices"][0]})
    levels = json.loads(inside("levels", "--json", check=0).stdout)
    assert [level["name"] for level in levels] == ["novice", "casual", "strong", "expert"]
    assert levels[1]["strength"]["china"]["against"] == "novice"
    in_words = inside("games", check=0).stdout + inside("levels", check=0).stdout
    assert "china: China, 3 to 5 players" in in_words
    assert "expert: up to 1 s a move" in in_words


def test_minis_are_listed_and_solved(inside, tmp_path):
    pytest.importorskip("pyspiel")
    assert "--option months=12|3|2|1" in inside("games", check=0).stdout
    words = ["lab", "minis", "year_of_the_dragon", "--option", "months=1"]
    found = json.loads(
        inside(*words, "--reward", "margin", "--iterations", 100, "--curve", 50, "--efg", tmp_path, "--json", check=0).stdout
    )
    assert (found["schema"], found["mini"]) == ("hanlin.mini/1", "year_of_the_dragon months=1")
    assert abs(found["cfr_plus"] - found["exact"]) <= 2 * found["exploitability"] + 1e-6
    assert found["outcome_sampling"][0]["iterations"] == 50
    assert [path.suffix for path in tmp_path.iterdir()] == [".efg"]
    one_line(inside(*words[:3], "--option", "months=5"), "choose one of: 12, 3, 2, 1")
    one_line(inside(*words, "--curve", "many"), "--curve is numbers of iterations")
    one_line(inside(*words, "--reward", "points"), "sum to 0")
