"""The seats' colours for eyes that miss one of the three cones: pairs of them differ, or a mark tells the seats apart.

The simulation is that of G. M. Machado, M. M. Oliveira and L. A. F. Fernandes, "A Physiologically-based Model for Simulation of
Color Vision Deficiency", IEEE Transactions on Visualization and Computer Graphics 15 (2009), at severity 1, in linear sRGB. The
distance is CIE76: the Euclidean one in CIELAB under D65.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from hanlin.drawing.flowers import FLOWERS
from hanlin.drawing.palette import DAY, NIGHT, SEATS
from hanlin.drawing.svg import art

MATRICES = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
TO_XYZ = np.array(((0.4124564, 0.3575761, 0.1804375), (0.2126729, 0.7151522, 0.0721750), (0.0193339, 0.1191920, 0.9503041)))
WHITE = np.array((0.95047, 1.0, 1.08883))
LEAST = 25
"""The least distance of two colours that need no mark."""


def seen(colour: str, eyes: str):
    """The colour #RRGGBB in CIELAB, as these eyes see it."""
    values = np.array([int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)])
    linear = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    x, y, z = TO_XYZ @ np.clip(np.array(MATRICES[eyes]) @ linear, 0, 1) / WHITE
    f = [t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in (x, y, z)]
    return np.array((116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])))


def distance(one: str, other: str, eyes: str) -> float:
    return float(np.linalg.norm(seen(one, eyes) - seen(other, eyes)))


def test_the_simulation_keeps_greys_and_confuses_red_and_green():
    for eyes in MATRICES:
        assert distance("#808080", "#808080", eyes) == 0
        assert abs(seen("#808080", eyes)[1:]).max() < 1
    assert seen("#FFFFFF", "none") == pytest.approx((100, 0, 0), abs=0.1)
    assert distance("#B5322D", "#6B6B2D", "deuteranopia") < distance("#B5322D", "#6B6B2D", "none") / 2


@pytest.mark.parametrize("theme", [DAY, NIGHT], ids=["day", "night"])
@pytest.mark.parametrize("eyes", MATRICES)
def test_the_seats_colours_differ_for_all_eyes(theme, eyes):
    found = {(one, other): round(distance(theme[one], theme[other], eyes)) for one, other in itertools.combinations(SEATS, 2)}
    assert {pair: value for pair, value in found.items() if value < LEAST} == {}


def test_each_flower_has_an_outline_of_its_own():
    """The mark that tells seats apart without any colour."""
    shapes = {"".join(part.split('"')[0] for part in art(name).content.split(' d="')[1:]) for name in FLOWERS}
    assert len(shapes) == len(FLOWERS) == 5
