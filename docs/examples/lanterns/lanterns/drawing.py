"""The pictures of Lanterns: circles. See ``hanlin/core/verbs/protocols.py`` for what can be clicked."""

from __future__ import annotations

import json

from hanlin.core.i18n.language import _
from hanlin.core.position.position import Position
from hanlin.core.verbs.generic import OVER
from hanlin.drawing import svg
from lanterns.pieces import HAND, SIZES

_BUTTON = {"class_": "can", "role": "button", "tabindex": "0"}


def board(seen: Position) -> str:
    """The moon, and what the actor may light."""
    body = svg.circle(60, 60, 40, fill="var(--gold)", data_key="moon")
    if seen.decides:
        body += "".join(_place(seen, size) for size in range(1, SIZES + 1)) + _chooser(seen)
    return svg.document("board", 400, 200, body, label=_("Lanterns"), data_zoom="")


def _place(seen: Position, size: int) -> str:
    """A place that lights a lantern, or says why not."""
    picture = svg.rect(90 * size, 10, 80, 80, fill="var(--raised)", stroke="var(--ink)")
    label = _("Light {size}").format(size=size)
    if f"light {size}" in seen.legal:
        return svg.can(f"light {size}", label, picture)
    return svg.cannot(_("You hold none."), "L1.2", label, picture)


def _chooser(seen: Position) -> str:
    """One place for several actions, narrowed by a pick, and one that is turned through its ways."""
    legal = [size for size in range(1, SIZES + 1) if f"light {size}" in seen.legal]
    ways = [[f"light {size}", svg.circle(0, 0, 8 * size, fill="var(--gold)")] for size in legal]
    larger = svg.circle(0, 0, 30, fill="none", stroke="var(--accent)")
    ways.append(["", larger, _("That large a lantern was never made."), "L1.4"])
    actions = json.dumps([f"light {size}" for size in legal])
    one = svg.element(
        "g", svg.rect(20, 120, 80, 60, fill="var(--raised)"), data_actions=actions, aria_label=_("Light"), **_BUTTON
    )
    circle = svg.circle(0, 0, 34, fill="var(--sunken)")
    turned = svg.element("g", circle, data_variants=json.dumps(ways), aria_label=_("Turn"), **_BUTTON)
    return one + svg.group(turned, 300, 150)


def seat(seen: Position, seat: int) -> str:
    """A seat's lanterns, as far as they are visible; the actor picks one of them."""
    body = ""
    if seen.actor != OVER:
        held = [size for size in range(SIZES) for _n in range(int(seen.state.hands[seat, size]))]
        for n, size in enumerate(held):
            picture = svg.circle(30 + 50 * n, 30, 6 * size + 8, fill="var(--gold)")
            pick = {"data_pick": f"hand {size + 1}", "aria_label": _("Hand {size}").format(size=size + 1), **_BUTTON}
            body += svg.element("g", picture, **(pick if seen.decides and seen.actor == seat else {}))
    return svg.document(f"seat{seat}", 30 + 50 * HAND, 60, body, label=_("Hand"))


def icon(name: str) -> str:
    """Choices of Lanterns have no pictures."""
    return ""


def emblem() -> str:
    """A lantern."""
    return svg.document("emblem-lanterns", 120, 80, svg.circle(60, 40, 30, fill="var(--gold)"), label=_("A lantern"))
