"""The process that rasterizes drawings: ``python -m hanlin.server.engine.picture_process`` reads tasks, a JSON object a line.

It answers each with a line that says how many bytes follow (``{"size": N}``, 0 where the drawing could not be read) and those
bytes, and ends with its input. The renderer holds the interpreter's lock while it works, which would block the server.
"""

from __future__ import annotations

import traceback
from typing import BinaryIO

import msgspec

from hanlin.drawing.pictures import png
from hanlin.server.lib.json_lines import tasks_from_parent


class Picture(msgspec.Struct, frozen=True):
    """A drawing to be rendered at a width in pixels; without a height it keeps its shape."""

    svg: str
    width: int
    height: int | None = None


class Size(msgspec.Struct, frozen=True):
    """The bytes that follow; none where the drawing could not be rendered."""

    size: int


def paint(picture: Picture) -> bytes:
    """The drawing as a PNG; empty where it is no drawing."""
    try:
        return png(picture.svg, picture.width, picture.height)
    except ValueError:
        traceback.print_exc()
        return b""


def _answer(out: BinaryIO, content: bytes) -> None:
    out.write(msgspec.json.encode(Size(len(content))) + b"\n" + content)
    out.flush()


def main() -> None:
    out, tasks = tasks_from_parent()
    while True:
        _answer(out, paint(msgspec.json.decode(tasks.get(), type=Picture)))


if __name__ == "__main__":
    main()
