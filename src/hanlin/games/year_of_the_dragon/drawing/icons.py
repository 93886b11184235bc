"""Small pictures for choices, and those of the lines of the game log, which are drawn as they lie on the table.

A picture of a log line has a name that describes it (``words/log_pictures.py``): "log-person monk-young". It holds no text:
those who listen to the page hear the words that it shows.
"""

from __future__ import annotations

from collections.abc import Callable

from hanlin.core.lib.memo import memo
from hanlin.drawing import INK, LINE, RAISED, card, circle, colour, group, path, rect, symbol
from hanlin.drawing import icon as symbol_icon
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.drawing import palaces
from hanlin.games.year_of_the_dragon.drawing.groups import CARD_TONES
from hanlin.games.year_of_the_dragon.drawing.portraits import portrait
from hanlin.games.year_of_the_dragon.drawing.year import medallion, super_medallion
from hanlin.games.year_of_the_dragon.words.names import CARD_ICONS

HEIGHT = 22.0
"""The height of a picture in a line."""


def icon(name: str) -> str:
    """A small picture; in a log line of a thing of the game, for a page that holds the game's ``page_art``."""
    return _in_a_line(name) if name.startswith("log-") else symbol_icon(name)


@memo(maxsize=512)
def _in_a_line(name: str) -> str:
    kind, _blank, what = name.partition(" ")
    width, drawn = _DRAWN[kind](what)
    size = f'viewBox="0 0 {width:g} {HEIGHT:g}" width="{width:g}" height="{HEIGHT:g}"'
    return f'<svg class="icon" {size} aria-hidden="true">{drawn}</svg>'


def _person(what: str) -> tuple[float, str]:
    """The tile of a person with its number of spaces."""
    kind = p.KIND_NAMES.index(what)
    frame = rect(9.7, 0.8, 20.4, 20.4, 3, fill="none", stroke=LINE, stroke_width=1.4)
    number = circle(7.2, 7.2, 6.6, fill=RAISED, stroke=LINE, stroke_width=1)
    figure = path(_FIGURES[int(p.SPACES[kind])], fill="none", stroke=INK, stroke_width=1.7)
    number += group(figure, 7.2, 7.2, stroke_linecap="round", stroke_linejoin="round")
    return 31, portrait(kind, 10, 1, 19.8) + frame + number


_FIGURES = (
    "",
    "M-1.8 -2.2L0.3 -3.8V3.8",
    "M-2.2 -2.2C-1.8 -4.4 2.2 -4.4 2.2 -1.8C2.2 0.4 -1.4 1.6 -2.4 3.7H2.5",
    "M-2.2 -2.8C-1.4 -4.4 2 -4.2 1.9 -1.9C1.8 -0.6 0.8 -0.2 -0.4 -0.2C1 -0.2 2.3 0.4 2.3 1.8C2.3 4.4 -1.5 4.4 -2.4 2.6",
    "M1.2 3.9V-3.8L-2.7 1.5H2.8",
    "M2 -3.7H-1.6L-2 -0.2C-0.6 -1.2 2.3 -1.1 2.3 1.3C2.3 4.2 -1.3 4.4 -2.4 2.8",
    "M1.6 -3.6C-1 -3.2 -2.3 -0.8 -2.2 1.4C-2 4.6 2.3 4.4 2.3 1.5C2.3 -1 -1.2 -1.1 -2.1 1",
)
"""The figures up to 6 as strokes around the middle, 8 high."""


def _event(what: str) -> tuple[float, str]:
    """The medallion of an event or of a super event."""
    if what in p.SUPER_EVENT_NAMES:
        return HEIGHT, super_medallion(p.SUPER_EVENT_NAMES.index(what), 11, 11, 10.2)
    return HEIGHT, medallion(p.EVENT_NAMES.index(what), 11, 11, 10.2)


def _action(what: str) -> tuple[float, str]:
    """An action card."""
    number = p.CARD_NAMES.index(what)
    tone = colour(CARD_TONES[number])
    paper = rect(0.8, 0.8, 20.4, 20.4, 3, fill=colour("white"), stroke=LINE, stroke_width=1.4)
    paper += rect(2.6, 2.6, 16.8, 16.8, 1.6, fill=tone, fill_opacity=0.18, stroke=tone, stroke_width=0.9)
    return HEIGHT, paper + symbol(CARD_ICONS[number], 3.6, 3.6, 14.8)


def _hand(what: str) -> tuple[float, str]:
    """A card of a hand."""
    return 17, card(1, 1, 15, 20, r=2) + symbol(what, 2, 4.5, 13)


def _wall(what: str) -> tuple[float, str]:
    """A wall tile with what it brings."""
    stones = rect(0.8, 4, 24.4, 17, 1, fill=colour("stone-soft"), stroke=LINE, stroke_width=1.2)
    stones += "".join(rect(x, 1, 6, 3.4, fill=colour("stone-soft"), stroke=LINE, stroke_width=1.2) for x in (1.4, 10, 18.6))
    return 26, stones + symbol(what, 5.8, 5.2, 14.4)


def _palace(what: str) -> tuple[float, str]:
    """A palace of so many floors."""
    floors = max(int(what), 1)
    high = palaces.height_of(floors)
    windows = "".join(palaces.shutters(*palaces.window_at(floors, n, True), 54, palaces.WINDOW) for n in range(floors))
    scale = HEIGHT / high
    return round(palaces.WIDTH * scale, 1), group(palaces.shell(floors, floors) + windows, scale=scale)


_DRAWN: dict[str, Callable[[str], tuple[float, str]]] = {
    "log-person": _person,
    "log-event": _event,
    "log-card": _action,
    "log-hand": _hand,
    "log-wall": _wall,
    "log-palace": _palace,
}
