"""Portraits of the computer players: a face for each name, in the manner of the flowers.

All of it follows from the name: the same name has the same face at every table, and different names differ.
"""

from __future__ import annotations

import hashlib
from html import escape

from hanlin.core.lib.memo import memo
from hanlin.drawing.palette import GOLD, LINE, SEATS, colour
from hanlin.drawing.svg import circle, define, ellipse, group, has_art, path, picture, rect

HAIR = ("#2F2723", "#4A3A30", "#D9D4CB")
"""Black, brown and grey."""
CLOTHS = (*SEATS, "jade", "wood", "stone")
SKIN = colour("skin")
SALT = 7132
"""Chosen so that no two of Hanlin's own names share both head-dress and cloth."""


def portrait_of(name: str, size: float = 22, tip: str = "") -> str:
    """The face of an opponent as a picture of ``size`` pixels. ``tip``: its explanation."""
    drawn = picture(_portrait(name), size, label=tip)
    return f'<span class="portrait" data-tip="{escape(tip)}">{drawn}</span>' if tip else drawn


def features(name: str) -> tuple[int, int, int, int]:
    """The features of a face: its head-dress, cloth, hair and mouth, each by its number."""
    number = int.from_bytes(hashlib.sha256(f"{name}{SALT}".encode()).digest()[:8], "big")
    found = []
    for kinds in (len(_HEADS), len(CLOTHS), len(HAIR), len(_MOUTHS)):
        number, kind = divmod(number, kinds)
        found.append(kind)
    return found[0], found[1], found[2], found[3]


@memo(maxsize=256)
def _portrait(name: str) -> str:
    head, cloth, hair, mouth = features(name)
    known = f"portrait-{head}-{cloth}-{hair}-{mouth}"
    if not has_art(known):
        define(known, 24, 24, _drawn(head, CLOTHS[cloth], HAIR[hair], mouth))
    return known


def _drawn(head: int, cloth: str, hair: str, mouth: int) -> str:
    ground = circle(12, 12, 11.2, fill=colour("cloth"))
    robe = path("M2.6 22C3.400 17.400 7.200 15.800 12 15.800S20.600 17.400 21.400 22Q12 25.400 2.600 22Z", fill=colour(cloth))
    collar = path("M9.200 16.100L12 19.800L14.800 16.100", fill=colour("white"))
    ears = circle(7.2, 11.2, 1.1, fill=SKIN) + circle(16.8, 11.2, 1.1, fill=SKIN)
    face = ellipse(12, 11, 4.7, 5.2, fill=SKIN)
    eyes = circle(10.1, 11.2, 0.75, fill=LINE, stroke="none") + circle(13.9, 11.2, 0.75, fill=LINE, stroke="none")
    drawn = ground + robe + collar + ears + face + eyes + _MOUTHS[mouth](hair) + _HEADS[head](hair, colour(cloth))
    return group(drawn, stroke=LINE, stroke_width=0.9, stroke_linejoin="round", stroke_linecap="round")


def _smile(_hair: str) -> str:
    return path("M10.400 13.700Q12 15 13.600 13.700", fill="none")


def _moustache(hair: str) -> str:
    return path(
        "M11.800 13.200C10.600 12.800 9.600 13.400 8.800 15M12.200 13.200C13.400 12.800 14.400 13.400 15.200 15",
        fill="none",
        stroke=hair,
    )


def _beard(hair: str) -> str:
    return path(
        "M8.400 13C9 16.400 10.400 18.800 12 19.600C13.600 18.800 15 16.400 15.600 13C14 13.800 10 13.800 8.400 13Z", fill=hair
    )


def _lips(_hair: str) -> str:
    return path("M11 14Q12 15.200 13 14Q12 13.400 11 14Z", fill=colour("plum"), stroke_width=0.5)


def _topknot(hair: str, _cloth: str) -> str:
    knot = circle(12, 4, 1.9, fill=hair)
    return knot + path("M7 11C6.400 6.400 9 5 12 5S17.600 6.400 17 11C16 8.600 14 8 12 8S8 8.600 7 11Z", fill=hair)


def _buns(hair: str, _cloth: str) -> str:
    buns = circle(7.2, 5.6, 2.4, fill=hair) + circle(16.8, 5.6, 2.4, fill=hair)
    fringe = path(
        "M7.200 11C7.200 7 9.400 6.200 12 7.800C14.600 6.200 16.800 7 16.800 11"
        "C15.800 9.200 14 8.600 12 9.200C10 8.600 8.200 9.200 7.200 11Z",
        fill=hair,
    )
    return buns + fringe + circle(12, 6.4, 1, fill=GOLD)


def _farmer(_hair: str, _cloth: str) -> str:
    return path(
        "M2.400 9.800L12 2.200L21.600 9.800C18.400 8.200 15.200 7.800 12 7.800S5.600 8.200 2.400 9.800Z",
        fill=colour("gold-soft"),
    )


def _official(_hair: str, _cloth: str) -> str:
    wings = rect(1.6, 6.4, 6, 1.5, fill=HAIR[0]) + rect(16.4, 6.4, 6, 1.5, fill=HAIR[0])
    hat = path(
        "M7.200 9V5.600C7.200 3.200 9 2.400 12 2.400S16.800 3.200 16.800 5.600V9C14.600 8 9.400 8 7.200 9Z", fill=HAIR[0]
    )
    return wings + hat + circle(12, 6, 1.1, fill=GOLD)


def _wrap(_hair: str, cloth: str) -> str:
    wrap = path("M7 10C6.600 5.400 9 3.800 12 3.800S17.400 5.400 17 10C14.800 8 9.200 8 7 10Z", fill=cloth)
    return wrap + path("M7.400 7.400C10 5.800 14 5.800 16.600 7.400", fill="none")


def _helmet(_hair: str, cloth: str) -> str:
    dome = path(
        "M6.800 9.600C6.600 5.600 9 3.600 12 3.600S17.400 5.600 17.200 9.600C14.800 8 9.200 8 6.800 9.600Z",
        fill=colour("stone-soft"),
    )
    return dome + path("M12 3.600C10.400 2.800 10.800 1.400 12 .900C13.200 1.400 13.600 2.800 12 3.600Z", fill=cloth)


_HEADS = (_topknot, _buns, _farmer, _official, _wrap, _helmet)
_MOUTHS = (_smile, _moustache, _beard, _lips)
