"""The game's emblem: a procession before the palaces, under the scroll of the year."""

from __future__ import annotations

from hanlin.drawing import FAINT, LINE, PAPER, circle, colour, define, group, path, picture, place, rect, symbol
from hanlin.games.year_of_the_dragon import pieces as p
from hanlin.games.year_of_the_dragon.drawing import palaces
from hanlin.games.year_of_the_dragon.drawing.portraits import PORTRAITS
from hanlin.games.year_of_the_dragon.drawing.wall import masonry
from hanlin.games.year_of_the_dragon.drawing.year import medallion
from hanlin.games.year_of_the_dragon.words import title

WIDTH, HEIGHT = 560.0, 220.0
_GROUND = 190.0
_EVENTS = (p.PEACE, p.DROUGHT, p.CONTAGION, p.IMPERIAL_TRIBUTE, p.MONGOL_INVASION, p.DRAGON_FESTIVAL, p.DROUGHT)


def _kind(name: str) -> int:
    return p.KIND_NAMES.index(name)


def _sky() -> str:
    """Dawn, or at night the moon, with hills."""
    crest = "M0 150C40 118 84 112 128 138C166 96 226 92 268 130C312 100 366 96 408 132C446 104 512 102"
    hills = f"{crest} {WIDTH:g} 140V{_GROUND:g}H0Z"
    return (
        rect(0, 0, WIDTH, HEIGHT, fill=colour("accent-wash"))
        + circle(280, 112, 64, fill=colour("gold-soft"), fill_opacity=0.9)
        + path(hills, fill=colour("stone-soft"), fill_opacity=0.45)
    )


def _scroll() -> str:
    """The year across the top, the middle month unrolled."""
    paper = rect(26, 8, WIDTH - 52, 50, fill=PAPER, stroke=FAINT, stroke_width=1.2)
    rollers = "".join(
        rect(x, 3, 13, 60, 3, fill=colour("wood"), stroke=LINE, stroke_width=1.3)
        + rect(x + 2, -2, 9, 7, 2, fill=colour("gold"), stroke=LINE, stroke_width=1.1)
        + rect(x + 2, 61, 9, 7, 2, fill=colour("gold"), stroke=LINE, stroke_width=1.1)
        for x in (17.0, WIDTH - 30)
    )
    months = "".join(medallion(event, 70 + 70 * n, 33, 27 if n == 3 else 20) for n, event in enumerate(_EVENTS))
    return paper + rollers + months


def _pavilion(x: float, scale: float, *persons: str) -> str:
    """A palace with a window for each person, in the middle at x; "" for an empty one."""
    storeys = len(persons)
    drawn = palaces.shell(storeys, storeys)
    for storey, name in enumerate(persons):
        left, top = palaces.window_at(storeys, storey, not name)
        drawn += (
            palaces.person_in_window(_kind(name), left, top, False) if name else palaces.shutters(left, top, 54, palaces.WINDOW)
        )
    return group(drawn, x - scale * palaces.WIDTH / 2, _GROUND - scale * palaces.height_of(storeys), scale)


def _procession() -> str:
    """People of the court behind a low wall, with what they bring."""
    people = (
        ("farmer-old", "sack"),
        ("court-lady", "fan"),
        ("pyrotechnist-young", "rocket"),
        ("tax-collector", "coin"),
        ("monk-old", "buddha"),
        ("healer-young", "mortar"),
        ("warrior-young", "helmet"),
        ("scholar-young", "book"),
    )
    parts = []
    for n, (name, brought) in enumerate(people):
        x, y = 22 + n * 67.0, 146 + (n % 2) * 5.0
        parts.append(place(PORTRAITS[_kind(name)], x, y, 52) + symbol(brought, x + 41, y + 20, 22))
    return "".join(parts) + group(masonry(WIDTH + 20, 30), -10, HEIGHT - 28)


EMBLEM = define(
    "dragon-emblem",
    WIDTH,
    HEIGHT,
    _sky()
    + _pavilion(66, 0.62, "", "healer-old")
    + _pavilion(168, 0.8, "monk-young")
    + _pavilion(280, 0.72, "craftsman", "scholar-old", "court-lady")
    + _pavilion(392, 0.8, "warrior-old")
    + _pavilion(494, 0.62, "farmer-young", "")
    + _scroll()
    + _procession(),
)


def emblem() -> str:
    """A picture of the game for the start page, two and a half times as wide as high."""
    return picture(EMBLEM, HEIGHT, title())
