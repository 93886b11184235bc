"""Parts of the board with a name whose place says nothing: that they move is no news of them."""

from __future__ import annotations

from hanlin.drawing import element, group


def steady(key: str, content: str, x: float, y: float, **values: str | float | None) -> str:
    """Content drawn round 0, 0, at x, y. It is news only where content or values change.

    A part that is alone in a group is new where the group moves, hence the empty neighbour.
    """
    return group(element("g", content, data_key=key, **values) + element("g"), x, y)
