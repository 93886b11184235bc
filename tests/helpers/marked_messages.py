"""A language in which every letter is marked, to see what of a page is not in the catalogues.

Its code is that of modern Greek, which Hanlin does not support: what Babel writes in it (dates, lists) has no Latin letters
either. Its letters are those of East Asian full width.
"""

from __future__ import annotations

import json
import re
from contextlib import contextmanager
from html.parser import HTMLParser

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import write_po

from hanlin.core.i18n import language as tongues
from hanlin.games.china.map import shipped_map
from hanlin.server.views import rules
from messages import DOMAINS, PACKAGE, extracted
from test_rule_pages import PAGES, RULES

CODE = "el"
KEPT = re.compile(r"(\{[^{}]*\}|%\([a-z_]+\)[sd]|<[^<>]*>|`[^`\n]*`|^    .*$|\b[A-Z]\d+(?:\.\d+)?\b)", re.MULTILINE)
"""Text that is not translated: placeholders, markup, notation, the numbers of rules."""
WIDE = {
    ord(letter): ord(letter) - ord("!") + ord("！") for letter in map(chr, range(ord("A"), ord("z") + 1)) if letter.isalpha()
}

SHOWN = {"aria-label", "title", "alt", "placeholder", "data-tip", "data-why", "aria-roledescription", "aria-description"}
"""Attributes that people read."""
SILENT = {"script", "style", "code", "textarea"}
"""Elements whose text is for machines, or is notation."""
VOID = {"input", "link", "meta", "br", "img", "hr", "source", "wbr"}
REGIONS = {word for region in shipped_map().regions for word in re.findall(r"[A-Za-z]+", region.title)}
EXCEPTIONS = {"Hanlin", "R", "S", "SVG", "PNG", CODE.upper(), *REGIONS, *map(str.upper, REGIONS)}
"""Proper names; the marks of rulings and sources; the code of the language."""


def marked(text: str) -> str:
    """The text with each letter marked, except in untranslated parts."""
    return "".join(part if KEPT.fullmatch(part) else part.translate(WIDE) for part in KEPT.split(text))


def _write_catalogues(folder):
    for name, domain in DOMAINS.items():
        catalogue = Catalog(locale=CODE, domain=name, charset="utf-8")
        for message in extracted(name):
            if message.id:
                string = marked(message.id) if isinstance(message.id, str) else tuple(marked(text) for text in message.id)
                catalogue.add(message.id, string, context=message.context)
        package = "hanlin" if domain.locales.is_relative_to(PACKAGE / "locales") else domain.locales.parent.name
        path = folder / package / "locales" / CODE / f"{name}.po"
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("wb") as file:
            write_po(file, catalogue)


def _write_rules(folder):
    for name in PAGES:
        (folder / name).write_text("# English\n", encoding="utf-8")
        (folder / CODE).mkdir(exist_ok=True)
        (folder / CODE / name).write_text(marked((RULES / name).read_text("utf-8")), encoding="utf-8")


@contextmanager
def marked_language(folder):
    """Offer the marked language as well, from catalogues in that folder."""
    _write_catalogues(folder)
    pages = folder / "rules"
    pages.mkdir()
    _write_rules(pages)
    caches = (tongues.languages, tongues._translations, tongues._text, rules.rules_page, rules._titles)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tongues, "package_folder", lambda package: folder / package.rpartition(".")[2])
        patch.setattr(rules, "_own_pages", lambda: pages)
        for cache in caches:
            cache.cache_clear()
        yield
    for cache in caches:
        cache.cache_clear()


class _Reader(HTMLParser):
    """Collects the texts of a page, except those marked as another language."""

    def __init__(self) -> None:
        super().__init__()
        self.pieces: list[str] = []
        self._open: list[tuple[str, bool]] = []
        self._id = ""

    @property
    def _quiet(self) -> bool:
        return any(quiet for _tag, quiet in self._open)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        quiet = tag in SILENT or values.get("lang", CODE) != CODE
        self._id = values.get("id") or ""
        if not (quiet or self._quiet):
            self.pieces += [value for name, value in attributes if name in SHOWN and value]
        if tag not in VOID:
            self._open.append((tag, quiet))

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self._open.pop()

    def handle_endtag(self, tag):
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data):
        if self._id == "texts" and self._open and self._open[-1][0] == "script":
            self.pieces += json.loads(data).values()
        elif not self._quiet:
            self.pieces.append(data)


def unmarked(html: str, exceptions=frozenset()) -> set[str]:
    """The pieces of a page with a letter that is not marked, other than the exceptions (``KEPT`` is none either)."""
    reader = _Reader()
    reader.feed(html)
    found = set()
    for piece in reader.pieces:
        words = set(re.findall(r"[A-Za-z]+", KEPT.sub(" ", piece)))
        if words - EXCEPTIONS - exceptions:
            found.add(" ".join(piece.split()))
    return found
