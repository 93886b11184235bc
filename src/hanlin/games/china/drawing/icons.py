"""Small pictures for choices and for sentences of the game log.

Those of the game log: ``card-red-2`` (so many cards), ``card-back-2``, ``palace-0`` (a palace of that seat), ``palaces-0``,
``emissary-0``, ``emissaries-0``, ``fortresses`` and ``alliance-5``.
"""

from __future__ import annotations

from hanlin.core.lib.memo import memo
from hanlin.drawing import INK, circle, place, words
from hanlin.drawing import icon as symbol_icon
from hanlin.drawing.palette import RAISED
from hanlin.drawing.svg import has_art, picture
from hanlin.games.china.drawing.figures import (
    BACK,
    EMISSARY_ART,
    FORTRESS_ART,
    SLIP_HEIGHT,
    SLIP_WIDTH,
    SLIPS,
    SMALL_PALACE_ART,
)
from hanlin.games.china.pieces import COLOURS, HAND

_SIZE = 24
"""The height of the pictures of the game log."""
_CHOICE, _LOG = 20, 22
"""The height of pictures on the page, in pixels."""


def _row(art: str, number: int, width: float, step: float) -> str:
    """So many of the same picture side by side, for a page that holds the game's ``page_art``."""
    whole = width + step * (number - 1)
    return _svg(whole, "".join(place(art, step * i, 0, width) for i in range(number)))


def _svg(width: float, drawn: str) -> str:
    size = f'viewBox="0 0 {width:.4g} {_SIZE}" width="{_LOG * width / _SIZE:.4g}" height="{_LOG}"'
    return f'<svg class="icon" {size} aria-hidden="true">{drawn}</svg>'


def _rows() -> dict[str, str]:
    """The pictures of cards and pieces by their names."""
    card, slips = _SIZE * SLIP_WIDTH / SLIP_HEIGHT, [*zip(COLOURS, SLIPS, strict=True), ("back", BACK)]
    found = {f"card-{name}-{n}": _row(slip, n, card, card + 0.8) for name, slip in slips for n in range(1, HAND + 1)}
    for seat, (palace, person) in enumerate(zip(SMALL_PALACE_ART, EMISSARY_ART, strict=True)):
        found |= {f"palace-{seat}": _row(palace, 1, _SIZE, 0), f"palaces-{seat}": _row(palace, 2, _SIZE, 19)}
        found |= {f"emissary-{seat}": _row(person, 1, 14, 0), f"emissaries-{seat}": _row(person, 2, 14, 11)}
    return found | {"fortresses": _row(FORTRESS_ART, 2, _SIZE, 19)}


_ROWS = _rows()


@memo(maxsize=512)
def icon(name: str) -> str:
    """A small picture: a card (``card-red``, ``card-back``), a piece, one of the game log, or one of Hanlin's symbols."""
    if name in _ROWS:
        return _ROWS[name]
    if name.startswith("alliance-"):
        return _alliance(name.removeprefix("alliance-"))
    art = {"card-back": BACK, "emissary": "person", "fortress": "china-fortress"}.get(name)
    if art is None and name.startswith("card-"):
        art = f"china-slip-{name.removeprefix('card-')}"
    return picture(art, _CHOICE) if art is not None and has_art(art) else symbol_icon(name)


def _alliance(number: str) -> str:
    """The mark of a border, as it lies on the map."""
    drawn = circle(12, 12, 10.4, fill=RAISED, stroke=INK, stroke_width=1.4)
    drawn += words(12, 16.6, number, 13.2, fill=INK, font_weight="700")
    return _svg(_SIZE, drawn)
