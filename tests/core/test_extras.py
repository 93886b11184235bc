"""The library needs few packages; every other one belongs to an extra, which is named where it is missing."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from hanlin.core.lib.extras import EXTRAS

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
BASE = {"babel", "llvmlite", "msgspec", "numba", "numpy", "resvg_py"}
MODULES = {"pillow": "PIL", "argon2-cffi": "argon2", "markdown-it-py": "markdown_it"}
"""Modules that are named otherwise than their packages."""
COME_ALONG = {"markupsafe", "pyspiel"}
"""Modules of Jinja2's and OpenSpiel's packages."""


def names(requirements):
    return {re.match(r"[\w-]+", requirement)[0] for requirement in requirements}


def imported(file):
    """The top-level names of what a file imports, except for type checkers."""
    tree = ast.parse(file.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and getattr(node.test, "id", "") == "TYPE_CHECKING":
            node.body = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def test_the_library_alone_is_five_packages():
    assert names(PROJECT["dependencies"]) == {"babel", "msgspec", "numba", "numpy", "resvg-py"}


def test_each_import_is_of_the_library_or_of_an_extra():
    known = BASE | {"hanlin"} | sys.stdlib_module_names | {module for modules in EXTRAS.values() for module in modules}
    for file in (ROOT / "src" / "hanlin").rglob("*.py"):
        assert set(imported(file)) <= known, file


@pytest.mark.parametrize("extra", EXTRAS)
def test_each_extra_installs_what_it_is_named_for(extra):
    installed = {MODULES.get(name, name.replace("-", "_")) for name in names(PROJECT["optional-dependencies"][extra])}
    assert set(EXTRAS[extra]) - COME_ALONG <= installed


def test_the_extra_all_has_every_other_extra_for_users():
    (everything,) = PROJECT["optional-dependencies"]["all"]
    named = set(re.findall(r"[\w]+", everything)) - {"hanlin"}
    assert named | {"cli", "client", "all", "test", "check", "types"} == set(PROJECT["optional-dependencies"])


@pytest.mark.parametrize(
    ("library", "code", "said"),
    [
        ("typer", "from hanlin.cli import main; main()", "The command hanlin needs typer, .* 'hanlin.cli.'"),
        ("litestar", "sys.argv[1:] = ['serve', '--port', '0']; from hanlin.cli import main; main()", "'hanlin.server.'"),
        ("httpx", "import hanlin; hanlin.client", "MissingExtra: A client needs httpx, .* 'hanlin.client.'"),
        ("choix", "from hanlin.lab import tournament_stats as t; t._strengths([])", "needs choix, .* 'hanlin.arena.'"),
        ("gymnasium", "import hanlin; hanlin.envs.gym('china')", "MissingExtra: .* needs gymnasium, .* 'hanlin.envs.'"),
        ("torch", "import hanlin.baselines.ppo", "MissingExtra: Learning needs torch, .* 'hanlin.train.'"),
        ("torch", "import hanlin.baselines.dqn", "MissingExtra: Learning needs torch, .* 'hanlin.train.'"),
        ("polars", "from hanlin.lab.dataframes import polars; polars()", "MissingExtra: .* 'hanlin.tables.'"),
    ],
)
def test_a_missing_extra_is_named_with_what_to_install(library, code, said):
    script = f"import sys; sys.modules[{library!r}] = None; sys.argv[0] = 'hanlin'; {code}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert done.returncode != 0
    assert re.search(said, done.stderr), done.stderr


def test_the_library_is_imported_without_any_extra():
    libraries = [module for modules in EXTRAS.values() for module in modules]
    script = (
        f"import sys; sys.modules.update(dict.fromkeys({libraries!r})); import hanlin, hanlin.lab.arena, hanlin.lab.review\n"
        "position = hanlin.game('china').start(players=3, seed=1).settle()\n"
        "position.svg(), position.legal, position.record(), hanlin.bots.bot, hanlin.simulate"
    )
    subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)


def test_a_check_without_the_web_app_leaves_the_lesson_out():
    without = "import sys; sys.modules['sqlalchemy'] = None; sys.argv = ['hanlin', 'check', 'china']"
    script = f"{without}; from hanlin.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "china is complete.\n"), done.stderr
    assert "not checked: The check of the lesson needs sqlalchemy" in done.stderr
