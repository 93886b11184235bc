"""The language of what a person reads: gettext catalogues, chosen for a stretch of code.

Catalogues are the .po files of ``hanlin/locales/LANGUAGE/``, one for each part of the house (its file name is the
part's), read as they are: no build step. The source texts are English. ``_`` and its kin look up the language of the context::

    with language("it"):
        words.question(seen)
"""

from __future__ import annotations

import gettext as _gettext
import io
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path

LOCALES = Path(__file__).resolve().parent.parent / "locales"
SOURCE_LANGUAGE = "en"

_current: ContextVar[str] = ContextVar("language", default=SOURCE_LANGUAGE)


@cache
def languages() -> tuple[str, ...]:
    """The codes of all languages that there are, English first."""
    return (SOURCE_LANGUAGE, *sorted(folder.name for folder in LOCALES.iterdir() if folder.is_dir()))


@cache
def _translations(code: str) -> _gettext.NullTranslations:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    found: _gettext.NullTranslations = _gettext.NullTranslations()
    for path in sorted((LOCALES / code).glob("*.po")):
        with path.open("rb") as file:
            catalogue = read_po(file, locale=code)
        compiled = io.BytesIO()
        write_mo(compiled, catalogue)
        compiled.seek(0)
        translations = _gettext.GNUTranslations(compiled)
        translations.add_fallback(found)
        found = translations
    return found


@contextmanager
def language(code: str) -> Iterator[None]:
    """Use the language of that code (an unknown one: English) inside the ``with`` block."""
    token = _current.set(code if code in languages() else SOURCE_LANGUAGE)
    try:
        yield
    finally:
        _current.reset(token)


def current_language() -> str:
    """The code of the language in use."""
    return _current.get()


def _(message: str) -> str:
    """The message in the current language."""
    return _translations(_current.get()).gettext(message)


def ngettext(singular: str, plural: str, n: int) -> str:
    """The message for n things in the current language."""
    return _translations(_current.get()).ngettext(singular, plural, n)


def pgettext(context: str, message: str) -> str:
    """The message in the current language, where the same English words mean different things."""
    return _translations(_current.get()).pgettext(context, message)


def N_(message: str) -> str:
    """Mark a text to be translated later, where it is used."""
    return message
