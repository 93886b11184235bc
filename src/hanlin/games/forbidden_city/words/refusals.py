"""Reasons why an action is not allowed: the rule in plain words, and its number."""

from __future__ import annotations

import re

from hanlin.core.i18n.language import N_, _
from hanlin.core.lib.memo import remembered
from hanlin.core.position.position import Position
from hanlin.core.verbs.generic import CHANCE, OVER
from hanlin.core.verbs.presentation import Refusal
from hanlin.games.forbidden_city.palace import Edge, Place
from hanlin.games.forbidden_city.pieces import REDRAW, REFILL, SET_UP, SHOW
from hanlin.games.forbidden_city.snapshot import palace_of
from hanlin.games.forbidden_city.spots import spots, ways
from hanlin.games.forbidden_city.words.names import floor_name, same_as, seat_name, what_is_asked

_PLACE = re.compile(r"place (-?\d+),(-?\d+) ([0-3])")
_SIDES = (N_("Above"), N_("On the right"), N_("Below"), N_("On the left"))


def why_not(seen: Position, action: str) -> Refusal:
    """The reason why that (well-formed) action is not legal."""
    if seen.actor == OVER:
        return Refusal(_("The game is over."), "F6.2")
    if seen.actor == CHANCE:
        return _chance_acts(int(seen.state.phase))
    if seen.seat not in (None, seen.actor):
        return Refusal(_("It's {name}'s turn.").format(name=seat_name(seen.actor)), "F1.2")
    match = _PLACE.fullmatch(action)
    if match is not None:
        x, y, rotation = (int(number) for number in match.groups())
        return _not_there(seen, (x, y), rotation)
    if action.startswith("draw"):
        return Refusal(_("Tiles are drawn automatically. {question}").format(question=_asked(seen)), "F2.3")
    if action.startswith("show"):
        text = _("Leftover tiles are revealed when the game ends. {question}")
        return Refusal(text.format(question=_asked(seen)), "F6.1")
    return _not_shown(seen, action)


def _chance_acts(phase: int) -> Refusal:
    """Refuse an action while a tile is drawn or shown."""
    if phase == SHOW:
        return Refusal(_("Please wait: the leftover tiles are being revealed."), "F6.1")
    rule = {SET_UP: "F1.1", REFILL: "F2.3", REDRAW: "F2.4"}[phase]
    return Refusal(_("Please wait: a tile is being drawn."), rule)


def fits(seen: Position) -> bool:
    """True if the tile in hand fits somewhere."""
    there = spots(seen)
    return there is not None and there.fits


def _asked(seen: Position) -> str:
    return what_is_asked(fits(seen))


def _not_shown(seen: Position, action: str) -> Refusal:
    """The reason why the tile in hand can't be shown as one that fits nowhere, or not in this way (F2.4)."""
    if fits(seen):
        return must_be_placed()
    if action == "pass":
        return Refusal(
            _("There are tiles in your stack that you have not tried this turn: reveal this one and draw another."), "F2.4"
        )
    return Refusal(_("None of your tiles can be placed: reveal this one and pass."), "F2.4")


def must_be_placed() -> Refusal:
    """The reason why the tile in hand can't be shown and put under the stack: it fits somewhere (F2.4)."""
    return Refusal(_("Your tile can be placed: place it."), "F2.4")


def _not_there(seen: Position, place: Place, rotation: int) -> Refusal:
    """The reason why the tile in hand may not be placed on a space in that rotation (F2.1, F2.2, F2.5)."""
    here = ways(seen).get(place)
    if here is None:
        return _no_free_space(seen, place)
    same = here[rotation % len(here)]
    if same.clash is not None:
        return floors_differ(same.clash)
    if rotation != same.rotation:
        return Refusal(same_as(same.rotation), "F2.5")
    return Refusal(_("You can place it here."), "F2.1")


def _no_free_space(seen: Position, place: Place) -> Refusal:
    palace = palace_of(seen.state)
    if place in palace.seats:
        return Refusal(_("There is already a tile there."), "F2.1")
    if place in palace.faces:
        return Refusal(_("The start tile is there."), "F2.1")
    return Refusal(_("The tile must share an edge with a tile of the palace."), "F2.1")


@remembered(256)
def floors_differ(edge: Edge) -> Refusal:
    """The reason why a tile may not be placed so: which edge, and what meets there (F2.2)."""
    return Refusal(
        _("{side}, {floor} would touch {other} without a wall between them.").format(
            side=_(_SIDES[edge.side]), floor=floor_name(edge.floor), other=floor_name(edge.other)
        ),
        "F2.2",
    )


@remembered(256)
def never_fits(edge: Edge) -> Refusal:
    """The reason why a tile fits a space in no rotation; ``edge`` is what forbids the current one (F2.2)."""
    reason = floors_differ(edge)
    text = _("This tile doesn't fit here in any rotation. As it is now: {reason}")
    return Refusal(text.format(reason=reason.text), reason.rule)
