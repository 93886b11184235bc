"""Why something is not allowed: the rule in plain words, and its number."""

from __future__ import annotations

import re

from hanlin.core.faces import Refusal
from hanlin.core.generic import CHANCE, OVER
from hanlin.core.language import N_, _
from hanlin.core.position import Position
from hanlin.games.forbidden_city.reading import Edge, Place, Way, palace_of, ways
from hanlin.games.forbidden_city.words.names import floor_name, turn_name

_PLACE = re.compile(r"place (-?\d+),(-?\d+) ([0-3])")
_SIDES = (N_("To the north"), N_("To the east"), N_("To the south"), N_("To the west"))


def why_not(seen: Position, action: str) -> Refusal:
    """Why that (well-formed) action is not legal."""
    if seen.actor == OVER:
        return Refusal(_("The game is over."), "F6.2")
    if seen.actor == CHANCE or seen.seat not in (None, seen.actor):
        return Refusal(_("It is not your turn."), "F1.2")
    if action.startswith(("draw", "show")):
        return Refusal(_("Tiles are drawn and shown by chance."), "F2.3")
    match = _PLACE.fullmatch(action)
    if match is None:
        return _not_shown(seen, action)
    x, y, rotation = (int(number) for number in match.groups())
    return _not_there(seen, (x, y), rotation)


def _not_shown(seen: Position, action: str) -> Refusal:
    """Why the tile in hand is not shown, as one that fits nowhere, or not in this way (F2.4)."""
    if any(text.startswith("place") for text in seen.legal):
        return Refusal(_("Your tile fits somewhere, so it must be placed."), "F2.4")
    if action == "pass":
        return Refusal(_("There are tiles in your stack that you have not tried in this turn."), "F2.4")
    return Refusal(_("You have tried every tile of your stack in this turn."), "F2.4")


def _not_there(seen: Position, place: Place, rotation: int) -> Refusal:
    """Why the tile in hand may not lie on a space, turned so (F2.1, F2.2)."""
    here = ways(seen).get(place)
    if here is None:
        if place in palace_of(seen.state).faces:
            return Refusal(_("A tile lies there already."), "F2.1")
        return Refusal(_("The tile must lie beside a tile of the palace, edge to edge."), "F2.1")
    if rotation >= len(here):
        same = turn_name(rotation % len(here))
        return Refusal(_("So turned, the tile looks the same as {turned}: choose that.").format(turned=same), "F2.1")
    edge = here[rotation].clash
    return floors_differ(edge) if edge is not None else Refusal(_("This placement is allowed."), "F2.1")


def floors_differ(edge: Edge) -> Refusal:
    """Why a tile may not lie so: which edge, and what meets there (F2.2)."""
    return Refusal(
        _("{side}, {floor} would meet {other} with no wall between.").format(
            side=_(_SIDES[edge.side]), floor=floor_name(edge.floor), other=floor_name(edge.other)
        ),
        "F2.2",
    )


def fits_nowhere(here: list[Way]) -> Refusal | None:
    """Why the tile in hand fits a space in no rotation; None where it does."""
    edge = here[0].clash
    if edge is None or any(way.clash is None for way in here):
        return None
    reason = floors_differ(edge)
    text = _("However it is turned, this tile does not fit here. As it lies: {reason}")
    return Refusal(text.format(reason=reason.text), reason.rule)
