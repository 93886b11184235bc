"""The library's reference is made from docstrings: every public name in it has one."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest

REFERENCE = Path(__file__).resolve().parents[2] / "docs" / "reference"
MODULES = sorted(
    {name for page in REFERENCE.glob("*.md") for name in re.findall(r"automodule:: ([\w.]+)", page.read_text("utf-8"))}
)


def public(module: ModuleType) -> dict[str, object]:
    """The public names that a module defines or hands on, and the public members of its classes."""
    found: dict[str, object] = {}
    for name, item in vars(module).items():
        if name.startswith("_") or not (inspect.isclass(item) or inspect.isroutine(item)):
            continue
        if getattr(item, "__module__", "") != module.__name__ and name not in getattr(module, "__all__", ()):
            continue
        found[name] = item
        if inspect.isclass(item) and item.__module__ == module.__name__:
            members = {
                f"{name}.{member}": inner.fget if isinstance(inner, property) else inner
                for member, inner in vars(item).items()
                if not member.startswith("_") and member not in getattr(item, "__dataclass_fields__", ())
            }
            found |= {member: inner for member, inner in members.items() if inspect.isroutine(inner)}
    return found


@pytest.mark.parametrize("name", MODULES)
def test_every_public_name_is_explained(name: str) -> None:
    module = import_module(name)
    assert module.__doc__
    assert [each for each, item in public(module).items() if not (getattr(item, "__doc__", "") or "").strip()] == []
