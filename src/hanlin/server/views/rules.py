"""The rule pages (Markdown, numbered) as HTML with an anchor at each rule's number."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt

import hanlin
from hanlin.core.verbs.rulebook import Rulebook

NUMBER = r"[A-Z][0-9]+(?:\.[0-9]+)?"
_ITEM = re.compile(rf"<li>\s*(?:<p>)?({NUMBER})\b")
_HEADING = re.compile(rf"<h2>({NUMBER})\b")
_TITLE = re.compile(rf"^(?:- |## )(?:\*\*)?({NUMBER})(?:\*\*)? ([^:.;\n]*)", re.MULTILINE)
_SENTENCE = re.compile(
    rf"^(?:- |## )(?:\*\*)?({NUMBER})(?:\*\*)? ((?:\([^)]*\)|[^\n(]|\n(?= +\S))*?)(?:[.;](?=\s)|\n\S|\n\n|\Z)", re.MULTILINE
)
_SECTION = re.compile(r"(<h2[^>]*>.*?</h2>)", re.DOTALL)
_LIST_ITEM = re.compile(r"<li\b[^>]*>|</li>")
_CHAPTER = re.compile(rf'<h2 id="([^"]+)">(?:<span class="number">({NUMBER})</span>)?(.*?)</h2>')
_UNNUMBERED = re.compile(r"<h2>")
LONGEST_TITLE = 48
"""Characters."""
SHORT_TITLE = 30
"""Characters of what stands before a colon, if it is a title."""
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")
_MARK = re.compile(r"(?:<code>)?\[([RS])\](?:</code>)?")
_NAMED = re.compile(rf"(?<![\w\"#>.])({NUMBER})(?![\w\"])")


@cache
def _own_pages() -> Path:
    """The folder of Hanlin's rule pages: in the installed package, or in the checkout's docs."""
    package = Path(hanlin.__file__).resolve().parent
    installed = package / "rules"
    return installed if installed.is_dir() else package.parents[1] / "docs" / "rules"


def _summaries(game: Rulebook) -> Path:
    """The folder of summaries, by language: a game's own, or Hanlin's."""
    if game.rule_pages.is_dir():
        return game.rule_pages / "summaries"
    package = Path(hanlin.__file__).resolve().parent
    installed = package / "summaries"
    return installed if installed.is_dir() else package.parents[1] / "docs" / "summaries"


@cache
def summary(game: Rulebook, language: str) -> tuple[str, str] | None:
    """A game's rules summary as HTML, and its language; None if it has none."""
    name = game.name.replace("_", "-") + ".md"
    for code in (language, "en"):
        path = _summaries(game) / code / name
        if path.is_file():
            return str(_MARKDOWN.render(path.read_text(encoding="utf-8", errors="replace"))), code
    return None


def _pages(game: Rulebook, language: str) -> Iterator[tuple[str, Path]]:
    """The rule pages of a game in that language, then in English; an external game has its own."""
    name = game.name.replace("_", "-") + ".md"
    folder = game.rule_pages if game.rule_pages.is_dir() else _own_pages()
    for code, path in ((language, folder / language / name), ("en", folder / name)):
        if path.is_file():
            yield code, path


@cache
def rules_page(game: Rulebook, language: str) -> tuple[str, str] | None:
    """A game's rules as HTML, and their language (English as a fallback); None if it has none."""
    for code, path in _pages(game, language):
        return _render(path.read_text(encoding="utf-8", errors="replace")), code
    return None


@cache
def _titles(game: Rulebook, language: str) -> dict[str, str]:
    """The first words of each numbered rule, up to a colon or full stop."""
    for _code, path in _pages(game, language):
        return {found[1]: found[2].strip() for found in _TITLE.finditer(path.read_text(encoding="utf-8", errors="replace"))}
    return {}


@cache
def in_a_minute(game: Rulebook, language: str) -> str:
    """The section of a game's rules that stands before the first number, as HTML without its heading; empty without one."""
    found = rules_page(game, language)
    parts = _SECTION.split(found[0]) if found else []
    return "" if len(parts) < 3 or not parts[1].startswith('<h2 id="part-') else parts[2]


@cache
def rule_text(game: Rulebook, rule: str, language: str) -> str:
    """One rule as HTML, or what its chapter begins with; empty for a number that is not there."""
    found = rules_page(game, language)
    if found is None or re.fullmatch(NUMBER, rule) is None:
        return ""
    html = found[0]
    chapter = re.search(rf'<h2 id="{rule}">.*?(?=<ul>|<h2|<div|\Z)', html, re.DOTALL)
    if chapter is not None:
        return chapter[0].replace("<h2 id=", "<p data-rule=", 1).replace("</h2>", "</p>", 1)
    begin = html.find(f'<li id="{rule}">')
    return "" if begin < 0 else _item(html, begin)


def _item(html: str, begin: int) -> str:
    """The content of the list item that begins there, with the lists in it."""
    depth = 0
    for tag in _LIST_ITEM.finditer(html, begin):
        depth += -1 if tag[0] == "</li>" else 1
        if depth == 0:
            return html[html.index(">", begin) + 1 : tag.start()]
    return ""


@cache
def contents(game: Rulebook, language: str) -> list[tuple[str, str, str]]:
    """The chapters of a game's rules: the id of each, its number (empty for some) and its title, as HTML."""
    found = rules_page(game, language)
    return [(each[1], each[2] or "", each[3].strip()) for each in _CHAPTER.finditer(found[0])] if found else []


def rule_title(game: Rulebook, rule: str, language: str) -> str:
    """A short title of a rule; empty if it has none."""
    title = _titles(game, language).get(rule, "")
    return title if len(title) <= LONGEST_TITLE else title[:LONGEST_TITLE].rpartition(" ")[0] + " …"


@cache
def _sentences(game: Rulebook, language: str) -> dict[str, str]:
    """The first sentence of each numbered rule, without marks."""
    for _code, path in _pages(game, language):
        found = _SENTENCE.finditer(path.read_text(encoding="utf-8", errors="replace"))
        return {each[1]: re.sub(r"\s*`\[[RS]\]`|[*`]", "", " ".join(each[2].split())) for each in found}
    return {}


def rule_sentence(game: Rulebook, rule: str, language: str) -> str:
    """The title of a rule, or its first sentence, whole, where it has none; for a tip. Empty for an unknown rule."""
    whole = _sentences(game, language).get(rule, "")
    title = whole.partition(":")[0].strip()
    return title if len(title) <= SHORT_TITLE else whole


def _render(text: str) -> str:
    html = str(_MARKDOWN.render(text))
    html = _ITEM.sub(lambda found: f'<li id="{found[1]}"><a class="number" href="#{found[1]}">{found[1]}</a>', html)
    html = _HEADING.sub(lambda found: f'<h2 id="{found[1]}"><span class="number">{found[1]}</span>', html)
    html = _MARK.sub(r'<sup class="mark">\1</sup>', html)
    # Wide tables scroll by themselves, by keys as well.
    html = html.replace("<table>", '<div class="scroll" tabindex="0"><table>').replace("</table>", "</table></div>")
    count = iter(range(1, html.count("<h2>") + 1))
    html = _UNNUMBERED.sub(lambda _found: f'<h2 id="part-{next(count)}">', html)
    known = set(re.findall(rf'id="({NUMBER})"', html))
    return _NAMED.sub(lambda found: f'<a href="#{found[1]}">{found[1]}</a>' if found[1] in known else found[1], html)
