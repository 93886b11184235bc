"""The notebooks run from top to bottom, as they are written."""

from __future__ import annotations

from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).resolve().parents[2] / "docs" / "notebooks").glob("*.ipynb"))


WATCH = """
from hanlin.core.verbs import generic as _generic

_drawn, _sample = [], _generic.sample
_generic.sample = lambda state, rng: (_drawn.append(str(rng)), _sample(state, rng))[1]
"""
"""Code added to the first cell: the states of the generators from which positions draw."""
SEEN = "assert len(set(_drawn)) == len(_drawn), 'the same luck is drawn twice'"


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_the_notebook_runs(file, tmp_path):
    book = nbformat.read(file, as_version=4)
    assert not any(cell.get("outputs") for cell in book.cells), "outputs are stripped"
    book.cells.insert(0, nbformat.v4.new_code_cell(WATCH))
    book.cells.append(nbformat.v4.new_code_cell(SEEN))
    NotebookClient(book, timeout=280, kernel_name="python3", resources={"metadata": {"path": str(tmp_path)}}).execute()
    if file.stem == "learning":
        words = book.cells[-2].outputs[0].text.split()
        share, at_least = float(words[0]), float(words[-1])
        assert share > at_least > 1 / 3, "it beats two that play at random, and not by luck"
