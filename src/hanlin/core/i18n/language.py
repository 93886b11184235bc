"""The language of what a person reads: gettext catalogues, chosen for a stretch of code.

Catalogues are .po files, read as they are: no build step. Hanlin's are in ``hanlin/locales/LANGUAGE/``, one for each part of
it; those of a game are in its own package, ``locales/LANGUAGE/GAME.po`` there, and count as soon as the game is loaded
(``speak_for``). The source texts are English. ``_`` and its kin look up the language of the context::

    with language("it"):
        words.question(seen)
"""

from __future__ import annotations

import gettext as _gettext
import io
import logging
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from importlib.util import find_spec
from pathlib import Path

SOURCE_LANGUAGE = "en"
_packages: list[str] = [__name__.partition(".")[0]]
"""The packages with their own catalogues."""

_current: ContextVar[str] = ContextVar("language", default=SOURCE_LANGUAGE)
current_language: Callable[[], str] = _current.get
"""``current_language()`` is the code of the language in use; it is asked for with every text that is remembered."""


def speak_for(package: str) -> None:
    """Read the catalogues of that package, too."""
    if package not in _packages:
        _packages.append(package)
        _translations.cache_clear()
        _text.cache_clear()


def package_folder(package: str) -> Path:
    """Where the package of that name lies."""
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise ModuleNotFoundError(f"There is no package {package!r} with an __init__.py.")
    return Path(spec.origin).parent


@cache
def languages() -> tuple[str, ...]:
    """The codes of all supported languages, English first."""
    home = package_folder(_packages[0]) / "locales"
    return (SOURCE_LANGUAGE, *sorted(folder.name for folder in home.iterdir() if folder.is_dir()))


@cache
def _translations(code: str) -> _gettext.NullTranslations:
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    found: _gettext.NullTranslations = _gettext.NullTranslations()
    for package, path in _catalogues(code):
        compiled = io.BytesIO()
        try:
            with path.open("rb") as file:
                write_mo(compiled, read_po(file, locale=code))
        except Exception as error:
            if package == _packages[0]:
                raise
            # A catalogue of another package is missed in its own texts only.
            logging.getLogger(__name__).warning("catalogue not loaded file=%s reason=%s", path, " ".join(str(error).split()))
            continue
        compiled.seek(0)
        translations = _gettext.GNUTranslations(compiled)
        translations.add_fallback(found)
        found = translations
    return found


def _catalogues(code: str) -> Iterator[tuple[str, Path]]:
    """The catalogues of a language, each with its package."""
    for package in _packages:
        try:
            folder = package_folder(package)
        except ModuleNotFoundError:
            continue
        for path in sorted((folder / "locales" / code).glob("*.po")):
            yield package, path


@lru_cache(maxsize=16384)
def _text(code: str, message: str, context: str = "") -> str:
    """The message in a language; pages ask for the same ones again and again.

    Messages are texts of the code, and titles of maps, which are short (``toml_files.TEXT``): so their number bounds the bytes.
    """
    found = _translations(code)
    return found.pgettext(context, message) if context else found.gettext(message)


@contextmanager
def language(code: str) -> Iterator[None]:
    """Use the language of that code (an unknown one: English) inside the ``with`` block."""
    token = _current.set(code if code in languages() else SOURCE_LANGUAGE)
    try:
        yield
    finally:
        _current.reset(token)


def _(message: str) -> str:
    """The message in the current language."""
    return _text(_current.get(), message)


def ngettext(singular: str, plural: str, n: int) -> str:
    """The message for n things in the current language."""
    return _translations(_current.get()).ngettext(singular, plural, n)


def pgettext(context: str, message: str) -> str:
    """The message in the current language, where the same English words mean different things."""
    return _text(_current.get(), message, context)


def N_(message: str) -> str:
    """Mark a text to be translated later, where it is used."""
    return message


def listed(items: Iterable[str]) -> str:
    """Items as a list within a sentence of the current language: "a, b and c"."""
    each = list(items)
    marks = ("", *list_marks(_current.get(), len(each)))
    return "".join([mark + item for mark, item in zip(marks, each, strict=False)])


def list_marks(code: str, n: int) -> tuple[str, ...]:
    """The separators between n items of a list in a language: ", " and " and "."""
    if n < 3:
        return _list_marks(code, n)
    first, *others, last = _list_marks(code, 4)
    return first, *others * (n - 3), last


@cache
def _list_marks(code: str, n: int) -> tuple[str, ...]:
    """The same for a few items."""
    from babel.lists import format_list

    # The source texts are British: no comma before "and".
    text = format_list(["\0"] * n, locale="en_GB" if code == SOURCE_LANGUAGE else code)
    return tuple(text.split("\0")[1:-1])
