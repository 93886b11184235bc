"""The pictures of Lanterns: circles."""

from __future__ import annotations

import json

from fake_game import HAND, SIZES
from hanlin.core.generic import OVER
from hanlin.drawing import svg


def board(seen):
    body = svg.circle(60, 60, 40, fill="var(--gold)", data_key="moon")
    if seen.decides:
        for size in range(1, SIZES + 1):
            place = {"x": 90 * size, "y": 10, "width": 80, "height": 80, "fill": "var(--raised)", "stroke": "var(--ink)"}
            picture = svg.element("rect", **place)
            action = f"light {size}"
            if action in seen.legal:
                body += svg.can(action, f"Light {size}", picture)
            else:
                body += svg.cannot("You hold none.", "L1.2", f"Light {size}", picture)
        body += chooser(seen)
    return svg.document("board", 400, 200, body, label="Lanterns", data_zoom="")


def chooser(seen):
    """One place for several actions, narrowed by a pick, and one that is turned through its ways."""
    actions = json.dumps([f"light {size}" for size in range(1, SIZES + 1) if f"light {size}" in seen.legal])
    ways = [
        [f"light {size}", f'<circle r="{8 * size}" fill="var(--gold)"/>'] for size in (1, 2, 3) if f"light {size}" in seen.legal
    ]
    ways.append(["", '<circle r="30" fill="none" stroke="var(--accent)"/>', "That large a lantern was never made.", "L1.4"])
    both = {"class_": "can", "role": "button", "tabindex": "0"}
    one = svg.element("g", svg.rect(20, 120, 80, 60, fill="var(--raised)"), data_actions=actions, aria_label="Light", **both)
    turned = svg.element(
        "g", svg.circle(0, 0, 34, fill="var(--sunken)"), data_variants=json.dumps(ways), aria_label="Turn", **both
    )
    return one + svg.group(turned, 300, 150)


def seat(seen, seat):
    body = ""
    if seen.actor != OVER:
        held = [size for size in range(SIZES) for _n in range(int(seen.state.hands[seat, size]))]
        for n, size in enumerate(held):
            picture = svg.circle(30 + 50 * n, 30, 6 * size + 8, fill="var(--gold)")
            pick = {
                "data_pick": f"hand {size + 1}",
                "class_": "can",
                "role": "button",
                "tabindex": "0",
                "aria_label": f"Hand {size + 1}",
            }
            body += svg.element("g", picture, **(pick if seen.decides and seen.actor == seat else {}))
    return svg.document(f"seat{seat}", 30 + 50 * HAND, 60, body, label="Hand")


def icon(name):
    return ""


def emblem():
    return svg.document("emblem-lanterns", 120, 80, svg.circle(60, 40, 30, fill="var(--gold)"), label="A lantern")
