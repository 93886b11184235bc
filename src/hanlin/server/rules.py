"""The rule pages (Markdown, numbered) as HTML with an anchor at each rule's number."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from markdown_it import MarkdownIt

import hanlin

NUMBER = r"[A-Z][0-9]+(?:\.[0-9]+)?"
_ITEM = re.compile(rf"<li>\s*(?:<p>)?({NUMBER})\b")
_HEADING = re.compile(rf"<h2>({NUMBER})\b")
_TITLE = re.compile(rf"^(?:- |## )(?:\*\*)?({NUMBER})(?:\*\*)? ([^:.;\n]*)", re.MULTILINE)
LONGEST_TITLE = 48
"""Letters."""
_MARK = re.compile(r"(?:<code>)?\[([RS])\](?:</code>)?")
_NAMED = re.compile(rf"(?<![\w\"#>.])({NUMBER})(?![\w\"])")


@cache
def folder() -> Path:
    """Where the rule pages lie: in the installed package, or in the checkout's docs."""
    package = Path(hanlin.__file__).resolve().parent
    installed = package / "rules"
    return installed if installed.is_dir() else package.parents[1] / "docs" / "rules"


@cache
def rules_page(game: str, language: str) -> tuple[str, str] | None:
    """The page of a game's rules as HTML and the language it is in (English where there is no other); None if it has none."""
    name = game.replace("_", "-") + ".md"
    for code, path in ((language, folder() / language / name), ("en", folder() / name)):
        if path.is_file():
            return _render(path.read_text(encoding="utf-8")), code
    return None


@cache
def _titles(game: str, language: str) -> dict[str, str]:
    """The first words of each numbered rule, up to a colon or full stop."""
    path = folder() / language / (game.replace("_", "-") + ".md")
    if not path.is_file():
        path = folder() / path.name
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return {found[1]: found[2].strip() for found in _TITLE.finditer(text)}


def rule_title(game: str, rule: str, language: str) -> str:
    """A few words that say what a rule is about; empty where there are none."""
    title = _titles(game, language).get(rule, "")
    return title if len(title) <= LONGEST_TITLE else title[:LONGEST_TITLE].rpartition(" ")[0] + " …"


def _render(text: str) -> str:
    html = str(MarkdownIt("commonmark", {"html": False}).enable("table").render(text))
    html = _ITEM.sub(lambda found: f'<li id="{found[1]}"><a class="number" href="#{found[1]}">{found[1]}</a>', html)
    html = _HEADING.sub(lambda found: f'<h2 id="{found[1]}"><span class="number">{found[1]}</span>', html)
    html = _MARK.sub(r'<sup class="mark">\1</sup>', html)
    known = set(re.findall(rf'id="({NUMBER})"', html))
    return _NAMED.sub(lambda found: f'<a href="#{found[1]}">{found[1]}</a>' if found[1] in known else found[1], html)
