"""Updates the message catalogues from the sources: ``make messages``.

There is one catalogue for the server and CLI, one for the other packages, and one for each game and each game's lesson, in the
game's package (``DOMAINS``); games from other packages are included if they are installed from their sources. New messages are
added untranslated, changed ones as fuzzy; ``tests/test_languages.py`` fails until they are translated.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po

from hanlin.core.i18n.language import languages, package_folder
from hanlin.core.position.game import games

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "hanlin"
EXAMPLE = ROOT / "docs" / "examples" / "lanterns"


LESSON = "lesson.toml"
SPOKEN = ("about", "title", "see", "task", "says", "text")
"""The fields of a lesson with texts for readers."""


class Domain(NamedTuple):
    """A catalogue: the folder of its languages, and the folders (or the lesson) with its messages."""

    locales: Path
    sources: list[Path]


def _of_game(package: str) -> Domain:
    folder = package_folder(package)
    return Domain(folder / "locales", [folder])


def _domains() -> dict[str, Domain]:
    """All catalogues by name, including the example's even if it is not installed."""
    if str(EXAMPLE) not in sys.path:
        sys.path.append(str(EXAMPLE))
    ours = {"drawing": ("drawing", "core", "bots", "lab"), "table": ("server", "cli")}
    packages = {name: Domain(PACKAGE / "locales", [PACKAGE / folder for folder in folders]) for name, folders in ours.items()}
    played = {game.name: game.package for game in games().values()} | {"lanterns": "lanterns"}
    here = {name: _of_game(package) for name, package in sorted(played.items())}
    ours_to_keep = {name: domain for name, domain in here.items() if "site-packages" not in domain.locales.parts}
    return ours_to_keep | dict(_lessons(ours_to_keep)) | packages


def _lessons(domains: dict[str, Domain]) -> Iterator[tuple[str, Domain]]:
    """The catalogues of the games' lessons, which are separate from those of the games."""
    for name, domain in domains.items():
        lesson = domain.sources[0] / LESSON
        if lesson.is_file():
            yield f"{name}_lesson", Domain(domain.locales, [lesson])


DOMAINS = _domains()

KEYWORDS = {"_": None, "N_": None, "gettext": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
METHODS = {".py": "python", ".html": "jinja2", ".svg": "jinja2", ".txt": "jinja2"}


def _shown(path: Path) -> str:
    """The path of a source in catalogues: relative to the checkout, or to the parent of another package."""
    return path.relative_to(ROOT if path.is_relative_to(ROOT) else path.parents[1]).as_posix()


def _spoken(part: Any) -> Iterator[str]:
    """Yield the texts of a lesson in order."""
    for name, value in part.items():
        if name in SPOKEN:
            yield value
        elif isinstance(value, dict | list):
            for inner in [value] if isinstance(value, dict) else value:
                yield from _spoken(inner) if isinstance(inner, dict) else ()


def extracted(domain: str) -> Catalog:
    """The messages in the sources of a domain."""
    catalogue = Catalog(project="Hanlin", charset="utf-8")
    for lesson in (path for path in DOMAINS[domain].sources if path.name == LESSON):
        for text in _spoken(tomllib.loads(lesson.read_text(encoding="utf-8"))):
            catalogue.add(text, None, [(_shown(lesson), 0)])
    for folder in DOMAINS[domain].sources:
        for path in sorted(folder.rglob("*")):
            method = METHODS.get(path.suffix)
            if method is None or "static" in path.parts or path == PACKAGE / "core" / "i18n" / "language.py":
                continue
            options = {"extensions": "jinja2.ext.i18n", "trimmed": "true", "silent": "false"} if method == "jinja2" else {}
            for line, message, comments, context in extract_from_file(
                method, path, keywords=KEYWORDS, comment_tags=("translators:",), options=options
            ):
                where = (_shown(path), line)
                catalogue.add(message, None, [where], auto_comments=comments, context=context)
    return catalogue


def catalogue(language: str, domain: str) -> Catalog:
    """The translated catalogue in the sources; an empty one if there is none yet."""
    path = DOMAINS[domain].locales / language / f"{domain}.po"
    if not path.exists():
        return Catalog(locale=language, domain=domain, project="Hanlin", charset="utf-8")
    with path.open("rb") as file:
        return read_po(file, locale=language, domain=domain)


def _content(messages: Catalog) -> dict[object, object]:
    """The contents of a catalogue, independent of their order."""
    return {
        (message.id, message.context): (message.string, message.flags, {path for path, _ in message.locations})
        for message in messages
        if message.id
    }


def update(language: str, domain: str) -> None:
    """Write the catalogue with the present messages; those that are no longer in the sources are removed."""
    before = catalogue(language, domain)
    merged = catalogue(language, domain)
    merged.update(extracted(domain))
    merged.obsolete.clear()
    # Write only changed files, without a date, so that branches seldom conflict.
    merged.creation_date = before.creation_date
    if _content(merged) == _content(before):
        return
    path = DOMAINS[domain].locales / language / f"{domain}.po"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(file, merged, width=120, omit_header=False, include_lineno=False, sort_by_file=True)


if __name__ == "__main__":
    for code in sys.argv[1:] or [code for code in languages() if code != "en"]:
        for name in DOMAINS:
            update(code, name)
