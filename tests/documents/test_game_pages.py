"""The pages of the games for programs say what the code does."""

from __future__ import annotations

import pytest

import game_pages


@pytest.mark.parametrize("name", sorted(game_pages.PAGES))
def test_tables_and_examples_are_those_of_the_code(name):
    """Else: ``python tools/game_pages.py``."""
    text = (game_pages.FOLDER / game_pages.PAGES[name]).read_text("utf-8")
    assert game_pages.written(name, text, ("actions", "observations")) == text
    assert "win share by seat" in text
