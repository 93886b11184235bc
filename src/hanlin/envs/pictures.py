"""Rendering of environments: positions as text, SVG and pixels."""

from __future__ import annotations

import io
from typing import Any

import numpy as np
from numpy.typing import NDArray

from hanlin.core.errors import BadOption
from hanlin.core.lib.extras import needed_by
from hanlin.core.position.position import Position
from hanlin.drawing.pictures import png

RENDER_MODES = ("human", "ansi", "svg", "rgb_array")
WIDTH = 640
"""Width of a picture in pixels."""


def check_render_mode(mode: str | None) -> None:
    """Raise BadOption for an unknown mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise BadOption(f"render_mode can't be {mode!r}; choose one of: {', '.join(RENDER_MODES)}.")


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
    """A drawing as a uint8 array [rows, columns, 3]."""
    with needed_by("An environment with pixels"):
        from PIL import Image
    return np.asarray(Image.open(io.BytesIO(png(svg, WIDTH))).convert("RGB"))
