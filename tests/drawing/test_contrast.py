"""Every pair of colours that means something can be distinguished, by day and by night (WCAG 2: text 4.5 : 1, shapes 3 : 1)."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hanlin
from hanlin.drawing.palette import BEHAVIOUR, DAY, NIGHT, SEATS
from hanlin.server.views.assets import style_rules

STATIC = Path(hanlin.__file__).parent / "server" / "static"
THEMES = {"day": DAY, "night": NIGHT}
GROUNDS = ("paper", "raised", "sunken", "gold-wash", "jade-wash", "accent-wash", "danger-wash")
"""The background colours of text."""
LANDS = ("land-violet", "land-yellow", "land-orange", "land-green", "land-red")
MAP = (*LANDS, "sea", "mountain", "marsh")

READ = [
    *(("ink", ground) for ground in GROUNDS),
    *(("soft", ground) for ground in GROUNDS),
    *(("gold-text", ground) for ground in ("paper", "raised", "gold-wash")),
    *(("jade", ground) for ground in ("paper", "raised", "jade-wash")),
    *(("danger", ground) for ground in ("paper", "raised", "danger-wash")),
    *(("accent", ground) for ground in ("paper", "raised", "accent-wash")),
    *((f"{seat}-on", seat) for seat in SEATS),
    *((f"{land}-deep", land) for land in LANDS),
    *(("ink", land) for land in LANDS),
    ("lacquer-on", "lacquer"),
    ("paper", "ink"),
]
"""Text and what it is read on."""
SEEN = [
    # Legal, picked and focused things, on any background.
    *((ring, ground) for ring in ("accent", "gold-text", "ink") for ground in ("paper", "raised", "sunken", *MAP)),
    *(("gold", ground) for ground in ("paper", "raised")),
    *(("jade", ground) for ground in ("paper", "raised")),
    *(("danger", ground) for ground in ("paper", "raised", "sunken")),
    *(("lacquer", ground) for ground in ("paper", "raised")),
    *(("line", f"floor-{floor}") for floor in ("green", "pink", "white", "grey")),
    # Flowers lie on the light tone of their colour and have dark outlines.
    *(("line", f"{seat}-soft") for seat in SEATS),
]
"""Meaningful shapes and their backgrounds."""


def light(colour):
    """The relative luminance of #RRGGBB."""
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one, other):
    darker, lighter = sorted((light(one), light(other)))
    return (lighter + 0.05) / (darker + 0.05)


def test_contrast_is_computed_as_the_norm_says():
    assert contrast("#000000", "#FFFFFF") == pytest.approx(21)
    assert contrast("#777777", "#FFFFFF") == pytest.approx(4.48, abs=0.01)


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize(("pairs", "least"), [(READ, 4.5), (SEEN, 3)], ids=["text", "shapes"])
def test_meaningful_colours_can_be_distinguished(theme, pairs, least):
    found = {pair: round(contrast(*(THEMES[theme][name] for name in pair)), 2) for pair in pairs}
    assert {pair: value for pair, value in found.items() if value < least} == {}


def test_day_and_night_name_the_same_colours():
    assert list(DAY) == list(NIGHT)


def test_every_colour_that_a_style_names_is_there():
    """A colour that is nowhere defined is no colour: the rule that names it falls, silently."""
    look = style_rules() + BEHAVIOUR
    look += "".join(path.read_text(encoding="utf-8") for path in STATIC.parent.glob("templates/*.html"))
    look += "".join(path.read_text(encoding="utf-8") for path in STATIC.glob("*.js"))
    defined = set(DAY) | set(re.findall(r"--([a-z0-9-]+):", look))
    assert set(re.findall(r"var\(--([a-z0-9-]+)", look)) - defined == set()
