"""Ctrl-C: what was played is printed, how to go on is said, and the exit is 130."""

from __future__ import annotations

import importlib
import io
import json
import os

import pytest

from hanlin.cli.commands import main
from hanlin.lab import arena as tournaments


def run(monkeypatch, *words):
    monkeypatch.setattr("sys.argv", ["hanlin", *map(str, words)])
    with pytest.raises(SystemExit) as end:
        main()
    return end.value.code


def stop_after(monkeypatch, module, name, calls):
    """Ctrl-C comes in the call after so many."""
    real, left = getattr(module, name), [calls]

    def stopped(*arguments, **more):
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt
        return real(*arguments, **more)

    monkeypatch.setattr(module, name, stopped)


ARENA = ["arena", "china", "--players", "3", "--bots", "random", "--games", "9"]


def test_a_stopped_arena_prints_the_games_that_are_over(monkeypatch, capsys, tmp_path):
    stop_after(monkeypatch, tournaments, "play_game", 4)
    assert run(monkeypatch, *ARENA, "--json") == 130
    said = capsys.readouterr()
    assert json.loads(said.out)["games"] == 4
    assert "stopped after 4 of 9 games." in said.err
    assert "--resume" in said.err
    assert "Traceback" not in said.err


def test_a_stopped_arena_with_a_file_goes_on(monkeypatch, capsys, tmp_path):
    file = tmp_path / "games.jsonl"
    with monkeypatch.context() as inside:
        stop_after(inside, tournaments, "play_game", 4)
        assert run(inside, *ARENA, "--resume", file, "--json") == 130
    assert f"kept in {file}" in " ".join(capsys.readouterr().err.split())
    assert run(monkeypatch, *ARENA, "--resume", file, "--json") == 0
    assert json.loads(capsys.readouterr().out)["games"] == 9


def test_an_arena_stopped_at_once_says_so(monkeypatch, capsys):
    stop_after(monkeypatch, tournaments, "play_game", 0)
    assert run(monkeypatch, *ARENA) == 130
    said = capsys.readouterr()
    assert said.out == ""
    assert "stopped after 0 of 9 games." in said.err


def test_seatings_that_do_not_come_out_even_are_said(monkeypatch, capsys):
    assert run(monkeypatch, *ARENA[:-1], "4", "--markdown") == 0
    said = capsys.readouterr()
    assert "4 games, 2 deals" in said.out
    assert "no multiple of the 3 seatings" in said.err
    assert "Take 3 or 6 games" in " ".join(said.err.split())
    assert run(monkeypatch, *ARENA[:-1], "3", "--markdown") == 0
    said = capsys.readouterr()
    assert "3 games, 1 deals" in said.out
    assert "multiple" not in said.err


@pytest.mark.parametrize("more", [[], ["--keep", "kept"]])
def test_a_stopped_simulation_counts_what_is_over(more, monkeypatch, capsys, tmp_path):
    from hanlin.lab import jobs

    monkeypatch.chdir(tmp_path)
    os.makedirs("kept", exist_ok=True)
    words = ["simulate", "china", "--players", "3", "--bots", "random", "--games", "8", "--json", *more]
    monkeypatch.setattr(jobs, "MANY", 2)
    monkeypatch.setattr(jobs, "MOST_IN_A_BATCH", 2)
    with monkeypatch.context() as inside:
        stop_after(inside, jobs, "play_batch", 2)
        assert run(inside, *words) == 130
    said = capsys.readouterr()
    played = json.loads(said.out)["games"]
    assert 0 < played < 8
    assert f"stopped after {played} of 8 games." in said.err
    assert ("kept in kept" if more else "--keep FOLDER") in said.err
    if more:
        assert run(monkeypatch, *words) == 0
        assert json.loads(capsys.readouterr().out)["games"] == 8


def test_stopped_self_play_says_what_the_folder_holds(monkeypatch, capsys, tmp_path):
    from hanlin.lab import jobs

    monkeypatch.setattr(jobs, "MOST_WATCHED", 2)
    monkeypatch.setattr(jobs, "MANY", 2)
    stop_after(monkeypatch, jobs.SelfPlay, "do", 1)
    words = ["selfplay", "china", "--players", "3", "--out", tmp_path / "out", "--games", "6", "--bots", "random"]
    assert run(monkeypatch, *words) == 130
    said = " ".join(capsys.readouterr().err.split())
    assert (
        said
        == f"hanlin: stopped after 2 of 6 games. Their examples are in {tmp_path / 'out'}; run the same command to continue."
    )


def test_every_other_command_that_is_stopped_says_so(monkeypatch, capsys, tmp_path):
    def stopped(*_arguments):
        raise KeyboardInterrupt

    monkeypatch.setattr(importlib.import_module("hanlin.cli.replay"), "replay", stopped)
    assert run(monkeypatch, "replay", tmp_path / "any.hanlin") == 130
    assert capsys.readouterr().err == "hanlin: stopped.\n"


@pytest.mark.parametrize(("command", "made"), [("book", "--make"), ("puzzles", "--mine")])
def test_a_stopped_book_or_mine_says_what_the_folder_holds(command, made, monkeypatch, capsys, tmp_path):
    def stopped(*arguments, **_more):
        seen = next(each for each in arguments if callable(each))
        seen(*([1234] if command == "book" else [1234, 5]))
        raise KeyboardInterrupt

    module = importlib.import_module(f"hanlin.cli.{command}")
    monkeypatch.setattr(module, "measured" if command == "book" else "mined", stopped)
    words = [command, "china", made, tmp_path / "kept", "--out", tmp_path / "out.json", "--games", "2000"]
    assert run(monkeypatch, *words) == 130
    said = " ".join(capsys.readouterr().err.split())
    assert said.startswith(f"hanlin: stopped after 1,234 {'' if command == 'book' else 'of 2,000 '}games.")
    assert f"kept in {tmp_path / 'kept'}, but {tmp_path / 'out.json'} is not written" in said
    assert said.endswith("run the same command to continue.")


def test_progress_is_drawn_in_a_terminal_only_once_it_begins(monkeypatch):
    from rich.progress import TimeElapsedColumn

    from hanlin.cli.progress import progress

    def drawn(is_terminal, begins):
        class Screen(io.StringIO):
            def isatty(self):
                return is_terminal

        screen = Screen()
        monkeypatch.setattr("sys.stderr", screen)
        with progress(TimeElapsedColumn()) as bar:
            task = bar.add_task("games", total=2)
            if begins:
                bar.advance(task)
        return screen.getvalue()

    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    assert drawn(False, True) == ""
    assert drawn(True, False) == ""
    assert "1/2" in drawn(True, True)
