"""The pages of the games for programs say what the code does."""

from __future__ import annotations

import re

import pytest

import game_pages


@pytest.mark.parametrize("name", sorted(game_pages.PAGES))
def test_tables_and_examples_are_those_of_the_code(name):
    """Else: ``python tools/game_pages.py``."""
    text = (game_pages.FOLDER / game_pages.PAGES[name]).read_text("utf-8")
    assert game_pages.written(name, text, ("actions", "observations")) == text
    assert "win share by seat" in text


def test_the_sample_plays_a_placement():
    names: dict[str, object] = {}
    text = (game_pages.FOLDER / game_pages.PAGES["forbidden_city"]).read_text("utf-8")
    exec(re.search(r"```python\n(import numpy.*?)```", text, re.DOTALL)[1], names)
    assert names["env"].game.position().state.placed == 1
