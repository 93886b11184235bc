"""The figures about the levels' strength are those that were measured."""

from __future__ import annotations

import re
import tomllib
from importlib.resources import files
from pathlib import Path

import pytest

from hanlin.bots.levels import levels
from hanlin.bots.strength import strengths
from hanlin.core.position.game import games

ROOT = Path(__file__).resolve().parents[2]
NAMES = ("year_of_the_dragon", "china", "forbidden_city")
SOURCE = tomllib.loads(files("hanlin.bots").joinpath("strength.toml").read_text("utf-8"))["source"]


def measured(level, title):
    """The rows of a game in the table of a level's win shares: players, games, share."""
    report = (ROOT / SOURCE).read_text("utf-8").partition("## Each level against")[2].partition("\n## ")[0]
    table = report.partition(f"win share of `{level}` |")[2].partition("\n\n")[0]
    return re.findall(rf"\| {title}[^|]*\| (\d+) \| (\d+) \| ([\d.]+) % \|", table)


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_stands_in_its_source(name):
    found, title = strengths(name), games()[name].words.title()
    assert list(found) == list(levels())[1:]
    for level, each in found.items():
        assert (str(each.players), str(each.games), f"{each.share}") in measured(level, title)
        assert each.players == games()[name].players[0]


def test_each_level_is_compared_with_the_one_below_it():
    order = list(levels())
    for name in NAMES:
        assert [each.against for each in strengths(name).values()] == order[:-1]


def test_a_game_without_measurements_has_no_figures():
    assert strengths("lanterns") == {}
