"""The commands of the page about training are ones that the command line takes."""

import re
import shlex
from pathlib import Path

import pytest
import typer

from hanlin.cli.main import app

PAGE = Path(__file__).resolve().parents[2] / "docs" / "how-to" / "train.md"
COMMANDS = re.findall(r"^    hanlin (.+)$", PAGE.read_text("utf-8"), re.M)


@pytest.mark.parametrize("words", COMMANDS)
def test_a_command_of_the_page_is_taken(words, tmp_path, monkeypatch):
    (tmp_path / "training").mkdir()
    monkeypatch.chdir(tmp_path)
    name, *arguments = shlex.split(words)
    command = typer.main.get_command(app).commands[name]
    assert command.make_context(name, arguments).params


def test_the_page_shows_all_steps():
    assert [words.split()[0] for words in COMMANDS] == ["train", "arena", "serve"]
