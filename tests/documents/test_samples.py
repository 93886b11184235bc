"""The samples of README, guides and notebooks play games whose luck changes from step to step, as a reader expects."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import hanlin
from hanlin.core.verbs import generic

ROOT = Path(__file__).resolve().parents[2]
FOLDERS = [ROOT / "docs", ROOT / "docs" / "tutorials", ROOT / "docs" / "how-to"]
PAGES = [ROOT / "README.md", *(page for folder in FOLDERS for page in sorted(folder.glob("*.md")))]
SAMPLE = re.compile(r"```python\n(.*?)```", re.DOTALL)
NOTEBOOK = ROOT / "docs" / "notebooks" / "first-game.ipynb"


@pytest.fixture
def drawn(monkeypatch):
    """The states of the generators from which positions drew."""
    seen: list[str] = []
    real = generic.sample

    def sample(state, rng):
        seen.append(str(rng))
        return real(state, rng)

    monkeypatch.setattr(generic, "sample", sample)
    return seen


@pytest.mark.parametrize("page", [page for page in PAGES if ".settle(" in page.read_text("utf-8")], ids=lambda page: page.stem)
def test_samples_of_a_page_never_draw_the_same_luck_twice(page, drawn):
    names: dict[str, object] = {}
    samples = [sample for sample in SAMPLE.findall(page.read_text("utf-8")) if "hanlin" in sample or "choose" in sample]
    for sample in samples:
        if not any(word in sample for word in ("playouts", "envs", "on purpose")):
            exec(sample, names)
    if "playouts" not in samples[-1]:
        assert drawn
    assert len(set(drawn)) == len(drawn)


def test_the_first_code_of_the_readme_deals_twelve_different_months():
    names: dict[str, object] = {}
    exec(SAMPLE.search((ROOT / "README.md").read_text("utf-8"))[1], names)
    deals = [text for actor, text in names["position"].moves if text.startswith("deal ")]
    assert len(deals) == 12
    assert len(set(deals)) >= 11


def test_the_first_notebook_never_draws_the_same_luck_twice(drawn):
    names: dict[str, object] = {}
    for cell in json.loads(NOTEBOOK.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)
    assert len(drawn) > 30
    assert len(set(drawn)) == len(drawn)


@pytest.mark.parametrize("name", ["china", "forbidden_city", "year_of_the_dragon"])
def test_the_same_number_at_every_step_is_as_good_as_a_stream(name, drawn):
    game = hanlin.game(name)
    one, other = game.start(seed=7), game.start()
    while not one.settle().over:
        one.play(one.legal[0])
    assert len(set(drawn)) == len(drawn)
    while not other.settle(7).over:
        other.play(other.legal[0])
    assert one.moves == other.moves
