"""The library's reference is made from docstrings: every public name in it has one."""

from __future__ import annotations

import inspect
import re
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = ROOT / "docs" / "reference"
LISTED = [name for page in REFERENCE.glob("*.md") for name in re.findall(r"automodule:: ([\w.]+)", page.read_text("utf-8"))]
MODULES = sorted(set(LISTED))


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


def test_the_reference_lists_each_module_once() -> None:
    assert sorted(LISTED) == MODULES


PACKAGES = ("hanlin", "hanlin.bots", "hanlin.envs", "hanlin.lab")
OFFERED = [f"{name}.{each}" for name in PACKAGES for each in import_module(name).__all__]


@pytest.mark.parametrize("name", OFFERED)
def test_every_offered_name_is_in_the_reference(name: str) -> None:
    """What ``__all__`` of the packages lists."""
    assert is_explained(name), f"add the module that defines {name} to docs/reference"


@pytest.mark.parametrize("name", PACKAGES)
def test_tab_completion_shows_what_a_package_offers(name: str) -> None:
    package = import_module(name)
    assert set(package.__all__) <= set(dir(package))
    assert not {"Any", "annotations", "TYPE_CHECKING", "import_module", "overload"} & set(dir(package))


DOTTED = re.compile(r"(?<![\w./@:-])hanlin(?:\.[A-Za-z_]\w*)+(?![\w/-])")
IMPORTED = re.compile(r"^\s*from (hanlin[\w.]*) import \(?([\w, ]+)", re.MULTILINE)
OTHER = {"hanlin.sqlite", "hanlin.service", "hanlin.games"}
"""Files, a group of entry points: no names of the library."""
BESIDES = ("hanlin.server", "hanlin.cli", "hanlin.baselines")
"""Programs: pages for hosts, the command's help and the pages that include them are their reference."""


def named_in_pages() -> dict[str, set[str]]:
    """The names of the library that pages use, each with the pages."""
    found: dict[str, set[str]] = {}
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        if page.parent in (REFERENCE, ROOT / "docs" / "research") or page.name == "changelog.md":
            continue
        text = page.read_text("utf-8")
        names = set(DOTTED.findall(text))
        for module, items in IMPORTED.findall(text):
            names |= {f"{module}.{item.split()[0]}" for item in items.split(",") if item.strip()}
        for name in names - OTHER:
            found.setdefault(name, set()).add(page.name)
    return found


def resolved(name: str) -> tuple[str, object]:
    """The module in which a dotted name is found, and what it names; AttributeError where there is nothing of that name."""
    parts = name.split(".")
    module, item = parts[0], import_module(parts[0])
    for part in parts[1:]:
        try:
            item = import_module(f"{module}.{part}") if isinstance(item, ModuleType) else getattr(item, part)
            module = item.__name__ if isinstance(item, ModuleType) else module
        except ModuleNotFoundError:
            item = getattr(item, part)
    return module, item


def is_explained(name: str) -> bool:
    """True if the reference has the module that is named, or the one that defines what is named."""
    module, item = resolved(name)
    if isinstance(item, ModuleType):
        return module in MODULES or any(each.startswith(f"{module}.") for each in MODULES)
    defined = getattr(item, "__module__", None) or module
    return defined in MODULES or any(vars(import_module(each)).get(name.rpartition(".")[2]) is item for each in MODULES)


def test_names_of_the_library_in_pages_exist_and_are_explained() -> None:
    named = named_in_pages()
    assert len(named) > 20
    missing = {}
    for name, pages in named.items():
        if ".".join(name.split(".")[:2]) in BESIDES:
            assert find_spec(name), f"{name} in {pages}"
        elif not is_explained(name):
            missing[name] = pages
    assert missing == {}
