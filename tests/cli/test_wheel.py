"""The wheel that ``pip install hanlin`` would install: complete, in an environment without the checkout."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import numpy
import pytest

from hanlin.client import Client

ROOT = Path(__file__).resolve().parents[2]
OTHERS = Path(numpy.__file__).resolve().parents[1]
"""The folder of the libraries. As an entry of the path it brings no editable installation along."""


def run(*words: str | Path, **more: object) -> str:
    return subprocess.run([str(word) for word in words], check=True, capture_output=True, text=True, **more).stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of commands of an environment with the wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    tracked = run("git", "ls-files", "-co", "--exclude-standard", "-z", cwd=ROOT).split("\0")
    for name in filter(None, tracked):
        if (ROOT / name).is_file() and name.partition("/")[0] in {"src", "docs", "pyproject.toml", "README.md", "LICENSE"}:
            (folder / "source" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / "source" / name)
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    run(*pip, "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", folder, folder / "source")
    shutil.rmtree(folder / "source")
    venv.create(folder / "env", with_pip=False)
    (wheel,) = folder.glob("hanlin-*.whl")
    run(*pip, "--python", folder / "env" / "bin" / "python", "install", "-q", "--no-deps", wheel)
    return folder / "env" / "bin"


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return {**kept, "PYTHONPATH": str(OTHERS), "HANLIN_PLAIN": "1", "LANGUAGE": "en", "HOME": str(tmp_path)}


def test_the_wheel_comes_from_itself_and_plays(installed: Path, environment: dict[str, str], tmp_path: Path) -> None:
    where = run(installed / "python", "-c", "import hanlin; print(hanlin.__file__)", env=environment, cwd=tmp_path)
    assert Path(where).is_relative_to(installed.parent)
    assert re.fullmatch(r"hanlin \d+\.\d+\.\d+\n", run(installed / "hanlin", "--version", env=environment, cwd=tmp_path))
    for game in ("year_of_the_dragon", "china", "forbidden_city"):
        words = ("simulate", game, "--players", "3", "--games", "1", "--bots", "random", "--seed", "1")
        run(installed / "hanlin", *words, "--records", tmp_path, env=environment, cwd=tmp_path)
        (record,) = tmp_path.glob(f"{game}*.hanlin")
        run(installed / "hanlin", "replay", record, env=environment, cwd=tmp_path)


def test_the_wheel_serves_a_game_with_its_rules(installed: Path, environment: dict[str, str], tmp_path: Path) -> None:
    words = [installed / "hanlin", "serve", "--no-open", "--port", "0", "--data", tmp_path / "data"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True, env=environment, cwd=tmp_path) as server:
        try:
            assert server.stdout is not None
            address = re.search(r"http://\S+", server.stdout.readline())
            assert address is not None
            with Client.guest(address[0], "Ann") as ann:
                place = ann.create("china", 3, seats=["me", "bot:greedy", "bot:greedy"])
                state = next(state for state in ann.watch(place.id) if state.actor == state.seat)
                assert ann.play(state, state.legal[0]).number > state.number
                for page in ("/", "/rules/china", "/help/forbidden_city", f"/t/{place.id}"):
                    assert ann._http.get(page).status_code == 200
                assert "C1.1" in ann._http.get("/rules/china").text
        finally:
            server.kill()
