"""Drawings as pixels: PNG, with Hanlin's own type, so that they look the same on every machine."""

from __future__ import annotations

import re
from pathlib import Path

import resvg_py

from hanlin.drawing.palette import DAY

FONTS = Path(__file__).resolve().parent / "fonts"
"""The page's type as TrueType, since a renderer outside a browser reads no WOFF2."""
TYPE = "Alegreya"

_SIZE = re.compile(r' (?:width|height)="[^"]*"')
"""The size that a small drawing names itself."""
_VARIABLE = re.compile(r"var\(--[\w-]+,((?:[^()]|\([^()]*\))*)\)")


def plain(svg: str) -> str:
    """A drawing in the light theme for use outside a page, with each variable of the look replaced by its default."""
    return _VARIABLE.sub(r"\1", svg)


def png(svg: str, width: int, height: int | None = None) -> bytes:
    """A drawing by day as a PNG of so many pixels; its proportions are kept, and with ``height`` paper fills what is left.

    ValueError where the text is no drawing.
    """
    # What is not to be seen takes a renderer as long as what is.
    drawing = plain(svg).replace(' opacity="0"', ' display="none"')
    if height is not None:
        size, (root, rest) = f'width="{width}" height="{height}"', drawing.split(">", 1)
        root = _SIZE.sub("", root).replace("<svg ", f"<svg {size} ", 1)
        drawing = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{root}>{rest}</svg>'
    drawn = resvg_py.svg_to_bytes(
        svg_string=drawing,
        width=width,
        background=DAY["paper"],
        skip_system_fonts=True,
        font_dirs=[str(FONTS)],
        font_family=TYPE,
        serif_family=TYPE,
        sans_serif_family=TYPE,
        monospace_family=TYPE,
    )
    return bytes(drawn)
