"""The rule pages say the same in every language: the same sections and rules in the same order, the same marks and figures."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hanlin.core.position.position_text import position
from hanlin.core.position.record import read_record

RULES = Path(__file__).resolve().parent.parent / "docs" / "rules"
PAGES = sorted(path.name for path in RULES.glob("*.md") if path.name != "README.md")
TRANSLATIONS = sorted(folder.name for folder in RULES.iterdir() if folder.is_dir())
EVERY_PAGE = sorted(path.relative_to(RULES).as_posix() for path in RULES.rglob("*.md"))

each_translated_page = pytest.mark.parametrize(("code", "name"), [(code, name) for code in TRANSLATIONS for name in PAGES])


def text(name: str, code: str = "") -> str:
    return (RULES / code / name).read_text("utf-8")


def skeleton(page: str) -> list[str]:
    """The page's sections and rules in their order: a numbered section by its number, another one as ``##``."""
    found = []
    for line in page.splitlines():
        if heading := re.match(r"## ([A-Z]\d+ )?", line):
            found.append(f"## {heading[1] or ''}".strip())
        elif bullet := re.match(r"- ([A-Z]\d+\.\d+) ", line):
            found.append(bullet[1])
    return found


def rules(page: str) -> dict[str, str]:
    """The text of each rule of the page, its further lines included, by its number."""
    said: dict[str, str] = {}
    number = ""
    for line in page.splitlines():
        if bullet := re.match(r"- ([A-Z]\d+\.\d+) (.*)", line):
            number = bullet[1]
            said[number] = bullet[2]
        elif number and line.startswith("  "):
            said[number] += f" {line.strip()}"
        else:
            number = ""
    return said


def notation_words(page: str) -> list[str]:
    """The texts in backquotes, in their order."""
    return re.findall(r"`([^`\n]+)`", page)


def test_there_are_pages_and_translations():
    assert PAGES == ["china.md", "forbidden-city.md", "notation.md", "year-of-the-dragon.md"]
    assert {"fr", "it", "nl"} <= set(TRANSLATIONS)


@pytest.mark.parametrize("name", [name for name in PAGES if name != "notation.md"])
def test_rule_numbers_are_unique(name):
    numbers = skeleton(text(name))
    numbered = [number for number in numbers if number != "##"]
    assert len(numbered) == len(set(numbered)) > 10


@each_translated_page
def test_translations_have_the_same_sections_and_rules_in_order(code, name):
    assert skeleton(text(name, code)) == skeleton(text(name))


@each_translated_page
def test_a_translation_marks_the_same_rulings_and_sources(code, name):
    english, translated = rules(text(name)), rules(text(name, code))
    for number, said in english.items():
        for mark in ("[R]", "[S]"):
            assert translated[number].count(mark) == said.count(mark), (number, mark)


@each_translated_page
def test_a_translation_has_the_same_table_rows(code, name):
    def first_cells(page: str) -> list[int]:
        return [len(re.split(r"(?<!\\)\|", line)) for line in page.splitlines() if line.startswith("|")]

    assert first_cells(text(name, code)) == first_cells(text(name))


@each_translated_page
def test_a_translation_keeps_the_words_of_the_notation(code, name):
    """Actions, options and tags are the same in every language, but for a placeholder that is explained (``name=value``)."""

    def words(page: str) -> list[str]:
        return sorted(set(notation_words(page)) - {"name=value", "nome=valore"})

    assert words(text(name, code)) == words(text(name))


@pytest.mark.parametrize("name", EVERY_PAGE)
def test_a_page_speaks_of_the_rulebook_only(name):
    assert not re.search(r"\bseeds?\b|\bshared\b|\.\./shared", text(name), re.IGNORECASE)


@pytest.mark.parametrize("name", EVERY_PAGE)
def test_links_between_the_pages_lead_somewhere(name):
    here = (RULES / name).parent
    for target in re.findall(r"\]\(([^)#:]+)\)", text(name)):
        assert (here / target).is_file(), target


@pytest.mark.parametrize("name", [name for name in EVERY_PAGE if name.endswith("notation.md")])
def test_the_records_of_the_notation_page_replay(name):
    _, *games = re.split(r"^## ", text(name), flags=re.MULTILINE)[1:-2]
    assert len(games) == 3
    for section in games:
        lines = section[section.index("    [Game ") :].splitlines()
        record = read_record("\n".join(line.removeprefix("    ") for line in lines).rstrip("\n"))
        assert record.end.moves
        assert not record.end.over


@pytest.mark.parametrize("name", [name for name in EVERY_PAGE if name.endswith("notation.md")])
def test_the_positions_of_the_notation_page_are_read(name):
    section = re.split(r"^## ", text(name), flags=re.MULTILINE)[-2]
    positions = re.findall(r"(?:^      \S.*\n)+", section, re.MULTILINE)
    assert len(positions) == 3
    for written in positions:
        assert position(written).text() == " ".join(written.split())


def test_a_skeleton_is_read():
    assert skeleton("# Title\n\n## Y1 Set-up\n\n- Y1.1 One.\n  More.\n\n## Examples\n") == ["## Y1", "Y1.1", "##"]
    assert rules("- Y1.1 One.\n  More.\n- Y1.2 Two.\n\nText") == {"Y1.1": "One. More.", "Y1.2": "Two."}
