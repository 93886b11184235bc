"""The page about the architecture names every package, and no module that does not exist."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "hanlin"
PAGE = (ROOT / "docs" / "architecture.md").read_text("utf-8")


def test_every_package_is_named():
    top = [f"hanlin.{path.parent.name}" for path in SOURCE.glob("*/__init__.py")]
    inner = [path.parent.relative_to(SOURCE) for name in ("core", "server") for path in SOURCE.glob(f"{name}/*/**/__init__.py")]
    inner = [".".join(path.parts) for path in inner if path.name != "migrations" and path.parts != ("server", "routes")]
    assert [name for name in top + inner if f"`{name}`" not in PAGE] == []


def test_every_file_named_exists():
    named = set(re.findall(r"`((?:\w+/)+\w+\.(?:py|js))`", PAGE))
    assert len(named) > 10
    places = [SOURCE, SOURCE / "server"]
    assert [name for name in sorted(named) if not any((place / name).is_file() for place in places)] == []
