"""The common board: the year, the wall, the groups, the track and the persons to hire, for desk and phone."""

from __future__ import annotations

from hanlin.core.language import _
from hanlin.core.position import Position
from hanlin.drawing import document, heading
from hanlin.games.year_of_the_dragon.drawing import groups, stock, track, year
from hanlin.games.year_of_the_dragon.drawing.offers import Offers, offers
from hanlin.games.year_of_the_dragon.reading import Reading, read


def board(seen: Position, *, shape: str = "wide") -> str:
    """The common board: the year, the wall, the groups, the track and the tiles left. ``shape``: "wide", "tall" or "low"."""
    r = read(seen.state)
    offered = offers(seen)
    return {"wide": _wide, "tall": _tall, "low": _low}[shape](r, offered)


def _wide(r: Reading, offered: Offers) -> str:
    """For a desk: 900 wide."""
    parts = [year.scroll(r, 30, 12)]
    y = 12 + year.SCROLL_HEIGHT
    if r.great_wall:
        parts.append(year.wall(r, 30, y + 8))
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
    return document("board", 900, y, "".join(parts), label=year.summary(r), data_shape="wide")


def _tall(r: Reading, offered: Offers) -> str:
    """For a phone: 390 wide. What is chosen from stands above what is only looked at."""
    drawn, y = year.banner(r, 8, 8, 374)
    parts = [drawn]
    y += 14
    if r.groups:
        drawn, height = groups.fans(r, offered, 6, y, 378, 80, narrow=True)
    else:
        drawn, height = groups.face_down(4, y, 382, 60)
    parts.append(drawn)
    y += height + 14
    parts.append(heading(12, y + 10, _("Persons to hire"), 14))
    y += 24
    drawn, height = stock.stock(r, offered, 6, y, 378, 45, 12.5)
    parts.append(drawn)
    y += height + 8
    parts.append(track.order_of_play(r, 12, y + 4, 28))
    y += 80
    parts.append(track.ribbon(r, 8, y, 374, 27))
    y += track.height_of(r, 27) + 18
    drawn, height = year.two_rows(r, 6, y, 378)
    parts.append(drawn)
    y += height
    return document("board", 390, y, "".join(parts), label=year.summary(r), data_shape="tall")


def _low(r: Reading, offered: Offers) -> str:
    """For a phone on its side: 460 wide. The month and the groups stand together in a window 300 high."""
    drawn, y = year.banner(r, 4, 6, 452)
    parts = [drawn]
    y += 14
    if r.groups:
        drawn, height = groups.fans(r, offered, 1, y, 458, groups.SMALL_CARD, narrow=True)
    else:
        drawn, height = groups.face_down(1, y, 458, 60)
    parts.append(drawn)
    y += height + 14
    parts.append(heading(8, y + 12, _("Persons to hire"), 14))
    y += 26
    drawn, height = stock.stock(r, offered, 4, y, 452, 46, 12.5)
    parts.append(drawn)
    y += height + 8
    parts.append(track.order_of_play(r, 8, y + 4, 28))
    y += 80
    parts.append(track.ribbon(r, 4, y, 452, 27))
    y += track.height_of(r, 27) + 18
    drawn, height = year.two_rows(r, 4, y, 452)
    parts.append(drawn)
    y += height
    return document("board", 460, y, "".join(parts), label=year.summary(r), data_shape="low")
