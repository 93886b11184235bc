"""The common board: the year, the wall, the groups, the persons to hire and the track, for desk and phone.

Each shape has one size for a whole game, so that nothing on the page moves when something changes on the board.
"""

from __future__ import annotations

from functools import cache

from hanlin.core.position.position import Position
from hanlin.drawing import FLOWERS, SYMBOLS, Drawing, art_names, drawing, shared_art
from hanlin.games.year_of_the_dragon import state as st
from hanlin.games.year_of_the_dragon.drawing import groups, stock, threats, track, wall, year
from hanlin.games.year_of_the_dragon.drawing.offers import Offers, offers
from hanlin.games.year_of_the_dragon.snapshot import Reading, read

SIZES: dict[str, tuple[float, float]] = {"wide": (1120, 512), "tall": (390, 620), "low": (500, 300)}
"""The width and height of each shape."""


def board(seen: Position, *, shape: str = "wide") -> Drawing:
    """The common board: the year, the wall, the groups, the track and the tiles left. ``shape``: "wide", "tall" or "low".

    It has a layer for each of these and for each group of cards.
    """
    r = read(seen.state)
    shown = year.Year.of(r)
    parts = _SHAPES[shape](r, shown, offers(seen))
    width, height = SIZES[shape]
    return drawing("board", width, height, *parts, label=year.summary(shown), data_shape=shape)


def rings(_seen: Position) -> str:
    """Nothing, since this board marks new things on its own parts."""
    return ""


def page_art(_seen: Position) -> str:
    """The pictures that boards and areas are made of, for a page that holds them once."""
    return _page_art()


@cache
def _page_art() -> str:
    return shared_art([*FLOWERS, *SYMBOLS, *art_names("dragon-")])


def _wide(r: Reading, shown: year.Year, offered: Offers) -> list[str]:
    """For a desk."""
    width, height = SIZES["wide"]
    top = 5 + year.SCROLL_HEIGHT
    parts = [year.scroll(shown, 0, 4, width), year.not_prepared(shown, threats.not_prepared(r), 0, 4, width)]
    if r.great_wall:
        parts.append(year.wall_below(shown, 0, top + 1, width))
        top += wall.HEIGHT + 1
    persons, order = height - 189, height - 84
    if r.groups:
        parts.append(groups.fans(r, offered, groups.Frame(6, top + 8, width - 12, persons - top - 17, 1, 15.5)))
    else:
        parts.append(year.year_ahead(r.events, 6, top + 8, width - 12, persons - top - 22, 5))
    parts.append(stock.stock(r, offered, stock.Frame(8, persons, width - 16, 100, 55, 14.6, 1)))
    parts.append(track.order_of_play(r, 12, order))
    parts.append(track.ribbon(r, 230, order, width - 240, 80))
    return parts


def _tall(r: Reading, shown: year.Year, offered: Offers) -> list[str]:
    """For a phone: things to choose from above things to read."""
    width, height = SIZES["tall"]
    top = 4 + year.STRIP_HEIGHT + (wall.TALL if r.great_wall else 0) + 6
    parts = [year.strip(shown, 3, 4, width - 6, wall.TALL)]
    if r.groups and (high := _banner_height(shown)):
        parts.append(year.banner(shown, 4, top, width - 8, high))
        top += high + 6
    persons = height - 77 - 2 * _PERSONS_ROW
    room = persons - top - 10
    if r.groups:
        parts.append(groups.fans(r, offered, groups.Frame(4, top, width - 8, room, 2, 12.6, 41)))
    else:
        parts.append(year.year_ahead(r.events, 4, top, width - 8, room, 2))
    parts.append(stock.stock(r, offered, stock.Frame(4, persons, width - 8, _PERSONS_ROW, 39, 12.6, 2)))
    parts.append(track.order_of_play(r, 8, height - 75, 20))
    parts.append(track.ribbon(r, 6, height - 55, width - 12, 54, 20))
    return parts


_PERSONS_ROW = 75.0
"""From one row of persons to the next on a phone."""


def _banner_height(shown: year.Year) -> float:
    """The height of the present month on a phone; 0 when the year is over."""
    month = year.present_month(shown)
    if not month:
        return 0
    return 128 if month == year.SUPER_EVENT_MONTH and shown.super_event != -1 else 84


def _low(r: Reading, shown: year.Year, offered: Offers) -> list[str]:
    """For a phone on its side: everything at once."""
    width, height = SIZES["low"]
    top = 2 + year.STRIP_HEIGHT + (wall.LOW if r.great_wall else 0) + 2
    parts = [year.strip(shown, 2, 2, width - 4, wall.LOW)]
    if r.groups and year.present_month(shown):
        parts.append(year.banner(shown, 0, top, width, 46))
        top += 49
    persons = height - 68
    if offered.at(st.PICK, st.HIRE, st.WELCOME):
        # Persons to choose are targets for fingers, so they take the place of what is not to choose now.
        parts.append(stock.stock(r, offered, stock.Frame(4, top + 6, width - 8, (height - 32 - top) / 2, 46, 12.2, 2)))
    else:
        if r.groups:
            parts.append(groups.fans(r, offered, groups.Frame(2, top, width - 4, persons - top - 6, 2, 12.2)))
        else:
            parts.append(year.year_ahead(r.events, 2, top + 6, width - 4, persons - top - 16, 3))
        parts.append(stock.stock(r, offered, stock.Frame(4, persons, width - 8, 40, 27, 0, 1)))
    parts.append(track.standing(r, 6, height - 24, width - 12))
    return parts


_SHAPES = {"wide": _wide, "tall": _tall, "low": _low}
