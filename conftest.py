"""The example of a game in a package of its own, installed for the tests as any such game would be; and the samples of Python
in the documents and in docstrings, which run as tests."""

from __future__ import annotations

import os
import sys
import tempfile
import tomllib
from pathlib import Path

from hypothesis import settings
from sybil import Sybil
from sybil.parsers.markdown import PythonCodeBlockParser
from sybil.parsers.rest import DocTestParser

EXAMPLE = Path(__file__).resolve().parent / "docs" / "examples" / "lanterns"


def install(project: Path, into: Path) -> None:
    """What an editable installation of the project leaves behind, for this process and those that it starts."""
    about = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))["project"]
    folder = into / f"{about['name']}-{about['version']}.dist-info"
    folder.mkdir()
    (folder / "METADATA").write_text(f"Metadata-Version: 2.4\nName: {about['name']}\nVersion: {about['version']}\n", "utf-8")
    lines = []
    for group, points in about["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {target}" for name, target in points.items())]
    (folder / "entry_points.txt").write_text("\n".join(lines) + "\n", "utf-8")
    path = [str(project), str(into)]
    sys.path += path
    os.environ["PYTHONPATH"] = os.pathsep.join([*os.environ.get("PYTHONPATH", "").split(os.pathsep), *path]).strip(os.pathsep)


_FOLDER = tempfile.TemporaryDirectory(prefix="hanlin-tests-")
install(EXAMPLE, Path(_FOLDER.name))

# Environments and bots are tested at compiled speed from their first step. (How they begin plain:
# tests/envs/test_beginning_plain.py.)
os.environ.setdefault("HANLIN_COMPILE_FIRST", "1")

# Everywhere as in CI: the same examples in each run, and no time limits, which a busy machine would break.
settings.load_profile("ci")

pytest_plugins = ["helpers.budget"]

pytest_collect_file = (
    Sybil(parsers=[PythonCodeBlockParser()], patterns=["README.md", "docs/*.md", "docs/tutorials/*.md", "docs/how-to/*.md"])
    + Sybil(parsers=[DocTestParser()], patterns=["*.py"], path="src/hanlin")
).pytest()
