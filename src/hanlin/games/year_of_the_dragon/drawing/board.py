"""The common board: the year, the wall, the groups, the track and the persons to hire, for desk and phone."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from hanlin.core.i18n.language import _
from hanlin.core.position.position import Position
from hanlin.drawing import FLOWERS, SYMBOLS, Drawing, art_names, drawing, heading, shared_art
from hanlin.games.year_of_the_dragon.drawing import groups, stock, track, year
from hanlin.games.year_of_the_dragon.drawing.offers import Offers, offers
from hanlin.games.year_of_the_dragon.snapshot import Reading, read


def board(seen: Position, *, shape: str = "wide") -> Drawing:
    """The common board: the year, the wall, the groups, the track and the tiles left. ``shape``: "wide", "tall" or "low".

    It has a layer for each of these and for each group of cards.
    """
    r = read(seen.state)
    offered = offers(seen)
    return _wide(r, offered) if shape == "wide" else _in_a_column(r, offered, _COLUMNS[shape])


def rings(_seen: Position) -> str:
    """Nothing, since this board marks new things on its own parts."""
    return ""


def page_art(_seen: Position) -> str:
    """The pictures that boards and areas are made of, for a page that holds them once."""
    return _page_art()


@cache
def _page_art() -> str:
    return shared_art([*FLOWERS, *SYMBOLS, *art_names("dragon-")])


def _wide(r: Reading, offered: Offers) -> Drawing:
    """For a desk: 900 wide."""
    shown = year.Year.of(r)
    parts = [year.scroll(shown, 30, 12)]
    y = 12 + year.SCROLL_HEIGHT
    if r.great_wall:
        parts.append(year.wall(shown, 30, y + 8))
        y += year.WALL_HEIGHT + 8
    y += 22
    if r.groups:
        drawn, height = groups.fans(r, offered, 12, y, 876, 81, narrow=False)
    else:
        drawn, height = groups.face_down(12, y, 876, 81)
    parts.append(drawn)
    y += height + 14
    height = track.height_of(r, 26)
    parts.append(track.order_of_play(r, 16, y + height - 88))
    parts.append(track.ribbon(r, 214, y, 672))
    y += height + 20
    parts.append(heading(16, y + 10, _("Persons to hire"), 15))
    y += 28
    drawn, height = stock.stock(r, offered, 14, y, 872, 45, 10.5)
    parts.append(drawn)
    y += height + 6
    return drawing("board", 900, y, *parts, label=year.summary(shown), data_shape="wide")


class _Column(NamedTuple):
    """The layout of the board in one column: widths and places in units, the type of its heading."""

    shape: str
    width: int
    margin: int
    top: int
    cards: tuple[int, float]
    """The top of the groups and the height of a card."""
    face_down: int
    heading: tuple[int, int, int]
    """The place of the heading of the persons: its distance below the groups, and its height."""
    persons: tuple[int, int]
    """The top of the persons and the height of one."""
    order: int
    ribbon: int
    year: int


_TALL = _Column("tall", 390, 8, 8, (6, 80), 4, (12, 10, 24), (6, 45), 12, 8, 6)
"""For a phone: 390 wide. Things to choose from are above things to read."""
_LOW = _Column("low", 460, 4, 6, (1, groups.SMALL_CARD), 1, (8, 12, 26), (4, 46), 8, 4, 4)
"""For a phone in landscape: 460 wide. The month and the groups fit a window 300 high."""
_COLUMNS = {column.shape: column for column in (_TALL, _LOW)}


def _in_a_column(r: Reading, offered: Offers, of: _Column) -> Drawing:
    """For a phone: one column, things to choose from above things to read."""

    def within(left: int) -> int:
        return of.width - 2 * left

    shown = year.Year.of(r)
    top = of.top + year.STRIP_HEIGHT + 6
    drawn, height = year.banner(shown, of.margin, top, within(of.margin))
    parts = [year.strip(shown, of.year, of.top, within(of.year)), drawn]
    y = top + height + 8
    if r.groups:
        left, high = of.cards
        drawn, height = groups.fans(r, offered, left, y, within(left), high, narrow=True)
    else:
        drawn, height = groups.face_down(of.face_down, y, within(of.face_down), 60)
    parts.append(drawn)
    y += height + 14
    left, below, room = of.heading
    parts.append(heading(left, y + below, _("Persons to hire"), 14))
    y += room
    left, high = of.persons
    drawn, height = stock.stock(r, offered, left, y, within(left), high, 12.5)
    parts.append(drawn)
    y += height + 8
    parts.append(track.order_of_play(r, of.order, y + 4, 28))
    y += 80
    parts.append(track.ribbon(r, of.ribbon, y, within(of.ribbon), 27))
    y += track.height_of(r, 27) + 18
    drawn, height = year.two_rows(shown, of.year, y, within(of.year))
    parts.append(drawn)
    y += height
    return drawing("board", of.width, y, *parts, label=year.summary(shown), data_shape=of.shape)
