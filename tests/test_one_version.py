"""The package, the changelog and the citation name one version; and ``constraints.txt`` locks what the package needs."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).resolve().parents[1]


def test_the_version_is_the_same_wherever_it_is_named():
    version = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    newest = re.search(r"^## (\d+\.\d+\.\d+)", (ROOT / "docs" / "changelog.md").read_text("utf-8"), re.M)[1]
    cited = re.search(r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.M)[1]
    copied = re.search(r"Version (\d+\.\d+\.\d+)\.", (ROOT / "docs" / "how-to" / "cite.md").read_text("utf-8"))[1]
    assert version == newest == cited == copied


def test_the_lock_file_has_a_fitting_release_of_each_library():
    locked = {}
    for line in (ROOT / "constraints.txt").read_text("utf-8").splitlines():
        pinned = Requirement(line)
        (pin,) = pinned.specifier
        assert pin.operator == "==", line
        locked.setdefault(canonicalize_name(pinned.name), []).append(pin.version)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    needed = [*project["dependencies"], *(word for extra in extras if extra not in ("all", "bench") for word in extras[extra])]
    for wanted in map(Requirement, needed):
        if wanted.name != "hanlin":
            releases = locked.get(canonicalize_name(wanted.name), ())
            assert any(wanted.specifier.contains(release) for release in releases), wanted
