"""The package, the changelog and the citation name one version; the rest reads the package's."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_the_version_is_the_same_wherever_it_is_named():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    newest = re.search(r"^## (\d+\.\d+\.\d+)", (ROOT / "docs" / "changelog.md").read_text("utf-8"), re.M)[1]
    cited = re.search(r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.M)[1]
    copied = re.search(r"Version (\d+\.\d+\.\d+)\.", (ROOT / "docs" / "how-to" / "cite.md").read_text("utf-8"))[1]
    assert version == newest == cited == copied
