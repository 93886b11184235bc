"""The games' scenes as files of their own, so that pages stay small and browsers keep them.

A page shows one by ``<use>``: its colours are those of the page, by day and by night. A scene that is no well-formed XML is
written into the page.
"""

from __future__ import annotations

import hashlib
import re
from typing import NamedTuple
from xml.etree import ElementTree

from markupsafe import Markup, escape

from hanlin.core.i18n.language import current_language
from hanlin.core.lib.memo import memo
from hanlin.core.position.game import Game

_WHOLE = re.compile(r'\s*<svg\b[^>]*?\bviewBox="([^"]+)"[^>]*>(.*)</svg>\s*', re.DOTALL)
_FONT = re.compile(r'\bfont-family="[^"]*"')


class Scene(NamedTuple):
    """A scene in a language: its box, its file's text, and a digest of it."""

    box: str
    text: str
    digest: str


def scene_of(game: Game) -> Scene | None:
    """The scene of a game in the current language; None if it can't be a file."""
    return _scene(game, current_language())


def scene(game: Game) -> Markup:
    """The scene of a game, for a page."""
    found = scene_of(game)
    if found is None:
        return Markup(game.drawing.emblem())
    address = f"/scene/{game.name}/{current_language()}/{found.digest}.svg#scene"
    return Markup(f'<svg viewBox="{escape(found.box)}" aria-hidden="true"><use href="{address}"/></svg>')


@memo(maxsize=64)
def _scene(game: Game, _language: str) -> Scene | None:
    drawn = str(game.drawing.emblem())
    found = _WHOLE.fullmatch(drawn)
    if found is None:
        return None
    box, inside = found.groups()
    font = _FONT.search(drawn[: found.start(2)])
    symbol = f'<symbol id="scene" viewBox="{box}" {font[0] if font else ""}>{inside}</symbol>'
    text = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{symbol}</svg>'
    try:
        ElementTree.fromstring(text)
    except ElementTree.ParseError:
        return None
    return Scene(box, text, hashlib.sha256(text.encode()).hexdigest()[:12])
