"""Brings the message catalogues up to date with the sources: ``make messages``.

Each part of the house has a catalogue of its own (``DOMAINS``). New messages appear untranslated, changed ones as fuzzy, and
``tests/test_languages.py`` fails until somebody has translated them.
"""

from __future__ import annotations

import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ROOT / "src" / "hanlin"
LOCALES = SOURCE / "locales"

DOMAINS = {
    "year_of_the_dragon": ("games/year_of_the_dragon",),
    "china": ("games/china",),
    "forbidden_city": ("games/forbidden_city",),
    "drawing": ("drawing", "core", "bots", "lab"),
    "table": ("server", "cli"),
}
"""The catalogues' names, and the folders whose messages they hold."""

KEYWORDS = {"_": None, "N_": None, "gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
METHODS = {".py": "python", ".html": "jinja2", ".svg": "jinja2", ".txt": "jinja2"}


def extracted(domain: str) -> Catalog:
    """The messages in the sources of a domain."""
    catalogue = Catalog(project="Hanlin", charset="utf-8")
    for folder in DOMAINS[domain]:
        for path in sorted((SOURCE / folder).rglob("*")):
            method = METHODS.get(path.suffix)
            if method is None or "static" in path.parts or path == SOURCE / "core" / "language.py":
                continue
            options = {"extensions": "jinja2.ext.i18n", "trimmed": "true", "silent": "false"} if method == "jinja2" else {}
            for line, message, comments, context in extract_from_file(
                method, path, keywords=KEYWORDS, comment_tags=("translators:",), options=options
            ):
                where = (path.relative_to(ROOT).as_posix(), line)
                catalogue.add(message, None, [where], auto_comments=comments, context=context)
    return catalogue


def catalogue(language: str, domain: str) -> Catalog:
    """The translated catalogue as it lies in the sources; an empty one where there is none yet."""
    path = LOCALES / language / f"{domain}.po"
    if not path.exists():
        return Catalog(locale=language, domain=domain, project="Hanlin", charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=domain)


def _content(messages: Catalog) -> dict[object, object]:
    """What a catalogue says, whatever the order in which it stands there."""
    return {
        (message.id, message.context): (message.string, message.flags, {path for path, _ in message.locations})
        for message in messages
        if message.id
    }


def update(language: str, domain: str) -> None:
    """Write the catalogue again with today's messages; what is no longer in the sources goes."""
    before = catalogue(language, domain)
    merged = catalogue(language, domain)
    merged.update(extracted(domain))
    merged.obsolete.clear()
    # A file is written only where something changed, and without a date: two branches then seldom touch the same lines.
    merged.creation_date = before.creation_date
    if _content(merged) == _content(before):
        return
    with (LOCALES / language / f"{domain}.po").open("wb") as file:
        write_po(file, merged, width=120, omit_header=False, include_lineno=False, sort_by_file=True)


if __name__ == "__main__":
    for code in sys.argv[1:] or sorted(folder.name for folder in LOCALES.iterdir() if folder.is_dir()):
        for name in DOMAINS:
            update(code, name)
