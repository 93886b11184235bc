"""The first tag of the part of a table's page that changes: it carries what the page's script and other programs read."""

from __future__ import annotations

from markupsafe import Markup, escape

from hanlin.server.tables.lessons import Place
from hanlin.server.views.table_view import View


def opening(view: View, fetched: bool, shape: str, build: str, elsewhere: bool, lesson: Place | None) -> Markup:
    """The tag. ``fetched``: by itself, into a page that is there; ``lesson``: where the table stands in one, or None."""
    chair, table = view.chair, view.table
    kinds = f"table{' asked' if view.asked and fetched else ''}{' finished' if view.over else ''}"
    values: dict[str, object] = {
        "data-table": table.row.id,
        "data-number": view.number,
        "data-ply": view.ply,
        "data-plies": view.plies,
        "data-live": "yes" if view.live else "no",
        "data-build": build,
        "data-shape": shape,
    }
    if view.forced:
        values["data-forced"] = escape(view.forced)
    if chair.viewer is not None and chair.viewer >= 0:
        values["data-seat"] = chair.viewer
    if lesson is not None:
        values |= {"data-lesson": table.game.name, "data-step-number": lesson.number}
    signs = {
        "data-asked": view.asked,
        "data-shared": len(chair.mine) > 1,
        "data-elsewhere": elsewhere,
        "data-done": lesson is not None and bool(lesson.answer),
    }
    said = [f' {name}="{value}"' for name, value in values.items()] + [f" {name}" for name, true in signs.items() if true]
    return Markup(f'<main id="table" class="{kinds}"{"".join(said)}>')
