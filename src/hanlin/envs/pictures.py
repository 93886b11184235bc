"""Environments drawn: positions as text, SVG and pixels."""

from __future__ import annotations

import io
import re
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.core.position import Position
from hanlin.drawing.palette import DAY

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
WIDTH = 640
"""Pixels of a picture."""

_VARIABLE = re.compile(r"var\(--[\w-]+,((?:[^()]|\([^()]*\))*)\)")


def render(position: Position, mode: str | None) -> Any:
    """The position in one of the modes; ``human`` prints it, None does nothing."""
    if mode == "human":
        print(position)
        return None
    if mode == "ansi":
        return str(position)
    if mode == "svg":
        return position.svg()
    return pixels(position.svg()) if mode == "rgb_array" else None


def pixels(svg: str) -> NDArray[np.uint8]:
    """A drawing as an array of rows, columns and three colours."""
    import resvg_py
    from PIL import Image

    # Outside a page nobody sets the look's variables: each stands for what it falls back to.
    plain = _VARIABLE.sub(r"\1", svg)
    png = resvg_py.svg_to_bytes(svg_string=plain, width=WIDTH, background=DAY["paper"])
    return np.asarray(Image.open(io.BytesIO(bytes(png))).convert("RGB"))
