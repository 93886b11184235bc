"""Each numbered rule of the rule pages has a test that names it with ``@pytest.mark.rule``."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from hanlin.core.i18n.language import package_folder
from hanlin.core.position.game import games

ROOT = Path(__file__).resolve().parent.parent
GAMES = sorted(games())


def folder_of(name: str) -> Path:
    """The folder of a game's tests: among Hanlin's, or next to its own package."""
    ours = ROOT / "tests" / "games" / name
    return ours if ours.is_dir() else package_folder(games()[name].package).parent / "tests"


def page_of(name: str) -> str:
    """The rule page of a game: its own, or Hanlin's."""
    own = games()[name].rule_pages
    return ((own if own.is_dir() else ROOT / "docs" / "rules") / f"{name.replace('_', '-')}.md").read_text("utf-8")


def numbered_rules(page: str) -> set[str]:
    """The numbers of the page's rules: its bullets, and its sections that have none."""
    rules: set[str] = set()
    section = ""
    for line in page.splitlines():
        if heading := re.match(r"## ([A-Z]\d+) ", line):
            section = heading[1]
            rules.add(section)
        elif bullet := re.match(r"- ([A-Z]\d+\.\d+) ", line):
            rules.discard(section)
            rules.add(bullet[1])
    return rules


def rules_with_tests(folder: Path) -> set[str]:
    """The numbers in the ``rule`` marks of the test functions in a folder."""
    found: set[str] = set()
    for path in folder.rglob("test_*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for mark in node.decorator_list:
                    if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
                        found.update(argument.value for argument in mark.args if isinstance(argument, ast.Constant))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_numbered_rule_has_a_test(game):
    rules = numbered_rules(page_of(game))
    missing = sorted(rules - rules_with_tests(folder_of(game)))
    assert not missing, f"rules without a test: {missing}"


@pytest.mark.parametrize("game", GAMES)
def test_no_test_names_a_rule_that_is_not_there(game):
    rules = numbered_rules(page_of(game))
    sections = {rule.split(".")[0] for rule in rules}
    assert not sorted(rules_with_tests(folder_of(game)) - rules - sections)


def test_the_page_reader_finds_rules_and_bare_sections():
    page = "## Y1 Set-up\n\n- Y1.1 One.\n- Y1.2 Two.\n\n## Y2 Order\n\nText."
    assert numbered_rules(page) == {"Y1.1", "Y1.2", "Y2"}
